import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { parseRecord } from '#src/data/store/db.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useComputedValue } from '#src/data/store/signal-hooks.ts'
import { type LocalTask, zLocalTask } from './task-model.ts'
import { readTasksById } from './task-pages.ts'
import { onRecordsChanged, trackRecord } from './task-store.ts'

/** Records kept for cards that may come back into sight. */
const MOST = 1000

/** Records read for showing alone, oldest use first. What is in view (task-store) is not here. */
const cache = new Map<string, LocalTask>()
const revision = signal(0)
const wanted = new Set<string>()
let reading = false

function remember(task: LocalTask): void {
  cache.delete(task.taskId)
  cache.set(task.taskId, task)
  if (cache.size <= MOST) return
  const oldest = cache.keys().next().value
  if (oldest !== undefined) cache.delete(oldest)
}

/** Reads what cards have asked for, all of one frame in one transaction. */
async function readWanted(): Promise<void> {
  reading = true
  await Promise.resolve()
  while (wanted.size > 0) {
    const ids = [...wanted]
    wanted.clear()
    for (const record of await readTasksById(ids)) {
      const task = parseRecord(zLocalTask, record, 'tasks')
      if (task) remember(task)
    }
    revision.value++
  }
  reading = false
}

function want(taskId: string): void {
  if (cache.has(taskId)) return
  wanted.add(taskId)
  if (!reading) void readWanted()
}

onRecordsChanged((changes) => {
  for (const [taskId, task] of changes) {
    if (!cache.has(taskId)) continue
    if (task) cache.set(taskId, task)
    else cache.delete(taskId)
    revision.value++
  }
})

onPrivateDataCleared(() => {
  cache.clear()
  wanted.clear()
  revision.value++
})

/** The record of a card on show; undefined while it is read. It is not kept once the card is out of sight. */
export function useCardTask(taskId: string): LocalTask | undefined {
  const task = useComputedValue(taskId, () => {
    revision.value
    return trackRecord(taskId) ?? cache.get(taskId)
  })
  useEffect(() => {
    if (!task) want(taskId)
  }, [task, taskId])
  return task
}
