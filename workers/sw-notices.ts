/** What a click on a notification does. Pages show them, through the registration; there is no push server. */
declare const self: ServiceWorkerGlobalScope

/** The address that a notification carries; the app's beginning for anything that is no path of it. */
function targetOf(data: unknown): string {
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined
  return typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : '/'
}

async function open(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!page) {
    await self.clients.openWindow(url)
    return
  }
  // The page goes there itself, without a reload: what it holds in memory stays.
  page.postMessage({ type: 'OPEN', url })
  await page.focus()
}

/** Opens the result that a notification tells of, in a window that is there or a new one. */
export function listenForNotices(): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(targetOf(event.notification.data)))
  })
}
