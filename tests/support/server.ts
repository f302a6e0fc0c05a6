import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { APP_HEADER, ASSET_HEADER, ENDPOINTS, TOKEN_NAME, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { type Envelope, openEnvelope, zEnvelope } from '#contracts/envelope.ts'
import { isFinal, type Task } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'
import { openPools, type Pools } from '#server/engines/local/pools.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { type RunningServer, type ServerParts, startServer } from '#server/server.ts'

/** What a call of the API answered. */
export interface Answer<T = unknown> {
  status: number
  envelope: Envelope<T>
  headers: Headers
}

/** A phone number that no other test uses. */
export function freshPhone(): string {
  return `13${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
}

/** A client of a running server, with or without a session. */
export class Client {
  readonly url: string
  readonly token: string | null
  /** The cookie by which the server knows the browser that asked for a code. */
  #browser = ''

  constructor(url: string, token: string | null = null) {
    this.url = url
    this.token = token
  }

  /** Headers that the app's own client sends. */
  headers(more: Record<string, string> = {}): Record<string, string> {
    const headers: Record<string, string> = { [APP_HEADER]: '1' }
    if (this.#browser) headers.cookie = this.#browser
    if (this.token) headers[TOKEN_NAME] = this.token
    return { ...headers, ...more }
  }

  /** Calls an endpoint and gives whatever it answers. */
  async ask<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    endpoint: Endpoint<Q, B, D>,
    input: { query?: Record<string, unknown>; body?: unknown } = {},
  ): Promise<Answer<z.output<D>>> {
    const address = new URL(`/api${endpoint.path}`, this.url)
    for (const [key, value] of Object.entries(input.query ?? {})) address.searchParams.set(key, String(value))
    const response = await fetch(address, {
      method: endpoint.method,
      headers: this.headers({ 'content-type': 'application/json' }),
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
    })
    for (const cookie of response.headers.getSetCookie())
      if (cookie.startsWith('zhuhui-browser=')) this.#browser = cookie.split(';')[0] ?? ''
    const envelope = zEnvelope.parse(await response.json())
    return { status: response.status, envelope: envelope as Envelope<z.output<D>>, headers: response.headers }
  }

  /** Calls an endpoint that must succeed and parses its data by the contract. */
  async call<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    endpoint: Endpoint<Q, B, D>,
    input: { query?: Record<string, unknown>; body?: unknown } = {},
  ): Promise<z.output<D>> {
    const { envelope } = await this.ask(endpoint, input)
    return endpoint.data.parse(openEnvelope(envelope))
  }

  /** Sends a file by tus in one piece; the last answer, and the asset's id when it was taken. */
  async upload(
    bytes: Uint8Array,
    name: string,
  ): Promise<{ status: number; envelope: Envelope | null; assetId: string | null; headers: Headers }> {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`
    const created = await fetch(this.url + UPLOAD_PATH, {
      method: 'POST',
      headers: this.headers({
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(bytes.length),
        'Upload-Metadata': metadata,
      }),
    })
    const location = created.headers.get('location')
    if (bytes.length === 0 || !created.ok || !location) return readUpload(created)
    const response = await fetch(new URL(location, this.url), {
      method: 'PATCH',
      headers: this.headers({
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      }),
      body: bytes as Uint8Array<ArrayBuffer>,
    })
    return readUpload(response)
  }

  /** Uploads a picture that must be taken. */
  async uploadOk(bytes: Uint8Array, name: string): Promise<string> {
    const { assetId, status, envelope } = await this.upload(bytes, name)
    if (!assetId) throw new Error(`upload refused: ${status} ${JSON.stringify(envelope)}`)
    return assetId
  }

  /** Submits a task on one picture. */
  start(op: OpId, assetId: string, more: Record<string, unknown> = {}): Promise<Task> {
    return this.call(ENDPOINTS.startTask, { body: taskBody(op, assetId, more) })
  }

  /** Waits until a task has ended. */
  async finished(taskId: string, timeoutMs = 80_000): Promise<Task> {
    const until = Date.now() + timeoutMs
    // A task that takes long is asked about less often: each question takes the processor from the work itself.
    for (let waitMs = 10; Date.now() < until; waitMs = Math.min(250, 1.4 * waitMs)) {
      const task = await this.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })
      if (isFinal(task.state)) return task
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
    throw new Error(`task ${taskId} did not end within ${timeoutMs} ms`)
  }

  /** Tickets in the image purse. */
  imageTickets(): Promise<number> {
    return this.call(ENDPOINTS.totalTicket, { query: { type: 1 } })
  }
}

async function readUpload(response: Response) {
  const text = await response.text()
  return {
    status: response.status,
    envelope: text.startsWith('{') ? (zEnvelope.parse(JSON.parse(text)) as Envelope) : null,
    assetId: response.headers.get(ASSET_HEADER),
    headers: response.headers,
  }
}

/** Body of startTask on one picture. */
export function taskBody(op: OpId, assetId: string, more: Record<string, unknown> = {}) {
  const inputs = [{ role: 'image', assetId, name: '照片.png' }]
  return { taskId: randomUUID(), toolId: 'matting', op, params: {}, inputs, batchId: null, ...more }
}

/** A server of a test's own. */
export interface TestServer extends RunningServer {
  dataDir: string
  /** Codes that were sent, newest last, by phone number. */
  codes: Map<string, string[]>
  /** Signs a number in (a new one when left out) and gives its client. */
  signIn(phone?: string): Promise<Client>
  /** Stops the server and removes its data. */
  dispose(): Promise<void>
}

let shared: Pools | undefined

/**
 * Processes that all servers of a test run work with: starting one, loading its ops and opening its networks takes
 * longer than what most tests ask of it.
 */
export function sharedPools(): Pools {
  shared ??= openPools(readEnv({}), createLog('silent'))
  return shared
}

/** Starts a server in this process on a free port with an empty data folder. */
export async function startTestServer(
  settings: Record<string, string> = {},
  parts: ServerParts = {},
): Promise<TestServer> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'zhuhui-test-')))
  const codes = new Map<string, string[]>()
  const env = readEnv({
    PORT: '0',
    LOG_LEVEL: 'silent',
    // Other tests have the other core: threads that wait for each other would only take its time.
    LOCAL_THREADS: '1',
    SMS_IP_HOURLY: '10000',
    DATA_DIR: dataDir,
    ...settings,
  })
  const sms = {
    async send(phone: string, code: string) {
      codes.set(phone, [...(codes.get(phone) ?? []), code])
    },
  }
  const server = await startServer(env, { sms, pools: sharedPools(), ...parts })
  return {
    ...server,
    dataDir,
    codes,
    async signIn(phone = freshPhone()) {
      const visitor = new Client(server.url)
      await visitor.call(ENDPOINTS.smsSend, { body: { phoneNo: phone } })
      const verifyCode = codes.get(phone)?.at(-1)
      const { satoken } = await visitor.call(ENDPOINTS.smsLogin, { body: { phoneNo: phone, verifyCode } })
      return new Client(server.url, satoken)
    },
    async dispose() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
