import { AppError, toAppError } from '#contracts/errors.ts'
import type { StartTask, Task } from '#contracts/task.ts'
import { isFinal } from '#contracts/task.ts'
import type { Cost } from '#contracts/tickets.ts'
import {
  afterFailure,
  bySending,
  type Hold,
  jobsToSend,
  type OutboxView,
  placesAfterMove,
  retryDelay,
} from './outbox-model.ts'
import {
  cancelHere,
  failHere,
  type LocalInput,
  type LocalTask,
  mergeServer,
  owesServer,
  startBody,
} from './task-model.ts'

/** Records of this device as one tab sees them. */
export interface OutboxStore {
  all(): Iterable<LocalTask>
  find(taskId: string): LocalTask | undefined
  /** The record as the store has it; undefined when another tab removed it. */
  fresh(taskId: string): Promise<LocalTask | undefined>
  /** Changes the newest record; `keep: false` in memory alone. Resolves when the store has it. */
  change(
    taskId: string,
    change: (task: LocalTask) => LocalTask,
    keep?: boolean,
  ): Promise<LocalTask | undefined>
  /** The same for many records, stored together. */
  changeAll(taskIds: readonly string[], change: (task: LocalTask) => LocalTask): Promise<void>
  drop(taskIds: readonly string[]): Promise<void>
  freeBlobs(keys: readonly string[]): void
}

/** The server, as far as the outbox talks to it. Everything may throw an AppError. */
export interface OutboxServer {
  /** Sees to it that the server has an input's bytes; resolves with their asset id. */
  upload(
    task: LocalTask,
    input: LocalInput,
    signal: AbortSignal,
    onBytes: (sent: number) => void,
  ): Promise<string>
  start(body: StartTask): Promise<Task>
  cancel(taskId: string): Promise<Task>
  ask(taskId: string): Promise<Task>
  remove(taskId: string): Promise<void>
  /** Whether the server answers at all: asked after a failure, to tell a dead way from one bad job. */
  isReachable(): Promise<boolean>
}

/** Everything that the outbox needs of the world around it. */
export interface OutboxPorts {
  store: OutboxStore
  server: OutboxServer
  /** Account that is signed in. */
  owner(): string | undefined
  /** Why no job may be sent now; null when it may. */
  hold(): Hold | null
  /** Whether the purse, as last heard, holds what a job costs. True while it is not known. */
  canPay(cost: Cost): boolean
  /** One tab of this browser at a time. */
  lock(work: () => Promise<void>): Promise<void>
  now(): number
  random(): number
  /** Runs something later; gives the way to stop it. */
  after(ms: number, work: () => void): () => void
  /** A job was accepted, or the server did what was wished. */
  onSettled(): void
  onChange(): void
}

/** Failures of the way one after another until everything waits, and not the failing jobs alone. */
const STREAK = 3

/**
 * What this device owes the server: jobs to be sent, and wishes about tasks that it has. Each job is sent under
 * the id that it was made with, so that a repeat after a crash or a lost answer is one task and one charge.
 * Jobs are independent: one that fails waits for itself while the next is sent.
 */
export class Outbox {
  readonly #ports: OutboxPorts
  #pumping: Promise<void> | undefined
  #again = false
  #stopTimer: (() => void) | undefined
  #current: { taskId: string; controller: AbortController; isSend: boolean } | undefined
  /** How often a record has failed since the page was opened. */
  readonly #failures = new Map<string, number>()
  readonly #later = new Map<string, number>()
  readonly #short = new Set<string>()
  #streak = 0
  /** The server asked for quiet until then. */
  #quietUntil = 0
  /** The way fails all the time, so that nothing is sent until then. */
  #restUntil = 0

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /** What is going on, for the interface. */
  view(): OutboxView {
    const sending = this.#current?.taskId ?? null
    return { hold: this.#ports.hold(), sending, short: new Set(this.#short), later: new Map(this.#later) }
  }

  /** Sends what is owed. Calls while it runs are remembered. */
  wake(): void {
    this.#stopUnwanted()
    if (this.#pumping) {
      this.#again = true
      return
    }
    if (!this.#next()) {
      this.#sleep()
      return
    }
    this.#again = false
    this.#pumping = this.#ports
      .lock(() => this.#pump())
      .catch((thrown: unknown) => {
        console.warn('zhuhui: the outbox stopped', thrown)
      })
      .then(() => {
        this.#pumping = undefined
        if (this.#again) this.wake()
        else this.#sleep()
      })
  }

  /** Something has changed for the better (network, session, the user's attention): waits are over. */
  hurry(): void {
    this.#streak = 0
    this.#restUntil = 0
    this.#later.clear()
    this.#short.clear()
    this.wake()
  }

  /** The purses have changed: what they did not suffice for is looked at again. */
  recheck(): void {
    this.#short.clear()
    this.wake()
  }

  /** Stops tasks that are not final. What the server may have is stopped there, as soon as it can be reached. */
  async cancel(taskIds: readonly string[]): Promise<void> {
    const { store, now, hold } = this.#ports
    await store.changeAll(taskIds, (task) => {
      if (isFinal(task.state) || task.intent === 'remove') return task
      // Nothing is on its way, so what was never sent can be stopped here and now.
      const isUnsent = task.attempted === false && hold() !== null
      return isUnsent ? cancelHere(task, now()) : { ...task, intent: 'cancel', step: '正在取消' }
    })
    for (const id of taskIds) this.#settled(id)
    this.wake()
  }

  /** Removes tasks with their results: gone from view at once, from the server when it can be reached. */
  async remove(taskIds: readonly string[]): Promise<void> {
    const { store } = this.#ports
    const tasks = taskIds.flatMap((id) => store.find(id) ?? [])
    const isHere = (task: LocalTask) =>
      task.origin === 'device' || (!owesServer(task) && task.attempted === false)
    const idsOf = (here: boolean) => tasks.flatMap((task) => (isHere(task) === here ? task.taskId : []))
    await Promise.all([
      store.drop(idsOf(true)),
      store.changeAll(idsOf(false), (task) => ({ ...task, intent: 'remove' })),
    ])
    for (const id of taskIds) this.#settled(id)
    this.wake()
  }

  /** Takes the price that a job has now for agreed, so that it is sent. */
  async agree(taskId: string): Promise<void> {
    await this.#ports.store.change(taskId, ({ asks, ...task }) => (asks ? { ...task, cost: asks } : task))
    this.wake()
  }

  /** Gives a job another place in the order of sending. */
  async move(taskId: string, to: number): Promise<void> {
    const { store, owner } = this.#ports
    const mine = [...store.all()].filter((task) => task.userId === owner())
    const places = placesAfterMove(jobsToSend(mine), taskId, to)
    await Promise.all(places.map(({ taskId: id, order }) => store.change(id, (task) => ({ ...task, order }))))
    this.wake()
  }

  /** Marks everything that has not been sent as waiting. */
  async markWaiting(): Promise<void> {
    for (const task of [...this.#ports.store.all()]) {
      if (task.phase !== 'uploading' || task.taskId === this.#current?.taskId) continue
      await this.#ports.store.change(task.taskId, rest)
    }
  }

  /** First record that may be dealt with now. */
  #next(): LocalTask | undefined {
    const owner = this.#ports.owner()
    const hold = this.#ports.hold()
    if (!owner || hold === 'offline' || hold === 'signIn') return undefined
    const now = this.#ports.now()
    let next: LocalTask | undefined
    for (const task of this.#ports.store.all()) {
      if (task.userId !== owner || !owesServer(task)) continue
      if ((task.phase === 'saving' || task.asks) && !task.intent) continue
      if ((this.#later.get(task.taskId) ?? 0) > now) continue
      if (!task.intent && (hold || this.#pauseEnd() > now || this.#isShort(task))) continue
      if (!next || bySending(task, next) < 0) next = task
    }
    return next
  }

  /** A job that the purse cannot pay waits; one that the server may have taken is asked about anyway. */
  #isShort(task: LocalTask): boolean {
    if (!task.cost || task.attempted) return this.#short.has(task.taskId)
    if (!this.#ports.canPay(task.cost)) this.#short.add(task.taskId)
    else if (this.#failures.get(task.taskId) === undefined) this.#short.delete(task.taskId)
    return this.#short.has(task.taskId)
  }

  #pauseEnd(): number {
    return Math.max(this.#quietUntil, this.#restUntil)
  }

  /** Sets the timer for whatever has to wait. */
  #sleep(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    const { owner, store, now, hold } = this.#ports
    if (hold() === 'offline' || !owner()) return
    const times = [...this.#later].flatMap(([id, time]) => (store.find(id) ? [time] : []))
    if (this.#pauseEnd() > now() && jobsToSend(store.all()).length > 0) times.push(this.#pauseEnd())
    if (times.length === 0) return
    const ms = Math.max(0, Math.min(...times) - now())
    this.#stopTimer = this.#ports.after(ms, () => this.wake())
    this.#ports.onChange()
  }

  async #pump(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const task = await this.#ports.store.fresh(next.taskId)
      if (!task || !owesServer(task) || task.userId !== this.#ports.owner()) continue
      const controller = new AbortController()
      this.#current = { taskId: task.taskId, controller, isSend: !task.intent }
      this.#ports.onChange()
      try {
        await this.#settle(task, controller.signal)
        this.#streak = 0
        this.#settled(task.taskId)
        this.#ports.onSettled()
      } catch (thrown) {
        const error = toAppError(thrown)
        const isStopped = error.errorName === 'CANCELLED' && controller.signal.aborted
        if (!isStopped && !(await this.#handleFailure(task, error))) break
      } finally {
        this.#current = undefined
        this.#ports.onChange()
      }
    }
    await this.markWaiting()
  }

  /** Ends the upload of a job that is no longer wanted, or may no longer be sent. */
  #stopUnwanted(): void {
    if (!this.#current?.isSend) return
    const task = this.#ports.store.find(this.#current.taskId)
    const isWanted = task && !task.intent && owesServer(task) && task.userId === this.#ports.owner()
    if (!isWanted || this.#ports.hold() !== null) this.#current.controller.abort()
  }

  #settled(taskId: string): void {
    this.#failures.delete(taskId)
    this.#later.delete(taskId)
    this.#short.delete(taskId)
  }

  #settle(task: LocalTask, signal: AbortSignal): Promise<void> {
    if (task.intent === 'remove') return this.#sendRemove(task)
    if (task.intent === 'cancel') return this.#sendCancel(task)
    return this.#send(task, signal)
  }

  /** The server knows the task now: the record follows it, and the bytes kept for sending are let go. */
  async #accept(task: LocalTask, answer: Task): Promise<void> {
    const { store } = this.#ports
    const keys = (store.find(task.taskId)?.localInputs ?? []).map(({ key }) => key)
    await store.change(task.taskId, (now) => mergeServer(now, answer, task.userId))
    store.freeBlobs(keys)
  }

  async #uploadInputs(task: LocalTask, signal: AbortSignal): Promise<void> {
    const { store, server } = this.#ports
    const inputs = task.localInputs ?? []
    const total = inputs.reduce((sum, input) => sum + input.bytes, 0) || 1
    let before = 0
    for (const [index, input] of inputs.entries()) {
      const assetId = await server.upload(task, input, signal, (sent) => {
        const uploadProgress = Math.min(1, (before + sent) / total)
        void store.change(task.taskId, (now) => (now.phase ? { ...now, uploadProgress } : now), false)
      })
      before += input.bytes
      if (input.assetId === assetId) continue
      await store.change(task.taskId, (now) => ({
        ...now,
        localInputs: now.localInputs?.map((one, i) => (i === index ? { ...one, assetId } : one)),
      }))
    }
  }

  async #send(task: LocalTask, signal: AbortSignal): Promise<void> {
    const { store, server } = this.#ports
    const { taskId } = task
    await store.change(
      taskId,
      (now) => (now.phase ? { ...now, phase: 'uploading', step: '正在上传' } : now),
      false,
    )
    if (task.reach === 'device') throw new AppError('DATA_REACH')
    await this.#uploadInputs(task, signal)
    // Written before the request goes out: from here on the server may know the task, whatever comes back.
    const ready = await store.change(taskId, (now) =>
      now.phase && !now.intent ? { ...now, attempted: true } : now,
    )
    if (!ready || ready.intent || !owesServer(ready)) return
    if (signal.aborted) throw new AppError('CANCELLED')
    const answer = await server.start(startBody(ready)).catch((thrown: unknown) => {
      const error = toAppError(thrown)
      // The bytes were there a moment ago: another task's removal may have taken them along.
      const isLost = error.errorName === 'INPUT_MISSING' && (ready.localInputs?.length ?? 0) > 0
      throw isLost ? new AppError('INTERNAL', error.message, { cause: error }) : error
    })
    await this.#accept(ready, answer)
  }

  /** Tells the server that the task is to stop; what it answers is what the task becomes. */
  async #sendCancel(task: LocalTask): Promise<void> {
    const { store, server, now } = this.#ports
    const { taskId } = task
    const endHere = () =>
      store.change(taskId, (one) => (one.intent === 'remove' ? one : cancelHere(one, now())))
    if (task.attempted === false) return void (await endHere())
    try {
      await this.#accept(task, await server.cancel(taskId))
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.errorName === 'NOT_FOUND') return void (await endHere())
      if (error.errorName !== 'TASK_STATE') throw error
      await this.#accept(task, await server.ask(taskId))
    }
    // Whatever the server said is the end of this wish: a task that could not be stopped goes on.
    await store.change(taskId, (one) => (one.intent === 'cancel' ? withoutIntent(one) : one))
  }

  async #sendRemove(task: LocalTask): Promise<void> {
    const { store, server } = this.#ports
    const { taskId } = task
    if (task.attempted !== false) {
      await server.remove(taskId).catch((thrown: unknown) => {
        if (toAppError(thrown).errorName !== 'NOT_FOUND') throw thrown
      })
    }
    await store.drop([taskId])
  }

  /** What a failed try leads to; true when the next record may be dealt with. */
  async #handleFailure(task: LocalTask, error: AppError): Promise<boolean> {
    const { taskId } = task
    const tries = (this.#failures.get(taskId) ?? 0) + 1
    this.#failures.set(taskId, tries)
    const next = afterFailure(error, tries)
    const wait = Math.max(retryDelay(tries - 1, this.#ports.random()), error.retryAfterMs ?? 0)
    const until = this.#ports.now() + wait
    if (next === 'signIn') return false
    if (next === 'fail') return this.#giveUp(task, error, until)
    const { price } = error
    await this.#ports.store.change(taskId, (now) => ({ ...rest(now), ...(price ? { asks: price } : {}) }))
    if (next === 'price') this.#settled(taskId)
    else if (next === 'tickets') this.#short.add(taskId)
    else if (next === 'busy') this.#quietUntil = until
    else this.#later.set(taskId, until)
    if (next !== 'way') return true
    if (!(await this.#ports.server.isReachable())) return false
    this.#streak++
    const since = this.#streak - STREAK
    if (since >= 0) this.#restUntil = this.#ports.now() + retryDelay(since, this.#ports.random())
    return true
  }

  /** Ends a job that will never work, after making sure that the server did not take it all the same. */
  async #giveUp(task: LocalTask, error: AppError, until: number): Promise<boolean> {
    const { store, server, now } = this.#ports
    const { taskId } = task
    const known = store.find(taskId)
    if (known?.attempted && !known.intent) {
      try {
        await this.#accept(known, await server.ask(taskId))
        this.#settled(taskId)
        this.#ports.onSettled()
        return true
      } catch (thrown) {
        const answer = toAppError(thrown)
        if (answer.errorName === 'NOT_SIGNED_IN') return false
        if (answer.errorName !== 'NOT_FOUND') {
          await store.change(taskId, rest)
          this.#later.set(taskId, until)
          return true
        }
      }
    }
    this.#settled(taskId)
    await store.change(taskId, (one) => (one.intent ? withoutIntent(one) : failHere(one, error, now())))
    return true
  }
}

/** A job back in the line. */
function rest(task: LocalTask): LocalTask {
  if (task.phase !== 'uploading') return task
  return { ...task, phase: 'waiting', step: '' }
}

function withoutIntent({ intent: _intent, ...task }: LocalTask): LocalTask {
  return task
}
