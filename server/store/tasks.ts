import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type AssetId, LUT_TYPE } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import type { InputRole, Place } from '#contracts/ops.ts'
import type { Reach } from '#contracts/reach.ts'
import type { TaskState } from '#contracts/task.ts'
import type { Cost } from '#contracts/tickets.ts'
import { OPS, type OpId } from '#ops/index.ts'
import { disownUnused } from './assets.ts'
import type { Db } from './database.ts'
import { holdTickets, refundTickets } from './ledger.ts'
import type { Tables } from './schema.ts'

export type TaskRow = Selectable<Tables['tasks']>

/** A checked request for a task. */
export interface NewTask {
  taskId: string
  userId: string
  toolId: string
  op: OpId
  params: Record<string, unknown>
  inputs: readonly { role: InputRole; assetId: AssetId; name: string }[]
  batchId: string | null
  graphId?: string | undefined
  model?: string | undefined
  reach?: Reach | undefined
  cost: Cost | null
  lane: Lane
  /** Work of the embedded engine, s. */
  seconds: number
}

/** Tasks of a place that wait in one line; long ones have a line of their own where engines have slots for them. */
export interface Lane {
  place: Place
  isLong: boolean
}

/** JSON with the keys of every object in order, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** What must be equal in two requests with one id. */
export function hashBody(
  task: Pick<NewTask, 'toolId' | 'op' | 'params' | 'inputs' | 'batchId' | 'graphId' | 'model' | 'reach'>,
): string {
  const { toolId, op, params, inputs, batchId, graphId, model, reach } = task
  // What was not asked for leaves no trace in it, so that hashes of earlier versions hold.
  const body = { toolId, op, params, inputs, batchId, graphId, model, reach }
  return createHash('sha256').update(canonicalJson(body)).digest('hex')
}

/** The tickets that a task holds, as the ledger's functions take them; null for a free task. */
export function moneyOf(row: TaskRow) {
  if (!row.cost_kind) return null
  const cost: Cost = { kind: row.cost_kind, amount: row.cost_amount }
  return { userId: row.user_id, taskId: row.id, cost, title: OPS[row.op].title }
}

/**
 * The task that an earlier, identical request made.
 * @returns null when the id is free
 * @throws AppError TASK_CONFLICT when the id stands for something else, NOT_FOUND when the task was deleted
 */
export async function findRepeated(
  db: Db,
  taskId: string,
  userId: string,
  bodyHash: string,
): Promise<TaskRow | null> {
  const row = await db.selectFrom('tasks').selectAll().where('id', '=', taskId).executeTakeFirst()
  if (!row) return null
  if (row.user_id !== userId || row.body_hash !== bodyHash) throw new AppError('TASK_CONFLICT')
  if (row.deleted_at !== null) throw new AppError('NOT_FOUND', '任务已删除')
  return row
}

/**
 * Turn of a user's next task. A lane goes round the users: a newcomer stands beside the task that is next
 * now, and each further task of one user stands one turn later.
 * @param userId null for somebody who has none waiting
 */
export async function nextTurn(tx: Db, userId: string | null, { place, isLong }: Lane): Promise<number> {
  const row = await tx
    .selectFrom('tasks')
    .select((eb) => [
      eb.fn.min('turn').as('first'),
      eb.fn.max(eb.case().when('user_id', '=', userId).then(eb.ref('turn')).end()).as('own'),
    ])
    .where('state', '=', 'queued')
    .where('place', '=', place)
    .where('is_long', '=', isLong ? 1 : 0)
    .executeTakeFirst()
  const first = Number(row?.first ?? 0)
  return row?.own === null || row?.own === undefined ? first : Math.max(first, Number(row.own) + 1)
}

/** Tasks that wait in a lane before one of a given turn, and their work, s, by ops. */
export async function measureLane(
  db: Db,
  { place, isLong }: Lane,
  turn: number,
): Promise<{ op: OpId; count: number; seconds: number }[]> {
  const rows = await db
    .selectFrom('tasks')
    .select((eb) => ['op', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('work_s').as('seconds')])
    .where('state', '=', 'queued')
    .where('place', '=', place)
    .where('is_long', '=', isLong ? 1 : 0)
    .where('turn', '<=', turn)
    .groupBy('op')
    .execute()
  return rows.map(({ op, count, seconds }) => ({ op, count: Number(count), seconds: Number(seconds) }))
}

/** How the type of an input begins that is no picture. */
const OTHER_TYPES: Partial<Record<InputRole, string>> = { model: 'model/', lut: LUT_TYPE }

async function checkInputs(tx: Db, task: NewTask): Promise<void> {
  for (const { assetId, role } of task.inputs) {
    const row = await tx
      .selectFrom('assets')
      .innerJoin('asset_owners', 'asset_owners.asset_id', 'assets.id')
      .select('type')
      .where('assets.id', '=', assetId)
      .where('user_id', '=', task.userId)
      .executeTakeFirst()
    if (!row) throw new AppError('INPUT_MISSING', '图片不存在或已删除')
    if (row.type.startsWith(OTHER_TYPES[role] ?? 'image/')) continue
    throw new AppError(role === 'lut' ? 'LUT_INVALID' : 'FILE_NOT_IMAGE')
  }
}

/**
 * Puts a task into the queue and holds its tickets, in one transaction. The same request again gives the
 * same task and costs nothing.
 * @param queueLimit most tasks a user may have waiting
 * @throws AppError TASK_CONFLICT, INPUT_MISSING, FILE_NOT_IMAGE, LUT_INVALID, QUEUE_FULL, TICKETS_SHORT
 */
export function createTask(db: Db, task: NewTask, queueLimit: number): Promise<TaskRow> {
  const bodyHash = hashBody(task)
  return db.transaction().execute(async (tx) => {
    const repeated = await findRepeated(tx, task.taskId, task.userId, bodyHash)
    if (repeated) return repeated
    await checkInputs(tx, task)
    const waiting = await tx
      .selectFrom('tasks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', task.userId)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    if (Number(waiting.count) >= queueLimit) throw new AppError('QUEUE_FULL')
    const row = await tx
      .insertInto('tasks')
      .values({
        id: task.taskId,
        user_id: task.userId,
        tool_id: task.toolId,
        op: task.op,
        params: JSON.stringify(task.params),
        body_hash: bodyHash,
        batch_id: task.batchId,
        state: 'queued',
        work_s: task.seconds,
        is_long: task.lane.isLong ? 1 : 0,
        turn: await nextTurn(tx, task.userId, task.lane),
        attempt: 0,
        text: null,
        place: task.lane.place,
        graph_id: task.graphId ?? '',
        model: task.model ?? '',
        reach: task.reach ?? 'outside',
        engine: '',
        cost_kind: task.cost?.kind ?? null,
        cost_amount: task.cost?.amount ?? 0,
        refunded: 0,
        error_code: null,
        error_message: '',
        error_remedy: '',
        created_at: Date.now(),
        started_at: null,
        finished_at: null,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const [position, { assetId, role, name }] of task.inputs.entries()) {
      await tx
        .insertInto('task_assets')
        .values({ task_id: row.id, side: 'input', position, role, asset_id: assetId, name })
        .execute()
    }
    const money = moneyOf(row)
    if (money) await holdTickets(tx, money)
    return row
  })
}

/** A task of the user's, or null; deleted ones and other users' do not exist. */
export async function findTask(db: Db, userId: string, taskId: string): Promise<TaskRow | null> {
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

interface Filter {
  toolId?: string
  state?: TaskState
  /** Arrival number that the last page ended with. */
  before?: number
  limit: number
}

/** A page of the user's tasks, newest first, and how many there are in all. */
export async function listTasks(
  db: Db,
  userId: string,
  filter: Filter,
): Promise<{ rows: TaskRow[]; total: number }> {
  let base = db.selectFrom('tasks').where('user_id', '=', userId).where('deleted_at', 'is', null)
  if (filter.toolId) base = base.where('tool_id', '=', filter.toolId)
  if (filter.state) base = base.where('state', '=', filter.state)
  const { count } = await base.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const page = filter.before === undefined ? base : base.where('seq', '<', filter.before)
  const rows = await page.selectAll().orderBy('seq', 'desc').limit(filter.limit).execute()
  return { rows, total: Number(count) }
}

/**
 * Ends a waiting or running task and gives its tickets back.
 * @returns the ended task, or null when it had ended by itself
 */
export async function endTask(
  tx: Db,
  row: TaskRow,
  end: { state: 'failed' | 'cancelled'; reason: string; error: AppError | null },
): Promise<TaskRow | null> {
  const money = moneyOf(row)
  const ended = await tx
    .updateTable('tasks')
    .set({
      state: end.state,
      finished_at: Date.now(),
      refunded: money ? 1 : 0,
      error_code: end.error?.code ?? null,
      error_message: end.error?.message ?? '',
      error_remedy: end.error?.remedy ?? '',
    })
    .where('id', '=', row.id)
    .where('attempt', '=', row.attempt)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!ended) return null
  if (money) await refundTickets(tx, money, end.reason)
  return ended
}

/**
 * Deletes a task; a live one is cancelled first. Doing it twice is no error.
 * @returns assets that nobody owns any more, whose bytes may go
 * @throws AppError NOT_FOUND
 */
export function deleteTask(db: Db, userId: string, taskId: string): Promise<AssetId[]> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', taskId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!row) throw new AppError('NOT_FOUND')
    if (row.deleted_at !== null) return []
    await endTask(tx, row, { state: 'cancelled', reason: '任务已删除', error: null })
    const removed = await tx
      .deleteFrom('task_assets')
      .where('task_id', '=', taskId)
      .returning('asset_id')
      .execute()
    await tx.updateTable('tasks').set({ deleted_at: Date.now() }).where('id', '=', taskId).execute()
    return disownUnused(
      tx,
      userId,
      removed.map(({ asset_id }) => asset_id),
    )
  })
}
