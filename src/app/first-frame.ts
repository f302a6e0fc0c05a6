import { KEEP_FRAME, type KeepFrame } from '#contracts/frames.ts'

/** What stands in the document of a page that was just drawn. */
export interface FirstFrame {
  /** Path and query of the page's address. */
  readonly path: string
  /** Theme and width that it was drawn for; boot.js shows it to no other. */
  readonly look: string
  /** What stands in #root. */
  readonly markup: string
  /** Paths of all style sheets of the page. */
  readonly sheets: readonly string[]
  /** Path of the script that draws the page: it tells versions of the app apart. */
  readonly entry: string
}

const ENTRY = 'script[type="module"][src]'
const SHEETS = 'link[rel="stylesheet"]'
const pathOf = (address: string) => new URL(address, location.origin).pathname

/** A tool's page, on a desktop or on a phone; what else stands in an address changes what is shown. */
const PLAIN = /^\/[\w/]+(\?tool=\w+)?$/

const page = document.documentElement

/**
 * What the app draws itself into.
 * @throws Error when index.html lacks it
 */
export function appRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html lacks #root')
  return root
}

/** Markup that was drawn before the app started; null where there is none. To be called before the app draws. */
export function drawnMarkup(root: HTMLElement): string | null {
  return root.inert && !('stale' in page.dataset) ? root.innerHTML : null
}

const sheetsOf = ({ head }: Document) =>
  Array.from(head.querySelectorAll<HTMLLinkElement>(SHEETS), (link) =>
    pathOf(link.getAttribute('href') ?? ''),
  )

/** Opens the page to input. To be called when the app's own first frame stands in the document. */
export function takeOver(root: HTMLElement): void {
  root.inert = false
  delete page.dataset.stale
}

/**
 * What stands in the document, to be kept. To be called when effects are through as well, before anything else.
 * @returns undefined where none is kept: of a page that still loads, of an address that says more
 */
export function firstFrame(root: HTMLElement): FirstFrame | undefined {
  const path = location.pathname + location.search
  const isWhole = root.querySelector('h1') !== null
  if (!isWhole || !PLAIN.test(path)) return undefined
  const entry = document.querySelector<HTMLScriptElement>(ENTRY)?.src
  if (!entry) return undefined
  return {
    path,
    look: page.dataset.look ?? '',
    markup: root.innerHTML,
    sheets: sheetsOf(document),
    entry: pathOf(entry),
  }
}

function addLink(page: Document, rel: string, href: string): void {
  const link = page.createElement('link')
  link.rel = rel
  link.crossOrigin = ''
  link.setAttribute('href', href)
  page.head.append(link)
}

/**
 * Puts a first frame into the shell, in the place of its splash and out of reach; boot.js starts the app.
 * @returns the document, or undefined where the frame belongs to another version of the app
 */
function shellWith({ entry, look, markup, sheets }: FirstFrame, shell: Document): string | undefined {
  const script = shell.querySelector(ENTRY)
  const root = shell.getElementById('root')
  if (!root || script?.getAttribute('src') !== entry) return undefined
  script.remove()
  addLink(shell, 'modulepreload', entry)
  const known = sheetsOf(shell)
  for (const sheet of sheets) if (!known.includes(sheet)) addLink(shell, 'stylesheet', sheet)
  Object.assign(shell.documentElement.dataset, { entry, frame: look })
  root.inert = true
  root.innerHTML = markup
  return `<!doctype html>${shell.documentElement.outerHTML}`
}

/** Hands a frame to the service worker, unless just that one was drawn. */
export async function keepFrame(frame: FirstFrame, drawn: string | null): Promise<void> {
  const controller = navigator.serviceWorker?.controller
  if (frame.markup === drawn || !controller) return
  // The service worker has it, so this asks no server.
  const text = await (await fetch('/index.html')).text()
  const html = shellWith(frame, new DOMParser().parseFromString(text, 'text/html'))
  if (!html) return
  const message: KeepFrame = { type: KEEP_FRAME, path: frame.path, html }
  controller.postMessage(message)
}
