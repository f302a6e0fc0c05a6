import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { OpId } from '#ops/index.ts'
import { costOf, secondsOf } from '#ops/index.ts'
import { deliver, FakeEngine, hang } from '#tests/support/fake-engine.ts'
import { plainPhoto } from '#tests/support/pictures.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

/** An engine with a slot for long jobs beside one for short ones, as the embedded one has. */
class LaneEngine extends FakeEngine {
  readonly longSlots = 1
  override async ops(): Promise<ReadonlySet<OpId>> {
    return new Set<OpId>(['upscale', 'lineart'])
  }
}

const BEST = { factor: 2, quality: 'best' }
const [WIDTH, HEIGHT] = [3600, 2700]
let server: TestServer
let engine: LaneEngine

beforeAll(async () => {
  engine = new LaneEngine(hang)
  server = await startTestServer({}, { engines: () => [engine] })
}, 60_000)
afterEach(async () => {
  const left = await server.db
    .selectFrom('tasks')
    .select(['id', 'user_id'])
    .where('state', 'in', ['queued', 'running'])
    .execute()
  for (const { id, user_id } of left) await server.queue.cancel(user_id, id)
  engine.begun.length = 0
  engine.behave = hang
})
afterAll(() => server.dispose())

async function newcomer(): Promise<{ client: Client; large: string; small: string }> {
  const client = await server.signIn()
  const [large, small] = [await plainPhoto(WIDTH, HEIGHT), await plainPhoto(64, 64)]
  return {
    client,
    large: await client.uploadOk(large, '大.png'),
    small: await client.uploadOk(small, '小.png'),
  }
}
const begun = (taskId: string) => vi.waitFor(() => expect(engine.begun).toContain(taskId))
const look = (client: Client, taskId: string) => client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })

describe('a long task', { timeout: 60_000 }, () => {
  it('is priced by pixels and quality, and its tickets come back', async () => {
    const { client, large, small } = await newcomer()
    const cost = costOf('upscale', { params: BEST, width: WIDTH, height: HEIGHT })
    expect(cost!.amount).toBeGreaterThan(3)
    const long = await client.start('upscale', large, { params: BEST })
    expect(long.cost).toEqual(cost)
    expect(await client.imageTickets()).toBe(100 - cost!.amount)
    expect((await client.start('upscale', small, { params: BEST })).cost).toEqual({
      kind: 'image',
      amount: 1,
    })
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: long.taskId } })
    expect(await client.imageTickets()).toBe(99)
  })

  it('is not begun for more than was agreed to, and holds nothing then; a repeat is the same task', async () => {
    const { client, large } = await newcomer()
    const cost = costOf('upscale', { params: BEST, width: WIDTH, height: HEIGHT })!
    const body = {
      ...{ taskId: randomUUID(), toolId: 'upScaleImg', op: 'upscale', params: BEST, place: 'local' },
      inputs: [{ role: 'image', assetId: large }],
    }
    for (const agreed of [{ ...cost, amount: cost.amount - 1 }, { ...cost, kind: 'video' }, null]) {
      const refused = await client.ask(ENDPOINTS.startTask, { body: { ...body, agreed } })
      expect(refused.status).toBe(409)
      expect(refused.envelope.error).toMatchObject({ code: 4211, price: cost })
    }
    expect(await client.imageTickets()).toBe(100)
    for (const agreed of [cost, { ...cost, amount: 1 }])
      expect((await client.call(ENDPOINTS.startTask, { body: { ...body, agreed } })).cost).toEqual(cost)
    expect(await client.imageTickets()).toBe(100 - cost.amount)
  })

  it('holds up no short one: they run beside it', async () => {
    const [slow, quick] = [await newcomer(), await newcomer()]
    const long = await slow.client.start('upscale', slow.large, { params: BEST })
    const next = await slow.client.start('upscale', slow.large, { params: { ...BEST, factor: 4 } })
    await begun(long.taskId)
    engine.behave = deliver
    const short = await quick.client.start('lineart', quick.small)
    expect((await quick.client.finished(short.taskId)).state).toBe('done')
    expect((await look(slow.client, long.taskId)).state).toBe('running')
    expect(await look(slow.client, next.taskId)).toMatchObject({ state: 'queued', queueNum: 1 })
  })

  it('lets other users’ long ones in between its owner’s, and short ones keep their own turns', async () => {
    const [many, one] = [await newcomer(), await newcomer()]
    const first = await many.client.start('upscale', many.large, { params: BEST })
    await begun(first.taskId)
    const queue = []
    for (const factor of [2, 4])
      queue.push(await many.client.start('upscale', many.large, { params: { ...BEST, factor } }))
    const short = await many.client.start('lineart', many.small)
    await begun(short.taskId)
    const waiting = await many.client.start('lineart', many.small)
    const other = await one.client.start('upscale', one.large, { params: BEST })
    const places = async (client: Client, ids: string[]) =>
      Promise.all(ids.map(async (id) => (await look(client, id)).queueNum))
    expect(
      await places(
        many.client,
        queue.map(({ taskId }) => taskId),
      ),
    ).toEqual([1, 3])
    expect(await places(one.client, [other.taskId])).toEqual([2])
    expect(await places(many.client, [waiting.taskId])).toEqual([1])
  })
})

describe('a quote', { timeout: 60_000 }, () => {
  const ask = (client: Client, pictures: unknown[], op = 'upscale') =>
    client.call(ENDPOINTS.quoteTask, { body: { op, params: op === 'upscale' ? BEST : {}, pictures } })
  const size = { width: WIDTH, height: HEIGHT }
  const work = secondsOf('upscale', { params: BEST, ...size })

  it('is the price that a start then holds, for visitors too, and holds nothing itself', async () => {
    const { client, large } = await newcomer()
    const visitor = new Client(server.url)
    const quote = await ask(client, [size])
    expect(await ask(visitor, [size])).toEqual(quote)
    expect(quote).toMatchObject({ place: 'local', waitSeconds: 0 })
    expect(quote.seconds).toBeCloseTo(work)
    expect(await client.imageTickets()).toBe(100)
    expect((await client.start('upscale', large, { params: BEST })).cost).toEqual(quote.cost)
    const two = await ask(client, [size, { width: 64, height: 64 }])
    expect(two.cost!.amount).toBe(quote.cost!.amount + 1)
  })

  it('counts what runs and what waits in the same lane before it', async () => {
    const [slow, client] = [await newcomer(), await server.signIn()]
    const long = await slow.client.start('upscale', slow.large, { params: BEST })
    await begun(long.taskId)
    expect((await ask(client, [size])).waitSeconds).toBeCloseTo(work)
    expect((await ask(client, [{ width: 64, height: 64 }], 'lineart')).waitSeconds).toBe(0)
    // One of theirs goes before a newcomer's; those after it take turns with it.
    for (const factor of [2, 4])
      await slow.client.start('upscale', slow.large, { params: { ...BEST, factor } })
    const [theirs, own] = [await ask(client, [size]), await ask(slow.client, [size])]
    expect([theirs.ahead, own.ahead]).toEqual([1, 2])
    expect(theirs.waitSeconds).toBeCloseTo(2 * work)
    expect(own.waitSeconds).toBeCloseTo(3 * work)
  })

  it('learns how fast the engine is', async () => {
    engine.behave = deliver
    const { client, small } = await newcomer()
    const { taskId } = await client.start('lineart', small)
    await client.finished(taskId)
    const { seconds } = await ask(client, [{ width: 64, height: 64 }], 'lineart')
    expect(seconds).toBeLessThan(secondsOf('lineart', { width: 64, height: 64 }) / 2)
  })

  it('is refused for what cannot run or is not allowed', async () => {
    const visitor = new Client(server.url)
    const refused = async (body: Record<string, unknown>) =>
      (
        await visitor.ask(ENDPOINTS.quoteTask, {
          body: { op: 'upscale', params: {}, pictures: [size], ...body },
        })
      ).envelope.error.code
    expect(await refused({ op: 'text2video' })).toBe(4204)
    expect(await refused({ place: 'gpu' })).toBe(4204)
    expect(await refused({ params: { factor: 9 } })).toBe(4205)
    expect(await refused({ op: 'fly' })).toBe(4000)
    expect(await refused({ pictures: [] })).toBe(4000)
  })
})
