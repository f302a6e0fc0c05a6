import { AppError, toAppError } from '#contracts/errors.ts'

/** A running worker as the pool sees it. */
export interface PoolWorker<Api> {
  readonly api: Api
  /** Ends it at once, whatever it is doing. */
  terminate(): void
  /** Registers who hears that it broke by itself. */
  onCrash(listener: (cause: unknown) => void): void
}

export interface PoolOptions {
  /** Most workers at a time. */
  size: number
  /** A worker without a job is ended after this long, ms. */
  idleMs?: number
}

export interface PoolJobOptions {
  /** Aborting ends the job at once. */
  signal?: AbortSignal
  /** Called when a worker takes the job from the queue. */
  onStart?: () => void
  /** Goes before jobs that are not urgent: short ones that somebody looks at. */
  urgent?: boolean
}

/** What callers may ask of any job. */
export interface JobOptions extends Omit<PoolJobOptions, 'urgent'> {
  /** 0..1 and what is being done, in Chinese. */
  onProgress?: (progress: number, step: string) => void
}

interface QueuedJob<Api> {
  run: (api: Api) => void
  fail: (error: AppError) => void
  urgent: boolean
  onStart?: () => void
}

interface Slot<Api> {
  worker: PoolWorker<Api>
  job: QueuedJob<Api> | null
  idle: ReturnType<typeof setTimeout> | undefined
}

const IDLE_MS = 10_000

/** Runs a job so that a synchronous throw is a rejection as well. */
async function start<Api, T>(work: (api: Api) => Promise<T>, api: Api): Promise<T> {
  return work(api)
}

/**
 * A bounded pool of workers: started when first needed, one job a worker, jobs in order. A job that is
 * aborted takes its worker with it, since computing cannot be stopped in any other way; a worker that
 * breaks fails its job only.
 */
export class WorkerPool<Api> {
  readonly #spawn: () => PoolWorker<Api>
  readonly #size: number
  readonly #idleMs: number
  readonly #slots = new Set<Slot<Api>>()
  #queue: QueuedJob<Api>[] = []

  constructor(spawn: () => PoolWorker<Api>, options: PoolOptions) {
    this.#spawn = spawn
    this.#size = Math.max(1, options.size)
    this.#idleMs = options.idleMs ?? IDLE_MS
  }

  /**
   * Runs a job on the next free worker.
   * @throws AppError CANCELLED when the signal aborts, DEVICE_FAILED when the worker breaks, or what the
   *   job itself rejects with
   */
  run<T>(work: (api: Api) => Promise<T>, options: PoolJobOptions = {}): Promise<T> {
    const { signal, onStart, urgent = false } = options
    if (signal?.aborted) return Promise.reject(new AppError('CANCELLED'))
    return new Promise<T>((resolve, reject) => {
      const leave = () => signal?.removeEventListener('abort', handleAbort)
      const job: QueuedJob<Api> = {
        onStart,
        urgent,
        fail: (error) => {
          leave()
          reject(error)
        },
        run: (api) => {
          const finish = (settle: () => void) => {
            if (!this.#release(job)) return
            leave()
            settle()
          }
          start(work, api).then(
            (value) => finish(() => resolve(value)),
            (thrown: unknown) => finish(() => reject(thrown)),
          )
        },
      }
      const handleAbort = () => this.#cancel(job)
      signal?.addEventListener('abort', handleAbort, { once: true })
      this.#enqueue(job)
      this.#next()
    })
  }

  /** Ends every worker; running and waiting jobs are rejected with CANCELLED. The pool can be used again. */
  terminate(): void {
    const waiting = this.#queue
    this.#queue = []
    for (const slot of [...this.#slots]) {
      this.#drop(slot)
      slot.job?.fail(new AppError('CANCELLED'))
    }
    for (const job of waiting) job.fail(new AppError('CANCELLED'))
  }

  #enqueue(job: QueuedJob<Api>): void {
    const firstPatient = job.urgent ? this.#queue.findIndex((waiting) => !waiting.urgent) : -1
    if (firstPatient < 0) this.#queue.push(job)
    else this.#queue.splice(firstPatient, 0, job)
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const slot = this.#freeSlot()
      if (!slot) return
      const job = this.#queue.shift()
      if (!job) return
      clearTimeout(slot.idle)
      slot.job = job
      job.onStart?.()
      job.run(slot.worker.api)
    }
  }

  #freeSlot(): Slot<Api> | undefined {
    for (const slot of this.#slots) if (!slot.job) return slot
    if (this.#slots.size >= this.#size) return undefined
    try {
      return this.#start()
    } catch (thrown) {
      // No worker can be started at all: the jobs must not wait for ever.
      this.#queue.shift()?.fail(toAppError(thrown, 'DEVICE_FAILED'))
      return this.#queue.length > 0 ? this.#freeSlot() : undefined
    }
  }

  #start(): Slot<Api> {
    const slot: Slot<Api> = { worker: this.#spawn(), job: null, idle: undefined }
    this.#slots.add(slot)
    slot.worker.onCrash((cause) => {
      if (!this.#slots.has(slot)) return
      this.#drop(slot)
      slot.job?.fail(toAppError(cause, 'DEVICE_FAILED'))
      this.#next()
    })
    return slot
  }

  /** Frees the slot of a job that has ended; false when the job was given up before. */
  #release(job: QueuedJob<Api>): boolean {
    for (const slot of this.#slots) {
      if (slot.job !== job) continue
      slot.job = null
      slot.idle = setTimeout(() => this.#drop(slot), this.#idleMs)
      this.#next()
      return true
    }
    return false
  }

  #cancel(job: QueuedJob<Api>): void {
    this.#queue = this.#queue.filter((waiting) => waiting !== job)
    for (const slot of this.#slots) if (slot.job === job) this.#drop(slot)
    job.fail(new AppError('CANCELLED'))
    this.#next()
  }

  #drop(slot: Slot<Api>): void {
    clearTimeout(slot.idle)
    this.#slots.delete(slot)
    slot.worker.terminate()
  }
}
