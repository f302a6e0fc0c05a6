import { z } from 'zod'
import { storedSignal } from './stored-signal.ts'

/** More are not counted: a badge of 999 says enough. */
const MOST = 999

/** Ids of tasks that ended, done or failed, and that no page has shown since; the same in all tabs. */
export const unseenTasks = storedSignal<readonly string[]>({
  name: 'unseenTasks',
  version: 1,
  schema: z.array(z.string().max(64)).max(MOST),
  initial: [],
})

/** Counts tasks as not seen yet. */
export function addUnseen(taskIds: readonly string[]): void {
  const before = unseenTasks.peek()
  const fresh = taskIds.filter((id) => !before.includes(id))
  if (fresh.length > 0) unseenTasks.value = [...before, ...fresh].slice(-MOST)
}

/** Takes tasks out of the count. */
export function markSeen(isSeen: (taskId: string) => boolean): void {
  const before = unseenTasks.peek()
  const rest = before.filter((id) => !isSeen(id))
  if (rest.length < before.length) unseenTasks.value = rest
}
