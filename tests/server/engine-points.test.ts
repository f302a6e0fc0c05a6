import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { deliver, FakeEngine, hang, lose } from '#tests/support/fake-engine.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let dataDir: string
let server: TestServer
let client: Client
let photo: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zhuhui-engines-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the server, or starts it again, with these engines. */
async function boot(...engines: FakeEngine[]): Promise<void> {
  server = await startTestServer({ DATA_DIR: dataDir }, { engines: () => engines })
  client = client && photo ? new Client(server.url, client.token) : client
}

async function begin(...engines: FakeEngine[]): Promise<string> {
  photo = ''
  await boot(...engines)
  client = await server.signIn()
  photo = await client.uploadOk(await armchairPhoto(64, 64), 'a.jpg')
  return (await client.start('matting', photo)).taskId
}

const begun = (engine: FakeEngine, times: number) =>
  vi.waitFor(() => expect(engine.begun).toHaveLength(times), { timeout: 10_000 })

const stateOf = async (taskId: string) =>
  (await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })).state

describe('an engine', () => {
  it('learns that its run was cancelled, or that the server stops', async () => {
    const engine = new FakeEngine(hang)
    const first = await begin(engine)
    await begun(engine, 1)
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: first } })
    await client.start('matting', photo)
    await begun(engine, 2)
    await server.close()
    expect(engine.stopped).toEqual(['cancelled', 'stopping'])
    await boot(new FakeEngine())
  })

  it('that keeps its jobs goes on with a task after restarts, as often as they happen, and nobody else takes it', async () => {
    const keeper = () => new FakeEngine(hang, { name: 'keeper', keepsJobs: true })
    const first = keeper()
    const taskId = await begin(first)
    await begun(first, 1)
    for (let restart = 0; restart < 4; restart++) {
      await server.close()
      const [other, same] = [new FakeEngine(deliver, { name: 'other' }), keeper()]
      await boot(other, same)
      await begun(same, 1)
      expect(same.begun).toEqual([taskId])
      expect(other.begun).toEqual([])
    }
    await server.close()
    await boot(new FakeEngine(deliver, { name: 'keeper', keepsJobs: true }))
    expect((await client.finished(taskId)).state).toBe('done')
    expect(await client.imageTickets()).toBe(99)
  })

  it('that keeps its jobs is waited for while it is away, and replaced when it stays away', async () => {
    const first = new FakeEngine(hang, { name: 'keeper', keepsJobs: true })
    const taskId = await begin(first)
    await begun(first, 1)
    await server.close()
    const [away, other] = [
      new FakeEngine(deliver, { name: 'keeper', keepsJobs: true }),
      new FakeEngine(deliver, { name: 'other' }),
    ]
    away.isAway = true
    await boot(away, other)
    await server.queue.tend()
    expect(await stateOf(taskId)).toBe('queued')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    await server.queue.tend()
    vi.useRealTimers()
    expect((await client.finished(taskId)).state).toBe('done')
    expect([away.begun, other.begun]).toEqual([[], [taskId]])
  })

  it('that lost a run gets it once more, and then it fails with a refund', async () => {
    const engine = new FakeEngine(lose)
    const taskId = await begin(engine)
    expect(await client.finished(taskId)).toMatchObject({
      state: 'failed',
      refunded: true,
      error: { code: 5004 },
    })
    expect(engine.begun).toEqual([taskId, taskId])
    expect(await client.imageTickets()).toBe(100)
    engine.behave = async (job, io) => {
      engine.behave = deliver
      return lose(job, io)
    }
    expect((await client.finished((await client.start('matting', photo)).taskId)).state).toBe('done')
    expect(await client.imageTickets()).toBe(99)
  })

  it('that has not answered yet is waited for by what was queued for it', async () => {
    const blocked = new FakeEngine(hang)
    await begin(blocked)
    const second = await client.start('matting', photo)
    await server.close()
    const late = new FakeEngine()
    late.isAway = true
    await boot(late)
    expect(await stateOf(second.taskId)).toBe('queued')
    late.isAway = false
    await server.queue.tend()
    expect((await client.finished(second.taskId)).state).toBe('done')
  })
})
