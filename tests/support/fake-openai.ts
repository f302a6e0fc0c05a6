import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import sharp from 'sharp'

/** What was asked of the fake service. */
export interface AskedOf {
  path: string
  authorization: string | undefined
  /** Text fields of the JSON or form. */
  fields: Record<string, string>
  /** Files of the form, in order. */
  files: { field: string; type: string; bytes: Buffer }[]
}

type Misbehaviour = (response: ServerResponse, asked: AskedOf) => void | Promise<void>

/** Refuses with an error of the protocol. */
export const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Misbehaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { code, type: 'error', message: `refused: ${code}`, param: null } }))
  }

/** Answers with what it is given. */
export const answer =
  (body: unknown): Misbehaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

async function readAsked(request: IncomingMessage): Promise<AskedOf> {
  const asked: AskedOf = {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    fields: {},
    files: [],
  }
  const type = request.headers['content-type'] ?? ''
  const body = new Response(Readable.toWeb(request) as ReadableStream, { headers: { 'content-type': type } })
  if (!type.startsWith('multipart/')) {
    const json = (await body.json()) as Record<string, unknown>
    for (const [key, value] of Object.entries(json)) asked.fields[key] = String(value)
    return asked
  }
  for (const [field, value] of await body.formData()) {
    if (typeof value === 'string') asked.fields[field] = value
    else asked.files.push({ field, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) })
  }
  return asked
}

/** A flat picture whose colour follows from all that was asked, so that a lost field is seen. */
export function colourOf({ fields, files }: AskedOf, index: number): { r: number; g: number; b: number } {
  const hash = createHash('sha256').update(JSON.stringify([fields, index]))
  for (const { field, bytes } of files) hash.update(field).update(bytes)
  const [r = 0, g = 0, b = 0] = hash.digest()
  return { r, g, b }
}

async function pictureOf(asked: AskedOf, index: number): Promise<Buffer> {
  const [width = 1024, height = 1024] = (asked.fields.size?.split('x') ?? []).map(Number)
  return sharp({ create: { width, height, channels: 3, background: colourOf(asked, index) } })
    .png()
    .toBuffer()
}

/** A service that speaks OpenAI's image interface and misbehaves on demand. */
export class FakeOpenAi {
  /** All requests, in order. */
  readonly asked: AskedOf[] = []
  /** What the next requests get instead of a picture, first in first out. */
  readonly next: Misbehaviour[] = []
  /** Pictures are named by addresses instead of sent along. */
  byAddress = false
  readonly #pictures = new Map<string, Buffer>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  #awaited: (() => void)[] = []

  /** Begins to listen on a free port. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get baseUrl(): string {
    return `${this.origin}/v1`
  }

  /** Resolves at the next request. */
  requested(): Promise<void> {
    return new Promise((resolve) => this.#awaited.push(resolve))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const kept = this.#pictures.get(request.url ?? '')
    if (request.method === 'GET') {
      response.writeHead(kept ? 200 : 404, { 'content-type': 'image/png' }).end(kept)
      return
    }
    const asked = await readAsked(request)
    this.asked.push(asked)
    for (const resolve of this.#awaited.splice(0)) resolve()
    const misbehave = this.next.shift()
    if (misbehave) return misbehave(response, asked)
    const count = Number(asked.fields.n ?? 1)
    const data = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const bytes = await pictureOf(asked, index)
        if (!this.byAddress) return { b64_json: bytes.toString('base64') }
        const path = `/files/${this.#pictures.size}-${index}.png`
        this.#pictures.set(path, bytes)
        return { url: this.origin + path }
      }),
    )
    const usage = { input_tokens: 12, output_tokens: 3400, total_tokens: 3412 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ created: 1, data, usage }))
  }
}
