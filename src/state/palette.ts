import { signal } from '@preact/signals-react'

/** Whether the command palette is open. */
export const paletteOpen = signal(false)
