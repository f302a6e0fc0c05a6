import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let fake: FakeComfyUi
let clock: number

beforeEach(() => {
  clock = Date.now()
})
afterEach(async () => {
  vi.useRealTimers()
  await server.dispose()
  await fake.stop()
})

async function boot(
  options: ConstructorParameters<typeof FakeComfyUi>[0] = {},
  settings = {},
): Promise<void> {
  fake = await new FakeComfyUi(options).start()
  server = await startTestServer({ COMFYUI_URL: fake.address, ...settings })
  client = await server.signIn()
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
}

/** Lets seconds pass on the clock alone. */
function pass(seconds: number): void {
  clock += 1000 * seconds
  vi.setSystemTime(clock)
}

const ask = (path: 'liveStart' | 'liveBeat' | 'liveStop', sessionId: string, by = client) =>
  by.ask(ENDPOINTS[path], { body: { sessionId } })
const minutesOf = async (path: 'liveStart' | 'liveBeat' | 'liveStop', sessionId: string) => {
  const { status, envelope } = await ask(path, sessionId)
  expect(status, envelope.error.message).toBe(200)
  return envelope.data.minutes
}
const tickets = (by = client) => by.call(ENDPOINTS.totalTicket, { query: { type: 2 } })

async function begin(): Promise<string> {
  const sessionId = randomUUID()
  expect(await minutesOf('liveStart', sessionId)).toBe(1)
  return sessionId
}

const drawn = async (background = '#486', size = { width: 512, height: 384 }) =>
  (
    await sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

async function frame(
  sessionId: string,
  more: Record<string, unknown> = {},
  params: Record<string, unknown> = {},
) {
  const body = {
    ...{ sessionId, frameId: randomUUID(), picture: await drawn() },
    params: { prompt: '山顶木屋', ...params },
    ...more,
  }
  return client.ask(ENDPOINTS.liveFrame, { body })
}

describe('a session of real-time rendering', { timeout: 60_000 }, () => {
  it('costs a ticket for each minute begun, and none after it was stopped', async () => {
    await boot()
    expect(await tickets()).toBe(20)
    const id = await begin()
    expect(await tickets()).toBe(19)
    // The same start again is the same session.
    expect(await minutesOf('liveStart', id)).toBe(1)
    for (let second = 10; second < 60; second += 10) {
      pass(10)
      expect(await minutesOf('liveBeat', id)).toBe(1)
    }
    pass(10)
    expect(await minutesOf('liveBeat', id)).toBe(2)
    expect(await tickets()).toBe(18)
    pass(25)
    expect(await minutesOf('liveStop', id)).toBe(2)
    expect(await minutesOf('liveStop', id)).toBe(2)
    pass(600)
    const over = await ask('liveBeat', id)
    expect(over).toMatchObject({ status: 409, envelope: { error: { code: 4210 } } })
    expect(await tickets()).toBe(18)
    const ledger = await client.call(ENDPOINTS.ticketLedger, { query: { kind: 'live' } })
    expect(ledger.map(({ reason, delta, note }) => [reason, delta, note])).toEqual([
      ['spend', -1, '实时渲染第 2 分钟'],
      ['spend', -1, '实时渲染第 1 分钟'],
      ['welcome', 20, expect.any(String)],
    ])
    expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(18)
  })

  it('whose page died is not charged any more, and is over after half a minute', async () => {
    await boot()
    const id = await begin()
    pass(50)
    // Two beats were missed; the third is due too late.
    expect((await ask('liveBeat', id)).envelope.error.message).toMatch(/自动停止/)
    expect(await tickets()).toBe(19)

    const next = await begin()
    pass(29)
    expect(await minutesOf('liveBeat', next)).toBe(1)
    pass(31)
    await server.live.sweep()
    const row = await server.db
      .selectFrom('live_sessions')
      .selectAll()
      .where('id', '=', next)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ended_by: 'silent', minutes: 1, ended_at: clock - 1000 })
    expect((await frame(next)).status).toBe(409)
    expect(await tickets()).toBe(18)
    expect(fake.accepted).toHaveLength(0)
  })

  it('is refused in words without tickets, ends when they run out, and another one ends it', async () => {
    await boot()
    await server.db.updateTable('purses').set({ balance: 1 }).where('kind', '=', 'live').execute()
    const first = await begin()
    const refused = await ask('liveStart', randomUUID())
    expect(refused).toMatchObject({
      status: 402,
      envelope: { error: { code: 4203, message: '实时券不足，需要 1 张' } },
    })
    for (const second of [25, 25]) {
      pass(second)
      expect(await minutesOf('liveBeat', first)).toBe(1)
    }
    pass(15)
    const out = await ask('liveBeat', first)
    expect(out).toMatchObject({
      status: 402,
      envelope: { error: { message: expect.stringMatching(/用完/) } },
    })
    expect((await ask('liveBeat', first)).status).toBe(409)
    expect(await tickets()).toBe(0)

    await server.db.updateTable('purses').set({ balance: 5 }).where('kind', '=', 'live').execute()
    const [one, two] = [await begin(), await begin()]
    expect((await ask('liveBeat', one)).envelope.error.message).toMatch(/另一个页面/)
    expect(await minutesOf('liveBeat', two)).toBe(1)
    const stranger = await server.signIn()
    expect((await ask('liveStop', two, stranger)).status).toBe(404)
  })

  it('goes on over a restart of the server', async () => {
    await boot()
    const id = await begin()
    pass(20)
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir, COMFYUI_URL: fake.address })
    client = new Client(server.url, client.token)
    expect(await minutesOf('liveBeat', id)).toBe(1)
    expect((await frame(id)).envelope.data.state).toBe('done')
  })

  it('cannot begin, and costs nothing, where no engine can do it', async () => {
    await boot({ without: ['sdxl_lightning_4step.safetensors', 'z_image_turbo_bf16.safetensors'] })
    const refused = await ask('liveStart', randomUUID())
    expect(refused).toMatchObject({
      status: 409,
      envelope: { error: { message: expect.stringMatching(/引擎/) } },
    })
    expect(await tickets()).toBe(20)
  })
})

describe('where the pictures of a session go', { timeout: 60_000 }, () => {
  it('is no further than its project says: refused before it is paid for, and when that changes', async () => {
    await boot()
    const body = { sessionId: randomUUID(), reach: 'device' }
    const refused = await client.ask(ENDPOINTS.liveStart, { body })
    expect(refused).toMatchObject({ status: 403, envelope: { error: { code: 4208 } } })
    expect(await tickets()).toBe(20)
    const id = await begin()
    expect((await frame(id, { reach: 'house' })).envelope.data.state).toBe('done')
    expect((await frame(id, { reach: 'device' })).status).toBe(403)
    expect(fake.accepted).toHaveLength(1)
  })

  it('is kept with the session where they leave the house: how many, to whom and when', async () => {
    await boot()
    await client.call(ENDPOINTS.becomeOperator, { body: { code: server.operatorCode } })
    const [own] = await client.call(ENDPOINTS.adminEngines)
    expect(own?.isOutside).toBe(false)
    const id = await begin()
    await frame(id)
    expect((await ask('liveBeat', id)).envelope.data.departures).toEqual([])
    const far = await new FakeComfyUi().start()
    try {
      const form = {
        ...{ kind: 'comfyui', title: '云上', address: far.address, key: '', slots: 2, timeLimitS: 60 },
        isOutside: true,
      }
      await client.call(ENDPOINTS.adminAddEngine, { body: { form } })
      await fake.stop()
      await client.call(ENDPOINTS.adminCheckEngines)
      const firstAt = clock
      await frame(id)
      pass(5)
      await frame(id, { picture: await drawn('#a63') })
      const departures = [{ engine: '云上', pictures: 2, firstAt, lastAt: firstAt + 5000 }]
      expect((await ask('liveBeat', id)).envelope.data.departures).toEqual(departures)
      expect((await ask('liveStop', id)).envelope.data.departures).toEqual(departures)
      expect(far.accepted).toHaveLength(2)
    } finally {
      await far.stop()
    }
  })

  it('is told on them where the site marks what was generated', async () => {
    await boot()
    const id = await begin()
    const cornerOf = async () => {
      const { data } = (await frame(id, {}, { seed: 7 })).envelope
      if (data.state !== 'done') throw new Error(data.state)
      const bytes = Buffer.from(data.picture.slice(data.picture.indexOf(',') + 1), 'base64')
      const corner = { left: 400, top: 340, width: 112, height: 44 }
      const { min, max } = (await sharp(bytes).extract(corner).greyscale().stats()).channels[0]!
      return max - min
    }
    const plain = await cornerOf()
    server.queue.marksAi = true
    const marked = await cornerOf()
    expect(marked).toBeGreaterThan(plain + 40)
  })
})

describe('a picture of a session', { timeout: 60_000 }, () => {
  it('becomes one of its own size and colours, labelled, by what was drawn, the words and the strength', async () => {
    await boot()
    const id = await begin()
    const { data } = (await frame(id)).envelope
    expect(data).toMatchObject({ state: 'done', engine: 'ComfyUI', seconds: expect.any(Number) })
    const address = data.state === 'done' ? data.picture : ''
    const made = sharp(Buffer.from(address.split(',')[1] ?? '', 'base64'))
    const { width, height, xmp } = await made.metadata()
    expect([width, height]).toEqual([512, 384])
    expect(String(xmp)).toContain('AIGC')
    const { channels } = await made.stats()
    const { r, g, b } = fake.colourOf(fake.accepted[0]?.prompt ?? {})
    for (const [index, value] of [r, g, b].entries())
      expect(Math.abs((channels[index]?.mean ?? 0) - value)).toBeLessThan(8)
    const sent = fake.accepted[0]?.prompt
    expect(sent?.words?.inputs.text).toContain('山顶木屋')
    // Of hundreds of drawings none is left among the inputs over there.
    expect(sent?.image?.inputs.image).toMatch(/^zhuhui\/.* \[temp\]$/)
    const first = JSON.stringify(sent)
    for (const change of [{ strength: 0.2 }, { prompt: '玻璃盒子' }, { seed: 9 }]) {
      await frame(id, {}, change)
      expect(JSON.stringify(fake.accepted.at(-1)?.prompt), JSON.stringify(change)).not.toBe(first)
    }
    // What is drawn alone differs: by its file.
    await frame(id, { picture: await drawn('#a33') })
    expect(fake.accepted.at(-1)?.prompt.image?.inputs.image).not.toBe(sent?.image?.inputs.image)
    // Nothing of it is kept.
    expect((await client.call(ENDPOINTS.getTaskList)).total).toBe(0)
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
  })

  it('is made by the graph that was chosen; one that is not there is refused before it is paid for', async () => {
    await boot()
    const graphId = 'sdxl-lightning-live'
    const id = randomUUID()
    const refused = await client.ask(ENDPOINTS.liveStart, { body: { sessionId: id, graphId: 'none' } })
    expect(refused).toMatchObject({ status: 409, envelope: { error: { code: 4204 } } })
    expect(await tickets()).toBe(20)
    await client.call(ENDPOINTS.liveStart, { body: { sessionId: id, graphId } })
    await frame(id)
    await frame(id, { graphId })
    const graphs = fake.accepted.map(({ extra }) => (extra.zhuhui as { meta: { graph: string } }).meta.graph)
    expect(graphs).toEqual([
      expect.stringMatching(/^z-image-live@/),
      expect.stringMatching(/^sdxl-lightning-live@/),
    ])
  })

  it('is not given up for a user who has no such session', async () => {
    await boot({ jobMs: 400 })
    const id = await begin()
    const other = await server.signIn()
    const made = frame(id)
    await vi.waitFor(() => expect(fake.begun).toHaveLength(1), { timeout: 10_000 })
    expect((await ask('liveBeat', id, other)).status).toBe(404)
    expect((await made).envelope.data.state).toBe('done')
    expect(fake.interrupted).toEqual([])
  })

  it('is given up for a newer one, on the engine too, and goes before what waits there', async () => {
    await boot({ jobMs: 3000 })
    const id = await begin()
    const older = frame(id)
    await vi.waitFor(() => expect(fake.begun).toHaveLength(1), { timeout: 10_000 })
    const [before] = fake.begun
    fake.jobMs = 30
    const newer = await frame(id, { picture: await drawn('#a33') })
    expect(newer.envelope.data.state).toBe('done')
    expect((await older).envelope.data).toEqual({ state: 'superseded' })
    expect(fake.interrupted).toEqual([before])

    // Another's job runs, a second one waits: the picture overtakes the second.
    fake.jobMs = 1500
    const params = { prompt: '木屋', aspect: '1:1' }
    const task = () => {
      const body = { taskId: randomUUID(), toolId: 'text2Img', op: 'text2image', params, place: 'gpu' }
      return client.call(ENDPOINTS.startTask, { body })
    }
    const [running, waiting] = [await task(), await task()]
    await vi.waitFor(() => expect(fake.queue).toHaveLength(2), { timeout: 10_000 })
    const frameId = randomUUID()
    expect((await frame(id, { frameId })).envelope.data.state).toBe('done')
    await client.finished(waiting.taskId)
    expect(fake.begun.filter((one) => [running.taskId, waiting.taskId, frameId].includes(one))).toEqual([
      running.taskId,
      frameId,
      waiting.taskId,
    ])
  })

  it('is given up when its session stops or its page goes', async () => {
    await boot({ jobMs: 20_000 })
    const id = await begin()
    const answer = frame(id)
    await vi.waitFor(() => expect(fake.begun).toHaveLength(1), { timeout: 10_000 })
    await ask('liveStop', id)
    expect((await answer).envelope.data.state).toBe('superseded')
    await vi.waitFor(() => expect(fake.interrupted).toHaveLength(1), { timeout: 10_000 })

    const next = await begin()
    const gone = new AbortController()
    const body = { sessionId: next, frameId: randomUUID(), params: {}, picture: await drawn() }
    const left = fetch(`${server.url}/api/live/frame`, {
      ...{ method: 'POST', body: JSON.stringify(body), signal: gone.signal },
      headers: client.headers({ 'content-type': 'application/json' }),
    })
    await vi.waitFor(() => expect(fake.begun).toHaveLength(2), { timeout: 10_000 })
    gone.abort()
    await expect(left).rejects.toThrow()
    await vi.waitFor(() => expect(fake.interrupted).toHaveLength(2), { timeout: 10_000 })
  })

  it('that is none is refused, and a failure of the engine is said; the session goes on', async () => {
    await boot()
    const id = await begin()
    const text = Buffer.from('not a picture at all').toString('base64')
    expect((await frame(id, { picture: text })).envelope.error.message).toMatch(/./)
    expect((await frame(id, { picture: text })).status).toBeGreaterThanOrEqual(400)
    expect((await frame(id, { picture: '###' })).status).toBe(400)
    const large = await drawn('#486', { width: 2100, height: 40 })
    expect((await frame(id, { picture: large })).envelope.error.message).toContain('2048')
    expect((await frame(id, {}, { strength: 7 })).envelope.error).toMatchObject({ code: 4205 })
    fake.mishaps.push('oom')
    expect((await frame(id)).envelope.error).toMatchObject({ code: 5011 })
    expect((await frame(id)).envelope.data.state).toBe('done')
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
  })
})
