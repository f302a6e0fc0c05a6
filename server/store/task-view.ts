import { z } from 'zod'
import { type Task, zResultMeta, zTrim } from '#contracts/task.ts'
import type { Db } from './database.ts'
import type { TaskRow } from './tasks.ts'

const zParams = z.record(z.string(), z.unknown())

/** What is known of a running task and is not worth a write to disk. */
export interface LiveProgress {
  progress: number
  step: string
}

async function loadAssets(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('task_assets')
    .innerJoin('assets', 'assets.id', 'task_assets.asset_id')
    .select([
      'task_id',
      'side',
      'role',
      'name',
      'assets.id',
      'type',
      'bytes',
      'width',
      'height',
      'trim',
      'meta',
    ])
    .where('task_id', 'in', ids)
    .orderBy('task_id')
    .orderBy('side')
    .orderBy('position')
    .execute()
}

/** What left the house for tasks, oldest first. */
async function loadDepartures(db: Db, rows: readonly TaskRow[]) {
  const ids = rows.filter(({ place }) => place === 'gpu').map(({ id }) => id)
  if (ids.length === 0) return []
  return db
    .selectFrom('departures')
    .select(['task_id', 'name', 'engine', 'at'])
    .where('task_id', 'in', ids)
    .orderBy('at')
    .execute()
}

/** Places in their lanes, from 1, of those of the tasks that wait: ranked once for all of them. */
async function rankQueued(db: Db, rows: readonly TaskRow[]): Promise<Map<string, number>> {
  const waiting = rows.filter(({ state }) => state === 'queued').map(({ id }) => id)
  if (waiting.length === 0) return new Map()
  const ranked = await db
    .with('ranked', (queue) =>
      queue
        .selectFrom('tasks')
        .select((eb) => [
          'id',
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy(['place', 'is_long']).orderBy('turn').orderBy('seq'))
            .as('place'),
        ])
        .where('state', '=', 'queued'),
    )
    .selectFrom('ranked')
    .selectAll()
    .where('id', 'in', waiting)
    .execute()
  return new Map(ranked.map(({ id, place }) => [id, place]))
}

/** Twice a task's starts while it waits, one less while it runs, one more once it has ended. */
function revisionOf({ state, attempt }: TaskRow): number {
  if (state === 'queued') return 2 * attempt
  return state === 'running' ? 2 * attempt - 1 : 2 * attempt + 1
}

/** Tasks as clients see them, in the order given; their place in the queue and their pictures included. */
export async function viewTasks(
  db: Db,
  rows: readonly TaskRow[],
  live: (taskId: string) => LiveProgress | undefined,
): Promise<Task[]> {
  const assets = await loadAssets(
    db,
    rows.map((row) => row.id),
  )
  const places = await rankQueued(db, rows)
  const departures = await loadDepartures(db, rows)
  return rows.map((row): Task => {
    const own = assets.filter((asset) => asset.task_id === row.id)
    const named = ({ id, type, bytes, width, height, name }: (typeof assets)[number]) =>
      ({ id, type, bytes, width, height, name }) as const
    const now = row.state === 'running' ? live(row.id) : undefined
    return {
      taskId: row.id,
      toolId: row.tool_id,
      op: row.op,
      params: zParams.parse(JSON.parse(row.params)),
      inputs: own.flatMap((asset) =>
        asset.side === 'input' && asset.role !== 'result' ? [{ ...named(asset), role: asset.role }] : [],
      ),
      batchId: row.batch_id,
      state: row.state,
      revision: revisionOf(row),
      queueNum: row.state === 'queued' ? (places.get(row.id) ?? 1) : 0,
      progress: row.state === 'done' ? 1 : (now?.progress ?? 0),
      step: now?.step ?? '',
      outputs: own.flatMap((asset) =>
        asset.side === 'output'
          ? [
              {
                ...named(asset),
                ...(asset.trim ? { trim: zTrim.parse(JSON.parse(asset.trim)) } : {}),
                ...(asset.meta ? { meta: zResultMeta.parse(JSON.parse(asset.meta)) } : {}),
              },
            ]
          : [],
      ),
      text: row.text,
      place: row.place,
      ...(row.graph_id ? { graphId: row.graph_id } : {}),
      ...(row.model ? { model: row.model } : {}),
      ...(row.reach === 'outside' ? {} : { reach: row.reach }),
      engine: row.engine,
      departures: departures.flatMap(({ task_id, name, engine, at }) =>
        task_id === row.id ? [{ name, engine, at }] : [],
      ),
      cost: row.cost_kind ? { kind: row.cost_kind, amount: row.cost_amount } : null,
      refunded: row.refunded === 1,
      error:
        row.error_code === null
          ? null
          : { code: row.error_code, message: row.error_message, remedy: row.error_remedy },
      createdAt: row.created_at,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
    }
  })
}
