import { computed, signal } from '@preact/signals-react'
import { z } from 'zod'
import { isAppleTouch, isInstallMoment } from './install-moment.ts'
import { storedSignal } from './stored-signal.ts'

/** The browser's offer to install, which only some browsers make. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallPrompt | null = null

/** Whether one click can install the app now. */
export const installable = signal(false)

/** What this device remembers about its use, to choose the moment of the offer. */
const use = storedSignal({
  name: 'installOffer',
  version: 1,
  schema: z.object({ visits: z.number().int(), hasResult: z.boolean(), dismissed: z.boolean() }),
  initial: { visits: 0, hasResult: false, dismissed: false },
})
const installed = signal(isInstalled())

/** Safari on iOS never offers by itself: the user has to know the way. */
export const installsByHand = isAppleTouch(navigator)

/** Whether the app's own offer to be installed is to be shown. */
export const installOffered = computed(() =>
  isInstallMoment({
    ...use.value,
    installed: installed.value,
    possible: installable.value || installsByHand,
  }),
)

/** The offer was closed: it is not made again, and the page about the client stays. */
export function dismissInstall(): void {
  use.value = { ...use.peek(), dismissed: true }
}

/** A task came out well. */
export function noteResult(): void {
  if (!use.peek().hasResult) use.value = { ...use.peek(), hasResult: true }
}

const VISITED = 'visitCounted'

/** Counts this visit; a reload is none of its own. */
function countVisit(): void {
  try {
    if (sessionStorage.getItem(VISITED)) return
    sessionStorage.setItem(VISITED, '1')
  } catch {
    // Without session storage reloads would be counted: then none is.
    return
  }
  use.value = { ...use.peek(), visits: use.peek().visits + 1 }
}

/** Keeps the browser's offer for the app's own card and the page about the client; called once by main.tsx. */
export function startInstall(): void {
  countVisit()
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallPrompt
    installable.value = true
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    installable.value = false
    installed.value = true
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
  // Safari on iOS tells by a property of its own.
  const isFromHome = Reflect.get(navigator, 'standalone') === true
  return isFromHome || window.matchMedia('(display-mode: standalone)').matches
}
