import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

interface Sending {
  type: string
  etag: string
  cacheControl: string
  /** More headers, such as Content-Encoding. */
  headers?: Record<string, string>
}

/** A satisfiable single range of bytes, `null` for the whole file, 'bad' for one outside it (RFC 9110, 14). */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | null | 'bad' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'bad' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || start > end ? 'bad' : { start, end }
}

/**
 * Waits until an answer may be written: of requests that came one after the other on a connection, the answers to
 * the later ones wait until the earlier ones were read.
 * @throws Error when the connection closes before that
 */
function turnOf({ incoming, outgoing }: HttpBindings): Promise<void> {
  if (outgoing.socket) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('the connection closed before its answer was written'))
    if (incoming.socket.destroyed) return lost()
    incoming.socket.once('close', lost)
    outgoing.once('socket', () => {
      incoming.socket.off('close', lost)
      resolve()
    })
  })
}

/** Bytes `start` to `end` of a file, which is opened when the first of them can be written. */
function openLate(path: string, start: number, end: number, turn: () => Promise<void>): ReadableStream {
  let file: ReadStream | null = null
  let chunks: AsyncIterator<Buffer> | null = null
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      if (!chunks) {
        await turn()
        file = createReadStream(path, { start, end })
        chunks = file[Symbol.asyncIterator]()
      }
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      file?.destroy()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** Answers with a file, or a range of it, or 304; null when there is no such file. */
export async function sendFile(c: Context, path: string, sending: Sending): Promise<Response | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  const headers = new Headers({
    'Content-Type': sending.type,
    'Cache-Control': sending.cacheControl,
    ETag: sending.etag,
    'Accept-Ranges': 'bytes',
    ...sending.headers,
  })
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === sending.etag || tag === '*'))
    return new Response(null, { status: 304, headers })
  const ifRange = c.req.header('if-range')
  const wanted = ifRange === undefined || ifRange === sending.etag ? c.req.header('range') : undefined
  const range = parseRange(wanted, found.size)
  if (range === 'bad') {
    headers.set('Content-Range', `bytes */${found.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 }
  headers.set('Content-Length', String(end - start + 1))
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${found.size}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD' || found.size === 0) return new Response(null, { status, headers })
  const turn = () => turnOf(c.env as HttpBindings)
  return new Response(openLate(path, start, end, turn), { status, headers })
}
