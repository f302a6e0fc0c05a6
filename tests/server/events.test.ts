import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { EVENTS_PATH, type UserEvent, zUserEvent } from '#contracts/events.ts'
import { deliver, FakeEngine, hang } from '#tests/support/fake-engine.ts'
import { plainPhoto } from '#tests/support/pictures.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let engine: FakeEngine
let client: Client
let photo: string

beforeEach(async () => {
  engine = new FakeEngine()
  server = await startTestServer({}, { engines: () => [engine] })
  client = await server.signIn()
  photo = await client.uploadOk(await plainPhoto(64, 64), 'x.png')
})
afterEach(() => server.dispose())

/** A client of the stream, as a browser is one. */
class Stream {
  readonly status: number
  lastId = ''
  /** Everything that came, in order. */
  readonly events: UserEvent[] = []
  readonly ended: Promise<void>
  readonly #abort: AbortController
  #watchers = new Set<() => void>()

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status
    this.#abort = abort
    this.ended = this.#read(response).catch(() => undefined)
  }

  static async open(who: Client, lastId?: string): Promise<Stream> {
    const abort = new AbortController()
    const headers = who.headers(lastId ? { 'Last-Event-ID': lastId } : {})
    const response = await fetch(server.url + EVENTS_PATH, { headers, signal: abort.signal })
    return new Stream(response, abort)
  }

  cut(): Promise<void> {
    this.#abort.abort()
    return this.ended
  }

  /** Waits for an event, of those that came before as well. */
  async heard(fits: (event: UserEvent) => boolean): Promise<UserEvent> {
    for (;;) {
      const found = this.events.find(fits)
      if (found) return found
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
  }

  async #read(response: Response): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (!data) continue
        this.lastId = /^id: (.*)$/m.exec(block)?.[1] ?? this.lastId
        this.events.push(zUserEvent.parse(JSON.parse(data)))
        for (const watcher of this.#watchers) watcher()
        this.#watchers.clear()
      }
    }
  }
}

const isTask = (taskId: string, state: string) => (event: UserEvent) =>
  event.type === 'task' && event.task.taskId === taskId && event.task.state === state

describe('the stream of events', () => {
  it('tells of a task from its start to its end, of its progress and previews, and of the purses', async () => {
    engine.behave = async (job, io) => {
      io.progress(0.5, '一半')
      io.preview(new Uint8Array([1, 2, 3]), 'image/jpeg')
      return deliver(job, io)
    }
    const stream = await Stream.open(client)
    await stream.heard(({ type }) => type === 'resync')
    const { taskId } = await client.start('matting', photo)
    const done = await stream.heard(isTask(taskId, 'done'))
    expect(done).toMatchObject({ task: { progress: 1, outputs: [{ type: 'image/png' }] } })
    expect(stream.events).toContainEqual({ type: 'progress', taskId, progress: 0.5, step: '一半' })
    const picture = `data:image/jpeg;base64,${Buffer.from([1, 2, 3]).toString('base64')}`
    expect(stream.events).toContainEqual({ type: 'preview', taskId, picture })
    await stream.heard(({ type }) => type === 'tickets')
    await stream.cut()
  })

  it('tells nobody of what is not theirs, and visitors nothing', async () => {
    expect((await Stream.open(new Client(server.url))).status).toBe(401)
    const other = await server.signIn()
    const stream = await Stream.open(other)
    await stream.heard(({ type }) => type === 'resync')
    const { taskId } = await client.start('matting', photo)
    await client.finished(taskId)
    const own = await other.start('matting', await other.uploadOk(await plainPhoto(32, 32), 'y.png'))
    await stream.heard(isTask(own.taskId, 'done'))
    expect(JSON.stringify(stream.events)).not.toContain(taskId)
    await stream.cut()
  })

  it('gives who comes back what was missed, once; who was away for too long is told to ask anew', async () => {
    const first = await Stream.open(client)
    await first.heard(({ type }) => type === 'resync')
    const before = await client.start('matting', photo)
    await first.heard(isTask(before.taskId, 'done'))
    await client.finished(before.taskId)
    await first.cut()
    const missed = await client.start('matting', photo)
    await client.finished(missed.taskId)
    const second = await Stream.open(client, first.lastId)
    await second.heard(isTask(missed.taskId, 'done'))
    expect(second.events.some(({ type }) => type === 'resync')).toBe(false)
    expect(second.events.some(isTask(before.taskId, 'queued'))).toBe(false)
    await second.cut()
    for (const unknown of ['0123456789ab-7', 'nonsense']) {
      const third = await Stream.open(client, unknown)
      await third.heard(({ type }) => type === 'resync')
      await third.cut()
    }
  })

  it('loses nothing and tells nothing twice, wherever it is cut', async () => {
    const ids: string[] = []
    let lastId: string | undefined
    const states: string[] = []
    for (let round = 0; round < 6; round++) {
      const stream = await Stream.open(client, lastId)
      if (round === 0) await stream.heard(({ type }) => type === 'resync')
      const { taskId } = await client.start('matting', photo)
      ids.push(taskId)
      // Cut after as many events as the round's number.
      for (let count = 0; count < round; count++) await stream.heard(() => stream.events.length > count)
      if (round === 5) await stream.heard(isTask(taskId, 'done'))
      await stream.cut()
      lastId = stream.lastId || undefined
      states.push(...stream.events.flatMap((one) => (one.type === 'task' ? [one.task.taskId] : [])))
      await client.finished(taskId)
    }
    const rest = await Stream.open(client, lastId)
    const marker = await client.start('matting', photo)
    await rest.heard(isTask(marker.taskId, 'done'))
    states.push(...rest.events.flatMap((one) => (one.type === 'task' ? [one.task.taskId] : [])))
    await rest.cut()
    for (const id of ids) {
      const times = states.filter((told) => told === id).length
      // It waits, runs and ends: no more, and its end is never missed.
      expect(times, id).toBeGreaterThanOrEqual(1)
      expect(times, id).toBeLessThanOrEqual(3)
    }
  })

  it('ends with the session, and in good order with the server', async () => {
    const stream = await Stream.open(client)
    const other = new Client(server.url, client.token)
    await other.call(ENDPOINTS.logout)
    await stream.ended
    client = await server.signIn()
    photo = await client.uploadOk(await plainPhoto(40, 40), 'z.png')
    engine.behave = hang
    const running = await Stream.open(client)
    await running.heard(({ type }) => type === 'resync')
    const { taskId } = await client.start('matting', photo)
    await running.heard(isTask(taskId, 'running'))
    const { dataDir } = server
    await server.close()
    await running.ended
    engine.behave = deliver
    server = await startTestServer({ DATA_DIR: dataDir }, { engines: () => [engine] })
    const again = new Client(server.url, client.token)
    const back = await Stream.open(again, running.lastId)
    await back.heard(({ type }) => type === 'resync')
    expect(await again.finished(taskId)).toMatchObject({ state: 'done' })
    await back.cut()
  })

  it('is open a few times for one user, and again once one of them has ended', async () => {
    const streams = await Promise.all(Array.from({ length: 8 }, () => Stream.open(client)))
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    expect((await Stream.open(client)).status).toBe(429)
    expect((await Stream.open(await server.signIn())).status).toBe(200)
    await streams[0]?.cut()
    await expect.poll(async () => (await Stream.open(client)).status).toBe(200)
  })

  it('says when an engine goes and comes back', async () => {
    const stream = await Stream.open(client)
    await stream.heard(({ type }) => type === 'resync')
    engine.isAway = true
    await server.queue.tend()
    await stream.heard(({ type }) => type === 'engines')
    engine.isAway = false
    await server.queue.tend()
    await stream.heard(() => stream.events.filter(({ type }) => type === 'engines').length === 2)
    await server.queue.tend()
    expect(stream.events.filter(({ type }) => type === 'engines')).toHaveLength(2)
    await stream.cut()
  })
})
