import { effect } from '@preact/signals-react'
import { useMemo } from 'react'
import { AppError } from '#contracts/errors.ts'
import { OPS } from '#contracts/ops.ts'
import { isFinal } from '#contracts/task.ts'
import { terminateArchiveWorker } from '#src/worker-clients/archive.ts'
import { terminateImageWorkers } from '#src/worker-clients/image.ts'
import { saveBlobs } from './blobs.ts'
import { runDeviceTasks, runsOnDevice, stopDeviceTask } from './device-runner.ts'
import { newId } from './locks.ts'
import { network } from './network.ts'
import { wakeOutbox, watchOutbox } from './outbox.ts'
import { onPrivateDataCleared } from './private-data.ts'
import { restoreCatalog } from './query-client.ts'
import { requireSignIn, user } from './session.ts'
import { useComputedValue, useSignalValue } from './signal-hooks.ts'
import {
  cancelHere,
  type LocalInput,
  type LocalTask,
  matches,
  newTask,
  owesServer,
  type SubmitRequest,
  type TaskFilter,
} from './task-model.ts'
import {
  changeRecord,
  currentOwner,
  dropRecords,
  findRecord,
  loadOlderRecords,
  loadRecords,
  onRemoteChange,
  putRecords,
  showRecord,
  tasksLoaded,
  visibleTasks,
} from './task-store.ts'
import { syncNextPage, watchTasks } from './task-sync.ts'

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
  onRemoteChange(runDeviceTasks)
  await new Promise<void>((resolve) => {
    effect(() => {
      // Whose records to show is not known before the user is.
      if (user.value === undefined) return
      const owner = currentOwner()
      queueMicrotask(() => void loadRecords(owner).then(runDeviceTasks).then(wakeOutbox).then(resolve))
    })
  })
  watchTasks()
  watchOutbox()
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
  const parsed = OPS[op].params.safeParse(params)
  if (!parsed.success) throw new AppError('PARAMS_INVALID', undefined, { cause: parsed.error })
  return parsed.data
}

/** Keys of files that are stored already: a file used by several tasks is stored once. */
const storedFiles = new WeakMap<File, { key: string; userId: string }>()

function toLocalInput(role: LocalInput['role'], file: File, userId: string): LocalInput {
  const stored = storedFiles.get(file)
  const key = stored?.userId === userId ? stored.key : newId()
  storedFiles.set(file, { key, userId })
  return { role, key, name: file.name.slice(0, 255), type: file.type, bytes: file.size, assetId: null }
}

/**
 * Makes a task. Its record is there at once and survives a reload; sending, running and following go on
 * behind it, and what goes wrong later is in the record's error.
 * @returns the task's id
 * @throws AppError INPUT_MISSING, PARAMS_INVALID or OP_UNAVAILABLE when the request is no good,
 *   NOT_SIGNED_IN when a place needs an account and the sign-in was closed
 */
export async function submit(request: SubmitRequest): Promise<string> {
  const params = checkRequest(request)
  if (request.place !== 'device' && !(await requireSignIn())) throw new AppError('NOT_SIGNED_IN')
  const userId = currentOwner()
  const localInputs = request.inputs.map(({ role, file }) => toLocalInput(role, file, userId))
  const task = newTask({
    taskId: newId(),
    userId,
    request: { ...request, params },
    inputs: [],
    localInputs,
    phase: network.peek() === 'offline' ? 'waiting' : 'uploading',
    now: Date.now(),
  })
  const entries = localInputs.map((input, i) => [input.key, request.inputs[i]?.file ?? new Blob()] as const)
  showRecord(task)
  // Bytes before the record, so that no stored record points to nothing. A full disk is told by
  // useStorageProblem; the bytes then live in memory and the task goes on.
  await saveBlobs(entries, userId).catch(() => undefined)
  await changeRecord(task.taskId, (now) => ({ ...now }))
  if (task.origin === 'device') runDeviceTasks()
  else wakeOutbox()
  return task.taskId
}

/** Stops a task. What the server has is stopped there, as soon as it can be reached. */
export async function cancel(taskId: string): Promise<void> {
  const task = findRecord(taskId)
  if (!task || isFinal(task.state)) return
  if (task.origin === 'device') {
    await changeRecord(taskId, (now) => cancelHere(now, Date.now()))
    stopDeviceTask(taskId)
    return
  }
  // Offline nothing is on its way, so what was never sent can be stopped here and now.
  const isUnsent = task.attempted === false && network.peek() === 'offline'
  await changeRecord(taskId, (now) =>
    isUnsent ? cancelHere(now, Date.now()) : { ...now, intent: 'cancel', step: '正在取消' },
  )
  wakeOutbox()
}

/**
 * Runs a task again as a new one with the same inputs and parameters, in the same place.
 * @returns the new task's id
 */
export async function retry(taskId: string): Promise<string> {
  const task = findRecord(taskId)
  if (!task) throw new AppError('NOT_FOUND')
  if (task.place !== 'device' && !(await requireSignIn())) throw new AppError('NOT_SIGNED_IN')
  const { toolId, op, params, place, batchId } = task
  const next = newTask({
    taskId: newId(),
    userId: currentOwner(),
    request: { toolId, op, params, place, ...(batchId ? { batchId } : {}) },
    inputs: task.inputs,
    localInputs: task.localInputs,
    phase: network.peek() === 'offline' ? 'waiting' : 'uploading',
    now: Date.now(),
  })
  await putRecords([next])
  if (next.origin === 'device') runDeviceTasks()
  else wakeOutbox()
  return next.taskId
}

/** Removes tasks with their results. They are gone from view at once, from the server when it can be reached. */
export async function remove(taskIds: readonly string[]): Promise<void> {
  const tasks = taskIds.flatMap((id) => findRecord(id) ?? [])
  const here = tasks.filter(
    (task) => task.origin === 'device' || (!owesServer(task) && task.attempted === false),
  )
  for (const { taskId } of here) stopDeviceTask(taskId)
  const there = tasks.filter((task) => !here.includes(task))
  await Promise.all([
    dropRecords(here.map(({ taskId }) => taskId)),
    putRecords(there.map((task) => ({ ...task, intent: 'remove' as const }))),
  ])
  wakeOutbox()
}

/** Loads older tasks, of this device and of the server; false when there are no more. */
export async function loadMoreTasks(): Promise<boolean> {
  const older = await loadOlderRecords(currentOwner())
  if (network.peek() === 'offline') return older
  return (await syncNextPage()) || older
}

/** Tasks of the signed-in user (or of this device's visitor) that pass the filter, newest first. */
export function useTasks(filter: TaskFilter = {}): LocalTask[] {
  const key = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the filter
  const select = useMemo(() => selectTasks(filter), [key])
  return useComputedValue(key, select)
}

/** A selection that gives the same array as long as the same records are in it. */
function selectTasks(filter: TaskFilter): () => LocalTask[] {
  let last: LocalTask[] = []
  return () => {
    const next = visibleTasks.value.filter((task) => matches(task, filter))
    const isSame = next.length === last.length && next.every((task, i) => task === last[i])
    if (!isSame) last = next
    return last
  }
}

/** One task; undefined when there is none (yet) or it is another account's. */
export function useTask(taskId: string | null | undefined): LocalTask | undefined {
  return useComputedValue(taskId ?? '', () => visibleTasks.value.find((task) => task.taskId === taskId))
}

/** True until the tasks stored on this device have been read. */
export function useTasksLoading(): boolean {
  return !useSignalValue(tasksLoaded)
}
