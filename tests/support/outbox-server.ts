import { AppError } from '#contracts/errors.ts'
import { isFinal, type StartTask, type Task } from '#contracts/task.ts'
import { zOpId } from '#ops/index.ts'
import { queuedTask } from './tasks.ts'

interface Held {
  userId: string
  body: string
  task: Task
  deleted: boolean
}

/** What the outbox's contract says of a server: one task an id, tickets held with it, everything survives a restart. */
export class FakeServer {
  readonly tasks = new Map<string, Held>()
  /** Accounts by the session's token; a session that has ended is not there. */
  readonly sessions = new Map<string, string>()
  readonly purses = new Map<string, number>()
  /** Accounts that own an uploaded picture, by its id. */
  readonly assets = new Map<string, Set<string>>()
  /** Tool of jobs that no engine can run. */
  static readonly BAD = 'badTool'
  /** What a job costs, tickets. */
  price = 1
  holds = 0
  refunds = 0
  conflicts = 0
  /** Counts restarts: what was asked before one is answered by nobody. */
  epoch = 0
  /** Ids in the order in which they were first accepted. */
  readonly accepted: string[] = []

  #viewer(token: string | null): string {
    const userId = token === null ? undefined : this.sessions.get(token)
    if (!userId) throw new AppError('NOT_SIGNED_IN')
    return userId
  }

  #find(token: string | null, taskId: string): Held {
    const held = this.tasks.get(taskId)
    if (!held || held.deleted || held.userId !== this.#viewer(token)) {
      this.#viewer(token)
      throw new AppError('NOT_FOUND')
    }
    return held
  }

  upload(token: string | null, assetId: string): void {
    const owners = this.assets.get(assetId) ?? new Set()
    this.assets.set(assetId, owners.add(this.#viewer(token)))
  }

  start(token: string | null, request: StartTask): Task {
    const userId = this.#viewer(token)
    const body = JSON.stringify(request)
    const held = this.tasks.get(request.taskId)
    if (held) {
      if (held.userId !== userId || held.body !== body) {
        if (held.userId === userId) this.conflicts++
        throw new AppError('TASK_CONFLICT')
      }
      if (held.deleted) throw new AppError('NOT_FOUND')
      return held.task
    }
    if (request.toolId === FakeServer.BAD) throw new AppError('OP_UNAVAILABLE')
    if (request.inputs.some(({ assetId }) => !this.assets.get(assetId)?.has(userId)))
      throw new AppError('INPUT_MISSING')
    const left = this.purses.get(userId) ?? 0
    const price = { kind: 'image', amount: this.price } as const
    if (request.agreed && request.agreed.amount < price.amount)
      throw new AppError('PRICE_ROSE', undefined, { price })
    if (left < price.amount) throw new AppError('TICKETS_SHORT')
    this.purses.set(userId, left - price.amount)
    this.holds++
    this.accepted.push(request.taskId)
    const task = newServerTask(request)
    this.tasks.set(request.taskId, { userId, body, task, deleted: false })
    return task
  }

  cancel(token: string | null, taskId: string): Task {
    const held = this.#find(token, taskId)
    if (isFinal(held.task.state)) throw new AppError('TASK_STATE')
    this.#refund(held)
    held.task = { ...held.task, state: 'cancelled', refunded: true, finishedAt: 2 }
    return held.task
  }

  ask(token: string | null, taskId: string): Task {
    return this.#find(token, taskId).task
  }

  remove(token: string | null, taskId: string): void {
    const held = this.#find(token, taskId)
    if (!isFinal(held.task.state)) this.#refund(held)
    held.deleted = true
  }

  list(token: string | null): Task[] {
    const userId = this.#viewer(token)
    return [...this.tasks.values()].flatMap((held) =>
      held.userId === userId && !held.deleted ? held.task : [],
    )
  }

  /** Ends the oldest task that waits. */
  work(): boolean {
    const next = [...this.tasks.values()].find(({ task, deleted }) => !deleted && !isFinal(task.state))
    if (next) next.task = { ...next.task, state: 'done', progress: 1, finishedAt: 2 }
    return next !== undefined
  }

  #refund({ userId }: Held): void {
    this.refunds++
    this.purses.set(userId, (this.purses.get(userId) ?? 0) + 1)
  }
}

/** A task as the server tells of it when it has just been taken in. */
export function newServerTask(request: StartTask): Task {
  const { taskId, toolId, op, params, batchId } = request
  const inputs = request.inputs.map(({ role, assetId, name }) => {
    return { role, id: assetId, type: 'image/png', bytes: 9, width: 16, height: 16, name }
  })
  return queuedTask({
    taskId,
    toolId,
    op: zOpId.parse(op),
    params,
    inputs,
    batchId,
    revision: 0,
    queueNum: 1,
    createdAt: 1,
  })
}
