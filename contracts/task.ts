import { z } from 'zod'
import { zAssetId, zNamedAsset } from './asset.ts'
import { zInputRole, zOp, zPlace } from './ops.ts'
import { zReach } from './reach.ts'
import { zFileName } from './safe-name.ts'
import { zCost } from './tickets.ts'

/** States a task goes through on the server. The client puts draft, waiting and uploading before them. */
export const zTaskState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export type TaskState = z.infer<typeof zTaskState>

export const TASK_STATE_TITLES: Record<TaskState, string> = {
  queued: '排队中',
  running: '处理中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
}

/** True once a task will not change by itself any more. */
export function isFinal(state: TaskState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export const zTaskInput = z.object({
  role: zInputRole,
  assetId: zAssetId,
  /** The user's name of the file; only shown, never used as a path. */
  name: zFileName.default(''),
})
export type TaskInput = z.infer<typeof zTaskInput>

/** In lower case: written otherwise it is the same task. */
export const zTaskId = z.uuid().toLowerCase()
/** Route id of a tool as its registry names it, such as `matting`. */
export const zToolId = z.string().regex(/^[A-Za-z0-9]{1,40}$/)

/** Name of a way to carry out an op: of a graph, or of a service's model. */
const zWayId = z.string().min(1).max(200)

/** By which graph of an engine, or by which model of a service, a task shall run; the best one when left out. */
export const zAskedWay = z.object({ graphId: zWayId.optional(), model: zWayId.optional() })
export type AskedWay = z.infer<typeof zAskedWay>

/** Body of `POST /ai/startTask`. The client makes the id, so that a repeated send makes one task. */
export const zStartTask = z.object({
  taskId: zTaskId,
  toolId: zToolId,
  op: zOp,
  params: z.record(z.string(), z.unknown()).default({}),
  inputs: z.array(zTaskInput).max(20).default([]),
  /** Where it shall run; the server's best place when left out. */
  place: zPlace.exclude(['device']).optional(),
  ...zAskedWay.shape,
  /** How far its pictures may go; as far as the site allows when left out. */
  reach: zReach.optional(),
  /** Price that was agreed to, null for nothing: a higher one is refused. Any price is right when left out. */
  agreed: zCost.nullable().optional(),
  /** Runs that were started together share one. */
  batchId: z.uuid().nullable().default(null),
})
export type StartTask = z.infer<typeof zStartTask>

/** Body of `POST /ai/quoteTask`: one run a picture, 0 × 0 for a run without a picture. */
export const zQuoteTask = zStartTask
  .pick({ op: true, params: true, place: true, graphId: true, model: true, reach: true })
  .extend({
    /** Roles of the pictures that come along; whatever they may be when left out. */
    roles: z.array(zInputRole).max(20).optional(),
    pictures: z
      .array(z.object({ width: z.number().int().min(0), height: z.number().int().min(0) }))
      .min(1)
      .max(1000),
  })

/** Quote of a start: its price and its time, as things stand. */
export const zQuote = z.object({
  place: zPlace,
  /** Tickets of all runs; null for nothing. */
  cost: zCost.nullable(),
  /** Seconds that all runs take; null where nothing is known of the engine yet. */
  seconds: z.number().nonnegative().nullable(),
  /** Seconds until the first run begins; null likewise. */
  waitSeconds: z.number().nonnegative().nullable(),
  /** Tasks that wait before the first run. */
  ahead: z.number().int().nonnegative(),
})
export type Quote = z.infer<typeof zQuote>

/** Where a result that was cropped lies in its source, and the size of that source; px. */
export const zTrim = z.object({
  left: z.number().int(),
  top: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})
export type Trim = z.infer<typeof zTrim>

/** How a generative engine made a result. */
export const zResultMeta = z.object({
  model: z.string(),
  /** Words that it was asked by. */
  words: z.string(),
  /** Graph that was run, as `name@version`; left out by engines without graphs. */
  graph: z.string().optional(),
  seed: z.number().int().optional(),
  /** The result bears the visible AI mark, or the page shows the mark beside it: none can be drawn into a film. */
  isMarked: z.boolean().optional(),
})
export type ResultMeta = z.infer<typeof zResultMeta>

export const zTaskError = z.object({ code: z.number().int(), message: z.string(), remedy: z.string() })

export const zTask = z.object({
  taskId: zTaskId,
  toolId: zToolId,
  op: zOp,
  params: z.record(z.string(), z.unknown()),
  inputs: z.array(zNamedAsset.extend({ role: zInputRole })),
  batchId: z.string().nullable(),
  state: zTaskState,
  /** Grows with each start and each return to the queue: of two answers the one with the smaller number is older. */
  revision: z.number().int().nonnegative().default(0),
  /** Place in the queue: 1 is next; 0 once it has left the queue. */
  queueNum: z.number().int().nonnegative(),
  /** 0..1. */
  progress: z.number().min(0).max(1),
  /** What is being done now, in Chinese. */
  step: z.string(),
  outputs: z.array(zNamedAsset.extend({ trim: zTrim.optional(), meta: zResultMeta.optional() })),
  /** Text results: prompts and descriptions; beside a picture, one line about it. */
  text: z.string().nullable(),
  place: zPlace,
  ...zAskedWay.shape,
  /** How far its pictures may go, where that was said. */
  reach: zReach.optional(),
  /** Name of the engine that ran it, as shown to the user; empty before it runs. */
  engine: z.string(),
  /** Pictures that left the house for it: which, to which engine, and when (ms since 1970). */
  departures: z.array(z.object({ name: z.string(), engine: z.string(), at: z.number().int() })).optional(),
  cost: zCost.nullable(),
  /** Tickets came back because it failed or was cancelled. */
  refunded: z.boolean(),
  error: zTaskError.nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number().int(),
  startedAt: z.number().int().nullable(),
  finishedAt: z.number().int().nullable(),
})
export type Task = z.infer<typeof zTask>
export type TaskOutput = Task['outputs'][number]
