import { z } from 'zod'
import { describeThrown, type Log } from '#server/log.ts'
import type { ComfyClient } from './client.ts'

/** What is heard of a job: how far it is, what it looks like so far, or that it is worth being looked up. */
export type JobEvent =
  | { kind: 'nodes'; nodes: ReadonlyMap<string, number> }
  | { kind: 'preview'; picture: Uint8Array; type: string }
  | { kind: 'look' }
type Listener = (event: JobEvent) => void

const zMessage = z.object({ type: z.string(), data: z.unknown() })
const zOfJob = z.object({ prompt_id: z.string() })
const zProgressState = zOfJob.extend({
  nodes: z.record(z.string(), z.object({ value: z.number(), max: z.number(), state: z.string() })),
})
const zExecuting = zOfJob.extend({ node: z.string().nullable() })
/** Events after which a job has ended, or has begun. */
const LOOKS = new Set(['execution_start', 'execution_success', 'execution_error', 'execution_interrupted'])

/** Kinds of binary messages: a preview of whatever runs, and one that says what it belongs to. */
const PREVIEW = 1
const PREVIEW_OF_JOB = 4
const zPreview = z.object({ prompt_id: z.string(), image_type: z.enum(['image/jpeg', 'image/png']) })
/** What this end understands, which is told first. */
const FEATURES = { type: 'feature_flags', data: { supports_preview_metadata: true } }

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
  /** The job that was heard of last: a preview that does not say so is of it. */
  #running = ''
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
      socket.send(JSON.stringify(FEATURES))
      // What happened meanwhile is not repeated.
      for (const listener of this.#listeners.values()) listener({ kind: 'look' })
    })
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') this.#receive(data)
      else if (data instanceof ArrayBuffer) this.#receivePreview(Buffer.from(data))
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
        this.#running = prompt_id
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

  #receivePreview(bytes: Buffer): void {
    try {
      const kind = bytes.readUInt32BE(0)
      const size = bytes.readUInt32BE(4)
      if (kind === PREVIEW) {
        const type = size === 1 ? 'image/jpeg' : 'image/png'
        this.#listeners.get(this.#running)?.({ kind: 'preview', picture: bytes.subarray(8), type })
      } else if (kind === PREVIEW_OF_JOB) {
        const said = zPreview.parse(JSON.parse(bytes.toString('utf8', 8, 8 + size)))
        const picture = bytes.subarray(8 + size)
        this.#listeners.get(said.prompt_id)?.({ kind: 'preview', picture, type: said.image_type })
      }
    } catch (error) {
      this.#log.debug('preview of ComfyUI not understood', describeThrown(error))
    }
  }
}
