declare const self: ServiceWorkerGlobalScope

/** Tag that the page registers for Background Sync, and what it is told then. */
const TAG = 'zhuhui-outbox'

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

async function wakePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  for (const page of pages) page.postMessage({ type: 'OUTBOX_WAKE' })
}

/**
 * Back on a network, the browser fires the sync that a page has registered: open pages, those in the
 * background too, are told to send what waits. With no page open nothing is sent; the next start does it.
 */
export function listenForSync(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    if (sync.tag === TAG) sync.waitUntil(wakePages())
  })
}
