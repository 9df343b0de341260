/**
 * What a page does before its own code has arrived. It sets the chosen theme, if there is one, before the first paint, shows the loading state of
 * index.html until the first page replaces it, and says so if the code cannot be loaded. A file of its own, because the policy allows no inline script.
 */

try {
  const theme = localStorage.getItem('gatehouse.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // If storage is refused, the theme of the system applies.
}

// A file that does not arrive is reported to its element, and code that an old browser cannot read to the window.
addEventListener('error', ({ target }) => (target === window || target.tagName === 'SCRIPT') && showFailure(), true)

addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('root')
  const observer = new MutationObserver(endLoading)
  observer.observe(root, { childList: true })
  endLoading()

  /** The placeholder of a page that is still loading does not end it. */
  function endLoading() {
    if (!root.firstElementChild || root.firstElementChild.matches('[role=status]')) return
    observer.disconnect()
    document.getElementById('loading').remove()
  }
})

function showFailure() {
  const words = document.querySelector('#loading p:last-child')
  if (words)
    words.textContent =
      'The console could not be loaded. Reload the page. If that does not help, use a current browser.'
}
