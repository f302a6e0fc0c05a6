import { signal } from '@preact/signals-react'

/** Whether the drawer of waiting jobs is open. */
export const outboxOpen = signal(false)
/** Whether the question what becomes of waiting jobs at a sign-out is open. */
export const signOutAsked = signal(false)
