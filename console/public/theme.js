/** Sets the chosen theme, if there is one, before the first paint. A file of its own, because the policy allows no inline script. */
try {
  const theme = localStorage.getItem('gatehouse.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // If storage is refused, the theme of the system applies.
}
