import { Worker } from 'node:worker_threads'
import type { Answers, RunNetwork } from '#kernels/networks.ts'
import type { AskedRun, RunReply } from './network-thread.ts'

/** Networks on this machine that work together. */
export interface NetworkFiles {
  /** Files of the weights. */
  models: readonly string[]
  threads: number
}

/**
 * The thread in which networks run: onnxruntime-node holds the thread that asks it until it is done, and kernels go on
 * beside. It keeps no process alive that waits for nothing.
 */
class NetworkThread {
  readonly #worker = new Worker(new URL('./network-thread.ts', import.meta.url))
  readonly #waiting = new Map<number, PromiseWithResolvers<Answers>>()
  #asked = 0

  /** @param onLost told when it has ended, which fails what waits for it */
  constructor(onLost: () => void) {
    this.#worker.unref()
    this.#worker.on('message', (reply: RunReply) => {
      const run = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if (this.#waiting.size === 0) this.#worker.unref()
      if ('error' in reply) run?.reject(reply.error)
      else run?.resolve(reply.answers)
    })
    let cause: unknown
    this.#worker.on('error', (error) => {
      cause = error
    })
    // An exit follows each error as well.
    this.#worker.on('exit', (code) => {
      onLost()
      const error = cause ?? new Error(`the thread of networks ended with ${code}`)
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    })
  }

  ask(asked: Omit<AskedRun, 'id'>): Promise<Answers> {
    const id = this.#asked++
    const run = Promise.withResolvers<Answers>()
    this.#waiting.set(id, run)
    this.#worker.ref()
    this.#worker.postMessage({ id, ...asked } satisfies AskedRun)
    return run.promise
  }
}

let thread: NetworkThread | undefined

/** Runs networks in files, see RunNetwork. */
export function runNetwork(
  { models, threads }: NetworkFiles,
  ...run: Parameters<RunNetwork>
): Promise<Answers> {
  thread ??= new NetworkThread(() => {
    thread = undefined
  })
  return thread.ask({ files: models.map((model) => ({ model, threads })), run })
}
