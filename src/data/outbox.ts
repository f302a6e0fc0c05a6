import { effect } from '@preact/signals-react'
import { AppError, toAppError } from '#contracts/errors.ts'
import { hashFile } from '#src/worker-clients/image.ts'
import { call } from './api.ts'
import { readBlob } from './blobs.ts'
import { withLock } from './locks.ts'
import { network } from './network.ts'
import { onPrivateDataCleared } from './private-data.ts'
import { refreshTickets, user } from './session.ts'
import {
  afterFailure,
  cancelHere,
  failHere,
  type LocalTask,
  mergeServer,
  newestFirst,
  owesServer,
  startBody,
} from './task-model.ts'
import {
  allRecords,
  changeRecord,
  dropRecords,
  findRecord,
  freeBlobs,
  freshRecord,
  onRemoteChange,
} from './task-store.ts'
import { followTasks } from './task-sync.ts'
import { ensureAsset } from './upload.ts'

const RETRY_FIRST_MS = 2000
const RETRY_MOST_MS = 60_000

let pumping: Promise<void> | undefined
let again = false
let retryTimer: ReturnType<typeof setTimeout> | undefined
let retries = 0
/** How often a record has failed since the page was opened. */
const failures = new Map<string, number>()
let current: { taskId: string; controller: AbortController } | undefined

/** Wait in ms before try `n` (from 0): doubles from 2 s to 60 s, ± 20 %. */
export function retryDelay(n: number, random: number = Math.random()): number {
  return Math.round(Math.min(RETRY_FIRST_MS * 2 ** n, RETRY_MOST_MS) * (0.8 + 0.4 * random))
}

/** Oldest record of the signed-in account that owes the server something. */
function nextOwing(): LocalTask | undefined {
  const owner = user.peek()?.id
  if (!owner) return undefined
  let next: LocalTask | undefined
  for (const task of allRecords()) {
    if (task.userId !== owner || !owesServer(task)) continue
    if (!next || newestFirst(next, task) < 0) next = task
  }
  return next
}

/** The server knows the task now: the record follows it, and the bytes kept for sending are let go. */
async function accept(
  taskId: string,
  answer: Parameters<typeof mergeServer>[1],
  userId: string,
): Promise<void> {
  const keys = (findRecord(taskId)?.localInputs ?? []).map(({ key }) => key)
  await changeRecord(taskId, (task) => mergeServer(task, answer, userId))
  await freeBlobs(keys)
}

async function uploadInputs(task: LocalTask, signal: AbortSignal): Promise<void> {
  const inputs = task.localInputs ?? []
  const total = inputs.reduce((sum, input) => sum + input.bytes, 0) || 1
  let before = 0
  for (const [index, input] of inputs.entries()) {
    const blob = await readBlob(input.key)
    if (!blob) throw new AppError('INPUT_MISSING', `“${input.name}”已不在本机，请重新选择图片`)
    const assetId = input.assetId ?? (await hashFile(blob, { signal }))
    const typed = blob.type ? blob : blob.slice(0, blob.size, input.type)
    const report = (bytes: number) => {
      const uploadProgress = Math.min(1, (before + bytes) / total)
      void changeRecord(task.taskId, (now) => (now.phase ? { ...now, uploadProgress } : now), false)
    }
    await ensureAsset({
      blob: typed,
      assetId,
      name: input.name,
      userId: task.userId,
      signal,
      onProgress: report,
    })
    before += input.bytes
    await changeRecord(task.taskId, (now) => ({
      ...now,
      localInputs: now.localInputs?.map((one, i) => (i === index ? { ...one, assetId } : one)),
    }))
  }
}

async function send(task: LocalTask, signal: AbortSignal): Promise<void> {
  const { taskId } = task
  await changeRecord(taskId, (now) => ({ ...now, phase: 'uploading', step: '正在上传' }), false)
  await uploadInputs(task, signal)
  // Written before the request goes out: from here on the server may know the task, whatever comes back.
  const ready = await changeRecord(taskId, (now) => ({ ...now, attempted: true }))
  if (!ready || ready.intent || !owesServer(ready) || signal.aborted) return
  const answer = await call('startTask', { body: startBody(ready) })
  await accept(taskId, answer, task.userId)
  void refreshTickets()
}

/** Tells the server that the task is to stop; what it answers is what the task becomes. */
async function sendCancel(task: LocalTask): Promise<void> {
  const { taskId } = task
  if (task.attempted === false) {
    await changeRecord(taskId, (now) => cancelHere(now, Date.now()))
    return
  }
  try {
    await accept(taskId, await call('cancelTask', { body: { taskId } }), task.userId)
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.errorName === 'NOT_FOUND') {
      await changeRecord(taskId, (now) => cancelHere(now, Date.now()))
    } else if (error.errorName === 'TASK_STATE') {
      await accept(taskId, await call('getTaskByTaskId', { query: { taskId } }), task.userId)
    } else throw error
  }
  // Whatever the server said is the end of this wish: a task that could not be stopped goes on.
  await changeRecord(taskId, ({ intent: _intent, ...rest }) => rest)
  void refreshTickets()
}

async function sendRemove(task: LocalTask): Promise<void> {
  const { taskId } = task
  if (task.attempted !== false) {
    try {
      await call('delTaskByTaskId', { query: { taskId } })
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.errorName === 'TASK_STATE') {
        await call('cancelTask', { body: { taskId } })
        await call('delTaskByTaskId', { query: { taskId } })
      } else if (error.errorName !== 'NOT_FOUND') throw error
    }
  }
  await dropRecords([taskId])
  void refreshTickets()
}

async function settle(task: LocalTask, signal: AbortSignal): Promise<void> {
  if (task.intent === 'remove') return sendRemove(task)
  if (task.intent === 'cancel') return sendCancel(task)
  return send(task, signal)
}

/** Marks everything that has not been sent as waiting. */
async function markWaiting(): Promise<void> {
  for (const task of [...allRecords()]) {
    if (task.phase !== 'uploading') continue
    await changeRecord(task.taskId, (now) => ({ ...now, phase: 'waiting', step: '' }))
  }
}

/** What a failed try leads to; true when the pump may go on with the next record. */
async function handleFailure(task: LocalTask, thrown: unknown): Promise<boolean> {
  const error = toAppError(thrown)
  if (error.errorName === 'CANCELLED') return true
  const tries = (failures.get(task.taskId) ?? 0) + 1
  failures.set(task.taskId, tries)
  const next = afterFailure(error, tries)
  if (next === 'fail') {
    failures.delete(task.taskId)
    await (task.intent
      ? changeRecord(task.taskId, ({ intent: _intent, ...rest }) => rest)
      : changeRecord(task.taskId, (now) => failHere(now, error, Date.now())))
    return true
  }
  await markWaiting()
  // Without a session there is nothing to try until somebody signs in.
  if (next === 'wait') {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(wakeOutbox, retryDelay(retries))
    retries++
  }
  return false
}

async function pump(): Promise<void> {
  for (let next = nextOwing(); next; next = nextOwing()) {
    if (network.peek() === 'offline') return markWaiting()
    const task = await freshRecord(next.taskId)
    if (!task || !owesServer(task)) continue
    const controller = new AbortController()
    current = { taskId: task.taskId, controller }
    try {
      await settle(task, controller.signal)
      retries = 0
      failures.delete(task.taskId)
      followTasks()
    } catch (thrown) {
      if (!(await handleFailure(task, thrown))) return
    } finally {
      current = undefined
    }
  }
}

/** Ends the upload of a task that is no longer wanted. */
function stopUnwanted(): void {
  if (!current) return
  const task = findRecord(current.taskId)
  if (!task || task.intent || !owesServer(task)) current.controller.abort()
}

/** Sends what is owed, in order, in one tab at a time. Calls while it runs are remembered. */
export function wakeOutbox(): void {
  stopUnwanted()
  if (pumping) {
    again = true
    return
  }
  if (!nextOwing()) return
  again = false
  pumping = withLock('zhuhui-outbox', pump)
    .catch((thrown: unknown) => console.warn('zhuhui: the outbox stopped', thrown))
    .then(() => {
      pumping = undefined
      if (again) wakeOutbox()
    })
}

/** Wakes the outbox when the network or the user comes back, and when another tab adds something. */
export function watchOutbox(): void {
  onRemoteChange(wakeOutbox)
  onPrivateDataCleared(stopUnwanted)
  effect(() => {
    const canSend = network.value !== 'offline' && Boolean(user.value)
    if (!canSend) return
    retries = 0
    // Outside of this effect, which must not depend on what the pump reads.
    queueMicrotask(wakeOutbox)
  })
  effect(() => {
    if (network.value === 'offline') queueMicrotask(() => void markWaiting())
  })
}
