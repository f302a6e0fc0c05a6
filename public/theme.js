// Before the first paint: the theme that the user chose (src/state/theme.ts keeps it), or the system's.
try {
  const stored = JSON.parse(localStorage.getItem('theme') || 'null')
  const choice = stored && stored.version === 1 ? stored.value : 'system'
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  // Storage is forbidden: the style sheet follows the system by itself.
}
