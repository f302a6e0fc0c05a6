import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Asset } from '#contracts/asset.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import type { Place } from '#contracts/ops.ts'
import { mayGo, type Reach } from '#contracts/reach.ts'
import { LONG_SECONDS, type OpId } from '#ops/index.ts'
import { labelled } from '#server/engines/ai-label.ts'
import type { Engine, EngineIo, StopReason, Wish } from '#server/engines/engine.ts'
import { EventBus } from '#server/events/event-bus.ts'
import { describeThrown, type Log } from '#server/log.ts'
import { removeOrphans } from '#server/store/assets.ts'
import { type Blobs, translateDiskError } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import {
  cancelTask,
  claimNext,
  deliverTask,
  endWaiting,
  failTask,
  loadInputs,
  loseTask,
  noteDeparture,
  putBackLost,
  recoverTasks,
  releaseTasks,
  requeueTask,
} from '#server/store/task-runs.ts'
import type { LiveProgress } from '#server/store/task-view.ts'
import { deleteTask, type Lane, type TaskRow } from '#server/store/tasks.ts'
import { Pace } from './pace.ts'

interface Parts {
  /** Who is named as the maker of what generative engines make. */
  producer: string
  /** Lays the visible mark of what was generated over an encoded picture. */
  mark: (picture: Uint8Array) => Promise<Uint8Array>
  db: Db
  blobs: Blobs
  log: Log
}

/** What is known of an engine. */
export interface EngineState {
  /** What it can run now. */
  ops: ReadonlySet<OpId>
  /** What it could run when it answered last. */
  lastOps: ReadonlySet<OpId>
  /** When it answered last; null if it never did since the start of this server. */
  seenAt: number | null
  /** Why it does not answer now. */
  problem: AppError | null
}

const NO_OPS: ReadonlySet<OpId> = new Set()
const NEVER_HEARD: EngineState = { ops: NO_OPS, lastOps: NO_OPS, seenAt: null, problem: null }

interface Running {
  engine: Engine
  run: TaskRow
  abort: AbortController
  live: LiveProgress
  /** Pictures that were handed to an engine outside, each with its being noted. */
  departing: Map<string, Promise<void>>
  ended: Promise<void>
}

/** Slots of an engine, and whether they take long tasks, short ones, or any. */
function slotsOf({ slots, longSlots }: Engine): { isLong: boolean | null; slots: number }[] {
  if (!longSlots) return [{ isLong: null, slots }]
  return [
    { isLong: false, slots },
    { isLong: true, slots: longSlots },
  ]
}
/** How long an engine may be away before others get the tasks that it may still have. */
const GONE_AFTER_MS = 10 * 60_000

/** Least time between two things of a kind that are told of a task, ms. */
const SPACING_MS = 400
/** Larger previews are not passed on. */
const MOST_PREVIEW_BYTES = 300_000

/** Lets things of each kind through so often. */
class Spacing {
  readonly #last = new Map<string, number>()

  may(kind: string): boolean {
    const now = performance.now()
    if (now - (this.#last.get(kind) ?? Number.NEGATIVE_INFINITY) < SPACING_MS) return false
    this.#last.set(kind, now)
    return true
  }
}

/** How far pictures go that an engine gets. */
const reachOf = ({ isOutside }: Engine) => (isOutside ? 'outside' : 'house')

/** Why an engine that can run the op cannot run the task. Engines without graphs and models know none by name. */
function refusalOf(engine: Engine, wish: Wish, site: Reach): AppError | null {
  if (![site, wish.reach].every((allowed) => mayGo(reachOf(engine), allowed)))
    return new AppError('DATA_REACH')
  if (engine.refuses) return engine.refuses(wish)
  return wish.graphId === '' && wish.model === '' ? null : new AppError('OP_UNAVAILABLE')
}

const zParams = z.record(z.string(), z.unknown())

/** Hands waiting tasks to engines. What waits and what runs is in the database; this only moves it on. */
export class Queue {
  readonly #parts: Parts
  readonly #running = new Map<string, Running>()
  /** Tells who listens what happens to tasks and engines. */
  readonly events = new EventBus()
  /** Whether what generative engines make bears a visible mark. */
  marksAi = false
  /** How fast the engines were. */
  readonly pace = new Pace()
  #reach: Reach = 'outside'
  #engines: readonly Engine[] = []
  /** Engines that are no longer used, and that still have something of ours. */
  readonly #leaving = new Set<Engine>()
  readonly #states = new Map<string, EngineState>()
  readonly #madeAt = Date.now()
  #stopping = false
  /** Until what an earlier run left was put back, nothing new is begun: it would be put back as well. */
  #started = false
  /** One look for work at a time; a wish that comes meanwhile leads to one more look. */
  #looking: Promise<void> | null = null
  #again = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Puts back what an earlier run left, and starts work; the engines were asked before. */
  async start(): Promise<void> {
    const back = await recoverTasks(
      this.#parts.db,
      ({ op, place }) => this.engineFor(op, place) !== undefined || this.#isAwaited(place),
      this.#keepsJobs,
    )
    if (back > 0) this.#parts.log.info('tasks put back', { count: back })
    this.#started = true
    await this.#endBarred()
    this.wake()
  }

  /**
   * Takes these engines from now on, best first. What runs on one that is no longer among them ends there; one of the
   * same name goes on with its tasks.
   */
  async use(engines: readonly Engine[]): Promise<void> {
    const fresh = engines.filter((engine) => !this.#engines.includes(engine))
    for (const engine of this.#engines) if (!engines.includes(engine)) this.#leaving.add(engine)
    const gone = this.#engines.filter(({ name }) => !engines.some((engine) => engine.name === name))
    for (const { name } of [...gone, ...fresh]) this.#states.delete(name)
    this.#engines = engines
    if (gone.length > 0) this.events.publishToAll({ type: 'engines' })
    await Promise.all([this.#ask(fresh), this.#closeLeft()])
    if (this.#started) await this.#endBarred()
    this.wake()
  }

  /** Asks the engines again what they can run. */
  refreshEngines(): Promise<void> {
    return this.#ask(this.#engines)
  }

  async #ask(engines: readonly Engine[]): Promise<void> {
    await Promise.all(
      engines.map(async (engine) => {
        const ops = await engine.ops().catch((error: unknown) => {
          this.#parts.log.warn('engine does not answer', { engine: engine.name, ...describeThrown(error) })
          return toAppError(error, 'ENGINE_UNREACHABLE')
        })
        // It may have been replaced meanwhile.
        if (!this.#engines.includes(engine)) return
        const before = this.stateOf(engine.name)
        const state =
          ops instanceof AppError
            ? { ...before, ops: NO_OPS, problem: ops }
            : { ops, lastOps: ops, seenAt: Date.now(), problem: null }
        this.#states.set(engine.name, state)
        const isTurned = (before.problem === null) !== (state.problem === null)
        if (isTurned || before.ops.symmetricDifference(state.ops).size > 0)
          this.events.publishToAll({ type: 'engines' })
      }),
    )
  }

  /** Closes engines that are no longer used once nothing of ours runs on them. */
  async #closeLeft(): Promise<void> {
    const idle = [...this.#leaving].filter(
      (engine) => ![...this.#running.values()].some((one) => one.engine === engine),
    )
    for (const engine of idle) this.#leaving.delete(engine)
    await Promise.all(idle.map((engine) => engine.close()))
  }

  /** How an engine was when it was asked last. */
  stateOf(name: string): EngineState {
    return this.#states.get(name) ?? NEVER_HEARD
  }

  /** Best engine that can run an op, or a task of it, at a place or anywhere; undefined when none can. */
  engineFor(op: OpId, place?: Place, wish?: Wish): Engine | undefined {
    return this.#engines.find(
      (engine) =>
        (place ?? engine.place) === engine.place &&
        this.stateOf(engine.name).ops.has(op) &&
        (!wish || refusalOf(engine, wish, this.#reach) === null),
    )
  }

  /** How far pictures may go on this site. */
  get reach(): Reach {
    return this.#reach
  }

  /** Says how far pictures may go on this site: what waits for an engine that they may not go to any more ends. */
  async setReach(reach: Reach): Promise<void> {
    this.#reach = reach
    this.events.publishToAll({ type: 'engines' })
    if (this.#started) await this.#endBarred()
    this.wake()
  }

  /** Ends waiting tasks that engines could carry out, to none of which their pictures may go. */
  async #endBarred(): Promise<void> {
    const isBarred = (place: Place, wish: Wish) => {
      const able = this.#engines.filter(
        (engine) => engine.place === place && this.stateOf(engine.name).lastOps.has(wish.op),
      )
      const isFar = (engine: Engine) =>
        [this.#reach, wish.reach].some((allowed) => !mayGo(reachOf(engine), allowed))
      return able.length > 0 && able.every(isFar)
    }
    const ended = await endWaiting(this.#parts.db, new AppError('DATA_REACH_CHANGED'), isBarred)
    for (const row of ended) this.noteChange(row)
    if (ended.length > 0) this.#parts.log.info('barred tasks ended', { count: ended.length })
  }

  /** Whether the site lets no pictures go to an engine. */
  isBarred(engine: Engine): boolean {
    return !mayGo(reachOf(engine), this.#reach)
  }

  /** Why the best engine that can run an op does not take a task of it. */
  whyNot(place: Place | undefined, wish: Wish): AppError | null {
    const engine = this.engineFor(wish.op, place)
    return engine ? refusalOf(engine, wish, this.#reach) : null
  }

  /** What an engine can run now. */
  opsOf(engine: Engine): OpId[] {
    return [...this.stateOf(engine.name).ops]
  }

  /** The engines, best first. */
  get engines(): readonly Engine[] {
    return this.#engines
  }

  /** The lane in which a task of so much work waits for an engine. */
  laneOf({ place, longSlots }: Engine, seconds: number): Lane {
    return { place, isLong: longSlots !== undefined && seconds > LONG_SECONDS }
  }

  /** Tasks that run in a lane, with how far they are. */
  runningIn(lane: Lane): { run: TaskRow; progress: number }[] {
    return [...this.#running.values()].flatMap(({ run, live: { progress } }) =>
      run.place === lane.place && (run.is_long === 1) === lane.isLong ? [{ run, progress }] : [],
    )
  }

  /** How far a running task is. */
  readonly liveOf = (taskId: string): LiveProgress | undefined => this.#running.get(taskId)?.live

  /** Tells who listens that a task has another state, and with it perhaps the purses. */
  noteChange({ id, user_id, cost_kind }: TaskRow): void {
    this.events.publish(user_id, { type: 'task', taskId: id })
    if (cost_kind) this.events.publish(user_id, { type: 'tickets' })
  }

  /** Looks for work; called after every new task. */
  wake(): void {
    if (!this.#started) return
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null
      if (this.#again) {
        this.#again = false
        this.wake()
      }
    })
  }

  /** Asks the engines again, picks up tasks whose end could not be stored, and looks for work. */
  async tend(): Promise<void> {
    try {
      await this.refreshEngines()
      await putBackLost(this.#parts.db, [...this.#running.keys()], this.#keepsJobs)
      await releaseTasks(this.#parts.db, this.#reachable())
      this.wake()
    } catch (error) {
      this.#parts.log.error('queue not tended', describeThrown(error))
    }
  }

  /** Cancels a task and stops its engine; see `cancelTask` of the store. */
  async cancel(userId: string, taskId: string): Promise<TaskRow> {
    const row = await cancelTask(this.#parts.db, userId, taskId)
    this.#stop(taskId, 'cancelled')
    this.noteChange(row)
    return row
  }

  /** Ends what waits for a graph that is gone; the tickets go back. */
  async giveUpOn(graphId: string): Promise<void> {
    const isMeant = (_place: Place, wish: Wish) => wish.graphId === graphId
    const ended = await endWaiting(this.#parts.db, new AppError('WORKFLOW_GONE'), isMeant)
    for (const row of ended) this.noteChange(row)
  }

  /** Deletes a task, stopping it first, and the pictures that nothing shows any more. */
  async remove(userId: string, taskId: string): Promise<void> {
    const { db, blobs } = this.#parts
    const orphans = await deleteTask(db, userId, taskId)
    this.#stop(taskId, 'cancelled')
    this.events.publish(userId, { type: 'removed', taskId })
    this.events.publish(userId, { type: 'tickets' })
    await removeOrphans(db, blobs, orphans)
  }

  /** Stops in good order: running tasks go back into the queue and run again at the next start. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#looking
    for (const taskId of this.#running.keys()) this.#stop(taskId, 'stopping')
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #stop(taskId: string, why: StopReason): void {
    this.#running.get(taskId)?.abort.abort(why)
  }

  readonly #keepsJobs = (engineId: string): boolean =>
    this.#engines.some(({ name, keepsJobs }) => name === engineId && keepsJobs === true)

  /** Whether an engine of a place has not answered yet, so that nobody knows what it can run. */
  #isAwaited(place: Place): boolean {
    return this.#engines.some((engine) => engine.place === place && this.stateOf(engine.name).seenAt === null)
  }

  /** Engines that may still have jobs of ours. */
  #reachable(): string[] {
    const since = Date.now() - GONE_AFTER_MS
    return this.#engines.flatMap(({ name }) =>
      (this.stateOf(name).seenAt ?? this.#madeAt) >= since ? [name] : [],
    )
  }

  async #look(): Promise<void> {
    for (const engine of this.#engines) {
      for (const { isLong, slots } of slotsOf(engine)) {
        while (!this.#stopping && this.#busy(engine, isLong) < slots) {
          const run = await this.#claim(engine, isLong)
          if (!run) break
          this.#begin(engine, run)
        }
      }
    }
  }

  /** Tasks that an engine runs now. */
  #busy(engine: Engine, isLong: boolean | null): number {
    return [...this.#running.values()].filter(
      (one) => one.engine.name === engine.name && (isLong === null || (one.run.is_long === 1) === isLong),
    ).length
  }

  #claim(engine: Engine, isLong: boolean | null): Promise<TaskRow | null> {
    const fits = (wish: Wish) => refusalOf(engine, wish, this.#reach) === null
    return claimNext(this.#parts.db, { engine, ops: this.opsOf(engine), isLong, fits }).catch(
      (error: unknown) => {
        // A full disk must not end the server; the next task or sweep tries again.
        this.#parts.log.error('queue cannot be read', describeThrown(error))
        return null
      },
    )
  }

  #begin(engine: Engine, run: TaskRow): void {
    const abort = new AbortController()
    const running: Running = {
      engine,
      run,
      abort,
      live: { progress: 0, step: '准备中' },
      departing: new Map(),
      ended: Promise.resolve(),
    }
    this.#running.set(run.id, running)
    this.events.publish(run.user_id, { type: 'task', taskId: run.id })
    running.ended = this.#carryOut(running).finally(() => {
      this.#running.delete(run.id)
      this.noteChange(run)
      void this.#closeLeft()
      this.wake()
    })
  }

  async #carryOut(running: Running): Promise<void> {
    const { engine, run } = running
    const { db, log } = this.#parts
    const saved = new Map<string, Asset>()
    const startedAt = performance.now()
    try {
      const inputs = await loadInputs(db, run.id)
      const params = zParams.parse(JSON.parse(run.params))
      const work = { seconds: run.work_s, isLong: run.is_long === 1 }
      const job = { taskId: run.id, op: run.op, params, inputs, graphId: run.graph_id, ...work }
      const output = await engine.run(job, this.#ioFor(running, saved))
      const assets = output.assets.flatMap(({ id, ...facts }) => {
        const asset = saved.get(id)
        const meta = facts.meta && this.#marks(engine) ? { ...facts.meta, isMarked: true } : facts.meta
        return asset ? [{ asset, ...facts, meta }] : []
      })
      if (assets.length === 0 && !output.text) throw new AppError('ENGINE_FAILED', '引擎没有返回结果')
      const ms = performance.now() - startedAt
      this.pace.note(engine.name, run.op, { workS: run.work_s, seconds: ms / 1000 })
      await Promise.all(running.departing.values())
      const taken = await deliverTask(db, run, { assets, text: output.text })
      log.info('task done', {
        task: run.id,
        op: run.op,
        taken,
        ms: Math.round(ms),
      })
    } catch (error) {
      await this.#settleFailure(running, error)
    } finally {
      await this.#letGo([...saved.keys()])
    }
  }

  async #settleFailure({ run, abort }: Running, thrown: unknown): Promise<void> {
    const { db, log } = this.#parts
    const error = toAppError(translateDiskError(thrown), 'ENGINE_FAILED')
    try {
      if (this.#stopping && abort.signal.aborted) {
        await requeueTask(db, run, this.#keepsJobs)
        return
      }
      const isLost = error.errorName === 'ENGINE_LOST'
      const failed = isLost ? await loseTask(db, run) : await failTask(db, run, error)
      if (failed) log.warn('task failed', { task: run.id, op: run.op, error: error.errorName })
      if (error.errorName === 'ENGINE_FAILED')
        log.debug('task failure', describeThrown(error.cause ?? thrown))
    } catch (storeError) {
      // The task stays marked as running; `tend` or the next start puts it back.
      log.error('task could not be ended', { task: run.id, ...describeThrown(storeError) })
    }
  }

  /** Results that were not delivered belong to nobody. */
  async #letGo(ids: string[]): Promise<void> {
    const { db, blobs, log } = this.#parts
    for (const id of ids) blobs.release(id)
    await removeOrphans(db, blobs, ids).catch((error: unknown) =>
      log.error('results not cleared', describeThrown(error)),
    )
  }

  /** An engine outside takes a picture: it is noted before it has been read, and again by nobody. */
  #noteDeparture({ engine, run, departing }: Running, assetId: string): void {
    if (departing.has(assetId)) return
    const noted = async () => {
      const inputs = await loadInputs(this.#parts.db, run.id)
      const name = inputs.find(({ asset }) => asset.id === assetId)?.name ?? ''
      const whither = { engineId: engine.name, engine: engine.title }
      await noteDeparture(this.#parts.db, { taskId: run.id, assetId, name, ...whither })
    }
    departing.set(
      assetId,
      noted().catch((error: unknown) =>
        this.#parts.log.error('departure not noted', { task: run.id, ...describeThrown(error) }),
      ),
    )
  }

  #marks({ place }: Engine): boolean {
    return place === 'gpu' && this.marksAi
  }

  /** What a generative engine made, with its labels. */
  async #labelled({ engine, run }: Running, result: Uint8Array | { path: string }, type: string) {
    const { producer, mark } = this.#parts
    const bytes = result instanceof Uint8Array ? result : await readFile(result.path)
    const shown = this.#marks(engine) && type.startsWith('image/') ? await mark(bytes) : bytes
    return labelled(shown, type, { producer, id: run.id })
  }

  #ioFor(running: Running, saved: Map<string, Asset>): EngineIo {
    const { blobs } = this.#parts
    const { engine, run } = running
    const { id: taskId, user_id: userId } = run
    const passing = new Spacing()
    const depart = (id: string) => {
      if (engine.isOutside) this.#noteDeparture(running, id)
    }
    return {
      signal: running.abort.signal,
      progress: (value, step) => {
        const isNew = step !== running.live.step
        running.live = { progress: Math.min(1, Math.max(0, value)), step }
        if (this.events.isHeard(userId) && (passing.may('progress') || isNew))
          this.events.publish(userId, { type: 'progress', taskId, ...running.live })
      },
      preview: (picture, type) => {
        if (picture.length > MOST_PREVIEW_BYTES || !this.events.isHeard(userId) || !passing.may('preview'))
          return
        const address = `data:${type};base64,${Buffer.from(picture).toString('base64')}`
        this.events.publish(userId, { type: 'preview', taskId, picture: address })
      },
      open: (id) => {
        depart(id)
        return readFile(blobs.path(id))
      },
      locate: (id) => {
        depart(id)
        return blobs.path(id)
      },
      temporaryPath: () => blobs.temporaryPath(),
      save: async (result, { type, width, height }) => {
        // What a generative engine made says so; what the embedded one computes is none of it.
        const made = engine.place === 'gpu' ? await this.#labelled(running, result, type) : result
        const { id, bytes } =
          made instanceof Uint8Array ? await blobs.put(made) : await blobs.adopt(made.path)
        // Two results with the same bytes are one blob, pinned once.
        if (saved.has(id)) blobs.release(id)
        saved.set(id, { id, type, bytes, width, height })
        return id
      },
    }
  }
}
