import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { Task } from '#contracts/task.ts'
import { Service } from '#server/engines/openai/client.ts'
import { shapeOf, sizeFor } from '#server/engines/openai/models.ts'
import { answer, colourOf, FakeOpenAi, refuse } from '#tests/support/fake-openai.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const KEY = 'sk-test-3f9c1b7d2e'
let fake: FakeOpenAi
let server: TestServer
let client: Client
const written: string[] = []

beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  fake = await new FakeOpenAi().start()
  server = await startTestServer({
    LOG_LEVEL: 'debug',
    OPENAI_BASE_URL: fake.baseUrl,
    OPENAI_API_KEY: KEY,
    OPENAI_IMAGE_MODEL: 'gpt-image-1',
  })
})
beforeEach(async () => {
  fake.asked.length = 0
  fake.next.length = 0
  fake.byAddress = false
  client = await server.signIn()
})
afterAll(async () => {
  await server.dispose()
  await fake.stop()
  vi.restoreAllMocks()
})

function start(params: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Task> {
  const body = { taskId: randomUUID(), toolId: 'text2Img', op: 'text2image', params, ...more }
  return client.call(ENDPOINTS.startTask, { body })
}

async function run(params: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Task> {
  return client.finished((await start(params, more)).taskId)
}

async function download(id: string): Promise<Buffer> {
  const response = await fetch(server.url + assetUrl(id), { headers: client.headers() })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('text to picture by an OpenAI-compatible service', () => {
  it('goes from words to stored results that can be downloaded', async () => {
    const params = { prompt: '山谷里的图书馆', negative: '文字', aspect: '3:2', count: 2 }
    const task = await run(params)
    expect(task).toMatchObject({ state: 'done', place: 'gpu', engine: '图像接口 gpt-image-1', error: null })
    expect(task.outputs.map(({ name }) => name)).toEqual(['图片_文生图-1.png', '图片_文生图-2.png'])
    const [asked] = fake.asked
    expect(asked).toMatchObject({ path: '/v1/images/generations', authorization: `Bearer ${KEY}` })
    expect(asked?.fields).toEqual({
      model: 'gpt-image-1',
      prompt: '山谷里的图书馆\n画面中不要出现：文字',
      size: '1536x1024',
      n: '2',
    })
    for (const [index, output] of task.outputs.entries()) {
      expect(output).toMatchObject({ type: 'image/png', width: 1536, height: 1024 })
      const { channels } = await sharp(await download(output.id)).stats()
      if (!asked) throw new Error('nothing asked')
      const { r, g, b } = colourOf(asked, index)
      expect(channels.map(({ mean }) => mean)).toEqual([r, g, b])
    }
    const row = await server.db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', task.taskId)
      .executeTakeFirst()
    expect(row?.engine_id).toBe('openai')
    const price = task.cost?.amount ?? 0
    expect(price).toBeGreaterThan(0)
    expect(await client.imageTickets()).toBe(100 - price)
  })

  it('sends a reference picture along, without where it was taken', async () => {
    const photo = await sharp(await armchairPhoto(300, 200))
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer()
    const assetId = await client.uploadOk(photo, '参考.jpg')
    const task = await run({ prompt: '书房' }, { inputs: [{ role: 'style', assetId, name: '参考.jpg' }] })
    expect(task.state).toBe('done')
    const [asked] = fake.asked
    expect(asked?.path).toBe('/v1/images/edits')
    expect(asked?.fields).toMatchObject({ size: '1536x1024', n: '1' })
    expect(asked?.fields.prompt).toMatch(/^书房\r?\n参考/)
    expect(asked?.files).toHaveLength(1)
    const { format, width, height, exif } = await sharp(asked?.files[0]?.bytes).metadata()
    expect({ format, width, height, exif }).toEqual({
      format: 'png',
      width: 300,
      height: 200,
      exif: undefined,
    })
  })

  it('fetches pictures that are named by addresses of the service, and from nowhere else inside', async () => {
    fake.byAddress = true
    expect((await run({ prompt: '庭院' })).state).toBe('done')
    const inside = await new FakeOpenAi().start()
    fake.next.push(answer({ data: [{ url: `${inside.origin}/files/secret.png` }] }))
    const task = await run({ prompt: '庭院' })
    expect(task).toMatchObject({ state: 'failed', refunded: true })
    expect(task.error?.message).toContain('图片地址')
    await inside.stop()
  })

  it('asks again when it is turned away for the moment', async () => {
    const soon = { 'retry-after': '0' }
    fake.next.push(refuse(429, 'rate_limit_exceeded', soon), refuse(503, 'overloaded', soon))
    expect((await run({ prompt: '茶室' })).state).toBe('done')
    expect(fake.asked).toHaveLength(3)
    expect(fake.asked[2]?.fields).toEqual(fake.asked[0]?.fields)
  })

  it.each([
    ['a refusal by content policy', refuse(400, 'moderation_blocked'), 5005, 1],
    ['a wrong key', refuse(401, 'invalid_api_key'), 5006, 1],
    ['an empty account', refuse(429, 'insufficient_quota'), 5007, 1],
    ['a long rest', refuse(429, 'rate_limit_exceeded', { 'retry-after': '3600' }), 5008, 1],
    ['an unknown model', refuse(404, 'model_not_found'), 5010, 1],
    ['no picture', answer({ data: [] }), 5010, 1],
    ['no JSON', answer('<html>'), 5010, 1],
    ['a text for a picture', answer({ data: [{ b64_json: 'aGVsbG8=' }] }), 5010, 1],
  ])('gives the tickets back for %s', async (_title, misbehave, code, requests) => {
    fake.next.push(misbehave)
    const task = await run({ prompt: '塔楼' })
    expect(task).toMatchObject({ state: 'failed', refunded: true, error: { code } })
    expect(task.error?.message).toMatch(/[一-鿿]/)
    expect(task.error?.remedy).toMatch(/[一-鿿]/)
    expect(fake.asked).toHaveLength(requests)
    expect(await client.imageTickets()).toBe(100)
  })

  it('gives the tickets back for a picture that is cut off', async () => {
    const whole = await armchairPhoto(200, 200, 'png')
    fake.next.push(answer({ data: [{ b64_json: whole.subarray(0, whole.length / 2).toString('base64') }] }))
    expect(await run({ prompt: '塔楼' })).toMatchObject({ state: 'failed', error: { code: 5010 } })
  })

  it('drops the request of a cancelled task', async () => {
    const closed = new Promise<void>((resolve) => {
      fake.next.push((response) => void response.on('close', resolve))
    })
    const requested = fake.requested()
    const { taskId } = await start({ prompt: '长廊' })
    await requested
    await client.call(ENDPOINTS.cancelTask, { body: { taskId } })
    await closed
    expect(await client.finished(taskId)).toMatchObject({ state: 'cancelled', refunded: true })
    expect(await client.imageTickets()).toBe(100)
  })

  it('runs nothing here that was asked of another place, and the other way round', async () => {
    const assetId = await client.uploadOk(await armchairPhoto(64, 64), 'x.jpg')
    const inputs = [{ role: 'image', assetId, name: 'x.jpg' }]
    const ask = (body: Record<string, unknown>) =>
      client.ask(ENDPOINTS.startTask, { body: { taskId: randomUUID(), toolId: 'toline', ...body } })
    const lines = await ask({ op: 'lineart', place: 'gpu', inputs })
    expect(lines.envelope.error.code).toBe(4204)
    const words = await ask({ op: 'text2image', place: 'local', params: { prompt: '塔' } })
    expect(words.envelope.error.code).toBe(4204)
    expect(await client.imageTickets()).toBe(100)
  })

  it('writes the key nowhere', async () => {
    fake.next.push(refuse(401, `invalid_api_key ${KEY}`))
    const task = await run({ prompt: '塔楼' })
    expect(JSON.stringify(task)).not.toContain(KEY)
    const engines = await client.call(ENDPOINTS.engines)
    expect(engines.find(({ name }) => name === 'openai')?.ops).toContain('text2image')
    expect(JSON.stringify(engines)).not.toContain(KEY)
    expect(written.join('')).toContain('engine usage')
    expect(written.join('')).not.toContain(KEY)
    for (const file of await readdir(server.dataDir))
      if (file.startsWith('zhuhui.db'))
        expect((await readFile(join(server.dataDir, file))).includes(KEY)).toBe(false)
  })
})

describe('tries', () => {
  it('wait longer each time, as long as the service says, and end', async () => {
    const waits: number[] = []
    const service = new Service({
      baseUrl: fake.baseUrl,
      key: '',
      timeoutS: 5,
      wait: async (ms) => void waits.push(ms),
    })
    fake.next.push(...[1, 2, 3, 4].map(() => refuse(500, 'server_error')))
    const { signal } = new AbortController()
    await expect(service.post('images/generations', {}, signal)).rejects.toMatchObject({
      errorName: 'ENGINE_BUSY',
    })
    expect(waits).toHaveLength(3)
    expect(waits[0]).toBeLessThan(waits[1] ?? 0)
    expect(waits[1]).toBeLessThan(waits[2] ?? 0)
    expect(fake.asked.at(-1)?.authorization).toBeUndefined()

    waits.length = 0
    fake.next.push(refuse(429, 'rate_limit_exceeded', { 'retry-after': '7' }))
    await service.post('images/generations', { size: '64x64' }, signal)
    expect(waits).toEqual([7000])
  })

  it('say that nobody is there, and end at the time limit', async () => {
    const wait = async () => {}
    const { signal } = new AbortController()
    const nobody = new Service({ baseUrl: 'http://127.0.0.1:9', key: '', timeoutS: 5, wait })
    await expect(nobody.post('x', {}, signal)).rejects.toMatchObject({ errorName: 'ENGINE_UNREACHABLE' })
    const slow = new Service({ baseUrl: fake.baseUrl, key: '', timeoutS: 0.05, wait })
    fake.next.push(() => {})
    await expect(slow.post('x', {}, signal)).rejects.toMatchObject({ errorName: 'ENGINE_TIMEOUT' })
  })
})

describe('sizeFor', () => {
  it.each([
    ['gpt-image-1', 4 / 3, [1536, 1024]],
    ['gpt-image-1', 1, [1024, 1024]],
    ['gpt-image-1', 9 / 16, [1024, 1536]],
    ['dall-e-3', 16 / 9, [1792, 1024]],
    ['qwen-image', 16 / 9, [1344, 768]],
    ['qwen-image', 1, [1024, 1024]],
  ])('%s at %d: %j', (model, ratio, size) => {
    expect(sizeFor(shapeOf(model), ratio)).toEqual(size)
  })
})
