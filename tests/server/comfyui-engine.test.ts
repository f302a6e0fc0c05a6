import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AssetVariant, assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { EVENTS_PATH, zUserEvent } from '#contracts/events.ts'
import type { InputRole } from '#contracts/ops.ts'
import type { Task } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'
import { FakeComfyUi, type Mishap } from '#tests/support/fake-comfyui.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const SIZE = { width: 600, height: 440 }
const BOX = { left: 200, top: 120, width: 160, height: 160 }

let dataDir: string
let fakes: FakeComfyUi[] = []
let server: TestServer
let client: Client

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zhuhui-comfy-'))
})
afterEach(async () => {
  await server.close()
  await Promise.all(fakes.map((fake) => fake.stop()))
  fakes = []
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the server, or starts it again, with these ComfyUIs. */
async function boot(settings: Record<string, string> = {}): Promise<void> {
  const COMFYUI_URL = fakes.map(({ address }) => address).join(',')
  server = await startTestServer({ DATA_DIR: dataDir, COMFYUI_URL, ...settings })
  client = client?.token ? new Client(server.url, client.token) : client
}

async function begin(
  options: ConstructorParameters<typeof FakeComfyUi>[0] = {},
  settings: Record<string, string> = {},
): Promise<FakeComfyUi> {
  const fake = await new FakeComfyUi(options).start()
  fakes = [fake]
  await boot(settings)
  client = await server.signIn()
  return fake
}

async function pictureFor(role: InputRole): Promise<Buffer> {
  if (role === 'style' || role === 'scene' || role === 'endFrame')
    return sharp({ create: { width: 90, height: 60, channels: 3, background: '#a63' } })
      .png()
      .toBuffer()
  const black = sharp({ create: { ...SIZE, channels: 3, background: role === 'mask' ? '#000' : '#486' } })
  if (role === 'image') return black.png().toBuffer()
  const { left, top, width, height } = BOX
  const input = { create: { width, height, channels: 3, background: '#fff' } } as const
  return black.composite([{ input, left, top }]).png().toBuffer()
}

async function start(
  op: OpId,
  params: Record<string, unknown>,
  roles: readonly InputRole[] = ['image'],
): Promise<Task> {
  const inputs = await Promise.all(
    roles.map(async (role) => {
      const assetId = await client.uploadOk(await pictureFor(role), `${role}.png`)
      return { role, assetId, name: `${role}.png` }
    }),
  )
  const body = { taskId: randomUUID(), toolId: 'architecturalRenderNew', op, params, place: 'gpu', inputs }
  return client.call(ENDPOINTS.startTask, { body })
}

const words = (prompt = '木屋') => start('text2image', { prompt, aspect: '1:1' }, [])
const finished = async (task: Promise<Task>) => client.finished((await task).taskId)

async function pixelsOf(id: string | undefined) {
  const response = await fetch(server.url + assetUrl(id ?? ''), { headers: client.headers() })
  expect(response.status).toBe(200)
  const image = sharp(Buffer.from(await response.arrayBuffer())).removeAlpha()
  return image.raw().toBuffer({ resolveWithObject: true })
}

const until = (test: () => void) => vi.waitFor(test, { timeout: 20_000, interval: 10 })

describe('a task for a ComfyUI', { timeout: 120_000 }, () => {
  it('goes from its inputs to stored results, with every op that its graphs carry out', async () => {
    const fake = await begin()
    const cases: [OpId, Record<string, unknown>, InputRole[], string][] = [
      ['text2image', { prompt: '木屋', negative: '人', aspect: '4:3', count: 2 }, [], 'qwen-text2image@1'],
      ['render', { prompt: '木屋', seed: 7 }, ['image', 'style'], 'qwen-edit@1'],
      ['views', { angles: ['left', 'up'] }, ['image'], 'qwen-edit@1'],
      ['relight', { time: 'night' }, ['image'], 'qwen-edit@1'],
      ['stylize', {}, ['image', 'style'], 'qwen-edit@1'],
      ['flatplan', {}, ['image'], 'qwen-edit@1'],
      ['restore', {}, ['image'], 'qwen-edit@1'],
      ['composite', {}, ['image', 'scene'], 'qwen-edit@1'],
      ['edit', { prompt: '喷泉' }, ['image', 'mask'], 'qwen-edit-masked@1'],
      ['inpaint', {}, ['image', 'mask'], 'qwen-edit-masked@1'],
      ['retexture', { material: 'wood-walnut' }, ['image', 'mask'], 'qwen-edit-masked@1'],
      ['clearroom', {}, ['image', 'mask'], 'qwen-edit-masked@1'],
      ['outpaint', { ratio: 'free', left: 64, right: 0, top: 0, bottom: 0 }, ['image'], 'qwen-edit-masked@1'],
      ['upscale', { factor: 2 }, ['image'], 'upscale-model@1'],
    ]
    const sizes: Partial<Record<OpId, { width: number; height: number }>> = {
      text2image: { width: 1152, height: 896 },
      outpaint: { width: SIZE.width + 64, height: SIZE.height },
      upscale: { width: 2 * SIZE.width, height: 2 * SIZE.height },
    }
    for (const [op, params, roles, graph] of cases) {
      const task = await finished(start(op, params, roles))
      expect(task, op).toMatchObject({ state: 'done', place: 'gpu', engine: 'ComfyUI', error: null })
      expect(task.outputs[0], op).toMatchObject({ ...(sizes[op] ?? SIZE), meta: { graph } })
      expect(task.outputs, op).toHaveLength(op === 'text2image' || op === 'views' ? 2 : 1)
      const sent = fake.accepted.filter(({ id }) => id.startsWith(task.taskId))
      expect(sent[0]?.id).toBe(task.taskId)
      // What came back is what was asked for with all of its inputs.
      const { data, info } = await pixelsOf(task.outputs[0]?.id)
      const [x, y] = roles.includes('mask')
        ? [BOX.left + BOX.width / 2, BOX.top + BOX.height / 2]
        : [op === 'outpaint' ? 5 : info.width / 2, Math.floor(info.height / 2)]
      const at = 3 * (y * info.width + x)
      const { r, g, b } = fake.colourOf(sent[0]?.prompt ?? {})
      if (!roles.includes('mask') && op !== 'outpaint')
        expect([...data.subarray(at, at + 3)], op).toEqual([r, g, b])
      else {
        // Not the source's green, and the source where nothing is painted.
        expect([...data.subarray(at, at + 3)], op).not.toEqual([0x44, 0x88, 0x66])
        const corner = 3 * (info.width * info.height - 1)
        expect([...data.subarray(corner, corner + 3)], op).toEqual([0x44, 0x88, 0x66])
      }
    }
    expect(fake.queue).toEqual([])
  })

  it('adds detail to an enlargement where that is asked for, in its exact size, and says what it lacks', async () => {
    const fake = await begin()
    const plain = await finished(start('upscale', { factor: 2 }))
    expect(plain.outputs[0]?.meta?.graph).toBe('upscale-model@1')
    const task = await finished(start('upscale', { factor: 2, creative: 0.4 }))
    expect(task.outputs[0]).toMatchObject({
      ...{ width: 2 * SIZE.width, height: 2 * SIZE.height },
      meta: { graph: 'creative-upscale@1' },
    })
    const { sample, sized, fitted } = fake.accepted.at(-1)?.prompt ?? {}
    expect(sample?.inputs.denoise).toBe(0.28)
    expect([sized?.inputs.width, sized?.inputs.height]).toEqual([2 * SIZE.width, 2 * SIZE.height])
    expect(Number(fitted?.inputs.height) % 8).toBe(0)
    await finished(start('upscale', { factor: 2, creative: 1 }))
    expect(fake.accepted.at(-1)?.prompt.sample?.inputs.denoise).toBe(0.55)

    // The faithful way is not taken in its place, nor the embedded engine.
    const assetId = await client.uploadOk(await pictureFor('image'), 'a.png')
    const inputs = [{ role: 'image', assetId, name: 'a.png' }]
    const body = { toolId: 'upScaleImg', op: 'upscale', params: { creative: 0.5 }, inputs }
    const asked = (more: object) =>
      client.ask(ENDPOINTS.startTask, { body: { ...body, taskId: randomUUID(), ...more } })
    expect((await asked({ place: 'gpu', graphId: 'upscale-model' })).status).toBe(409)
    const local = (await asked({ place: 'local' })).envelope.data
    expect(await client.finished(local.taskId)).toMatchObject({
      ...{ state: 'failed', refunded: true },
      error: { message: expect.stringContaining('GPU') },
    })
  })

  it('says which model adds detail where it is missing, and refuses what would be too large for it', async () => {
    await begin({ without: ['sd_xl_base_1.0.safetensors'] })
    const missing = await start('upscale', { creative: 0.5 }).catch((error: Error) => error.message)
    expect(missing).toContain('sd_xl_base_1.0.safetensors')
    expect(await finished(start('upscale', {}))).toMatchObject({ state: 'done' })
  })

  it('labels what it makes, also in copies of other formats and sizes; the embedded engine’s work is not', async () => {
    await begin({}, { AI_PRODUCER: '甲设计院' })
    const task = await finished(words())
    const labelOf = async (id: string | undefined, variant: AssetVariant = {}) => {
      const address = server.url + assetUrl(id ?? '', variant)
      const response = await fetch(address, { headers: client.headers() })
      return String((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).xmp ?? '')
    }
    const [made] = task.outputs
    const variants: AssetVariant[] = [{}, { format: 'jpg' }, { side: 320, format: 'webp' }]
    for (const variant of variants)
      expect(await labelOf(made?.id, variant), JSON.stringify(variant)).toMatch(
        new RegExp(`TC260:AIGC>.*甲设计院.*${task.taskId}`),
      )
    const assetId = await client.uploadOk(await pictureFor('image'), 'a.png')
    const inputs = [{ role: 'image', assetId, name: 'a.png' }]
    const body = { taskId: randomUUID(), toolId: 'xitu', op: 'grade', params: {}, place: 'local', inputs }
    const graded = await finished(client.call(ENDPOINTS.startTask, { body }))
    expect(graded.state).toBe('done')
    expect(await labelOf(graded.outputs[0]?.id)).toBe('')
  })

  it('makes films of words, of a picture, towards an end, and through several pictures', async () => {
    const fake = await begin()
    const cases: [OpId, Record<string, unknown>, InputRole[], string, number[]][] = [
      [
        'text2video',
        { prompt: '庭院', aspect: '9:16', seconds: 3 },
        [],
        'wan22-14b-text2video@1',
        [480, 848, 49],
      ],
      ['image2video', { move: 'orbit', seconds: 5 }, ['image'], 'wan22-14b-image2video@1', [736, 544, 81]],
      ['image2video', { seconds: 5 }, ['image', 'endFrame'], 'wan22-14b-first-last@1', [736, 544, 81]],
      [
        'images2video',
        { secondsEach: 2.5, aspect: '16:9' },
        ['image', 'image', 'image'],
        'wan22-14b-series@1',
        [848, 480, 41],
      ],
    ]
    for (const [op, params, roles, graph, [width, height, length]] of cases) {
      const task = await finished(start(op, params, roles))
      expect(task, graph).toMatchObject({ state: 'done', error: null, cost: { kind: 'video' } })
      const [film, poster] = task.outputs
      expect(film, graph).toMatchObject({ type: 'video/mp4', width, height, meta: { graph } })
      expect(film?.name).toMatch(/\.mp4$/)
      expect(poster).toMatchObject({ type: 'image/png', width, height })
      const sent = fake.accepted.find(({ id }) => id === task.taskId)?.prompt ?? {}
      const latent = sent.latent ?? sent['latent-1']
      expect(latent?.inputs, graph).toMatchObject({ width, height, length })
      const stored = await fetch(server.url + assetUrl(film?.id ?? ''), { headers: client.headers() })
      expect(stored.headers.get('content-type')).toBe('video/mp4')
      const bytes = Buffer.from(await stored.arrayBuffer())
      const { r, g, b } = fake.colourOf(sent)
      expect([...bytes.subarray(-3)], graph).toEqual([r, g, b])
    }
    expect(fake.accepted.at(-1)?.prompt).toMatchObject({ 'image-2': {}, 'endFrame-2': {}, 'join-2': {} })
  })

  it('makes a model of 3D of a picture', async () => {
    const fake = await begin()
    const task = await finished(start('image3d', { seed: 9, detail: 'fine' }))
    expect(task).toMatchObject({ state: 'done', error: null, text: null })
    expect(task.outputs).toHaveLength(1)
    expect(task.outputs[0]).toMatchObject({
      type: 'model/gltf-binary',
      name: 'image_图生三维.glb',
      meta: { graph: 'hunyuan3d-image3d@1', seed: 9 },
    })
    const [sent] = fake.accepted
    expect(sent?.prompt.voxels?.inputs.octree_resolution).toBe(384)
    const stored = await fetch(server.url + assetUrl(task.outputs[0]?.id ?? ''), {
      headers: client.headers(),
    })
    const bytes = Buffer.from(await stored.arrayBuffer())
    expect(bytes.toString('latin1', 0, 4)).toBe('glTF')
    const { r } = fake.colourOf(sent?.prompt ?? {})
    expect(bytes.includes(JSON.stringify(r / 255))).toBe(true)
    fake.mishaps.push('truncated')
    expect(await finished(start('image3d', {}))).toMatchObject({ state: 'failed', error: { code: 5010 } })
  })

  it('a film that is cut short, and one that is none, give the tickets back', async () => {
    const fake = await begin()
    for (const mishap of ['truncated', 'nothing'] as const) {
      fake.mishaps.push(mishap)
      const task = await finished(start('text2video', { prompt: '庭院' }, []))
      expect(task).toMatchObject({ state: 'failed', refunded: true, error: { code: 5010 } })
    }
  })

  it('sends the pictures, the mask, the words, the seed and the size that belong to it', async () => {
    const fake = await begin()
    const task = await finished(start('edit', { prompt: '喷泉', strength: 0.4 }, ['image', 'mask', 'style']))
    const [sent] = fake.accepted
    const image = await sharp(fake.inputOf(sent?.prompt.image?.inputs.image)).metadata()
    const mask = sharp(fake.inputOf(sent?.prompt.mask?.inputs.image))
    expect(await mask.metadata()).toMatchObject({ width: image.width, height: image.height })
    const { channels } = await mask.stats()
    const share = (channels[0]?.mean ?? 0) / 255
    expect(share).toBeCloseTo((BOX.width * BOX.height) / (SIZE.width * SIZE.height), 1)
    expect(sent?.prompt.words?.inputs.prompt).toContain('喷泉')
    expect(sent?.prompt.words?.inputs.image2).toEqual(['picture', 0])
    expect(task.outputs[0]?.meta).toMatchObject({
      model: 'qwen_image_edit_2509_fp8_e4m3fn.safetensors',
      seed: sent?.prompt.sample?.inputs.seed,
    })
  })

  it('is taken by the graph that the card and the files allow, and is refused before by name', async () => {
    const fake = await begin({ vramGb: 8, lacks: ['ImageUpscaleWithModel'] })
    const task = await finished(start('render', { prompt: '木屋', lock: 0, strength: 1 }))
    expect(task.outputs[0]).toMatchObject({ ...SIZE, meta: { graph: 'sdxl-controlnet@2' } })
    expect(fake.accepted[0]?.prompt).toMatchObject({
      guide: { inputs: { strength: 0.45, end_percent: 0.6 } },
      sample: { inputs: { denoise: 1 } },
    })
    const [engine] = (await client.call(ENDPOINTS.engines)).filter(({ place }) => place === 'gpu')
    expect(engine?.ops).not.toContain('upscale')
    expect(engine?.ops).toContain('edit')
    // Only larger models take a further picture.
    const tickets = await client.imageTickets()
    await expect(start('render', { prompt: 'a' }, ['image', 'style'])).rejects.toMatchObject({
      errorName: 'ENGINE_VRAM',
      message: '“SDXL 控线渲染（参考图）”需要 12 GB 显存的显卡',
    })
    expect(await client.imageTickets()).toBe(tickets)
  })

  it.each<[Mishap, number]>([
    ['oom', 5011],
    ['broken', 5013],
    ['truncated', 5010],
    ['nothing', 5010],
  ])('%s gives the tickets back and says why', async (mishap, code) => {
    const fake = await begin()
    fake.mishaps.push(mishap)
    const task = await finished(words())
    expect(task).toMatchObject({ state: 'failed', refunded: true, error: { code } })
    expect(task.error?.message).toMatch(/[一-鿿]/)
    expect(await client.imageTickets()).toBe(100)
    expect((await finished(words())).state).toBe('done')
  })

  it('is done without events, with events twice and late, and when the socket is cut', async () => {
    const fake = await begin({ jobMs: 300 })
    fake.silent = true
    expect((await finished(words('一'))).state).toBe('done')
    fake.silent = false
    fake.repeats = true
    expect((await finished(words('二'))).state).toBe('done')
    const third = words('三')
    await until(() => expect(fake.begun).toHaveLength(3))
    fake.dropSockets()
    expect((await finished(third)).state).toBe('done')
    expect(fake.accepted).toHaveLength(3)
    expect(await client.imageTickets()).toBe(94)
  })

  it('tells how far it is', async () => {
    const fake = await begin({ jobMs: 1500 })
    const { taskId } = await words()
    const seen: number[] = []
    await vi.waitFor(
      async () => {
        const task = await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })
        if (task.state === 'running') seen.push(task.progress)
        expect(task.state).toBe('done')
      },
      { timeout: 20_000, interval: 60 },
    )
    expect(fake.accepted).toHaveLength(1)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(new Set(seen).size).toBeGreaterThan(3)
  })

  it('shows what it looks like so far to whom it belongs', async () => {
    const fake = await begin({ jobMs: 1500 })
    const abort = new AbortController()
    const { signal } = abort
    const stream = await fetch(server.url + EVENTS_PATH, { headers: client.headers(), signal })
    const { taskId } = await words()
    const seen = /data: (\{"type":"preview".*\})/
    let text = ''
    for await (const part of stream.body ?? []) {
      text += Buffer.from(part).toString('utf8')
      if (seen.test(text)) break
    }
    const event = zUserEvent.parse(JSON.parse(seen.exec(text)?.[1] ?? '{}'))
    expect(event).toMatchObject({ type: 'preview', taskId })
    const address = event.type === 'preview' ? event.picture : ''
    const { channels } = await sharp(Buffer.from(address.split(',')[1] ?? '', 'base64')).stats()
    const { r, g, b } = fake.colourOf(fake.accepted[0]?.prompt ?? {})
    for (const [index, value] of [r, g, b].entries())
      expect(Math.abs((channels[index]?.mean ?? 0) - value)).toBeLessThan(6)
    abort.abort()
    expect((await client.finished(taskId)).state).toBe('done')
  })

  it('that is cancelled ends over there, and no other one', async () => {
    const fake = await begin()
    fake.mishaps.push('hang')
    const first = await words('一')
    await until(() => expect(fake.begun).toEqual([first.taskId]))
    const second = await words('二')
    await until(() => expect(fake.queue).toEqual([first.taskId, second.taskId]))
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: second.taskId } })
    await until(() => expect(fake.queue).toEqual([first.taskId]))
    expect(fake.interrupted).toEqual([])
    const third = await words('三')
    await until(() => expect(fake.queue).toHaveLength(2))
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: first.taskId } })
    await until(() => expect(fake.interrupted).toEqual([first.taskId]))
    expect((await client.finished(third.taskId)).state).toBe('done')
    expect((await client.finished(first.taskId)).state).toBe('cancelled')
    expect(await client.imageTickets()).toBe(98)
  })

  it('that takes too long is withdrawn', async () => {
    const fake = await begin({}, { COMFYUI_TIMEOUT_S: '1' })
    fake.mishaps.push('hang')
    const task = await finished(words())
    expect(task).toMatchObject({ state: 'failed', refunded: true, error: { code: 5002 } })
    await until(() => expect(fake.interrupted).toEqual([task.taskId]))
  })

  it('whose submission lost its answer is not sent twice', async () => {
    const fake = await begin()
    fake.losesAnswer = true
    expect((await finished(words())).state).toBe('done')
    expect(fake.accepted).toHaveLength(1)
  })
})

describe('a restart', { timeout: 120_000 }, () => {
  it('of this server leaves the job alone and finishes it with the pictures in their place', async () => {
    const fake = await begin({ jobMs: 1500 })
    const { taskId } = await start('edit', { prompt: '喷泉' }, ['image', 'mask'])
    await until(() => expect(fake.begun).toEqual([taskId]))
    await server.close()
    await boot()
    const task = await client.finished(taskId)
    expect(task).toMatchObject({ state: 'done', error: null })
    expect(task.outputs[0]).toMatchObject({ ...SIZE, meta: { graph: 'qwen-edit-masked@1' } })
    expect(fake.accepted).toHaveLength(1)
    expect(fake.interrupted).toEqual([])
    expect(await client.imageTickets()).toBe(98)
    // Also one that ended meanwhile.
    const { taskId: second } = await words()
    await until(() => expect(fake.begun).toHaveLength(2))
    await server.close()
    await until(() => expect(fake.queue).toEqual([]))
    await boot()
    expect((await client.finished(second)).state).toBe('done')
    expect(fake.accepted).toHaveLength(2)
  })

  it('of the ComfyUI, which forgets, sends the job once more, and only once', async () => {
    const fake = await begin({ jobMs: 1500 })
    const { taskId } = await words()
    await until(() => expect(fake.begun).toEqual([taskId]))
    await fake.restart()
    expect((await client.finished(taskId)).state).toBe('done')
    expect(fake.accepted.map(({ id }) => id)).toEqual([taskId, taskId])
    expect(await client.imageTickets()).toBe(98)
    const second = await words('二')
    await until(() => expect(fake.begun).toHaveLength(3))
    await fake.restart()
    await until(() => expect(fake.begun).toHaveLength(4))
    await fake.restart()
    expect(await client.finished(second.taskId)).toMatchObject({
      state: 'failed',
      refunded: true,
      error: { code: 5004 },
    })
    expect(await client.imageTickets()).toBe(98)
  })
})

describe('several ComfyUIs', { timeout: 120_000 }, () => {
  it('share the work, each with a login of its own address', async () => {
    const login = `Basic ${Buffer.from('u:p').toString('base64')}`
    fakes = await Promise.all([1, 2].map(() => new FakeComfyUi({ jobMs: 400, login }).start()))
    const [first, second] = fakes
    server = await startTestServer({
      DATA_DIR: dataDir,
      COMFYUI_URL: fakes.map(({ address }) => address.replace('//', '//u:p@')).join(', '),
    })
    client = await server.signIn()
    const tasks = await Promise.all(['一', '二', '三', '四', '五', '六'].map((word) => words(word)))
    for (const { taskId } of tasks) expect((await client.finished(taskId)).state).toBe('done')
    expect(first?.accepted.length).toBeGreaterThan(0)
    expect(second?.accepted.length).toBeGreaterThan(0)
    expect([...(first?.begun ?? []), ...(second?.begun ?? [])].sort()).toEqual(
      tasks.map(({ taskId }) => taskId).sort(),
    )
    const engines = await client.call(ENDPOINTS.engines)
    expect(engines.map(({ title }) => title)).toEqual(['本地引擎', 'ComfyUI 1', 'ComfyUI 2'])
    expect(JSON.stringify(engines)).not.toContain('u:p')
  })

  it('that want a login which is not set are not taken', async () => {
    await begin({ login: 'Bearer right' }, { COMFYUI_TOKEN: 'wrong' })
    const engines = await client.call(ENDPOINTS.engines)
    expect(engines.find(({ place }) => place === 'gpu')).toMatchObject({ ops: [], healthy: false })
  })
})
