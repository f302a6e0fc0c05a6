import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Asset } from '#contracts/asset.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import type { Place } from '#contracts/ops.ts'
import type { OpId } from '#ops/index.ts'
import type { Engine, EngineIo } from '#server/engines/engine.ts'
import { describeThrown, type Log } from '#server/log.ts'
import { removeOrphans } from '#server/store/assets.ts'
import { type Blobs, translateDiskError } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import {
  cancelTask,
  claimNext,
  deliverTask,
  failTask,
  loadInputs,
  putBackLost,
  recoverTasks,
  requeueTask,
} from '#server/store/task-runs.ts'
import type { LiveProgress } from '#server/store/task-view.ts'
import { deleteTask, type TaskRow } from '#server/store/tasks.ts'

interface Parts {
  db: Db
  blobs: Blobs
  engines: readonly Engine[]
  log: Log
}

interface Running {
  abort: AbortController
  live: LiveProgress
  attempt: number
  ended: Promise<void>
}

const zParams = z.record(z.string(), z.unknown())

/** Hands waiting tasks to engines. What waits and what runs is in the database; this only moves it on. */
export class Queue {
  readonly #parts: Parts
  readonly #running = new Map<string, Running>()
  readonly #busy = new Map<string, number>()
  #ops = new Map<string, ReadonlySet<OpId>>()
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
      ({ op, place }) => this.engineFor(op, place) !== undefined,
    )
    if (back > 0) this.#parts.log.info('tasks put back', { count: back })
    this.#started = true
    this.wake()
  }

  /** Asks the engines again what they can run. */
  async refreshEngines(): Promise<void> {
    const { engines, log } = this.#parts
    for (const engine of engines) {
      const ops = await engine.ops().catch((error: unknown) => {
        log.warn('engine does not answer', { engine: engine.name, ...describeThrown(error) })
        return new Set<OpId>()
      })
      this.#ops.set(engine.name, ops)
    }
  }

  /** Best engine that can run an op, at a place or anywhere; undefined when none can. */
  engineFor(op: OpId, place?: Place): Engine | undefined {
    return this.#parts.engines.find(
      (engine) => (place ?? engine.place) === engine.place && this.#ops.get(engine.name)?.has(op),
    )
  }

  /** What an engine can run now. */
  opsOf(engine: Engine): OpId[] {
    return [...(this.#ops.get(engine.name) ?? [])]
  }

  /** The engines, best first. */
  get engines(): readonly Engine[] {
    return this.#parts.engines
  }

  /** How far a running task is. */
  readonly liveOf = (taskId: string): LiveProgress | undefined => this.#running.get(taskId)?.live

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
      await putBackLost(this.#parts.db, [...this.#running.keys()])
      this.wake()
    } catch (error) {
      this.#parts.log.error('queue not tended', describeThrown(error))
    }
  }

  /** Cancels a task and stops its engine; see `cancelTask` of the store. */
  async cancel(userId: string, taskId: string): Promise<TaskRow> {
    const row = await cancelTask(this.#parts.db, userId, taskId)
    this.#running.get(taskId)?.abort.abort()
    return row
  }

  /** Deletes a task, stopping it first, and the pictures that nothing shows any more. */
  async remove(userId: string, taskId: string): Promise<void> {
    const { db, blobs } = this.#parts
    const orphans = await deleteTask(db, userId, taskId)
    this.#running.get(taskId)?.abort.abort()
    await removeOrphans(db, blobs, orphans)
  }

  /** Stops in good order: running tasks go back into the queue and run again at the next start. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#looking
    for (const { abort } of this.#running.values()) abort.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #look(): Promise<void> {
    for (const engine of this.#parts.engines) {
      while (!this.#stopping && (this.#busy.get(engine.name) ?? 0) < engine.slots) {
        const run = await claimNext(this.#parts.db, this.opsOf(engine), engine).catch((error: unknown) => {
          // A full disk must not end the server; the next task or sweep tries again.
          this.#parts.log.error('queue cannot be read', describeThrown(error))
          return null
        })
        if (!run) break
        this.#begin(engine, run)
      }
    }
  }

  #begin(engine: Engine, run: TaskRow): void {
    this.#busy.set(engine.name, (this.#busy.get(engine.name) ?? 0) + 1)
    const abort = new AbortController()
    const running: Running = {
      abort,
      live: { progress: 0, step: '准备中' },
      attempt: run.attempt,
      ended: Promise.resolve(),
    }
    this.#running.set(run.id, running)
    running.ended = this.#carryOut(engine, run, running).finally(() => {
      this.#running.delete(run.id)
      this.#busy.set(engine.name, (this.#busy.get(engine.name) ?? 1) - 1)
      this.wake()
    })
  }

  async #carryOut(engine: Engine, run: TaskRow, running: Running): Promise<void> {
    const { db, log } = this.#parts
    const saved = new Map<string, Asset>()
    const startedAt = performance.now()
    try {
      const inputs = await loadInputs(db, run.id)
      const params = zParams.parse(JSON.parse(run.params))
      const job = { taskId: run.id, op: run.op, params, inputs }
      const output = await engine.run(job, this.#ioFor(running, saved))
      const assets = output.assets.flatMap(({ id, name, trim }) => {
        const asset = saved.get(id)
        return asset ? [{ asset, name, trim }] : []
      })
      if (assets.length === 0 && !output.text) throw new AppError('ENGINE_FAILED', '引擎没有返回结果')
      const taken = await deliverTask(db, run, { assets, text: output.text })
      log.info('task done', {
        task: run.id,
        op: run.op,
        taken,
        ms: Math.round(performance.now() - startedAt),
      })
    } catch (error) {
      await this.#settleFailure(run, running, error)
    } finally {
      await this.#letGo([...saved.keys()])
    }
  }

  async #settleFailure(run: TaskRow, running: Running, thrown: unknown): Promise<void> {
    const { db, log } = this.#parts
    const error = toAppError(translateDiskError(thrown), 'ENGINE_FAILED')
    try {
      if (this.#stopping && running.abort.signal.aborted) {
        await requeueTask(db, run)
        return
      }
      const failed = await failTask(db, run, error)
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

  #ioFor(running: Running, saved: Map<string, Asset>): EngineIo {
    const { blobs } = this.#parts
    return {
      signal: running.abort.signal,
      progress(value, step) {
        running.live = { progress: Math.min(1, Math.max(0, value)), step }
      },
      open: (id) => readFile(blobs.path(id)),
      locate: (id) => blobs.path(id),
      temporaryPath: () => blobs.temporaryPath(),
      async save(result, { type, width, height }) {
        const { id, bytes } =
          result instanceof Uint8Array ? await blobs.put(result) : await blobs.adopt(result.path)
        // Two results with the same bytes are one blob, pinned once.
        if (saved.has(id)) blobs.release(id)
        saved.set(id, { id, type, bytes, width, height })
        return id
      },
    }
  }
}
