import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

const FILM = readFileSync(new URL('../fixtures/film.mp4', import.meta.url))

/** What the next job does instead of ending well: it fails with a code, never ends, or its result has expired. */
export type CloudMishap = { failsWith: string } | 'hangs' | 'expired'

/** A job as it was created. */
export interface CreatedJob {
  id: string
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: a request of whatever shape.
  body: any
}

interface Running {
  looks: number
  mishap: CloudMishap | undefined
  isCancelled: boolean
  files: string[]
}

/**
 * A cloud whose jobs are created and looked up, in the shapes of DashScope (`/api/v1`) and of Volcengine's Ark
 * (`/api/v3`), without any model. A job waits at the first look, runs at the second and has ended at the third.
 */
export class FakeCloud {
  /** Jobs that were created, in order. */
  readonly created: CreatedJob[] = []
  /** Ids that were asked to be cancelled. */
  readonly cancelled: string[] = []
  /** What the next jobs do, first in first out. */
  readonly mishaps: CloudMishap[] = []
  /** So many of the next requests are turned away for the moment. */
  busy = 0
  readonly #jobs = new Map<string, Running>()
  readonly #files = new Map<string, Buffer>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Forgets every job, as clouds do after a day. */
  forget(): void {
    this.#jobs.clear()
  }

  /** Whether a job has been looked at while it was not ended. */
  isLookedAt(id: string): boolean {
    return (this.#jobs.get(id)?.looks ?? 0) > 0
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.origin)
    const json = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    if (pathname.startsWith('/files/')) {
      const file = this.#files.get(pathname)
      response.writeHead(file ? 200 : 403).end(file)
      return
    }
    const isArk = pathname.startsWith('/api/v3/')
    const refuse = (status: number, code: string, headers = {}) => {
      const told = { code, message: `refused: ${code}` }
      json(
        status,
        isArk ? { error: { ...told, type: 'error' } } : { ...told, request_id: randomUUID() },
        headers,
      )
    }
    if (request.headers.authorization !== `Bearer ${this.#key}`) return refuse(401, 'InvalidApiKey')
    const path = pathname.replace(/^\/api\/v\d\//, '')
    if (path === 'models') return refuse(404, 'NotFound')
    if (this.busy > 0) {
      this.busy--
      return refuse(429, isArk ? 'RateLimitExceeded' : 'Throttling.RateQuota', { 'retry-after': '0' })
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString('utf8')
    const [, named = '', action] = /tasks\/([^/]+)(?:\/(cancel))?$/.exec(path) ?? []
    if (!named) {
      // Without it DashScope answers at once, which these models do not do.
      if (!isArk && request.headers['x-dashscope-async'] !== 'enable') return refuse(403, 'AccessDenied')
      const id = randomUUID()
      const body: unknown = JSON.parse(text)
      this.created.push({ id, path, headers: request.headers, body })
      const mishap = this.mishaps.shift()
      const files = await this.#make(path, body as Record<string, unknown>, mishap)
      this.#jobs.set(id, { looks: 0, mishap, isCancelled: false, files })
      return json(200, isArk ? { id } : { output: { task_id: id, task_status: 'PENDING' }, request_id: id })
    }
    const job = this.#jobs.get(named)
    if (action === 'cancel' || request.method === 'DELETE') {
      this.cancelled.push(named)
      if (job) job.isCancelled = true
      return json(200, isArk ? {} : { request_id: randomUUID() })
    }
    if (isArk) return job ? json(200, this.#ark(named, job)) : refuse(404, 'ResourceNotFound')
    json(200, this.#dashScope(named, job))
  }

  /** How far a job is; each look brings it on. */
  #stageOf(job: Running): 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' {
    if (job.isCancelled) return 'cancelled'
    job.looks++
    if (job.looks === 1) return 'waiting'
    if (job.looks === 2 || job.mishap === 'hangs') return 'running'
    return typeof job.mishap === 'object' ? 'failed' : 'done'
  }

  #dashScope(id: string, job: Running | undefined) {
    const told = { request_id: randomUUID() }
    if (!job) return { ...told, output: { task_id: id, task_status: 'UNKNOWN' } }
    const stage = this.#stageOf(job)
    const states = {
      ...{ waiting: 'PENDING', running: 'RUNNING', done: 'SUCCEEDED', failed: 'FAILED' },
      cancelled: 'CANCELED',
    }
    const output: Record<string, unknown> = { task_id: id, task_status: states[stage] }
    const urls = job.files.map((file) => this.origin + file)
    if (stage === 'done' && urls[0]?.endsWith('.mp4')) output.video_url = urls[0]
    else if (stage === 'done') output.results = urls.map((url) => ({ url }))
    if (stage === 'failed' && typeof job.mishap === 'object')
      Object.assign(output, { code: job.mishap.failsWith, message: 'it failed' })
    return { ...told, output }
  }

  #ark(id: string, job: Running) {
    const stage = this.#stageOf(job)
    const states = {
      ...{ waiting: 'queued', running: 'running', done: 'succeeded', failed: 'failed' },
      cancelled: 'cancelled',
    }
    return {
      ...{ id, status: states[stage] },
      ...(stage === 'done' && { content: { video_url: this.origin + (job.files[0] ?? '') } }),
      ...(stage === 'failed' &&
        typeof job.mishap === 'object' && { error: { code: job.mishap.failsWith, message: 'it failed' } }),
    }
  }

  /** Files of a job, of a colour that follows from all that was asked. */
  async #make(
    path: string,
    body: Record<string, unknown>,
    mishap: CloudMishap | undefined,
  ): Promise<string[]> {
    const keep = (name: string, bytes: Buffer) => {
      if (mishap !== 'expired') this.#files.set(name, bytes)
      return name
    }
    if (!path.includes('text2image')) return [keep(`/files/${randomUUID()}.mp4`, FILM)]
    const { size, n } = body.parameters as { size: string; n: number }
    const [width = 64, height = 64] = size.split('*').map(Number)
    return Promise.all(
      Array.from({ length: n }, async (_, index) => {
        const [r = 0, g = 0, b = 0] = createHash('sha256')
          .update(JSON.stringify([body, index]))
          .digest()
        const picture = sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
        return keep(`/files/${randomUUID()}.png`, await picture.png().toBuffer())
      }),
    )
  }
}
