import { signal } from '@preact/signals-react'
import { Workbox } from 'workbox-window'

const UPDATE_CHECK_MS = 60 * 60_000

/** True once a new version is installed and waits for leave: the shell then offers to reload. */
export const updateReady = signal(false)

let workbox: Workbox | undefined

/**
 * Registers the service worker of a built app and looks for a new version every hour. Does nothing in
 * development and in browsers without service workers: the app works there, only not offline.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  workbox = new Workbox('/service-worker.js')
  workbox.addEventListener('waiting', () => {
    updateReady.value = true
  })
  workbox.addEventListener('controlling', (event) => {
    // Another tab took the update: this one runs on with its old code until its user agrees to reload.
    if (event.isUpdate) updateReady.value = true
  })
  const check = () => {
    // Offline or a server that is down: the next check finds out.
    workbox?.update().catch(() => undefined)
  }
  workbox
    .register()
    .then(() => setInterval(check, UPDATE_CHECK_MS))
    // Private windows and full disks refuse; nothing but offline use is lost.
    .catch((error: unknown) => console.warn('离线功能未能启用', error))
}

/** Lets the waiting version take over and reloads this page once it has. */
export async function applyUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.waiting) {
    location.reload()
    return
  }
  // Not by workbox.messageSkipWaiting, which knows only the worker that it saw waiting itself.
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  registration.waiting.postMessage({ type: 'SKIP_WAITING' })
}
