import { AppError } from '#contracts/errors.ts'

/** Why bytes did not come, and what may help: another try, the first byte again, or nothing. */
export type Hindrance =
  /** The connection broke or stands still. */
  | { kind: 'network' }
  /** The server answered that it cannot now. */
  | { kind: 'busy' }
  /** What is on the server is not what was begun. */
  | { kind: 'changed' }
  | { kind: 'signIn' }
  | { kind: 'refused'; error: AppError }

/** Thrown by receive. */
export class ReceiveError extends Error {
  readonly hindrance: Hindrance
  constructor(hindrance: Hindrance, cause?: unknown) {
    super(hindrance.kind, { cause })
    this.hindrance = hindrance
  }
}

export interface Receiving {
  url: string
  /** Bytes that are there already. */
  from: number
  /** Version that those bytes are of. */
  etag: string | null
  /** Aborts the transfer; it then rejects with the signal's reason. */
  signal: AbortSignal
  /** Hears the whole size (null where the server does not tell) and the version before the first bytes. */
  onStart(total: number | null, etag: string | null): Promise<void>
  onBytes(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** A line that carries nothing for this long is given up, ms. */
  stallMs?: number
}

const STALL_MS = 15_000

/** First byte and whole size of a 206 answer (RFC 9110, 14.4). */
function parseContentRange(header: string | null): { start: number; total: number | null } | null {
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header ?? '')
  return match ? { start: Number(match[1]), total: match[2] === '*' ? null : Number(match[2]) } : null
}

function refusalOf(status: number): Hindrance {
  if (status === 401) return { kind: 'signIn' }
  if (status === 404 || status === 410)
    return { kind: 'refused', error: new AppError('NOT_FOUND', '结果已从服务器删除') }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'busy' }
  return { kind: 'refused', error: new AppError('INTERNAL', `服务器拒绝提供此文件（${status}）`) }
}

/** The whole size when the answer goes on where asked; throws for every other answer. */
function checkAnswer(response: Response, { from, etag }: Receiving): number | null {
  const range = parseContentRange(response.headers.get('content-range'))
  if (response.status === 206) {
    // Over plain HTTP a browser takes headers in the midst of which the line broke for all of them.
    if (!range) throw new ReceiveError({ kind: 'network' })
    const tag = response.headers.get('etag')
    if (range.start !== from || (from > 0 && etag !== null && tag !== etag))
      throw new ReceiveError({ kind: 'changed' })
    return range.total
  }
  if (response.status === 200) {
    // The server does not go on in the middle, or has another version by now.
    if (from > 0) throw new ReceiveError({ kind: 'changed' })
    const length = response.headers.get('content-length')
    return length === null || response.headers.has('content-encoding') ? null : Number(length)
  }
  if (response.status === 416) {
    if (from > 0) throw new ReceiveError({ kind: 'changed' })
    // A range of nothing cannot be satisfied: the file is empty.
    if (response.headers.get('content-range') === 'bytes */0') return 0
  }
  throw new ReceiveError(refusalOf(response.status))
}

/** Aborts when nothing was heard for a while. */
class StallWatch {
  readonly controller = new AbortController()
  readonly #ms: number
  #timer: ReturnType<typeof setTimeout> | undefined
  constructor(ms: number) {
    this.#ms = ms
  }
  /** Something was heard, or this side is busy and does not listen. @param listening waits on from now */
  tick(listening: boolean): void {
    clearTimeout(this.#timer)
    if (listening) this.#timer = setTimeout(() => this.controller.abort(), this.#ms)
  }
}

async function pump(response: Response, total: number | null, receiving: Receiving, watch: StallWatch) {
  let arrived = receiving.from
  const reader = response.body?.getReader()
  while (reader) {
    watch.tick(true)
    const { done, value } = await reader.read()
    watch.tick(false)
    if (done) break
    arrived += value.length
    if (total !== null && arrived > total) throw new ReceiveError({ kind: 'changed' })
    await receiving.onBytes(value)
  }
  if (total !== null && arrived < total) throw new ReceiveError({ kind: 'network' })
}

/**
 * Fetches a file from byte `from` on and hands it over as it comes. Always asks for a range: the service worker
 * leaves those alone, so that a batch does not push the pictures on show out of its cache.
 * @throws ReceiveError, the signal's reason, or what onStart and onBytes throw
 */
export async function receive(receiving: Receiving): Promise<void> {
  const { url, from, etag, signal, onStart } = receiving
  const watch = new StallWatch(receiving.stallMs ?? STALL_MS)
  const headers: Record<string, string> = { Range: `bytes=${from}-` }
  if (from > 0 && etag !== null) headers['If-Range'] = etag
  const both = AbortSignal.any([signal, watch.controller.signal])
  let ownError: unknown
  const own = <Args extends unknown[]>(work: (...args: Args) => Promise<void>) => {
    return (...args: Args) =>
      work(...args).catch((thrown: unknown) => {
        ownError = thrown
        throw thrown
      })
  }
  try {
    watch.tick(true)
    const response = await fetch(url, {
      headers,
      signal: both,
      credentials: 'same-origin',
      cache: 'no-store',
    })
    watch.tick(false)
    try {
      const total = checkAnswer(response, receiving)
      await own(onStart)(total, response.headers.get('etag'))
      if (response.status !== 416)
        await pump(response, total, { ...receiving, onBytes: own(receiving.onBytes) }, watch)
    } catch (thrown) {
      await response.body?.cancel().catch(() => undefined)
      throw thrown
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason
    if (thrown instanceof ReceiveError || thrown === ownError) throw thrown
    throw new ReceiveError({ kind: 'network' }, thrown)
  } finally {
    watch.tick(false)
  }
}
