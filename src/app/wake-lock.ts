import { computed, effect } from '@preact/signals-react'
import { isDeviceWork, type LocalTask } from '#src/data/tasks/task-model.ts'
import { visibleTasks } from '#src/data/tasks/task-store.ts'

/** Whether a batch is at work on this device or on its way up, so that a dark screen would stop it. */
export function needsScreen(tasks: readonly LocalTask[]): boolean {
  const busy = new Set<string>()
  for (const task of tasks) {
    if (task.batchId && (isDeviceWork(task) || task.phase === 'uploading')) busy.add(task.batchId)
  }
  if (busy.size === 0) return false
  const met = new Set<string>()
  return tasks.some(({ batchId }) => {
    if (!batchId || !busy.has(batchId)) return false
    if (met.has(batchId)) return true
    met.add(batchId)
    return false
  })
}

/**
 * Keeps the screen on while `wanted` says so and the page is in view. Browsers let go of it when the page is
 * hidden, so it is taken again on the way back. Does nothing where the browser knows no wake lock.
 */
class ScreenLock {
  #wanted = false
  #held: WakeLockSentinel | undefined
  #asking = false

  set(wanted: boolean): void {
    this.#wanted = wanted
    void this.update()
  }

  async update(): Promise<void> {
    if (!('wakeLock' in navigator) || this.#asking) return
    if (!this.#wanted) {
      const held = this.#held
      this.#held = undefined
      await held?.release()
      return
    }
    if (this.#held || document.visibilityState !== 'visible') return
    this.#asking = true
    try {
      const sentinel = await navigator.wakeLock.request('screen')
      this.#held = sentinel
      sentinel.addEventListener('release', () => {
        if (this.#held === sentinel) this.#held = undefined
      })
    } catch (thrown) {
      // A low battery refuses; the batch goes on as long as the screen does.
      console.info('zhuhui: the screen may go dark during the batch', thrown)
    } finally {
      this.#asking = false
    }
    // The batch may have ended while the browser was asked.
    if (!this.#wanted) await this.update()
  }
}

/** Keeps the screen on during batches. */
export function startWakeLock(): void {
  const lock = new ScreenLock()
  const busy = computed(() => needsScreen(visibleTasks.value))
  effect(() => lock.set(busy.value))
  document.addEventListener('visibilitychange', () => void lock.update())
}
