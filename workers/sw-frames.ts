/**
 * First frames of pages, handed over by the pages themselves: the next time such a page is shown before the app has
 * started. It takes no input until then, and boot.js starts the app once it is painted.
 */
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'
import { FRAMES_PREFIX, KEEP_FRAME, type KeepFrame } from '#contracts/frames.ts'

declare const self: ServiceWorkerGlobalScope

export const SHELL = '/index.html'

/** Frames of another version would name files that are gone, so each version has a cache of its own. */
const cacheName = () => {
  const key = getCacheKeyForURL(SHELL)
  return FRAMES_PREFIX + (key ? new URL(key).searchParams.get('__WB_REVISION__') : '')
}

async function keep({ path, html }: KeepFrame): Promise<void> {
  const shell = await matchPrecache(SHELL)
  if (!shell) return
  const cache = await caches.open(cacheName())
  // With the shell's headers, so that the page is as isolated and as guarded as without the frame.
  const headers = new Headers(shell.headers)
  // These tell of the shell's own bytes.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  const page = new Response(html, { headers })
  // A full disk refuses: the page then opens as if it had never been seen.
  await cache.put(path, page).catch(() => undefined)
}

async function dropOthers(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(FRAMES_PREFIX) && name !== cacheName(),
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** The document of an address whose first frame is kept. */
export function findFrame(url: string): Promise<Response | undefined> {
  return caches.match(url, { cacheName: cacheName() })
}

/** Takes first frames from pages, and forgets those of the version before. */
export function listenForFrames(): void {
  self.addEventListener('message', (event) => {
    const data: KeepFrame | undefined = event.data
    if (data?.type === KEEP_FRAME) event.waitUntil(keep(data))
  })
  self.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
}
