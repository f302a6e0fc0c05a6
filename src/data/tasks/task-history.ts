import { useCallback, useEffect, useState } from 'react'
import { toAppError } from '#contracts/errors.ts'
import { isTransient } from '#src/data/api/api.ts'
import { network } from '#src/data/api/network.ts'
import { currentOwner } from '#src/data/api/session.ts'
import { useComputedValue, useSignalValue } from '#src/data/store/signal-hooks.ts'
import {
  hasOlderRecords,
  loadAllRecords,
  loadNeighbours,
  loadOlderRecords,
  loadRun,
  type Neighbours,
  tasksLoaded,
} from './task-lists.ts'
import type { LocalTask } from './task-model.ts'
import { ensureRecords, wasRemoved } from './task-store.ts'
import { syncNextPage, syncTask } from './task-sync.ts'
import { useTask, useTasks } from './tasks.ts'

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

/**
 * Reads every task of an account on this device while a list of all is open.
 * @param owner undefined while it is not known
 * @returns true once all have been read
 */
export function useWholeList(owner: string | undefined): boolean {
  const isWhole = useComputedValue(owner ?? '', () => owner !== undefined && !hasOlderRecords(owner))
  useEffect(() => {
    if (owner === undefined || isWhole) return undefined
    const controller = new AbortController()
    void loadAllRecords(owner, controller.signal)
    return () => controller.abort()
  }, [owner, isWhole])
  return isWhole
}

/** Tasks of a run, newest first; an old one is read from the store. */
export function useRunTasks(toolId: string, batchId: string | null): LocalTask[] {
  const isLoaded = useSignalValue(tasksLoaded)
  useEffect(() => {
    if (!isLoaded || !batchId) return undefined
    const controller = new AbortController()
    void loadRun(currentOwner(), toolId, batchId, controller.signal)
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

/** The tasks made before and after one, read from the store. */
export function useNeighbours(task: LocalTask): Neighbours {
  const [found, setFound] = useState<{ of: string; neighbours: Neighbours }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a task's progress does not move it
  useEffect(() => {
    let isLive = true
    void loadNeighbours(currentOwner(), task).then(
      (neighbours) => isLive && setFound({ of: task.taskId, neighbours }),
    )
    return () => {
      isLive = false
    }
  }, [task.taskId])
  return found?.of === task.taskId ? found.neighbours : {}
}
