/**
 * A server under attack: fifty users upload, look at thumbnails, sign in and start tasks, each from an address of its
 * own, while one attacker after the other tries to stop them from another address: downloads that nobody reads,
 * pointing without end, a full account, and enlargements that take minutes. `othersP99Ms` is the slowest per cent of
 * the others' answers under the worst attack, `calm` the same without one; `queueMs` is how long a page of 200 tasks takes
 * while 30,000 wait, twenty asked for at once, and `healthMs` the slowest sign of life meanwhile; `rssGrowthMb` what the server's process holds more after a minute of rest; `lost` counts tasks
 * of others that are not known any more, `wronglyCharged` accounts whose ledger does not sum up to their tickets.
 * Prints one line of JSON last. Linux alone: all of 127.0.0.0/8 is this machine there.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { assetUrl, zAssetId } from '#contracts/asset.ts'
import { APP_HEADER, ASSET_HEADER, ENDPOINTS, TOKEN_NAME } from '#contracts/endpoints.ts'
import { modelUrl } from '#contracts/models.ts'
import { AppProcess, freshPhone } from '#tests/support/app-process.ts'

const USERS = 50
const SIGN_IN_AT_ONCE = 5
/** How long each attack goes on, ms. */
const ATTACK_MS = 20_000
/** A user's pause between two rounds, ms. */
const PAUSE_MS = 1_000
const REST_MS = 60_000
const PAGE = 4096
/** Tasks that wait while lists of them are asked for, and how many are at once. */
const WAITING = 30_000
const LOOKS = 20

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One who calls the server from an address of its own. */
class Caller {
  readonly #agent: Agent
  #cookies = ''
  token = ''
  readonly address: string

  constructor(localAddress: string) {
    this.address = localAddress
    // A connection kept alive may be closed by the server in the moment in which it is used again.
    this.#agent = new Agent({ keepAlive: false, maxSockets: 6, localAddress })
  }

  async send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array | string,
  ): Promise<Answer> {
    const own: Record<string, string> = { [APP_HEADER]: '1', ...headers }
    if (this.#cookies) own.cookie = this.#cookies
    if (this.token) own[TOKEN_NAME] = this.token
    if (body !== undefined) own['content-length'] = String(Buffer.byteLength(body))
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const call = request(new URL(path, app.url), { method, agent: this.#agent, headers: own }, (answer) => {
      buffer(answer)
        .then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }))
        .catch(reject)
    })
    call.on('error', reject)
    call.end(body)
    return promise
  }

  async call(path: string, body: unknown): Promise<Answer> {
    return this.send('POST', `/api${path}`, { 'content-type': 'application/json' }, JSON.stringify(body))
  }

  /** @param timed measures the two answers that a user waits for */
  async signIn(phone: string, timed = <T>(work: () => Promise<T>) => work()): Promise<void> {
    const from = app.mark()
    const asked = await timed(() => this.call(ENDPOINTS.smsSend.path, { phoneNo: phone }))
    this.#cookies = (asked.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
    const verifyCode = await app.code(phone, from)
    const answer = await timed(() => this.call(ENDPOINTS.smsLogin.path, { phoneNo: phone, verifyCode }))
    this.token = JSON.parse(answer.body.toString()).data.satoken
  }

  /** Uploads a file by tus; its asset, or '' where it was refused. */
  async upload(bytes: Uint8Array): Promise<string> {
    const created = await this.send('POST', '/api/uploads', {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `filename ${Buffer.from('a.png').toString('base64')}`,
    })
    const { location } = created.headers
    if (!location) return ''
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    }
    const sent = await this.send('PATCH', location, headers, bytes)
    return String(sent.headers[ASSET_HEADER.toLowerCase()] ?? '')
  }

  start(assetId: string, op: string, params: Record<string, unknown> = {}): Promise<Answer> {
    const inputs = [{ role: 'image', assetId, name: 'a.png' }]
    const task = { taskId: randomUUID(), toolId: 'matting', op, params, inputs, batchId: null }
    return this.call(ENDPOINTS.startTask.path, task)
  }

  async read<T>(path: string): Promise<T> {
    return JSON.parse((await this.send('GET', `/api${path}`)).body.toString()).data as T
  }
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()

const times: number[] = []
async function timed<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  times.push(performance.now() - startedAt)
  return result
}

async function residentMb(): Promise<number> {
  const pages = Number((await readFile(`/proc/${app.pid}/statm`, 'utf8')).split(' ')[1])
  return (pages * PAGE) / 1_048_576
}

/** A user's day until `until`: a small upload, its thumbnail, a task and a sign-in on another device. */
async function live(user: Caller, until: number, started: { user: Caller; taskId: string }[]): Promise<void> {
  await wait(Math.random() * PAUSE_MS)
  for (let round = 0; performance.now() < until; round++) {
    const picture = await noise(64, 48)
    const asset = await timed(() => user.upload(picture))
    if (asset) {
      await timed(() => user.send('GET', assetUrl(zAssetId.parse(asset), { side: 320, format: 'webp' })))
      if (round === 0) {
        const answer = await timed(() => user.start(asset, 'lineart'))
        const { data } = JSON.parse(answer.body.toString())
        if (data) started.push({ user, taskId: data.taskId })
      }
    }
    await timed(() => user.send('GET', '/api/user/userInfo'))
    if (round === 1) await new Caller(user.address).signIn(freshPhone(), timed)
    await wait(PAUSE_MS)
  }
}

const target = () => ({ port: Number(new URL(app.url).port), host: '127.0.0.1', localAddress: '127.9.9.9' })

/** Many connections, each with many downloads that it never reads. */
async function neverRead(until: number): Promise<void> {
  const get = `GET ${modelUrl('isnet')} HTTP/1.1\r\nHost: x\r\n\r\n`
  const open = (count: number): Socket => {
    const socket = connect(target())
    socket.on('error', () => {})
    socket.pause()
    socket.write(get.repeat(count))
    return socket
  }
  const sockets = [open(12_000), ...Array.from({ length: 500 }, () => open(40))]
  await wait(Math.max(0, until - performance.now()))
  for (const socket of sockets) socket.destroy()
}

async function point(until: number): Promise<void> {
  const asset = await attacker.upload(await noise(8000, 6000))
  while (performance.now() < until) {
    const body = { assetId: asset, points: [{ x: 9, y: 9, keep: true }] }
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => attacker.call(ENDPOINTS.clickMask.path, body)),
    )
    if (answers.every(({ status }) => status === 429)) await wait(200)
  }
}

async function fill(until: number): Promise<void> {
  const declared = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(100 * 1024 * 1024) }
  while (performance.now() < until)
    await Promise.all(Array.from({ length: 50 }, () => attacker.send('POST', '/api/uploads', declared)))
}

async function enlarge(until: number): Promise<void> {
  const asset = await attacker.upload(await noise(1600, 1200))
  for (let n = 0; n < 20 && performance.now() < until; n++)
    await attacker.start(asset, 'upscale', { factor: 2, quality: 'best' })
  await wait(Math.max(0, until - performance.now()))
}

const calm = (until: number) => wait(Math.max(0, until - performance.now()))
const PHASES = { calm, neverRead, point, fill, enlarge }

/** Puts waiting tasks into the database past the queue, as many users would have. */
function fillQueue(): void {
  const db = new DatabaseSync(join(app.dataDir, 'zhuhui.db'), { timeout: 5000 })
  db.exec('begin')
  const [owner] = db.prepare('select id from users order by created_at limit 1').all()
  const insert = db.prepare(
    `insert into tasks (id, user_id, tool_id, op, params, body_hash, state, turn, attempt, place, engine, cost_amount,
     refunded, error_message, error_remedy, created_at) values (?, ?, 'toline', 'lineart', '{}', '', 'queued', ?, 0, 'gpu', '',
     0, 0, '', '', 0)`,
  )
  for (let n = 0; n < WAITING; n++) insert.run(randomUUID(), String(owner?.id), n)
  db.exec('commit')
  db.close()
}

/** Looks at a page of the queue many times at once; how long that took, and the slowest sign of life meanwhile. */
async function lookAtQueue(): Promise<{ queueMs: number; healthMs: number }> {
  fillQueue()
  let [isOver, healthMs] = [false, 0]
  const beat = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await users[0]!.send('GET', '/api/health')
      healthMs = Math.max(healthMs, performance.now() - startedAt)
      await wait(20)
    }
  }
  const beating = beat()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: LOOKS }, () => attacker.send('GET', '/api/ai/getTaskList?limit=200')),
  )
  const queueMs = performance.now() - startedAt
  isOver = true
  await beating
  return { queueMs: Math.round(queueMs), healthMs: Math.round(healthMs) }
}

const app = await new AppProcess().start()
const attacker = new Caller('127.9.9.9')
const users = Array.from({ length: USERS }, (_, n) => new Caller(`127.1.0.${n + 1}`))
try {
  await attacker.signIn(freshPhone())
  for (let n = 0; n < USERS; n += SIGN_IN_AT_ONCE)
    await Promise.all(users.slice(n, n + SIGN_IN_AT_ONCE).map((user) => user.signIn(freshPhone())))
  // Everything is loaded and warm before it is measured.
  await Promise.all(users.slice(0, 2).map((user) => live(user, performance.now() + 2000, [])))
  times.length = 0
  const before = await residentMb()
  const started: { user: Caller; taskId: string }[] = []
  const p99: Record<string, number> = {}
  for (const [name, attack] of Object.entries(PHASES)) {
    const from = times.length
    const until = performance.now() + ATTACK_MS
    await Promise.all([attack(until), ...users.map((user) => live(user, until, started))])
    const own = times.slice(from).sort((a, b) => a - b)
    p99[name] = Math.round(own[Math.floor(own.length * 0.99)] ?? 0)
    console.error(`${name}: ${own.length} answers, 99 % within ${p99[name]} ms`)
  }
  await wait(REST_MS)
  const rssGrowthMb = Math.round((await residentMb()) - before)
  let [lost, wronglyCharged] = [0, 0]
  for (const { user, taskId } of started)
    if (!(await user.read<unknown>(`/ai/getTaskByTaskId?taskId=${taskId}`))) lost++
  for (const user of [...users, attacker]) {
    const tickets = await user.read<number>('/ai/totalTicket?type=1')
    const ledger = await user.read<{ delta: number }[]>('/ai/ticketLedger?kind=image&limit=100')
    if (ledger.reduce((sum, { delta }) => sum + delta, 0) !== tickets) wronglyCharged++
  }
  const { calm: _calm, ...attacked } = p99
  const othersP99Ms = Math.max(...Object.values(attacked))
  const [answers, queue] = [times.length, await lookAtQueue()]
  console.log(JSON.stringify({ othersP99Ms, ...p99, ...queue, answers, rssGrowthMb, lost, wronglyCharged }))
} finally {
  await app.dispose()
}
process.exit(0)
