import { batch, effect } from '@preact/signals-react'
import { useMemo } from 'react'
import { AppError } from '#contracts/errors.ts'
import { narrower, type Reach } from '#contracts/reach.ts'
import { clipText, shownName } from '#contracts/safe-name.ts'
import { isFinal } from '#contracts/task.ts'
import { OPS, paramsOf } from '#ops/index.ts'
import { network } from '#src/data/api/network.ts'
import { restoreCatalog } from '#src/data/api/query-client.ts'
import { currentOwner, requireSignIn, user } from '#src/data/api/session.ts'
import { reachOfTask } from '#src/data/projects/projects.ts'
import { resumePacks } from '#src/data/settings/packs.ts'
import { onDatabaseBack } from '#src/data/store/db.ts'
import { startHousekeeping } from '#src/data/store/housekeeping.ts'
import { newId } from '#src/data/store/locks.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useComputedValue, useSignalValue } from '#src/data/store/signal-hooks.ts'
import { terminateArchiveWorker } from '#src/worker-clients/archive.ts'
import { terminateImageWorkers } from '#src/worker-clients/image-pool.ts'
import { terminateMaskWorker } from '#src/worker-clients/mask.ts'
import { runDeviceTasks, runsOnDevice, stopDeviceTask } from './device-runner.ts'
import { outbox, wakeOutbox, watchOutbox } from './outbox.ts'
import { chunksOf } from './submit-chunks.ts'
import { loadRecords, rereadRecords, tasksLoaded } from './task-lists.ts'
import {
  askedWayOf,
  cancelHere,
  isVisibleTo,
  type LocalInput,
  type LocalTask,
  matcherOf,
  newTask,
  type SubmitRequest,
  type TaskFilter,
} from './task-model.ts'
import {
  changeRecords,
  ensureRecords,
  onRemoteChange,
  putRecords,
  showRecord,
  storeShown,
  trackRecord,
  visibleTasks,
} from './task-store.ts'
import { watchTasks } from './task-sync.ts'

export type { LocalTask, SubmitRequest, TaskFilter } from './task-model.ts'

let started: Promise<void> | undefined

/**
 * Reads this device's records and starts what lives behind them: the outbox, polling, device jobs that a
 * reload cut short. Called once by main.tsx, after loadSession has begun.
 */
export function startTasks(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  void restoreCatalog()
  onPrivateDataCleared(terminateImageWorkers)
  onPrivateDataCleared(terminateArchiveWorker)
  onPrivateDataCleared(terminateMaskWorker)
  void resumePacks()
  onRemoteChange(runDeviceTasks)
  await new Promise<void>((resolve) => {
    effect(() => {
      // Whose records to show is not known before the user is.
      if (user.value === undefined) return
      const owner = currentOwner()
      queueMicrotask(() => void loadRecords(owner).then(runDeviceTasks).then(wakeOutbox).then(resolve))
    })
  })
  onDatabaseBack(() => rereadRecords(currentOwner()).then(runDeviceTasks).then(wakeOutbox))
  watchTasks()
  watchOutbox()
  startHousekeeping()
  // A tab that was closed in the middle of a device job leaves it to the next one that is looked at.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') runDeviceTasks()
  })
}

/** Checks a request against its op and returns the parameters as the op's schema makes them. */
function checkRequest({ op, params, inputs, place }: SubmitRequest): Record<string, unknown> {
  const { requires, title } = OPS[op]
  const roles = new Set(inputs.map(({ role }) => role))
  if (requires.some((role) => !roles.has(role))) throw new AppError('INPUT_MISSING')
  if (place === 'device' && !runsOnDevice(op)) {
    throw new AppError('OP_UNAVAILABLE', `“${title}”当前版本还不能在本机完成`)
  }
  const parsed = paramsOf(op).safeParse(params)
  if (!parsed.success) throw new AppError('PARAMS_INVALID', undefined, { cause: parsed.error })
  return parsed.data
}

/** Keys of files that are stored already: a file used by several tasks is stored once. */
const storedFiles = new WeakMap<File, { key: string; userId: string }>()

function toLocalInput(role: LocalInput['role'], file: File, userId: string): LocalInput {
  const stored = storedFiles.get(file)
  const key = stored?.userId === userId ? stored.key : newId()
  storedFiles.set(file, { key, userId })
  return {
    role,
    key,
    name: clipText(shownName(file.name), 255),
    type: file.type,
    bytes: file.size,
    assetId: null,
  }
}

/** Starts what new records ask for. */
function wake(tasks: readonly LocalTask[]): void {
  if (tasks.some((task) => task.origin === 'device')) runDeviceTasks()
  if (tasks.some((task) => task.origin === 'server')) wakeOutbox()
}

/** @param createdAt ms since 1970 */
async function submitChunk(requests: readonly SubmitRequest[], createdAt: number): Promise<string[]> {
  const userId = currentOwner()
  const entries = new Map<string, Blob>()
  const tasks = requests.map((request, index) => {
    const localInputs = request.inputs.map(({ role, file, chosenBytes }) => {
      const input = { ...toLocalInput(role, file, userId), chosenBytes }
      // A reference picture that all tasks share is stored once.
      entries.set(input.key, file)
      return input
    })
    return newTask({
      taskId: newId(),
      userId,
      request,
      inputs: [],
      localInputs,
      phase: 'saving',
      // A millisecond apart: the order of the pictures is the order of the work.
      now: createdAt + index,
    })
  })
  batch(() => {
    for (const task of tasks) showRecord(task)
  })
  const ids = tasks.map(({ taskId }) => taskId)
  await storeShown(ids, { userId, entries: [...entries] }, (task) =>
    task.phase === 'saving' ? { ...task, phase: outbox.view().hold ? 'waiting' : 'uploading' } : task,
  )
  wake(tasks)
  return ids
}

/**
 * Whether jobs for the server may be made now: signs in first where that is possible. A visitor without a
 * network may too: the jobs wait on this device until an account takes them over.
 */
export async function mayQueue(): Promise<boolean> {
  if (!user.peek() && network.peek() === 'offline') return true
  return requireSignIn()
}

/**
 * Makes tasks. Their records are there at once and survive a reload; sending, running and following go on
 * behind them, and what goes wrong later is in each record's error.
 * @param onProgress how many of them are stored so far
 * @returns the tasks' ids, in the order of the requests
 * @throws AppError INPUT_MISSING, PARAMS_INVALID or OP_UNAVAILABLE when a request is no good (nothing is
 *   made then), NOT_SIGNED_IN when a place needs an account and the sign-in was closed
 */
export async function submitMany(
  requests: readonly SubmitRequest[],
  onProgress: (made: number) => void = () => undefined,
): Promise<string[]> {
  const checked = requests.map((request) => ({ ...request, params: checkRequest(request) }))
  const needsAccount = checked.some(({ place }) => place !== 'device')
  if (needsAccount && !(await mayQueue())) throw new AppError('NOT_SIGNED_IN')
  const now = Date.now()
  const made: string[] = []
  for (const chunk of chunksOf(checked)) {
    made.push(...(await submitChunk(chunk, now + made.length)))
    onProgress(made.length)
  }
  return made
}

/** Stops a task. What the server has is stopped there, as soon as it can be reached. */
export function cancel(taskId: string): Promise<void> {
  return cancelMany([taskId])
}

/** Stops tasks; final ones are left alone. */
export async function cancelMany(taskIds: readonly string[]): Promise<void> {
  const tasks = (await ensureRecords(taskIds)).filter((task) => !isFinal(task.state))
  const idsOf = (origin: LocalTask['origin']) =>
    tasks.flatMap((task) => (task.origin === origin ? task.taskId : []))
  const here = idsOf('device')
  const stopped = changeRecords(here, (task) => (isFinal(task.state) ? task : cancelHere(task, Date.now())))
  for (const taskId of here) stopDeviceTask(taskId)
  await Promise.all([stopped, outbox.cancel(idsOf('server'))])
}

/** The same inputs and parameters once more, in the same place and for the same picture of the form. */
function again(task: LocalTask, reach: Reach, now: number): LocalTask {
  const { toolId, op, params, place, batchId, cost } = task
  const fresh = newTask({
    taskId: newId(),
    userId: currentOwner(),
    request: {
      toolId,
      op,
      params,
      place,
      way: askedWayOf(task),
      ...(reach === 'outside' ? {} : { reach }),
      ...(batchId ? { batchId } : {}),
      ...(task.item ? { item: task.item } : {}),
    },
    inputs: task.inputs,
    localInputs: task.localInputs,
    phase: outbox.view().hold ? 'waiting' : 'uploading',
    now,
  })
  return { ...fresh, cost }
}

/**
 * Runs tasks again as new ones of the same runs.
 * @returns the new tasks' ids
 * @throws AppError NOT_FOUND for one that is gone, NOT_SIGNED_IN when the sign-in was closed
 */
export async function retryMany(taskIds: readonly string[]): Promise<string[]> {
  const tasks = await ensureRecords(taskIds)
  if (tasks.length < taskIds.length) throw new AppError('NOT_FOUND')
  const needsAccount = tasks.some(({ place }) => place !== 'device')
  if (needsAccount && !(await requireSignIn())) throw new AppError('NOT_SIGNED_IN')
  const now = Date.now()
  const reaches = await Promise.all(tasks.map(({ taskId }) => reachOfTask(taskId)))
  const next = tasks.map((task, index) =>
    again(task, narrower(task.reach ?? 'outside', reaches[index] ?? 'outside'), now + index),
  )
  await putRecords(next)
  wake(next)
  return next.map(({ taskId }) => taskId)
}

/** Runs a task again; see retryMany. @returns the new task's id */
export async function retry(taskId: string): Promise<string> {
  const [next] = await retryMany([taskId])
  return next ?? taskId
}

/** Removes tasks with their results. They are gone from view at once, from the server when it can be reached. */
export async function remove(taskIds: readonly string[]): Promise<void> {
  const tasks = await ensureRecords(taskIds)
  for (const { taskId, origin } of tasks) if (origin === 'device') stopDeviceTask(taskId)
  await outbox.remove(tasks.map(({ taskId }) => taskId))
}

/**
 * Tasks of the signed-in user (or of this device's visitor) that pass the filter, newest first.
 * @param key stands for the filter: another one selects anew
 * @param isSame whether two states of a record are one for the view
 */
export function useTasks(
  filter: TaskFilter = {},
  key: string = JSON.stringify(filter),
  isSame: (a: LocalTask, b: LocalTask) => boolean = Object.is,
): LocalTask[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the filter
  const select = useMemo(() => selectTasks(filter, isSame), [key])
  return useComputedValue(key, select)
}

/** A selection that gives the same array as long as the same records are in it. */
function selectTasks(filter: TaskFilter, isSame: (a: LocalTask, b: LocalTask) => boolean): () => LocalTask[] {
  const matches = matcherOf(filter)
  let last: LocalTask[] | undefined
  return () => {
    const next = visibleTasks.value.filter(matches)
    const isAlike = last?.length === next.length && last.every((task, i) => isSame(task, next[i] ?? task))
    if (!last || !isAlike) last = next
    return last
  }
}

/** One task; undefined when there is none (yet) or it is another account's. */
export function useTask(taskId: string | null | undefined): LocalTask | undefined {
  return useComputedValue(taskId ?? '', () => {
    const task = taskId ? trackRecord(taskId) : undefined
    return task && isVisibleTo(task, currentOwner()) ? task : undefined
  })
}

/** True until the tasks stored on this device have been read. */
export function useTasksLoading(): boolean {
  return !useSignalValue(tasksLoaded)
}
