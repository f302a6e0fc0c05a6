// Sets the theme before the first paint, from the key that src/state/theme.ts writes. A file of its own,
// since the content security policy allows no inline script.
;(() => {
  let choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('theme')).value
  } catch {
    // Nothing stored, or storage is forbidden.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
