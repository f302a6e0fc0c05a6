import { effect, signal } from '@preact/signals-react'
import { z } from 'zod'
import { toAppError } from '#contracts/errors.ts'
import type { UserEvent } from '#contracts/events.ts'
import { isFinal, type Task } from '#contracts/task.ts'
import { call } from '#src/data/api/api.ts'
import { eventsHeard, onUserEvent, wantEvents } from '#src/data/api/events.ts'
import { network } from '#src/data/api/network.ts'
import { askEnginesAgain } from '#src/data/api/query-client.ts'
import { refreshTickets, user } from '#src/data/api/session.ts'
import { freeBlobs } from '#src/data/store/blob-sweep.ts'
import { dropValue, keepValue, readValue } from '#src/data/store/db.ts'
import { isPolled, type LocalTask, mergeServer } from './task-model.ts'
import {
  allRecords,
  changeRecords,
  dropRecords,
  findRecord,
  keepRecords,
  putRecords,
  wasRemoved,
} from './task-store.ts'

const PAGE = 50
const MOST_PAGE = 200
const POLL_FIRST_MS = 1000
const POLL_MOST_MS = 5000
const POLL_GROWTH = 1.4
/** Nobody looks: often enough for a notification. */
const POLL_HIDDEN_MS = 10_000
/** The stream of events tells at once: asking is its backup. */
const POLL_BACKUP_MS = 8_000
const TICKETS_MS = 1000
/** Tasks that one round asks for by id, when they are not on the page. */
const SINGLE_CALLS = 5

/** Where the next page of older tasks starts; null when there is none, undefined when it was not asked. */
let cursor: string | null | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let delay = POLL_FIRST_MS
let polling = false
/** Rounds since the user changed are told apart, so that a late answer is not put under another account. */
let generation = 0
/** False until the server has told of this account's tasks once. */
export const tasksSynced = signal(false)

/** Wait in ms before the next poll: back to 1 s when something moved, growing to 5 s when nothing does. */
export function nextDelay(before: number, moved: boolean): number {
  return moved ? POLL_FIRST_MS : Math.min(POLL_MOST_MS, before * POLL_GROWTH)
}

function differs(a: LocalTask, b: LocalTask): boolean {
  return a.state !== b.state || a.progress !== b.progress || a.queueNum !== b.queueNum || a.step !== b.step
}

/** Takes the server's word on tasks into the records; true when something changed that the user sees. */
async function takeAnswers(answers: readonly Task[], userId: string): Promise<boolean> {
  const fresh: LocalTask[] = []
  const changed = new Map<string, Task>()
  const freed: string[] = []
  let finished = false
  for (const answer of answers) {
    // A question asked before the removal may be answered after it.
    if (wasRemoved(answer.taskId)) continue
    const known = findRecord(answer.taskId)
    const merged = mergeServer(known, answer, userId)
    if (merged === known) continue
    if (known && !known.phase && !differs(known, merged)) continue
    // A record still being sent is the outbox's: it hears the same from startTask.
    if (known?.phase) freed.push(...(known.localInputs ?? []).map(({ key }) => key))
    if (known && !isFinal(known.state) && isFinal(merged.state)) finished = true
    if (known) changed.set(answer.taskId, answer)
    else fresh.push(merged)
  }
  const merge = (task: LocalTask) => {
    const answer = changed.get(task.taskId)
    return answer ? mergeServer(task, answer, userId) : task
  }
  await Promise.all([
    fresh.length > 0 ? putRecords(fresh) : undefined,
    changeRecords([...changed.keys()], merge),
  ])
  freeBlobs(freed)
  if (finished) void refreshTickets()
  return fresh.length + changed.size > 0
}

/** Records that the server has confirmed: it must name them when it is asked. */
function confirmedIds(userId: string): Set<string> {
  const ids = new Set<string>()
  for (const task of allRecords()) {
    const isConfirmed = task.origin === 'server' && task.attempted === undefined && !task.intent
    if (isConfirmed && task.userId === userId) ids.add(task.taskId)
  }
  return ids
}

/** Confirmed records that the server's newest page should hold and does not: removed in another place. */
function missingFrom(page: readonly Task[], isWhole: boolean, confirmed: Set<string>): string[] {
  const told = new Set(page.map(({ taskId }) => taskId))
  const from = isWhole ? 0 : Math.min(...page.map(({ createdAt }) => createdAt))
  return [...confirmed].filter((id) => !told.has(id) && (findRecord(id)?.createdAt ?? 0) > from)
}

let syncing: { generation: number; done: Promise<void> } | undefined

/** Reads the newest page of the server and brings the records in line with it; callers share one round. */
export function syncFirstPage(): Promise<void> {
  if (syncing?.generation === generation) return syncing.done
  const round = { generation, done: readFirstPage() }
  syncing = round
  void round.done.then(() => {
    if (syncing === round) syncing = undefined
  })
  return round.done
}

async function readFirstPage(): Promise<void> {
  const userId = user.peek()?.id
  if (!userId) return
  const round = generation
  const confirmed = confirmedIds(userId)
  try {
    const page = await call('getTaskList', { query: { limit: PAGE } })
    if (round !== generation) return
    cursor ??= page.cursor
    await takeAnswers(page.tasks, userId)
    await dropRecords(missingFrom(page.tasks, page.cursor === null, confirmed))
    tasksSynced.value = true
    followTasks()
  } catch (thrown) {
    console.info('zhuhui: tasks could not be brought up to date', toAppError(thrown).errorName)
  }
}

/** Reads the next page of older tasks; false when there are no more. */
export async function syncNextPage(): Promise<boolean> {
  const userId = user.peek()?.id
  if (!userId || cursor === null) return false
  const round = generation
  const page = await call('getTaskList', { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } })
  if (round !== generation) return false
  cursor = page.cursor
  await takeAnswers(page.tasks, userId)
  return page.cursor !== null
}

/** Pages without anything new that end a round: the first may be known from polling alone. */
const QUIET_PAGES = 2
const backfillKey = (userId: string) => `tasks/whole/${userId}`
let backfilling: { generation: number; signal: AbortSignal; done: Promise<void> } | undefined
/** Generation whose history is whole already. */
let whole = -1

/**
 * Reads the account's older tasks from the server until this device knows them all, page by page, so that the
 * whole history can be filtered, counted and read offline. A later call reads only what came since.
 * @throws AppError NETWORK and the like; the next call goes on
 */
export function syncWholeHistory(signal: AbortSignal): Promise<void> {
  if (whole === generation) return Promise.resolve()
  if (backfilling?.generation === generation && !backfilling.signal.aborted) return backfilling.done
  const round = { generation, signal, done: readWholeHistory(signal) }
  backfilling = round
  return round.done.finally(() => {
    if (backfilling === round) backfilling = undefined
  })
}

/** The copies of older tasks were cleared on this device: the next list reads them all again. */
export async function forgetWholeHistory(): Promise<void> {
  whole = -1
  const userId = user.peek()?.id
  if (userId) await dropValue(backfillKey(userId))
}

async function readWholeHistory(signal: AbortSignal): Promise<void> {
  const userId = user.peek()?.id
  if (!userId) return
  const round = generation
  const wasWhole = (await readValue(backfillKey(userId), z.literal(true))) === true
  // Cut short, the history has a gap that only a whole round closes.
  if (wasWhole) await dropValue(backfillKey(userId))
  let from: string | undefined
  for (let quiet = 0; ; ) {
    const query = { limit: MOST_PAGE, ...(from ? { cursor: from } : {}) }
    const page = await call('getTaskList', { query, signal })
    if (round !== generation || signal.aborted) return
    const fresh = await keepRecords(page.tasks.map((task) => mergeServer(undefined, task, userId)))
    quiet = fresh === 0 ? quiet + 1 : 0
    if (!page.cursor || (wasWhole && quiet === QUIET_PAGES)) break
    from = page.cursor
  }
  if (round !== generation) return
  whole = round
  await keepValue(backfillKey(userId), true)
}

function polledTasks(userId: string): LocalTask[] {
  return [...allRecords()].filter((task) => task.userId === userId && isPolled(task))
}

/** One task by id; null when it no longer exists. */
async function askFor(taskId: string): Promise<Task | null> {
  try {
    return await call('getTaskByTaskId', { query: { taskId } })
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.errorName === 'NOT_FOUND') return null
    throw error
  }
}

/** Asks the server for one task and takes it into view; false when there is no such task of this account. */
export async function syncTask(taskId: string): Promise<boolean> {
  const userId = user.peek()?.id
  if (!userId) return false
  const round = generation
  const answer = await askFor(taskId)
  if (!answer || round !== generation) return false
  await takeAnswers([answer], userId)
  return true
}

/** Asks about every unfinished task: one by id, many by one page of the list. */
async function askAll(active: readonly LocalTask[], userId: string): Promise<boolean> {
  const answers: Task[] = []
  if (active.length > 1) {
    const limit = Math.min(MOST_PAGE, active.length + 10)
    answers.push(...(await call('getTaskList', { query: { limit } })).tasks)
  }
  const told = new Set(answers.map(({ taskId }) => taskId))
  const rest = active.filter(({ taskId }) => !told.has(taskId)).slice(0, SINGLE_CALLS)
  const gone: string[] = []
  for (const { taskId } of rest) {
    const answer = await askFor(taskId)
    if (answer) answers.push(answer)
    else gone.push(taskId)
  }
  if (user.peek()?.id !== userId) return false
  if (gone.length > 0) await dropRecords(gone)
  return takeAnswers(answers, userId)
}

let followsHidden = () => false

/** Registers whether tasks are followed while the page is hidden too: somebody waits for a notification. */
export function followWhenHidden(wanted: () => boolean): void {
  followsHidden = wanted
}

function mayPoll(): boolean {
  const watched = document.visibilityState === 'visible' || followsHidden()
  return watched && network.peek() !== 'offline' && Boolean(user.peek())
}

async function poll(): Promise<void> {
  const userId = user.peek()?.id
  if (polling || !userId || !mayPoll()) return
  const active = polledTasks(userId)
  if (active.length === 0) return
  polling = true
  try {
    delay = nextDelay(delay, await askAll(active, userId))
  } catch (thrown) {
    delay = nextDelay(delay, false)
    console.info('zhuhui: a poll failed', toAppError(thrown).errorName)
  } finally {
    polling = false
  }
  schedule()
}

function schedule(): void {
  clearTimeout(timer)
  timer = undefined
  const userId = user.peek()?.id
  const isNeeded = Boolean(userId) && mayPoll() && polledTasks(userId ?? '').length > 0
  wantEvents('tasks', isNeeded)
  if (!isNeeded) return
  const asked = document.visibilityState === 'visible' ? delay : POLL_HIDDEN_MS
  const wait = eventsHeard.peek() ? POLL_BACKUP_MS : asked
  timer = setTimeout(() => void poll(), wait)
}

/** Pictures of unfinished tasks, as data addresses, by their ids; kept nowhere. */
export const previews = signal<ReadonlyMap<string, string>>(new Map())

function showPreview(taskId: string, picture: string | null): void {
  if (picture === null && !previews.peek().has(taskId)) return
  const next = new Map(previews.peek())
  if (picture === null) next.delete(taskId)
  else next.set(taskId, picture)
  previews.value = next
}

/** Lets go of a picture that is not shown any more. */
export const forgetPreview = (taskId: string): void => showPreview(taskId, null)

let ticketsTimer: ReturnType<typeof setTimeout> | undefined

/** A batch changes the purses with each of its pictures: they are read once for all that come together. */
function readTicketsSoon(): void {
  if (ticketsTimer !== undefined) return
  ticketsTimer = setTimeout(() => {
    ticketsTimer = undefined
    void refreshTickets()
  }, TICKETS_MS)
}

/** Takes in what the server tells by itself. */
async function takeEvent(event: UserEvent): Promise<void> {
  const userId = user.peek()?.id
  if (!userId) return
  if (event.type === 'task') {
    await takeAnswers([event.task], userId)
    if (isFinal(event.task.state)) showPreview(event.task.taskId, null)
    schedule()
  } else if (event.type === 'progress') {
    const { progress, step } = event
    const change = (task: LocalTask) => (task.state === 'running' ? { ...task, progress, step } : task)
    await changeRecords([event.taskId], change, false)
  } else if (event.type === 'preview') showPreview(event.taskId, event.picture)
  else if (event.type === 'tickets') readTicketsSoon()
  else if (event.type === 'engines') await askEnginesAgain()
  else if (event.type === 'removed') await dropRecords([event.taskId])
  else if (event.type === 'resync') await syncFirstPage()
}

/** Begins to follow unfinished tasks, or goes back to the shortest interval. */
export function followTasks(): void {
  delay = POLL_FIRST_MS
  if (!polling) schedule()
}

/** Follows the user, the network and the page's visibility. */
export function watchTasks(): void {
  let lastUser: string | undefined
  effect(() => {
    const id = user.value?.id
    if (id === lastUser) return
    lastUser = id
    generation++
    cursor = undefined
    tasksSynced.value = false
    queueMicrotask(() => void syncFirstPage())
  })
  onUserEvent((event) => void takeEvent(event))
  // What is not told any more has to be asked for again.
  effect(() => {
    if (!eventsHeard.value) queueMicrotask(followTasks)
  })
  let wasOffline = false
  effect(() => {
    const isOffline = network.value === 'offline'
    // Back from a pause: what happened meanwhile is caught up at once.
    if (wasOffline && !isOffline) queueMicrotask(() => void syncFirstPage())
    wasOffline = isOffline
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void poll()
    void syncFirstPage()
  })
}
