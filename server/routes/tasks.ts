import type { Hono } from 'hono'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import { ENGINE_NEEDS } from '#contracts/ops.ts'
import type { StartTask, Task } from '#contracts/task.ts'
import { type Cost, TICKET_KINDS } from '#contracts/tickets.ts'
import { costOf, OPS, type OpId, paramsOf, secondsOf, zOpId } from '#ops/index.ts'
import type { Engine, Wish } from '#server/engines/engine.ts'
import { estimate } from '#server/queue/estimate.ts'
import type { Queue } from '#server/queue/queue.ts'
import { findOwnedAsset } from '#server/store/assets.ts'
import type { Db } from '#server/store/database.ts'
import { viewTasks } from '#server/store/task-view.ts'
import { createTask, findRepeated, findTask, hashBody, listTasks, type TaskRow } from '#server/store/tasks.ts'
import { mountPrivate, mountPublic } from './mount.ts'

/** Tasks that one user may have waiting: a batch of 500 and some. */
const QUEUE_LIMIT = 600

const NAMED_UNAVAILABLE = '所选的工作流或模型现在不能用，或不适合这些图片'

/** The op that is asked for. */
function checkOp({ op }: Pick<StartTask, 'op'>): OpId {
  const parsed = zOpId.safeParse(op)
  if (!parsed.success) throw new AppError('BAD_REQUEST', '提交的内容格式不正确（op）')
  return parsed.data
}

/** Parameters as the op's schema makes them, so that leaving a default out and writing it is one request. */
function checkParams(op: OpId, body: Pick<StartTask, 'params'>): Record<string, unknown> {
  const parsed = paramsOf(op).strict().safeParse(body.params)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new AppError('PARAMS_INVALID', field ? `参数「${field}」不在允许范围内` : undefined)
}

function checkRoles(op: OpId, body: StartTask): void {
  const { accepts, requires, title } = OPS[op]
  const roles = rolesOf(body)
  const accepted: readonly string[] = accepts
  if (roles.some((role) => !accepted.includes(role))) {
    throw new AppError('PARAMS_INVALID', `「${title}」不接受这种输入`)
  }
  if (requires.some((role) => !roles.includes(role))) throw new AppError('INPUT_MISSING')
}

/**
 * The best engine for a task, at the place that was asked for, if one was.
 * @throws AppError OP_UNAVAILABLE, or why the best engine does not take it
 */
function engineOf(queue: Queue, op: OpId, place: StartTask['place'], wish: Wish): Engine {
  const engine = queue.engineFor(op, place, wish)
  if (engine) return engine
  const refusal = queue.whyNot(place, wish)
  if (refusal && refusal.errorName !== 'OP_UNAVAILABLE') throw refusal
  if (refusal) {
    const isNamed = wish.graphId !== '' || wish.model !== ''
    throw new AppError('OP_UNAVAILABLE', isNamed ? NAMED_UNAVAILABLE : refusal.message)
  }
  const need = ENGINE_NEEDS[OPS[op].needs]
  throw new AppError('OP_UNAVAILABLE', need ? `此功能需要${need}` : undefined)
}

function wishOf(
  op: OpId,
  task: Pick<StartTask, 'graphId' | 'model' | 'reach' | 'params'>,
  roles: Wish['roles'],
): Wish {
  const { graphId = '', model = '', reach = 'outside', params } = task
  return { op, roles, graphId, model, reach, params }
}

/** @throws AppError PRICE_ROSE when a task costs more than was agreed to */
function checkAgreed({ agreed }: Pick<StartTask, 'agreed'>, cost: Cost | null): void {
  if (agreed === undefined || !cost) return
  if (agreed?.kind === cost.kind && agreed.amount >= cost.amount) return
  const price = `${cost.amount} 张${TICKET_KINDS[cost.kind].title}`
  throw new AppError('PRICE_ROSE', `价格比提交时高，现在要 ${price}`, { price: cost })
}

const rolesOf = ({ inputs }: Pick<StartTask, 'inputs'>) => inputs.map(({ role }) => role)

/** Size of the picture that a task works on; 0 × 0 for a task without. */
async function measureMain(db: Db, userId: string, { inputs }: Pick<StartTask, 'inputs'>) {
  const main = inputs.find(({ role }) => role === 'image')
  const asset = main ? await findOwnedAsset(db, userId, main.assetId) : null
  return { width: asset?.width ?? 0, height: asset?.height ?? 0 }
}

/** Submitting, watching, cancelling, repeating and deleting tasks. */
export function mountTaskRoutes(app: Hono, db: Db, queue: Queue): void {
  const view = async (row: TaskRow): Promise<Task> => {
    const [task] = await viewTasks(db, [row], queue.liveOf)
    if (!task) throw new AppError('NOT_FOUND')
    return task
  }

  const submit = async (userId: string, body: StartTask): Promise<Task> => {
    const op = checkOp(body)
    const request = { ...body, op, params: checkParams(op, body) }
    // A repeat is answered even when its engine or inputs have gone since.
    const repeated = await findRepeated(db, body.taskId, userId, hashBody(request))
    if (repeated) return view(repeated)
    checkRoles(op, body)
    const engine = engineOf(queue, op, body.place, wishOf(op, body, rolesOf(body)))
    const run = { params: request.params, ...(await measureMain(db, userId, body)) }
    const seconds = secondsOf(op, run)
    const lane = queue.laneOf(engine, seconds)
    const cost = costOf(op, { place: lane.place, ...run })
    checkAgreed(body, cost)
    const row = await createTask(db, { ...request, userId, lane, cost, seconds }, QUEUE_LIMIT)
    queue.noteChange(row)
    queue.wake()
    return view(row)
  }

  mountPrivate(app, db, ENDPOINTS.startTask, ({ viewer, body }) => submit(viewer.id, body))

  mountPublic(app, db, ENDPOINTS.quoteTask, async ({ viewer, body }) => {
    const op = checkOp(body)
    const params = checkParams(op, body)
    const engine = engineOf(queue, op, body.place, wishOf(op, body, body.roles ?? null))
    const { place } = engine
    const runs = body.pictures.map((size) => ({ place, params, ...size }))
    const costs = runs.flatMap((run) => costOf(op, run) ?? [])
    const [first] = costs
    const amount = costs.reduce((sum, cost) => sum + cost.amount, 0)
    const times = await estimate(db, queue, {
      userId: viewer?.id ?? null,
      op,
      engine,
      works: runs.map((run) => secondsOf(op, run)),
    })
    return { place, cost: first ? { kind: first.kind, amount } : null, ...times }
  })

  mountPrivate(app, db, ENDPOINTS.getTaskByTaskId, async ({ viewer, query }) => {
    const row = await findTask(db, viewer.id, query.taskId)
    if (!row) throw new AppError('NOT_FOUND')
    return view(row)
  })

  mountPrivate(app, db, ENDPOINTS.getTaskList, async ({ viewer, query }) => {
    const { toolId, state, limit } = query
    const before = query.cursor === undefined ? undefined : Number(query.cursor)
    if (before !== undefined && !Number.isSafeInteger(before)) throw new AppError('BAD_REQUEST')
    const { rows, total } = await listTasks(db, viewer.id, { toolId, state, limit, before })
    const last = rows.at(-1)
    return {
      tasks: await viewTasks(db, rows, queue.liveOf),
      cursor: last && rows.length === limit ? String(last.seq) : null,
      total,
    }
  })

  mountPrivate(app, db, ENDPOINTS.cancelTask, async ({ viewer, body }) =>
    view(await queue.cancel(viewer.id, body.taskId)),
  )

  mountPrivate(app, db, ENDPOINTS.delTaskByTaskId, async ({ viewer, query }) => {
    await queue.remove(viewer.id, query.taskId)
    return null
  })

  mountPrivate(app, db, ENDPOINTS.retryTask, async ({ viewer, body }) => {
    const row = await findTask(db, viewer.id, body.taskId)
    if (!row) throw new AppError('NOT_FOUND')
    if (row.state !== 'failed' && row.state !== 'cancelled') throw new AppError('TASK_STATE')
    const { toolId, op, params, inputs, batchId, place, graphId, model, reach } = await view(row)
    return submit(viewer.id, {
      taskId: body.newTaskId,
      place: place === 'device' ? undefined : place,
      graphId,
      model,
      reach,
      toolId,
      op,
      params,
      inputs: inputs.map(({ role, id, name }) => ({ role, assetId: id, name })),
      batchId,
    })
  })
}
