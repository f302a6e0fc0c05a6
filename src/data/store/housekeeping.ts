import { effect } from '@preact/signals-react'
import { network } from '#src/data/api/network.ts'
import { user } from '#src/data/api/session.ts'
import { resumePins } from '#src/data/tasks/pins.ts'
import { sweepOrphans } from './blob-sweep.ts'

/** Time after the start that belongs to what the user came for. */
const REST_MS = 5000

/** Runs work when the page has nothing better to do. */
function whenIdle(work: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: REST_MS })
    else work()
  }, REST_MS)
}

/** Tidies up once a start: bytes that nothing refers to go, and pinned projects that are not whole go on. */
export function startHousekeeping(): void {
  whenIdle(() => {
    void sweepOrphans()
    effect(() => {
      const canFetch = network.value !== 'offline' && Boolean(user.value)
      if (canFetch) queueMicrotask(() => void resumePins())
    })
  })
}
