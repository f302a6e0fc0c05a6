import { z } from 'zod'
import { describeThrown, type Log } from '#server/log.ts'
import type { ComfyClient } from './client.ts'

/** What is heard of a job: how far it is, or that it is worth being looked up. */
export type JobEvent = { kind: 'nodes'; nodes: ReadonlyMap<string, number> } | { kind: 'look' }
type Listener = (event: JobEvent) => void

const zMessage = z.object({ type: z.string(), data: z.unknown() })
const zOfJob = z.object({ prompt_id: z.string() })
const zProgressState = zOfJob.extend({
  nodes: z.record(z.string(), z.object({ value: z.number(), max: z.number(), state: z.string() })),
})
const zExecuting = zOfJob.extend({ node: z.string().nullable() })
/** Events after which a job has ended, or has begun. */
const LOOKS = new Set(['execution_start', 'execution_success', 'execution_error', 'execution_interrupted'])

/** Waits before the socket is opened again, ms. */
const REOPEN_MS = [500, 1000, 2000, 5000]

const shareOf = ({ value, max, state }: { value: number; max: number; state: string }) =>
  state === 'finished' ? 1 : max > 0 ? Math.min(1, value / max) : 0

/**
 * The events of one ComfyUI, over one socket for all jobs that are followed; open while there are any. Events only tell
 * how far a job is and when to look it up: what becomes of it is never decided by them, so that missed, late and repeated
 * ones do no harm.
 */
export class ComfyEvents {
  readonly #client: ComfyClient
  readonly #clientId: string
  readonly #log: Log
  readonly #listeners = new Map<string, Listener>()
  #socket: WebSocket | null = null
  #timer: NodeJS.Timeout | undefined
  #failures = 0

  constructor(client: ComfyClient, clientId: string, log: Log) {
    this.#client = client
    this.#clientId = clientId
    this.#log = log
  }

  /** Follows a job until the returned function is called. */
  listen(id: string, listener: Listener): () => void {
    this.#listeners.set(id, listener)
    if (!this.#socket && !this.#timer) this.#open()
    return () => {
      this.#listeners.delete(id)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #open(): void {
    const { url, headers } = this.#client.socket(this.#clientId)
    // Headers are an addition of Node's to the standard.
    const Socket = WebSocket as unknown as new (
      url: URL,
      options: { headers: Record<string, string> },
    ) => WebSocket
    const socket = new Socket(url, { headers })
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.addEventListener('open', () => {
      this.#failures = 0
      // What happened meanwhile is not repeated.
      for (const listener of this.#listeners.values()) listener({ kind: 'look' })
    })
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') this.#receive(data)
    })
    socket.addEventListener('error', () => socket.close())
    socket.addEventListener('close', () => this.#reopen(socket))
  }

  #reopen(socket: WebSocket): void {
    if (this.#socket !== socket) return
    this.#socket = null
    for (const listener of this.#listeners.values()) listener({ kind: 'look' })
    const wait = REOPEN_MS[Math.min(this.#failures++, REOPEN_MS.length - 1)]
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#listeners.size > 0) this.#open()
    }, wait)
  }

  #receive(text: string): void {
    try {
      const { type, data } = zMessage.parse(JSON.parse(text))
      if (type === 'progress_state') {
        const { prompt_id, nodes } = zProgressState.parse(data)
        const shares = Object.entries(nodes).map(([id, node]): [string, number] => [id, shareOf(node)])
        this.#listeners.get(prompt_id)?.({ kind: 'nodes', nodes: new Map(shares) })
      } else if (LOOKS.has(type)) {
        this.#listeners.get(zOfJob.parse(data).prompt_id)?.({ kind: 'look' })
      } else if (type === 'executing') {
        const { prompt_id, node } = zExecuting.parse(data)
        if (node === null) this.#listeners.get(prompt_id)?.({ kind: 'look' })
      }
    } catch (error) {
      this.#log.debug('event of ComfyUI not understood', describeThrown(error))
    }
  }
}
