import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { AppError, ERRORS, type ErrorName } from '#contracts/errors.ts'
import type { Log } from '#server/log.ts'
import { type Reply, type Work, type WorkResult, zReply } from './protocol.ts'
import { Rounds } from './rounds.ts'

/** Settings of one killable process. */
export interface PoolOptions {
  /** Name for the log. */
  name: string
  log: Log
  /** Resident memory at which it is killed, MB. */
  memoryMb: number
  /** Seconds after which one piece of work is killed. */
  timeoutS: number
  /** Seconds without work after which the process is stopped. */
  idleS: number
  /** How far it stands back where others want the processor, 0..19. */
  niceness?: number
  /** Another program than the engine's own, for tests of crashes and hangs. */
  script?: URL
}

/** What accompanies one piece of work. */
export interface WorkIo {
  signal?: AbortSignal
  progress?: (value: number, step: string) => void
  /** Seconds for this piece of work, where it is known to need longer than the pool's. */
  timeoutS?: number
  /** User whom the work is for: users take turns. Work for nobody in particular is one user's. */
  owner?: string
}

interface Pending {
  id: number
  owner: string
  work: Work
  io: WorkIo
  resolve: (result: WorkResult) => void
  reject: (error: AppError) => void
  stopWatching: () => void
}

const WATCH_EVERY_MS = 250
/** Pieces of work that one user may have waiting: more than a page of thumbnails and a batch of uploads need. */
const MOST_WAITING = 300
const RETRY_AFTER_MS = 5000
const PAGE = 4096

async function residentMb(pid: number): Promise<number> {
  try {
    const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])
    return (pages * PAGE) / 1_048_576
  } catch {
    return 0 // Not Linux, or the process is gone: its exit is reported elsewhere.
  }
}

function isErrorName(name: string): name is ErrorName {
  return name in ERRORS
}

/**
 * One child process that does one piece of work at a time; users take turns (see Rounds). Work that takes too long, takes too
 * much memory, is aborted or crashes ends with the process; the next piece gets a new one. The process is
 * started on first use, kept warm between pieces and stopped when idle.
 */
export class ChildPool {
  readonly #options: PoolOptions
  readonly #queue = new Rounds<Pending>()
  #current: Pending | null = null
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #nextId = 1
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Process id of the child now, for tests that kill it. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Does a piece of work.
   * @throws AppError the work's own refusal, or ENGINE_TIMEOUT, ENGINE_MEMORY, ENGINE_FAILED, CANCELLED, SERVER_STOPPING;
   *   TOO_MANY when its owner has too much waiting
   */
  run(work: Work, io: WorkIo = {}): Promise<WorkResult> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new AppError('SERVER_STOPPING'))
      if (io.signal?.aborted) return reject(new AppError('CANCELLED'))
      const { owner = '' } = io
      if (this.#queue.countOf(owner) >= MOST_WAITING)
        return reject(new AppError('TOO_MANY', undefined, { retryAfterMs: RETRY_AFTER_MS }))
      const pending: Pending = {
        id: this.#nextId++,
        owner,
        work,
        io,
        resolve,
        reject,
        stopWatching: () => {},
      }
      io.signal?.addEventListener('abort', () => this.#abort(pending), { once: true })
      this.#queue.add(owner, pending)
      this.#advance()
    })
  }

  /** Ends the process; work in hand is rejected. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    for (const pending of this.#queue.clear()) pending.reject(new AppError('SERVER_STOPPING'))
    const child = this.#child
    this.#finish(new AppError('SERVER_STOPPING'))
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // Now its end is waited for.
    child.ref()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  #advance(): void {
    if (this.#current || this.#closed) return
    const next = this.#queue.take()
    if (!next) return
    clearTimeout(this.#idle)
    this.#current = next
    const child = this.#child ?? this.#start()
    next.stopWatching = this.#watch(child, next)
    child.send({ id: next.id, work: next.work }, (error) => {
      if (error && this.#current === next)
        this.#stop(child, new AppError('ENGINE_FAILED', undefined, { cause: error }))
    })
  }

  #start(): ChildProcess {
    const script = this.#options.script ?? new URL('./worker.ts', import.meta.url)
    const child = fork(script, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The child reads no settings; what it needs comes with its work.
      env: { PATH: process.env.PATH ?? '', LANG: process.env.LANG ?? '' },
    })
    const { niceness = 0 } = this.#options
    // At once: threads have the priority of the one that starts them.
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
    // A child must not keep the server from ending.
    child.unref()
    child.channel?.unref()
    child.on('message', (message) => this.#receive(child, message))
    child.on('error', (error) => this.#lost(child, error.message))
    child.on('exit', (code, signal) => this.#lost(child, `exit ${code ?? signal}`))
    this.#child = child
    this.#options.log.debug('engine process started', { name: this.#options.name, pid: child.pid })
    return child
  }

  #watch(child: ChildProcess, pending: Pending): () => void {
    const { memoryMb } = this.#options
    const timeoutS = pending.io.timeoutS ?? this.#options.timeoutS
    const end = (name: ErrorName) => {
      if (this.#current === pending) this.#stop(child, new AppError(name))
    }
    const timer = setTimeout(() => end('ENGINE_TIMEOUT'), timeoutS * 1000)
    const meter = setInterval(async () => {
      if (child.pid !== undefined && (await residentMb(child.pid)) > memoryMb) end('ENGINE_MEMORY')
    }, WATCH_EVERY_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(meter)
    }
  }

  #receive(child: ChildProcess, message: unknown): void {
    const parsed = zReply.safeParse(message)
    const current = this.#current
    if (child !== this.#child || !current) return
    if (!parsed.success) this.#stop(child, new AppError('ENGINE_FAILED'))
    else if (parsed.data.id === current.id) this.#answer(current, parsed.data)
  }

  #answer(current: Pending, reply: Reply): void {
    switch (reply.kind) {
      case 'progress':
        current.io.progress?.(reply.value, reply.step)
        return
      case 'done':
        this.#finish(reply.result)
        return
      case 'failed': {
        const known = isErrorName(reply.errorName)
        if (!known)
          this.#options.log.error('engine fault', { name: this.#options.name, error: reply.message })
        this.#finish(
          known ? new AppError(reply.errorName as ErrorName, reply.message) : new AppError('ENGINE_FAILED'),
        )
      }
    }
  }

  #finish(outcome: WorkResult | AppError): void {
    const current = this.#current
    if (!current) return
    this.#current = null
    current.stopWatching()
    if (outcome instanceof AppError) current.reject(outcome)
    else current.resolve(outcome)
    this.#advance()
    if (!this.#current && !this.#closed) this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      const child = this.#child
      this.#child = null
      child?.kill('SIGKILL')
    }, this.#options.idleS * 1000)
    this.#idle.unref()
  }

  #stop(child: ChildProcess, error: AppError): void {
    this.#options.log.warn('engine process stopped', { name: this.#options.name, error: error.errorName })
    if (this.#child === child) this.#child = null
    child.kill('SIGKILL')
    this.#finish(error)
  }

  #lost(child: ChildProcess, how: string): void {
    if (this.#child !== child) return
    this.#child = null
    this.#options.log.warn('engine process lost', { name: this.#options.name, how })
    this.#finish(new AppError('ENGINE_FAILED'))
  }

  #abort(pending: Pending): void {
    if (this.#queue.remove(pending.owner, pending)) {
      pending.reject(new AppError('CANCELLED'))
    } else if (this.#current === pending && this.#child) {
      this.#stop(this.#child, new AppError('CANCELLED'))
    }
  }
}
