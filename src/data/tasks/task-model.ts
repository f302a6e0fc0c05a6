import { z } from 'zod'
import { zAssetId } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { type InputRole, type Place, zInputRole } from '#contracts/ops.ts'
import type { Reach } from '#contracts/reach.ts'
import { zStructureReport } from '#contracts/structure.ts'
import { type AskedWay, isFinal, type StartTask, type Task, type TaskState, zTask } from '#contracts/task.ts'
import { zCost } from '#contracts/tickets.ts'
import { foldText } from '#contracts/typed-text.ts'
import { costOf, OPS, type OpId, zOpId } from '#ops/index.ts'
import { findTool } from '#src/tools/registry.ts'

/** Owner of what a visitor makes before signing in. */
export const GUEST = 'guest'

/** An input whose bytes still lie on this device, in the store `blobs`. */
export const zLocalInput = z.object({
  role: zInputRole,
  /** Key in the store `blobs`. */
  key: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number().int().nonnegative(),
  /** Bytes of the file that was chosen, where this is a copy of it. */
  chosenBytes: z.number().int().nonnegative().optional(),
  /** SHA-256 once it has been computed. */
  assetId: zAssetId.nullable().default(null),
})
export type LocalInput = z.infer<typeof zLocalInput>

/** What is known of an output beyond the contract. */
export const zOutputMeta = z.object({
  /** Key in the store `blobs`; null when the bytes lie on the server. */
  key: z.string().nullable(),
  /** CRC-32 of the bytes, so that an archive of them need not read them again. */
  crc32: z.number().int().nonnegative().max(0xffff_ffff).optional(),
  /** Bytes of the input, for tools that compare sizes. */
  before: z.number().int().nonnegative().optional(),
  /** Encoder quality that was used, 1..100. */
  quality: z.number().optional(),
  /** Report of the structure check, once it was run. */
  structure: zStructureReport.optional(),
  /** What `text` of a task says, in older records. */
  note: z.string().optional(),
})
export type OutputMeta = z.infer<typeof zOutputMeta>

/** A task as this device knows it: the server's record, or one that is (still) only here. */
export const zLocalTask = zTask.extend({
  op: zOpId,
  origin: z.enum(['server', 'device']),
  /** Account that it belongs to; GUEST for a visitor's. */
  userId: z.string(),
  /** What stands between the record and the server; absent once the server has it. */
  phase: z.enum(['saving', 'waiting', 'uploading']).optional(),
  /** 0..1 over the bytes of all inputs. */
  uploadProgress: z.number().min(0).max(1).optional(),
  /** Inputs whose bytes lie here: until the server has them, or for good when the device is the engine. */
  localInputs: z.array(zLocalInput).optional(),
  outputMeta: z.array(zOutputMeta).default([]),
  /** Whether startTask was tried, so that the server may know the task; absent once it is known to. */
  attempted: z.boolean().optional(),
  /** What the user asked for and the server has not confirmed yet. */
  intent: z.enum(['cancel', 'remove']).optional(),
  /** What it would cost now, which is more than was agreed to: it waits until the user agrees. */
  asks: zCost.optional(),
  /** Place in the order of sending, where the user chose one; `createdAt` otherwise. */
  order: z.number().optional(),
  /** The picture of the form that it was made for: tasks of one run with the same item are tries of it. */
  item: z.string().max(64).optional(),
  /** The task whose result it is a later version of, changed by hand on this device. */
  versionOf: z.string().optional(),
})
export type LocalTask = z.infer<typeof zLocalTask>

/** What a workbench asks for. */
export interface SubmitRequest {
  toolId: string
  op: OpId
  params: Record<string, unknown>
  inputs: { role: InputRole; file: File; chosenBytes?: number | undefined }[]
  place: Place
  /** By which graph or model; the best one when left out. */
  way?: AskedWay | undefined
  /** How far its pictures may go; as far as the site allows when left out. */
  reach?: Reach | undefined
  batchId?: string
  /** Size of the picture that it is priced by, px. */
  size?: { width: number; height: number }
  /** Id of the form's picture that this task is for. */
  item?: string
}

/** Filter of lists of tasks. */
export interface TaskFilter {
  toolId?: string
  op?: OpId
  /** `active` is everything that is not final, `waiting` what this device still has to send. */
  state?: TaskState | 'active' | 'waiting'
  batchId?: string
  /** Words looked for in file names, tool and op titles and the prompt. */
  q?: string
  /** Where it was made. */
  origin?: LocalTask['origin']
  /** Milliseconds since 1970, inclusive. */
  from?: number
  /** Milliseconds since 1970, exclusive. */
  until?: number
  /** Only these, whatever else: a project's. */
  within?: ReadonlySet<string>
}

/** A new record as `submit` makes it. */
export function newTask(init: {
  taskId: string
  userId: string
  request: Pick<
    SubmitRequest,
    'toolId' | 'op' | 'params' | 'place' | 'way' | 'reach' | 'batchId' | 'size' | 'item'
  >
  inputs: LocalTask['inputs']
  localInputs?: LocalInput[]
  phase: LocalTask['phase']
  now: number
}): LocalTask {
  const { request } = init
  const { place } = request
  const isDevice = place === 'device'
  return {
    taskId: init.taskId,
    toolId: request.toolId,
    op: request.op,
    params: request.params,
    inputs: init.inputs,
    batchId: request.batchId ?? null,
    state: 'queued',
    revision: 0,
    queueNum: 0,
    progress: 0,
    step: '',
    outputs: [],
    text: null,
    place,
    ...request.way,
    ...(request.reach ? { reach: request.reach } : {}),
    engine: '',
    cost: costOf(request.op, { place, params: request.params, ...request.size }),
    refunded: false,
    error: null,
    createdAt: init.now,
    startedAt: null,
    finishedAt: null,
    origin: isDevice ? 'device' : 'server',
    userId: init.userId,
    outputMeta: [],
    ...(request.item ? { item: request.item } : {}),
    ...(init.localInputs?.length ? { localInputs: init.localInputs } : {}),
    ...(isDevice ? {} : { phase: init.phase, uploadProgress: 0, attempted: false }),
  }
}

/** An op that this version does not know comes of a newer server. */
function opOf({ op }: Task): OpId {
  const parsed = zOpId.safeParse(op)
  if (!parsed.success) throw new AppError('BAD_RESPONSE')
  return parsed.data
}

/** True for an answer that was given before what is known: answers and events come by several ways. */
function isLate(known: LocalTask, answer: Task): boolean {
  if (known.phase || isFinal(answer.state)) return false
  return isFinal(known.state) || known.revision > answer.revision
}

const isSameOutputs = (known: LocalTask, { outputs }: Task) =>
  known.origin === 'server' &&
  known.outputs.length === outputs.length &&
  known.outputs.every(({ id }, index) => id === outputs[index]?.id)

/**
 * The record after the server told of the task. An older answer that arrives later changes nothing, and what the user
 * asked for stays until it is carried out.
 */
export function mergeServer(known: LocalTask | undefined, answer: Task, userId: string): LocalTask {
  if (known && isLate(known, answer)) return known
  const keepsIntent = known?.intent === 'remove' || (known?.intent === 'cancel' && !isFinal(answer.state))
  return {
    ...answer,
    op: opOf(answer),
    origin: 'server',
    userId,
    // What was found out here about results stays with them: the server does not know it.
    outputMeta: known && isSameOutputs(known, answer) ? known.outputMeta : [],
    ...(known?.item ? { item: known.item } : {}),
    ...(keepsIntent ? { intent: known.intent } : {}),
  }
}

/** By which graph or model a task was asked for. */
export function askedWayOf({ graphId, model }: AskedWay): AskedWay {
  return { ...(graphId ? { graphId } : {}), ...(model ? { model } : {}) }
}

/** Body of startTask for a record whose inputs all have their asset ids. */
export function startBody(task: LocalTask): StartTask {
  const inputs = task.localInputs
    ? task.localInputs.map(({ role, assetId, name }) => ({ role, assetId: assetId ?? '', name }))
    : task.inputs.map(({ role, id, name }) => ({ role, assetId: id, name }))
  const { taskId, toolId, op, params, batchId, place, cost, reach } = task
  const wish = place === 'device' ? {} : { place, ...askedWayOf(task), ...(reach ? { reach } : {}) }
  return { taskId, toolId, op, params, inputs, batchId, agreed: cost, ...wish }
}

/** The record after it failed before the server had it. */
export function failHere(task: LocalTask, error: AppError, now: number): LocalTask {
  const { phase: _phase, uploadProgress: _progress, ...rest } = task
  const { code, message, remedy } = error
  return { ...rest, state: 'failed', step: '', error: { code, message, remedy }, finishedAt: now }
}

/** The record after it was cancelled before the server had it, or on this device. */
export function cancelHere(task: LocalTask, now: number): LocalTask {
  const { phase: _phase, uploadProgress: _progress, intent: _intent, ...rest } = task
  return { ...rest, state: 'cancelled', step: '', finishedAt: now }
}

/** True while the record owes the server something. */
export function owesServer(task: LocalTask): boolean {
  return task.origin === 'server' && (task.phase !== undefined || task.intent !== undefined)
}

/** True while the server works on it, so that it has to be asked. */
export function isPolled(task: LocalTask): boolean {
  return task.origin === 'server' && !task.phase && !isFinal(task.state)
}

/** True when this device has to (go on to) work on it. */
export function isDeviceWork(task: LocalTask): boolean {
  return task.origin === 'device' && !isFinal(task.state) && task.intent === undefined
}

/** Keys of everything in the store `blobs` that a record refers to. */
export function blobKeys(task: LocalTask): string[] {
  const outputs = task.outputMeta.flatMap(({ key }) => (key ? [key] : []))
  return [...(task.localInputs ?? []).map(({ key }) => key), ...outputs]
}

/** Whether an account may see the record: its own, and what visitors of this device made. */
export function isVisibleTo(task: Pick<LocalTask, 'userId' | 'intent'>, owner: string): boolean {
  return (task.userId === owner || task.userId === GUEST) && task.intent !== 'remove'
}

const wordsKnown = new WeakMap<LocalTask, string>()

/** What a search looks through: names of files, of tool and op, the prompt and the answer, in lower case. */
function wordsOf(task: LocalTask): string {
  const known = wordsKnown.get(task)
  if (known !== undefined) return known
  const prompt = typeof task.params.prompt === 'string' ? task.params.prompt : ''
  const names = [...task.inputs, ...task.outputs, ...(task.localInputs ?? [])].map(({ name }) => name)
  const titles = [findTool(task.toolId)?.title ?? '', OPS[task.op].title, task.toolId]
  const words = foldText([...titles, prompt, task.text ?? '', ...names].join('\n'))
  wordsKnown.set(task, words)
  return words
}

/** True once a job for the server is stored here and until the server has it. */
export function waitsHere({ phase }: Pick<LocalTask, 'phase'>): boolean {
  return phase !== undefined && phase !== 'saving'
}

function hasState(task: LocalTask, state: TaskFilter['state']): boolean {
  if (state === 'active') return !isFinal(task.state)
  return state === 'waiting' ? waitsHere(task) : state === undefined || task.state === state
}

/** A test of records against a filter, with the filter's words taken apart once. */
export function matcherOf(filter: TaskFilter): (task: LocalTask) => boolean {
  const { toolId, op, state, batchId, q, origin, from = 0, until = Infinity, within } = filter
  const words = foldText(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return (task) =>
    hasState(task, state) &&
    (!toolId || task.toolId === toolId) &&
    (!op || task.op === op) &&
    (!batchId || task.batchId === batchId) &&
    (!origin || task.origin === origin) &&
    task.createdAt >= from &&
    task.createdAt < until &&
    (!within || within.has(task.taskId)) &&
    words.every((word) => wordsOf(task).includes(word))
}

/** True when two states of a record stand alike in a list that shows no progress. */
export function isListedAlike(a: LocalTask, b: LocalTask): boolean {
  return (
    a.taskId === b.taskId &&
    a.userId === b.userId &&
    a.createdAt === b.createdAt &&
    a.state === b.state &&
    a.phase === b.phase &&
    a.outputs.length === b.outputs.length
  )
}

/** Newest first; those of one moment by their ids, as the store's index has them. */
export function newestFirst(
  a: Pick<LocalTask, 'createdAt' | 'taskId'>,
  b: Pick<LocalTask, 'createdAt' | 'taskId'>,
): number {
  return b.createdAt - a.createdAt || (a.taskId < b.taskId ? -1 : 1)
}
