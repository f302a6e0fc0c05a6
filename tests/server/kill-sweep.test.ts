import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { ASSET_HEADER, ENDPOINTS, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { openDatabase } from '#server/store/database.ts'
import { MIGRATIONS } from '#server/store/migrations.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { Client, freshPhone, taskBody } from '#tests/support/server.ts'

/** Writes after which the server is killed. KILL_SWEEP=60 sweeps further than the minutes of a test run allow. */
const MOMENTS = process.env.KILL_SWEEP
  ? Array.from({ length: Number(process.env.KILL_SWEEP) }, (_, n) => n + 1)
  : [1, 4, 9, 16]
/** A server that writes less than that is killed all the same. */
const PATIENCE_MS = 1500
const TUS = { 'Tus-Resumable': '1.0.0' }

let app: AppProcess
let watcher: FSWatcher | undefined
afterEach(async () => {
  watcher?.close()
  await app.dispose()
})

/** Resolves once the database's log has been written to so many times. */
function written(times: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    let seen = 0
    watcher = watch(app.dataDir, (_event, name) => {
      if (!name?.startsWith('zhuhui.db') || ++seen < times) return
      clearTimeout(timer)
      resolve()
    })
  })
}

async function kill(): Promise<void> {
  watcher?.close()
  await app.stop('SIGKILL')
}

const picture = (width: number) =>
  sharp(randomBytes(width * 96 * 3), { raw: { width, height: 96, channels: 3 } })
    .png()
    .toBuffer()
const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function signIn(): Promise<Client> {
  const [phoneNo, from, visitor] = [freshPhone(), app.mark(), new Client(app.url)]
  await visitor.call(ENDPOINTS.smsSend, { body: { phoneNo } })
  const verifyCode = await app.code(phoneNo, from)
  const { satoken } = await visitor.call(ENDPOINTS.smsLogin, { body: { phoneNo, verifyCode } })
  return new Client(app.url, satoken)
}

/** An upload as a client does it that goes on where it was cut off. */
class Upload {
  readonly #client: Client
  readonly bytes: Uint8Array<ArrayBuffer>
  #address = ''

  constructor(client: Client, bytes: Uint8Array) {
    this.#client = client
    this.bytes = new Uint8Array(bytes)
  }

  async create(): Promise<void> {
    const length = { 'Upload-Length': String(this.bytes.length) }
    const headers = this.#client.headers({ ...TUS, ...length })
    const created = await fetch(app.url + UPLOAD_PATH, { method: 'POST', headers })
    this.#address = new URL(created.headers.get('location') ?? '', app.url).href
  }

  async send(from: number, to = this.bytes.length): Promise<string | null> {
    const headers = this.#client.headers({
      ...TUS,
      'Upload-Offset': String(from),
      'Content-Type': 'application/offset+octet-stream',
    })
    const body = this.bytes.subarray(from, to)
    return (await fetch(this.#address, { method: 'PATCH', headers, body })).headers.get(ASSET_HEADER)
  }

  /** Sends what is missing; the asset that it became. */
  async finish(): Promise<string | null> {
    const known = await fetch(this.#address, { method: 'HEAD', headers: this.#client.headers(TUS) })
    return known.headers.get(ASSET_HEADER) ?? this.send(Number(known.headers.get('upload-offset')))
  }
}

/** Everything of an account must sum up: each task held once, and settled or refunded once. */
async function expectSums(client: Client, tasks: number, done: number): Promise<void> {
  expect((await client.call(ENDPOINTS.getTaskList)).total).toBe(tasks)
  expect(await client.imageTickets()).toBe(100 - done)
  const ledger = await client.call(ENDPOINTS.ticketLedger, { query: { kind: 'image', limit: 100 } })
  expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(100 - done)
  const count = (reason: string) => ledger.filter((entry) => entry.reason === reason).length
  expect([count('hold'), count('settle'), count('refund')]).toEqual([tasks, done, tasks - done])
}

const OLD = { done: randomUUID(), waiting: randomUUID() }

/**
 * Writes a database of the first version, with a task that is through and one that waits for a picture which is not there.
 * @returns a token of its user
 */
async function oldDatabase(file: string): Promise<string> {
  await (await openDatabase(file, { upTo: '0001-foundation' })).destroy()
  const [db, token, now] = [new DatabaseSync(file), 'token-of-before', Date.now()]
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join(', ')
    db.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(...Object.values(row))
  }
  const user = { user_id: 'u' }
  const of = { created_at: now }
  insert('users', { id: 'u', phone: freshPhone(), nickname: '老用户', avatar: '', ...of })
  insert('sessions', {
    token_hash: idOf(Buffer.from(token)),
    ...user,
    ...of,
    last_seen_at: now,
    expires_at: now + 9e6,
  })
  for (const kind of Object.keys(TICKET_KINDS))
    insert('purses', { ...user, kind, balance: kind === 'image' ? 98 : 0 })
  const task = {
    ...{
      ...user,
      tool_id: 'toline',
      op: 'lineart',
      params: '{}',
      body_hash: '',
      turn: 0,
      attempt: 0,
      place: 'local',
    },
    ...{
      engine: '',
      cost_kind: 'image',
      cost_amount: 1,
      refunded: 0,
      error_message: '',
      error_remedy: '',
      ...of,
    },
  }
  insert('tasks', { ...task, id: OLD.done, state: 'done', finished_at: now })
  insert('tasks', { ...task, id: OLD.waiting, state: 'queued' })
  const entry = { ...user, kind: 'image', note: '', ...of }
  insert('ledger', { ...entry, delta: 100, reason: 'welcome' })
  for (const task_id of [OLD.done, OLD.waiting])
    insert('ledger', { ...entry, delta: -1, reason: 'hold', task_id })
  insert('ledger', { ...entry, delta: 0, reason: 'settle', task_id: OLD.done })
  db.close()
  return token
}

describe('a server that is killed while it writes', { timeout: 600_000 }, () => {
  it('loses nothing of uploads, starts, deliveries and refunds, and charges nothing twice', async () => {
    app = await new AppProcess().start()
    for (const moment of MOMENTS) {
      const client = await signIn()
      const source = await client.uploadOk(await picture(64), '图.png')
      const upload = new Upload(client, await picture(640))
      await upload.create()
      await upload.send(0, 1000)
      const running = taskBody('lineart', source, { params: { detail: 0.4 } })
      const cancelled = taskBody('lineart', source, { params: { detail: 0.6 } })
      const started = taskBody('lineart', source, { params: { detail: 0.7 } })
      const ask = (body: object) => client.call(ENDPOINTS.startTask, { body })
      await ask(running)
      await ask(cancelled)

      const enough = written(moment)
      const cancel = () => client.ask(ENDPOINTS.cancelTask, { body: { taskId: cancelled.taskId } })
      const cut = Promise.allSettled([upload.send(1000), ask(started), cancel()])
      await enough
      await kill()
      await cut
      await app.start()

      expect(await upload.finish()).toBe(idOf(upload.bytes))
      await ask(started)
      await cancel()
      const ends = await Promise.all(
        [running, cancelled, started].map(({ taskId }) => client.finished(taskId, 120_000)),
      )
      // It may have ended before it was cancelled; the others always run to their end.
      expect(ends.map(({ state }) => state)).toEqual([
        'done',
        expect.stringMatching(/done|cancelled/),
        'done',
      ])
      for (const { id } of ends.flatMap(({ outputs }) => outputs)) {
        const got = await fetch(`${app.url}/api/asset/${id}`, { headers: client.headers() })
        expect(idOf(await got.bytes())).toBe(id)
      }
      await expectSums(client, 3, ends.filter(({ state }) => state === 'done').length)
    }
  })

  it('brings an old database to the new version whole, however often it is cut off', async () => {
    app = new AppProcess()
    const file = join(app.dataDir, 'zhuhui.db')
    const token = await oldDatabase(file)
    for (const moment of MOMENTS.slice(0, 3)) {
      const enough = written(moment)
      const starting = app.start().catch(() => undefined)
      await enough
      await kill()
      await starting
    }
    await app.start()
    const client = new Client(app.url, token)
    const ended = await client.finished(OLD.waiting)
    expect(ended).toMatchObject({ state: 'failed', refunded: true })
    expect((await client.finished(OLD.done)).state).toBe('done')
    await expectSums(client, 2, 1)
    const again = new DatabaseSync(file, { readOnly: true })
    expect(again.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(again.prepare('select count(*) as n from kysely_migration').get()).toEqual({
      n: Object.keys(MIGRATIONS).length,
    })
    again.close()
  })
})
