/** Before the first paint: the theme this person chose, where they chose one. A file of its own, since no script stands in the page. */
try {
  const theme = localStorage.getItem('gatehouse.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's theme it is.
}
