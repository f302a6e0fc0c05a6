// Runs before the first paint, so it stays small and plain.

// The page's policy forbids eval; zod is told so before it tries, since the try alone is reported as a breach.
globalThis.__zod_globalConfig = { jitless: true }

// The theme that the user chose (src/state/theme.ts keeps it), or the system's: no flash of the wrong one.
try {
  const stored = JSON.parse(localStorage.getItem('theme') || 'null')
  const choice = stored && stored.version === 1 ? stored.value : 'system'
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  // Storage is forbidden: the style sheet follows the system by itself.
}

// A page that was seen before comes with its first frame (src/app/first-frame.ts). Drawn for another look it is not
// shown; otherwise the app starts once it is painted, which a page in the background never is.
function startAfterFrame() {
  const { dataset } = document.documentElement
  dataset.look = `${dataset.theme} ${innerWidth}`
  if (!dataset.entry) return
  const start = () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = dataset.entry
    document.head.append(script)
  }
  if (dataset.frame !== dataset.look) dataset.stale = ''
  if ('stale' in dataset || document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
}
startAfterFrame()

// Only those who wait see that they wait.
setTimeout(() => document.documentElement.toggleAttribute('data-slow', true), 150)

// The home page's large picture is fetched while its code is still on the way. The same sources and sizes as
// in src/pages/home/SceneTriptych.tsx, otherwise it would be fetched twice.
if (/^\/(newhome|home)?$/.test(location.pathname) && innerWidth > 1023) {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.imageSrcset = '/samples/house-final-480.webp 480w, /samples/house-final.webp 1440w'
  link.imageSizes = '(max-width: 1023px) calc(100vw - 32px), 800px'
  link.fetchPriority = 'high'
  document.head.append(link)
}

// What a tool's page is made of is asked for now: the shell, which would ask for it, is itself still on its way.
// The build writes the list; a server for development has none.
function askForToolCode() {
  const list = document.getElementById('tool-code')
  if (!list) return
  const { files, shapes, tools } = JSON.parse(list.textContent)
  const phone = /\bMobi/.test(navigator.userAgent)
  const tool = phone ? new URLSearchParams(location.search).get('tool') : location.pathname.slice(1)
  const shape = Object.hasOwn(tools, tool) ? tools[tool] : null
  for (const place of shapes[shape] ?? []) {
    const script = files[place].endsWith('.js')
    const link = document.createElement('link')
    link.rel = script ? 'modulepreload' : 'preload'
    if (!script) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${files[place]}`
    document.head.append(link)
  }
}
askForToolCode()
