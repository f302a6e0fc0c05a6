import { computed, signal } from '@preact/signals-react'
import { z } from 'zod'
import { storedSignal } from './stored-signal.ts'

/** What the user said about notifications: nothing yet, yes, or no. A no is never asked about again. */
export const notifyWish = storedSignal<'unasked' | 'yes' | 'no'>({
  name: 'notifyWish',
  version: 1,
  schema: z.enum(['unasked', 'yes', 'no']),
  initial: 'unasked',
})

const canNotify = 'Notification' in window && 'serviceWorker' in navigator
const permission = signal<NotificationPermission>(canNotify ? Notification.permission : 'denied')

/** How notifications stand: 'missing' where the browser has none, 'blocked' where it was told to refuse. */
export const notifyState = computed<'missing' | 'blocked' | 'unasked' | 'yes' | 'no'>(() => {
  if (!canNotify) return 'missing'
  if (permission.value === 'denied') return 'blocked'
  if (notifyWish.value === 'yes' && permission.value !== 'granted') return 'unasked'
  return notifyWish.value
})

/** What the browser allows now; the user may change it in its settings at any time. */
export function readPermission(): NotificationPermission {
  permission.value = canNotify ? Notification.permission : 'denied'
  return permission.peek()
}

/** Asks the browser for its permission; to be called in a click of the user only. */
export async function wantNotices(): Promise<void> {
  if (!canNotify) return
  const answer = await Notification.requestPermission()
  permission.value = answer
  // A prompt that was closed without an answer is no refusal.
  if (answer !== 'default') notifyWish.value = answer === 'granted' ? 'yes' : 'no'
}

/** No notifications, and no more questions about them. */
export function refuseNotices(): void {
  notifyWish.value = 'no'
}
