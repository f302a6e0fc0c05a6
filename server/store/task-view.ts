import { z } from 'zod'
import { type Task, zTrim } from '#contracts/task.ts'
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
    .select(['task_id', 'side', 'role', 'name', 'assets.id', 'type', 'bytes', 'width', 'height', 'trim'])
    .where('task_id', 'in', ids)
    .orderBy('task_id')
    .orderBy('side')
    .orderBy('position')
    .execute()
}

async function countAhead(db: Db, row: TaskRow): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .where((eb) =>
      eb.or([eb('turn', '<', row.turn), eb.and([eb('turn', '=', row.turn), eb('seq', '<', row.seq)])]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
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
  return Promise.all(
    rows.map(async (row): Promise<Task> => {
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
        queueNum: row.state === 'queued' ? (await countAhead(db, row)) + 1 : 0,
        progress: row.state === 'done' ? 1 : (now?.progress ?? 0),
        step: now?.step ?? '',
        outputs: own.flatMap((asset) =>
          asset.side === 'output'
            ? [{ ...named(asset), ...(asset.trim ? { trim: zTrim.parse(JSON.parse(asset.trim)) } : {}) }]
            : [],
        ),
        text: row.text,
        place: row.place,
        engine: row.engine,
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
    }),
  )
}
