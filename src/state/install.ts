import { signal } from '@preact/signals-react'

/** The browser's offer to install, which only some browsers make. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallPrompt | null = null

/** Whether one click can install the app now. */
export const installable = signal(false)

/** Keeps the browser's offer for the page about the client; called once by main.tsx. */
export function startInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallPrompt
    installable.value = true
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    installable.value = false
  })
}

export async function askInstall(): Promise<void> {
  const current = offer
  // An offer can be made once only; the browser sends another when it is dismissed.
  offer = null
  installable.value = false
  await current?.prompt()
}

export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}
