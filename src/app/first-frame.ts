import { type FirstFrame, KEEP_FRAME, type KeepFrame } from '#contracts/frames.ts'

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
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (!entry) return undefined
  const sheets = document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  return {
    path,
    look: page.dataset.look ?? '',
    markup: root.innerHTML,
    sheets: Array.from(sheets, ({ href }) => new URL(href).pathname),
    entry: new URL(entry).pathname,
  }
}

/** Hands a frame to the service worker, unless just that one was drawn. */
export function keepFrame(frame: FirstFrame, drawn: string | null): void {
  if (frame.markup === drawn) return
  const message: KeepFrame = { type: KEEP_FRAME, ...frame }
  navigator.serviceWorker.controller?.postMessage(message)
}
