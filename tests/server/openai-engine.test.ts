import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { InputRole } from '#contracts/ops.ts'
import type { Task } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'
import { Service } from '#server/engines/openai/client.ts'
import { shapeOf } from '#server/engines/openai/models.ts'
import { OpenAiEngine } from '#server/engines/openai/openai-engine.ts'
import { nearestSize } from '#server/engines/pictures/frame.ts'
import { createLog } from '#server/log.ts'
import { answer, colourOf, FakeOpenAi, refuse } from '#tests/support/fake-openai.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Client, sharedPools, startTestServer, type TestServer } from '#tests/support/server.ts'

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
    expect(task.outputs[0]?.meta).toEqual({ model: 'gpt-image-1', words: asked?.fields.prompt })
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

/** A colourful picture whose pixels differ everywhere. */
async function garden(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(3 * width * height)
  for (let i = 0; i < data.length; i++) data[i] = (i * 7 + ((i / 3 / width) | 0) * 13) % 256
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A mask with a white box. */
const boxMask = (width: number, height: number, box: { left: number; top: number; side: number }) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      {
        input: { create: { width: box.side, height: box.side, channels: 3, background: '#fff' } },
        left: box.left,
        top: box.top,
      },
    ])
    .png()
    .toBuffer()

const rgbOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })

describe('pictures made over by an OpenAI-compatible service', () => {
  const SIZE = { width: 150, height: 110 }
  const BOX = { left: 50, top: 30, side: 40 }

  async function runOn(op: OpId, params: Record<string, unknown>, roles: readonly InputRole[]) {
    const source = await garden(SIZE.width, SIZE.height)
    const files: Partial<Record<InputRole, Buffer>> = {
      image: source,
      mask: await boxMask(SIZE.width, SIZE.height, BOX),
      style: await armchairPhoto(120, 90),
      scene: await armchairPhoto(160, 90),
    }
    const inputs = await Promise.all(
      roles.map(async (role) => {
        const assetId = await client.uploadOk(files[role] ?? source, `${role}.png`)
        return { role, assetId, name: `${role}.png` }
      }),
    )
    const body = { taskId: randomUUID(), toolId: 'architecturalRenderNew', op, params, place: 'gpu', inputs }
    const { taskId } = await client.call(ENDPOINTS.startTask, { body })
    return { task: await client.finished(taskId), source }
  }

  it.each<[OpId, Record<string, unknown>, InputRole[], string[]]>([
    [
      'render',
      { prompt: '木格栅', lock: 1, strength: 0.2 },
      ['image', 'style'],
      ['木格栅', '严格保持', '第 2 张图'],
    ],
    ['render', { prompt: '木格栅', ignoreWordAndImage: true }, ['image'], ['摄影效果图']],
    ['composite', { scene: 'garden' }, ['image'], ['庭院']],
    ['composite', { scene: 'garden' }, ['image', 'scene'], ['第 2 张图里的场景']],
  ])('%s %j gives a picture of the size of its source', async (op, params, roles, words) => {
    const { task } = await runOn(op, params, roles)
    expect(task).toMatchObject({ state: 'done', place: 'gpu', error: null })
    expect(task.outputs).toHaveLength(1)
    expect(task.outputs[0]).toMatchObject(SIZE)
    const [asked] = fake.asked
    expect(asked?.path).toBe('/v1/images/edits')
    for (const word of words) expect(asked?.fields.prompt).toContain(word)
    if (params.ignoreWordAndImage) expect(asked?.fields.prompt).not.toContain('木格栅')
    const files = roles.filter((role) => role !== 'mask')
    expect(asked?.files.map(({ field }) => field)).toEqual(
      files.map(() => (files.length > 1 ? 'image[]' : 'image')),
    )
    const { width, height } = await sharp(asked?.files[0]?.bytes).metadata()
    expect({ width, height }).toEqual({ width: 1536, height: 1024 })
    if (!asked) throw new Error('nothing asked')
    const { r, g, b } = colourOf(asked, 0)
    const { channels } = await sharp(await download(task.outputs[0]?.id ?? '')).stats()
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([r, g, b])
  })

  it.each<[OpId, Record<string, unknown>, InputRole[], string]>([
    ['edit', { prompt: '换成喷泉' }, ['image', 'mask'], '换成喷泉'],
    ['edit', {}, ['image', 'mask', 'style'], '参考第 2 张图'],
    ['inpaint', {}, ['image', 'mask'], '移除'],
    ['retexture', { material: 'wood-walnut' }, ['image', 'mask'], '胡桃木'],
  ])('%s %j leaves what is not painted as it was to the bit', async (op, params, roles, words) => {
    const { task, source } = await runOn(op, params, roles)
    expect(task).toMatchObject({ state: 'done', error: null })
    const [asked] = fake.asked
    if (!asked) throw new Error('nothing asked')
    expect(asked.fields.prompt).toContain(words)
    // Clear where it is to be changed, of the size of what is sent.
    const mask = asked.files.find(({ field }) => field === 'mask')
    const sent = await sharp(asked.files[0]?.bytes).metadata()
    const clear = await sharp(mask?.bytes).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })
    expect([clear.info.width, clear.info.height]).toEqual([sent.width, sent.height])
    const share = clear.data.filter((alpha) => alpha === 0).length / clear.data.length
    expect(share).toBeGreaterThan(0.05)
    expect(share).toBeLessThan(0.3)

    const result = await rgbOf(await download(task.outputs[0]?.id ?? ''))
    const before = await rgbOf(source)
    expect(result.info).toMatchObject(SIZE)
    let changed = 0
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        const i = 3 * (y * SIZE.width + x)
        const same = [0, 1, 2].every((c) => result.data[i + c] === before.data[i + c])
        const inside = x >= BOX.left && x < BOX.left + BOX.side && y >= BOX.top && y < BOX.top + BOX.side
        if (!inside && !same) throw new Error(`changed outside at ${x}, ${y}`)
        if (inside && !same) changed++
      }
    }
    expect(changed / BOX.side ** 2).toBeGreaterThan(0.9)
  })

  it('extends a picture and keeps what there was to the bit', async () => {
    const margins = { ratio: 'free', left: 100, right: 60, top: 20, bottom: 40 }
    const { task, source } = await runOn('outpaint', margins, ['image'])
    expect(task).toMatchObject({ state: 'done', error: null })
    const bytes = await download(task.outputs[0]?.id ?? '')
    const { width = 0, height = 0 } = await sharp(bytes).metadata()
    expect({ width, height }).toEqual({ width: SIZE.width + 160, height: SIZE.height + 60 })
    const kept = await sharp(bytes)
      .extract({ left: 100, top: 20, ...SIZE })
      .toBuffer()
    expect(Buffer.compare((await rgbOf(kept)).data, (await rgbOf(source)).data)).toBe(0)
    const nothing = await runOn('outpaint', { ...margins, left: 0, right: 0, top: 0, bottom: 0 }, ['image'])
    expect(nothing.task).toMatchObject({ state: 'failed', refunded: true, error: { code: 4206 } })
  })

  it('asks for a picture of each angle', async () => {
    const { task } = await runOn('views', { angles: ['left', 'up'] }, ['image'])
    expect(task.outputs.map(({ name }) => name)).toEqual(['image_多角度-左转.png', 'image_多角度-升高.png'])
    expect(fake.asked.map(({ fields }) => /：(左转|升高)/.exec(fields.prompt ?? '')?.[1])).toEqual([
      '左转',
      '升高',
    ])
  })

  it('says what is missing before it asks', async () => {
    const { task } = await runOn('edit', {}, ['image', 'mask'])
    expect(task).toMatchObject({ state: 'failed', refunded: true, error: { code: 4205 } })
    expect(fake.asked).toHaveLength(0)
  })

  it('does not say that the service enlarges or takes pictures where its model does not', async () => {
    const log = createLog('silent')
    const pools = sharedPools()
    const opsOf = async (model: string) => {
      const settings = { name: 'openai', title: model, address: fake.baseUrl, key: '', model, timeoutS: 5 }
      const engine = new OpenAiEngine({ ...settings, slots: 2, isOutside: true }, log, pools.pictures)
      return [...(await engine.ops())]
    }
    expect(await opsOf('gpt-image-1')).toContain('render')
    expect(await opsOf('gpt-image-1')).not.toContain('upscale')
    expect(await opsOf('dall-e-2')).not.toContain('stylize')
    expect(await opsOf('dall-e-3')).toEqual(['text2image'])
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

describe('nearestSize', () => {
  it.each([
    ['gpt-image-1', 4 / 3, [1536, 1024]],
    ['gpt-image-1', 1, [1024, 1024]],
    ['gpt-image-1', 9 / 16, [1024, 1536]],
    ['dall-e-3', 16 / 9, [1792, 1024]],
    ['qwen-image', 16 / 9, [1344, 768]],
    ['qwen-image', 1, [1024, 1024]],
  ])('%s at %d: %j', (model, ratio, size) => {
    expect(nearestSize(shapeOf(model).made, ratio)).toEqual(size)
  })
})
