import { useCallback, useEffect, useState } from 'react'
import { toAppError } from '#contracts/errors.ts'
import { isTransient } from '#src/data/api/api.ts'
import { network } from '#src/data/api/network.ts'
import { currentOwner } from '#src/data/api/session.ts'
import { parseRecord } from '#src/data/store/db.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { GUEST, type LocalTask, newestFirst, zLocalTask } from './task-model.ts'
import { readNeighbour, readTaskPage } from './task-pages.ts'
import { ensureRecords, hasOlderRecords, loadOlderRecords, tasksLoaded, wasRemoved } from './task-store.ts'
import { syncNextPage, syncTask } from './task-sync.ts'
import { useTask, useTasks } from './tasks.ts'

/** Rows that one step reads while a run is looked for. */
const RUN_ROWS = 250

/** Tasks, newest first, page by page. */
export interface History {
  tasks: readonly LocalTask[]
  /** The newest ones are still being read. */
  pending: boolean
  /** Older ones lie on this device or may lie on the server. */
  hasOlder: boolean
  loadOlder: () => Promise<void>
}

async function loadOlder(toolId: string | undefined): Promise<boolean> {
  if (await loadOlderRecords(currentOwner(), toolId)) return true
  if (network.peek() === 'offline') return false
  return syncNextPage()
}

/** The tasks of one tool, or of all, as a history shows them; its newest page is read when the history opens. */
export function useHistory(toolId?: string): History {
  const tasks = useTasks(toolId === undefined ? {} : { toolId })
  const isLoaded = useSignalValue(tasksLoaded)
  const [isRead, setRead] = useState(false)
  const [ended, setEnded] = useState(false)
  const load = useCallback(async () => {
    try {
      setEnded(!(await loadOlder(toolId)) && !hasOlderRecords(currentOwner(), toolId))
    } catch (thrown) {
      if (!isTransient(toAppError(thrown))) throw thrown
    }
  }, [toolId])
  useEffect(() => {
    if (isLoaded) void loadOlderRecords(currentOwner(), toolId).finally(() => setRead(true))
  }, [isLoaded, toolId])
  return { tasks, pending: !isRead, hasOlder: !ended, loadOlder: load }
}

/** Finds the tasks of a run on this device, however old, and takes them into view. */
async function loadRun(toolId: string, batchId: string, signal: AbortSignal): Promise<void> {
  for (const owner of new Set([currentOwner(), GUEST])) {
    let found = 0
    for (let after: number | null = null; ; ) {
      const page = await readTaskPage({ owner, toolId }, after, RUN_ROWS)
      const tasks = page.records.flatMap((record) => parseRecord(zLocalTask, record, 'tasks') ?? [])
      const ids = tasks.filter((task) => task.batchId === batchId).map(({ taskId }) => taskId)
      if (signal.aborted) return
      await ensureRecords(ids)
      found += ids.length
      // The tasks of a run lie together: past them there are none.
      if (page.next === null || (found > 0 && ids.length === 0)) break
      after = page.next
    }
  }
}

/** Tasks of a run, newest first; an old one is read from the store. */
export function useRunTasks(toolId: string, batchId: string | null): LocalTask[] {
  const isLoaded = useSignalValue(tasksLoaded)
  useEffect(() => {
    if (!isLoaded || !batchId) return undefined
    const controller = new AbortController()
    void loadRun(toolId, batchId, controller.signal)
    return () => controller.abort()
  }, [isLoaded, toolId, batchId])
  return useTasks({ toolId, batchId: batchId ?? '-' })
}

async function lookUp(taskId: string): Promise<void> {
  const [known] = await ensureRecords([taskId])
  if (known || wasRemoved(taskId) || network.peek() === 'offline') return
  await syncTask(taskId)
}

/**
 * One task by its id, wherever it is: in view, in this device's store, or on the server.
 * @returns `pending` while it is being looked for
 */
export function useTaskById(taskId: string | null): { task: LocalTask | undefined; pending: boolean } {
  const task = useTask(taskId)
  const isLoaded = useSignalValue(tasksLoaded)
  const [searched, setSearched] = useState<string | null>(null)
  useEffect(() => {
    if (!isLoaded || !taskId) return
    // An unknown or unreachable task is said to be not here; the reason makes no difference to the page.
    void lookUp(taskId)
      .catch(() => undefined)
      .then(() => setSearched(taskId))
  }, [isLoaded, taskId])
  return { task, pending: !task && taskId !== null && searched !== taskId }
}

export type Neighbours = { newer?: LocalTask | undefined; older?: LocalTask | undefined }

async function readNeighbours(task: LocalTask): Promise<Neighbours> {
  const owners = [...new Set([currentOwner(), GUEST])]
  const find = async (direction: 'newer' | 'older') => {
    const found = await Promise.all(owners.map((owner) => readNeighbour(owner, task, direction)))
    const tasks = found.flatMap((record) => parseRecord(zLocalTask, record, 'tasks') ?? []).sort(newestFirst)
    return direction === 'older' ? tasks[0] : tasks.at(-1)
  }
  return { newer: await find('newer'), older: await find('older') }
}

/** The tasks made before and after one, read from the store. */
export function useNeighbours(task: LocalTask): Neighbours {
  const [found, setFound] = useState<{ of: string; neighbours: Neighbours }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a task's progress does not move it
  useEffect(() => {
    let isLive = true
    void readNeighbours(task).then((neighbours) => isLive && setFound({ of: task.taskId, neighbours }))
    return () => {
      isLive = false
    }
  }, [task.taskId])
  return found?.of === task.taskId ? found.neighbours : {}
}
