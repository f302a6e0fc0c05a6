import type { AppError, ErrorName } from '#contracts/errors.ts'
import type { Cost, TicketKind } from '#contracts/tickets.ts'
import { type LocalTask, owesServer, waitsHere } from './task-model.ts'

const RETRY_FIRST_MS = 2000
const RETRY_MOST_MS = 60_000

/** Wait in ms before try `n` (from 0): doubles from 2 s to 60 s, ± 20 % so that clients spread. */
export function retryDelay(n: number, random: number = Math.random()): number {
  return Math.round(Math.min(RETRY_FIRST_MS * 2 ** n, RETRY_MOST_MS) * (0.8 + 0.4 * random))
}

/**
 * What a failed try means for the outbox: `way` the server cannot be reached, `busy` it wants to be left alone
 * for a while, `later` this job alone is tried again, `tickets` it waits until the purse suffices, `price` until the user
 * agrees to one that rose, `signIn`
 * everything waits for a session, `fail` it will never work.
 */
export type AfterFailure = 'way' | 'busy' | 'later' | 'tickets' | 'price' | 'signIn' | 'fail'

const MEANING: Partial<Record<ErrorName, AfterFailure>> = {
  NETWORK: 'way',
  TIMEOUT: 'way',
  TOO_MANY: 'busy',
  QUEUE_FULL: 'busy',
  TICKETS_SHORT: 'tickets',
  PRICE_ROSE: 'price',
  NOT_SIGNED_IN: 'signIn',
}
const TRY_AGAIN: readonly ErrorName[] = ['INTERNAL', 'DISK_FULL', 'BAD_RESPONSE', 'CANCELLED']
const TRIES = 4

/**
 * Decides what becomes of a job that could not be sent.
 * @param tries how often it has failed so far, this time included
 */
export function afterFailure(error: AppError, tries: number): AfterFailure {
  const meaning = MEANING[error.errorName]
  if (meaning === 'price' && !error.price) return 'fail'
  if (meaning) return meaning
  return TRY_AGAIN.includes(error.errorName) && tries < TRIES ? 'later' : 'fail'
}

type Ordered = Pick<LocalTask, 'taskId' | 'createdAt' | 'order' | 'intent'>

const placeOf = (task: Ordered) => task.order ?? task.createdAt

/** Wishes about tasks that the server has come first, being quick; then the user's order, oldest first. */
export function bySending(a: Ordered, b: Ordered): number {
  const wishes = Number(b.intent !== undefined) - Number(a.intent !== undefined)
  return wishes || placeOf(a) - placeOf(b) || a.createdAt - b.createdAt || (a.taskId < b.taskId ? -1 : 1)
}

/** Jobs that still have to be sent, in the order of sending. */
export function jobsToSend(tasks: Iterable<LocalTask>): LocalTask[] {
  return [...tasks].filter((task) => owesServer(task) && waitsHere(task) && !task.intent).sort(bySending)
}

/**
 * Places that change when a job moves.
 * @param jobs in the order of sending
 * @param to index that it shall have, cut to the list
 * @returns new values of `order`: of this job alone where there is room between its neighbours, else of all
 */
export function placesAfterMove(
  jobs: readonly Ordered[],
  taskId: string,
  to: number,
): { taskId: string; order: number }[] {
  const moved = jobs.find((job) => job.taskId === taskId)
  if (!moved) return []
  const rest = jobs.filter((job) => job !== moved)
  const at = Math.max(0, Math.min(rest.length, to))
  if (jobs.indexOf(moved) === at) return []
  const [before, after] = [rest[at - 1], rest[at]]
  const low = before ? placeOf(before) : after ? placeOf(after) - 2000 : 0
  const high = after ? placeOf(after) : low + 2000
  const middle = low + (high - low) / 2
  if (middle > low && middle < high) return [{ taskId, order: middle }]
  const first = Math.min(...jobs.map(placeOf))
  return [...rest.slice(0, at), moved, ...rest.slice(at)].map((job, i) => ({
    taskId: job.taskId,
    order: first + i,
  }))
}

/** Why nothing is sent now, whatever the job. */
export type Hold = 'offline' | 'signIn' | 'paused' | 'wifi'

/** What a job of the outbox waits for. */
export type Blocker = Hold | 'sending' | 'price' | 'tickets' | 'later' | 'queue' | 'guest'

/** What the outbox knows beyond the records. */
export interface OutboxView {
  hold: Hold | null
  /** Job on its way now. */
  sending: string | null
  /** Jobs that the purse did not suffice for. */
  short: ReadonlySet<string>
  /** Jobs that failed a moment ago and are tried again, with the time (ms since 1970). */
  later: ReadonlyMap<string, number>
}

/** What a job waits for, the user's side first: that is what can be changed. */
export function blockerOf(
  task: Pick<LocalTask, 'taskId' | 'userId' | 'asks'>,
  view: OutboxView,
  owner: string | undefined,
): Blocker {
  if (view.hold) return view.hold
  if (task.userId !== owner) return 'guest'
  if (view.sending === task.taskId) return 'sending'
  if (task.asks) return 'price'
  if (view.short.has(task.taskId)) return 'tickets'
  return view.later.has(task.taskId) ? 'later' : 'queue'
}

/** Tickets that jobs will take from one purse. */
export interface Estimate extends Cost {
  /** What the purse holds now; null while that is not known. */
  left: number | null
  /** Tickets that are missing; 0 when it suffices. */
  missing: number
}

/** What the jobs will cost by purse, against what is left. */
export function estimateCost(
  jobs: readonly LocalTask[],
  purses: Readonly<Record<TicketKind, number>> | null,
): Estimate[] {
  const sums = new Map<TicketKind, number>()
  for (const job of jobs) {
    const cost = job.asks ?? job.cost
    if (cost) sums.set(cost.kind, (sums.get(cost.kind) ?? 0) + cost.amount)
  }
  return [...sums].map(([kind, amount]) => {
    const left = purses?.[kind] ?? null
    return { kind, amount, left, missing: left === null ? 0 : Math.max(0, amount - left) }
  })
}

/** Bytes that are still to be uploaded; pictures that several jobs share count once. */
export function bytesToUpload(jobs: readonly LocalTask[]): number {
  const seen = new Set<string>()
  let sum = 0
  for (const job of jobs) {
    for (const { key, bytes } of job.localInputs ?? []) {
      if (seen.has(key)) continue
      seen.add(key)
      sum += bytes * (1 - (job.uploadProgress ?? 0))
    }
  }
  return Math.round(sum)
}

/**
 * What stays on this device of a record when its account signs out and wants its jobs kept: a job as it is, a
 * wish about a task without what the task shows. Null for everything else.
 */
export function keptAtSignOut(task: LocalTask): LocalTask | null {
  if (!owesServer(task)) return null
  if (!task.intent) return { ...task, phase: 'waiting', step: '', uploadProgress: 0 }
  // Unsent and unwanted: nobody has to hear of it.
  if (task.attempted === false) return null
  return { ...task, params: {}, inputs: [], outputs: [], outputMeta: [], localInputs: [], text: null }
}
