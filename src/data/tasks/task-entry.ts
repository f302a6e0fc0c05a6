import { z } from 'zod'
import { zPlace } from '#contracts/ops.ts'
import { isFinal, zTaskState } from '#contracts/task.ts'
import { zCost } from '#contracts/tickets.ts'
import { foldText } from '#contracts/typed-text.ts'
import { zOpId } from '#ops/index.ts'
import {
  isVisibleTo,
  type LocalTask,
  type TaskFilter,
  taskWords,
  waitsHere,
  zLocalTask,
} from './task-model.ts'

const zName = z.object({ name: z.string() })

/** What a list of thousands has to know of each task: to filter, to count, to act on it. */
const zEntrySource = z.object({
  taskId: z.string(),
  userId: z.string(),
  createdAt: z.number(),
  toolId: z.string(),
  op: zOpId,
  state: zTaskState,
  place: zPlace,
  batchId: z.string().nullable(),
  cost: zCost.nullable(),
  params: z.record(z.string(), z.unknown()),
  inputs: z.array(zName),
  outputs: z.array(zName),
  text: z.string().nullable(),
  origin: zLocalTask.shape.origin,
  phase: zLocalTask.shape.phase,
  intent: zLocalTask.shape.intent,
  localInputs: z.array(zName).optional(),
})

/** A task in a list, without what only its card shows. */
export interface TaskEntry
  extends Pick<
    LocalTask,
    | 'taskId'
    | 'userId'
    | 'createdAt'
    | 'toolId'
    | 'op'
    | 'state'
    | 'place'
    | 'batchId'
    | 'cost'
    | 'origin'
    | 'phase'
    | 'intent'
  > {
  /** Number of results. */
  results: number
  /** What a search looks through, in lower case. */
  words: string
}

/** The entry of a record as it lies in the store; undefined for a damaged one. */
export function entryOf(record: unknown): TaskEntry | undefined {
  const parsed = zEntrySource.safeParse(record)
  if (!parsed.success) return undefined
  const { params: _params, inputs: _in, outputs, text: _text, localInputs: _local, ...facts } = parsed.data
  return { ...facts, results: outputs.length, words: taskWords(parsed.data) }
}

/** True when two entries would be listed alike. */
export function isSameEntry(a: TaskEntry, b: TaskEntry): boolean {
  return (
    a.state === b.state &&
    a.phase === b.phase &&
    a.intent === b.intent &&
    a.results === b.results &&
    a.words === b.words &&
    a.userId === b.userId &&
    a.createdAt === b.createdAt
  )
}

/** Filter of the whole list. */
export interface ListQuery extends Pick<TaskFilter, 'state' | 'toolId' | 'q'> {
  /** Where it was made. */
  origin?: 'device' | 'server'
  /** Milliseconds since 1970, inclusive. */
  from?: number
  /** Milliseconds since 1970, exclusive. */
  until?: number
  /** Only these, whatever else: a project's. */
  within?: ReadonlySet<string>
}

/** A test of entries against a query, with the query's words taken apart once. */
export function matcherOf(query: ListQuery, owner: string): (entry: TaskEntry) => boolean {
  const { state, toolId, origin, from, until, within } = query
  const words = foldText(query.q?.trim() ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const hasState = (entry: TaskEntry) => {
    if (!state) return true
    if (state === 'active') return !isFinal(entry.state)
    return state === 'waiting' ? waitsHere(entry) : entry.state === state
  }
  return (entry) =>
    isVisibleTo(entry, owner) &&
    hasState(entry) &&
    (!toolId || entry.toolId === toolId) &&
    (!origin || entry.origin === origin) &&
    (from === undefined || entry.createdAt >= from) &&
    (until === undefined || entry.createdAt < until) &&
    (!within || within.has(entry.taskId)) &&
    words.every((word) => entry.words.includes(word))
}
