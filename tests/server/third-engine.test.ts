import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import type { OpId } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import type { Engine, EngineIo, Job, Output } from '#server/engines/engine.ts'
import { OPENERS, type Opener } from '#server/engines/open-engines.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

/** Step by step as README tells to add an engine: turns the colours of pictures round. */
class InvertEngine implements Engine {
  readonly name = 'invert'
  readonly title = '反相机'
  readonly place = 'gpu'
  readonly slots = 1
  /** How long it takes, ms. */
  static ms = 0
  static isAway = false

  async ops(): Promise<ReadonlySet<OpId>> {
    if (InvertEngine.isAway) throw new AppError('ENGINE_UNREACHABLE', '反相机没有开机')
    return new Set<OpId>(['relight'])
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const [input] = job.inputs
    if (!input) throw new AppError('INPUT_MISSING')
    io.progress(0.1, '读取图片')
    const turned = sharp(await io.open(input.asset.id)).negate({ alpha: false })
    await sleep(InvertEngine.ms, undefined, { signal: io.signal })
    io.progress(0.9, '保存结果')
    const { data, info } = await turned.png().toBuffer({ resolveWithObject: true })
    const type = 'image/png'
    const id = await io.save(data, { type, width: info.width, height: info.height })
    return { assets: [{ id, name: resultName(job.op, input.name, type) }], text: null }
  }

  async close(): Promise<void> {}
}

const open: Opener = () => [new InvertEngine()]
let server: TestServer
let client: Client

beforeEach(async () => {
  OPENERS.unshift(open)
  InvertEngine.ms = 0
  InvertEngine.isAway = false
  server = await startTestServer()
  client = await server.signIn()
})
afterEach(async () => {
  OPENERS.splice(OPENERS.indexOf(open), 1)
  await server.dispose()
})

async function start(): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#102030' } })
    .png()
    .toBuffer()
  const assetId = await client.uploadOk(picture, '院子.png')
  const inputs = [{ role: 'image', assetId, name: '院子.png' }]
  const body = {
    taskId: randomUUID(),
    toolId: 'atmosphereChange',
    op: 'relight',
    params: {},
    place: 'gpu',
    inputs,
  }
  return (await client.call(ENDPOINTS.startTask, { body })).taskId
}

/** Waits until a task is in a state, and how far. */
const reach = (taskId: string, what: object) =>
  vi.waitFor(async () => expect(await look(taskId)).toMatchObject(what), { timeout: 10_000 })
const look = (taskId: string) => client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })

describe('an engine that was added as README says', () => {
  it('is offered, queues, tells its progress, is paid, and its result is stored, named and labelled', async () => {
    const engines = await client.call(ENDPOINTS.engines)
    expect(engines.find(({ name }) => name === 'invert')).toMatchObject({
      ...{ title: '反相机', place: 'gpu', healthy: true, ops: ['relight'] },
    })
    const tickets = await client.imageTickets()
    InvertEngine.ms = 2000
    const [first, second] = [await start(), await start()]
    expect(await client.imageTickets()).toBeLessThan(tickets)
    await reach(first, { state: 'running', progress: 0.1 })
    expect(await look(first)).toMatchObject({ step: '读取图片', engine: '反相机' })
    expect(await look(second)).toMatchObject({ state: 'queued', queueNum: 1 })

    const task = await client.finished(first)
    expect(task).toMatchObject({ state: 'done', place: 'gpu', engine: '反相机', refunded: false })
    const [made] = task.outputs
    expect(made).toMatchObject({ name: '院子_换氛围.png', width: 40, height: 30 })
    const response = await fetch(server.url + assetUrl(made?.id ?? ''), { headers: client.headers() })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)]).toEqual([
      0xef, 0xdf, 0xcf,
    ])
    expect(String((await sharp(bytes).metadata()).xmp)).toContain('AIGC')
    await client.finished(second)
    const ledger = await client.call(ENDPOINTS.ticketLedger)
    expect(ledger.filter(({ taskId }) => taskId === first).map(({ reason }) => reason)).toEqual([
      'settle',
      'hold',
    ])
  })

  it('is stopped by a cancel with a refund, and begun anew after a restart', async () => {
    InvertEngine.ms = 60_000
    const tickets = await client.imageTickets()
    const cancelled = await start()
    await reach(cancelled, { state: 'running' })
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: cancelled } })
    expect(await client.imageTickets()).toBe(tickets)

    const kept = await start()
    await reach(kept, { state: 'running' })
    await server.close()
    InvertEngine.ms = 0
    server = await startTestServer({ DATA_DIR: server.dataDir })
    client = new Client(server.url, client.token)
    expect(await client.finished(kept)).toMatchObject({ state: 'done', engine: '反相机' })
  })

  it('that is away is waited for, and told', async () => {
    InvertEngine.isAway = true
    await server.queue.refreshEngines()
    const engines = await client.call(ENDPOINTS.engines)
    expect(engines.find(({ name }) => name === 'invert')).toMatchObject({ healthy: false })
    await expect(start()).rejects.toThrow()
    InvertEngine.isAway = false
    await server.queue.refreshEngines()
    expect(await client.finished(await start())).toMatchObject({ state: 'done' })
  })
})
