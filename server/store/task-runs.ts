import { z } from 'zod'
import type { Asset } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import type { InputRole, Place } from '#contracts/ops.ts'
import type { ResultMeta, Trim } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'
import type { Wish } from '#server/engines/engine.ts'
import { ownAsset } from './assets.ts'
import type { Db } from './database.ts'
import { settleTickets } from './ledger.ts'
import { endTask, findTask, moneyOf, type TaskRow } from './tasks.ts'

/** Runs of a task that may be lost before it is given up. */
const MOST_LOST = 2

/** Time in which a claimed task becomes known as running, ms. */
const SETTLING_MS = 30_000

const LOST = {
  state: 'failed',
  reason: '引擎中断',
  error: new AppError('ENGINE_LOST'),
} as const

/** Who takes a task. */
interface Claim {
  engine: { name: string; title: string; place: Place }
  /** What it can run. */
  ops: readonly OpId[]
  /** Takes long ones alone, or short ones alone; null takes any. */
  isLong: boolean | null
  /** Whether it can run a task of one of them. */
  fits: (wish: Wish) => boolean
}

/** Waiting tasks that are looked at together. */
const LOOK = 40

/** Tasks of an engine's place that wait for it, in their order. */
function waitingFor(tx: Db, { engine, ops, isLong }: Claim, from: number) {
  return (
    tx
      .selectFrom('tasks')
      .select(['id', 'attempt', 'op', 'graph_id', 'model', 'reach', 'params'])
      .where('state', '=', 'queued')
      .where('op', 'in', ops)
      // It was priced for this place, and pictures go nowhere else than was agreed.
      .where('place', '=', engine.place)
      .where('is_long', 'in', isLong === null ? [0, 1] : [isLong ? 1 : 0])
      .where('engine_id', 'in', ['', engine.name])
      .orderBy('turn')
      .orderBy('seq')
      .limit(LOOK)
      .offset(from)
      .execute()
  )
}

const zParams = z.record(z.string(), z.unknown())

/** Roles of the inputs of tasks. */
async function rolesOf(tx: Db, ids: readonly string[]): Promise<Map<string, InputRole[]>> {
  const rows = await tx
    .selectFrom('task_assets')
    .select(['task_id', 'role'])
    .where('task_id', 'in', ids)
    .where('side', '=', 'input')
    .execute()
  const roles = new Map<string, InputRole[]>(ids.map((id) => [id, []]))
  for (const { task_id, role } of rows) if (role !== 'result') roles.get(task_id)?.push(role)
  return roles
}

/** The first waiting task that the engine can run. */
async function findNext(tx: Db, claim: Claim): Promise<{ id: string; attempt: number } | null> {
  for (let from = 0; ; from += LOOK) {
    const rows = await waitingFor(tx, claim, from)
    if (rows.length === 0) return null
    const roles = await rolesOf(
      tx,
      rows.map(({ id }) => id),
    )
    const next = rows.find(({ id, op, graph_id, model, reach, params }) =>
      claim.fits({
        ...{ op, roles: roles.get(id) ?? [], graphId: graph_id, model, reach },
        params: zParams.parse(JSON.parse(params)),
      }),
    )
    if (next) return next
    if (rows.length < LOOK) return null
  }
}

/** Notes that a picture of a task leaves the house for an engine. */
export async function noteDeparture(
  db: Db,
  departure: { taskId: string; assetId: string; name: string; engineId: string; engine: string },
): Promise<void> {
  const { taskId, assetId, name, engineId, engine } = departure
  await db
    .insertInto('departures')
    .values({ task_id: taskId, asset_id: assetId, name, engine_id: engineId, engine, at: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the next waiting task that an engine can run, and marks it as running. */
export function claimNext(db: Db, claim: Claim): Promise<TaskRow | null> {
  const { engine, ops } = claim
  if (ops.length === 0) return Promise.resolve(null)
  return db.transaction().execute(async (tx) => {
    const next = await findNext(tx, claim)
    if (!next) return null
    const row = await tx
      .updateTable('tasks')
      .set({
        state: 'running',
        attempt: next.attempt + 1,
        started_at: Date.now(),
        engine: engine.title,
        engine_id: engine.name,
      })
      .where('id', '=', next.id)
      .where('state', '=', 'queued')
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  })
}

/** Inputs of a task in their order. */
export async function loadInputs(
  db: Db,
  taskId: string,
): Promise<{ role: InputRole; name: string; asset: Asset }[]> {
  const rows = await db
    .selectFrom('task_assets')
    .innerJoin('assets', 'assets.id', 'task_assets.asset_id')
    .select(['role', 'name', 'assets.id', 'type', 'bytes', 'width', 'height'])
    .where('task_id', '=', taskId)
    .where('side', '=', 'input')
    .orderBy('position')
    .execute()
  return rows.flatMap(({ role, name, ...asset }) => (role === 'result' ? [] : [{ role, name, asset }]))
}

interface Delivery {
  assets: readonly {
    asset: Asset
    name: string
    trim?: Trim | undefined
    meta?: ResultMeta | undefined
  }[]
  text: string | null
}

/**
 * Stores a result and settles its tickets, in one transaction. A result of a run that is over (cancelled,
 * deleted, started again) changes nothing.
 * @returns whether it was taken
 */
export function deliverTask(db: Db, run: TaskRow, result: Delivery): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable('tasks')
      .set({ state: 'done', finished_at: Date.now(), text: result.text })
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .where('attempt', '=', run.attempt)
      .returningAll()
      .executeTakeFirst()
    if (!done) return false
    for (const [position, { asset, name, trim, meta }] of result.assets.entries()) {
      await ownAsset(tx, run.user_id, asset)
      await tx
        .insertInto('task_assets')
        .values({
          ...{ task_id: run.id, side: 'output', position, role: 'result', asset_id: asset.id, name },
          trim: trim ? JSON.stringify(trim) : null,
          meta: meta ? JSON.stringify(meta) : null,
        })
        .execute()
    }
    const money = moneyOf(done)
    if (money) await settleTickets(tx, money)
    return true
  })
}

/**
 * Ends a run with an error and gives the tickets back.
 * @returns whether it was still running
 */
export function failTask(db: Db, run: TaskRow, error: AppError): Promise<boolean> {
  return db
    .transaction()
    .execute(
      async (tx) =>
        (await endTask(tx, run, { state: 'failed', reason: `失败（${error.message}）`, error })) !== null,
    )
}

/**
 * Cancels a task that waits or runs and gives its tickets back. Cancelling twice is no error.
 * @throws AppError NOT_FOUND, TASK_STATE when it had ended by itself
 */
export function cancelTask(db: Db, userId: string, taskId: string): Promise<TaskRow> {
  return db.transaction().execute(async (tx) => {
    const row = await findTask(tx, userId, taskId)
    if (!row) throw new AppError('NOT_FOUND')
    if (row.state === 'cancelled') return row
    const ended = await endTask(tx, row, { state: 'cancelled', reason: '已取消', error: null })
    if (!ended) throw new AppError('TASK_STATE', '任务已结束，无法取消')
    return ended
  })
}

/** Whether an engine goes on with jobs while this server is away; by its name. */
export type KeepsJobs = (engineId: string) => boolean

/** Puts a running task back into the queue; for an engine that still has its job, where there is one. */
async function putBack(
  tx: Db,
  row: TaskRow,
  { lost, engineId }: { lost: number; engineId: string },
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ state: 'queued', lost, started_at: null, engine: '', engine_id: engineId })
    .where('id', '=', row.id)
    .where('state', '=', 'running')
    .where('attempt', '=', row.attempt)
    .execute()
}

/** A run that nobody carries out any more: with an engine that keeps its jobs it goes on, elsewhere it is lost. */
async function settleCutShort(tx: Db, row: TaskRow, keepsJobs: KeepsJobs): Promise<void> {
  if (keepsJobs(row.engine_id)) await putBack(tx, row, { lost: row.lost, engineId: row.engine_id })
  else if (row.lost + 1 >= MOST_LOST) await endTask(tx, row, LOST)
  else await putBack(tx, row, { lost: row.lost + 1, engineId: '' })
}

/** Puts a running task back because the server is stopping in good order: nothing was lost. */
export function requeueTask(db: Db, run: TaskRow, keepsJobs: KeepsJobs): Promise<void> {
  const engineId = keepsJobs(run.engine_id) ? run.engine_id : ''
  return putBack(db, run, { lost: run.lost, engineId })
}

/**
 * After an engine lost a run: it is begun once more, or fails with a refund.
 * @returns whether it failed
 */
export function loseTask(db: Db, run: TaskRow): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (run.lost + 1 >= MOST_LOST) return (await endTask(tx, run, LOST)) !== null
    await putBack(tx, run, { lost: run.lost + 1, engineId: '' })
    return false
  })
}

/** The last runs that succeeded, oldest first. @param count most of each engine and op */
export async function listLastRuns(
  db: Db,
  count: number,
): Promise<{ engine: string; op: OpId; workS: number; seconds: number }[]> {
  const rows = await db
    .with('ranked', (runs) =>
      runs
        .selectFrom('tasks')
        .select((eb) => [
          'engine_id',
          'op',
          'work_s',
          'started_at',
          'finished_at',
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy(['engine_id', 'op']).orderBy('finished_at', 'desc'))
            .as('nth'),
        ])
        .where('state', '=', 'done')
        .where('engine_id', '!=', ''),
    )
    .selectFrom('ranked')
    .selectAll()
    .where('nth', '<=', count)
    .orderBy('finished_at')
    .execute()
  return rows.map(({ engine_id, op, work_s, started_at, finished_at }) => ({
    ...{ engine: engine_id, op, workS: work_s },
    seconds: ((finished_at ?? 0) - (started_at ?? 0)) / 1000,
  }))
}

/** Lets any engine have tasks that wait for ones that are gone. */
export async function releaseTasks(db: Db, engineIds: readonly string[]): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ engine_id: '' })
    .where('state', '=', 'queued')
    .where('engine_id', 'not in', ['', ...engineIds])
    .execute()
}

/**
 * At start: tasks that were running when the server went away wait again; those that were lost twice, and those that no
 * engine can run any more, fail with a refund.
 * @param canRun whether some engine can run a task
 * @returns how many were running
 */
export function recoverTasks(
  db: Db,
  canRun: (task: Pick<TaskRow, 'op' | 'place'>) => boolean,
  keepsJobs: KeepsJobs,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('tasks')
      .selectAll()
      .where('state', 'in', ['queued', 'running'])
      .orderBy('seq')
      .execute()
    for (const row of rows) {
      if (!canRun(row)) await endTask(tx, row, LOST)
      else if (row.state === 'running') await settleCutShort(tx, row, keepsJobs)
    }
    return rows.filter(({ state }) => state === 'running').length
  })
}

/**
 * Ends waiting tasks for a reason, and gives their tickets back.
 * @param isMeant whether a task is one of them
 * @returns those that were ended
 */
export function endWaiting(
  db: Db,
  error: AppError,
  isMeant: (place: Place, wish: Wish) => boolean,
): Promise<TaskRow[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('tasks').selectAll().where('state', '=', 'queued').execute()
    const end = { state: 'failed', reason: `失败（${error.message}）`, error } as const
    const ended: TaskRow[] = []
    for (const row of rows) {
      const { op, graph_id: graphId, model, reach, place } = row
      if (!isMeant(place, { op, roles: null, graphId, model, reach })) continue
      if (await endTask(tx, row, end)) ended.push(row)
    }
    return ended
  })
}

/**
 * Puts back tasks that are marked as running but that nobody runs: their end could not be stored.
 * @param running ids of the tasks that are really running
 */
export function putBackLost(db: Db, running: readonly string[], keepsJobs: KeepsJobs): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('tasks')
      .selectAll()
      .where('state', '=', 'running')
      // A task that was claimed just now may not be among `running` yet.
      .where('started_at', '<', Date.now() - SETTLING_MS)
      .execute()
    for (const row of rows) if (!running.includes(row.id)) await settleCutShort(tx, row, keepsJobs)
  })
}
