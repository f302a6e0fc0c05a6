import { signal } from '@preact/signals-react'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'

function dayStart(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}

/** Beginning of the day that it is, ms since 1970. */
export const today = signal(dayStart(Date.now()))

let timer: ReturnType<typeof setTimeout> | undefined

/** Looks at the clock, and again when the next day begins. */
function follow(): void {
  const now = Date.now()
  today.value = dayStart(now)
  clearTimeout(timer)
  timer = setTimeout(follow, new Date(now).setHours(24, 0, 0, 0) - now)
}

if (globalThis.document) {
  follow()
  // A computer that slept through midnight has not run its timers.
  document.addEventListener('visibilitychange', follow)
  globalThis.addEventListener('focus', follow)
}

/** Beginning of today, ms since 1970; whoever shows days is drawn again after midnight. */
export function useToday(): number {
  return useSignalValue(today)
}
