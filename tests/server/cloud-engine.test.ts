import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { EngineForm } from '#contracts/engines.ts'
import type { InputRole } from '#contracts/ops.ts'
import type { Task } from '#contracts/task.ts'
import { fillTemplate, textsAt } from '#server/engines/openai/clouds.ts'
import { FakeCloud } from '#tests/support/fake-cloud.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const KEY = 'sk-cloud-1'
let cloud: FakeCloud
let server: TestServer
let client: Client

beforeEach(async () => {
  cloud = await new FakeCloud(KEY).start()
  server = await startTestServer()
  client = await server.signIn()
  await client.call(ENDPOINTS.becomeOperator, { body: { code: server.operatorCode } })
})
afterEach(async () => {
  await server.dispose()
  await cloud.stop()
})

async function connect(kind: 'dashscope' | 'ark', more: Partial<EngineForm> = {}): Promise<void> {
  const form = {
    ...{ kind, title: '云', address: `${cloud.origin}/api/${kind === 'ark' ? 'v3' : 'v1'}`, key: KEY },
    ...{ imageModel: kind === 'ark' ? '' : 'wan2.2-t2i-flash', videoModel: 'a-film-model' },
    ...{ slots: 2, timeLimitS: 60, isOutside: true, ...more },
  }
  await client.call(ENDPOINTS.adminAddEngine, { body: { form } })
}

const ask = async (op: string, params: Record<string, unknown>, roles: readonly InputRole[] = []) => {
  const inputs = await Promise.all(
    roles.map(async (role) => {
      const background = role === 'image' ? '#486' : '#a63'
      const picture = sharp({ create: { width: 90, height: 60, channels: 3, background } })
      const assetId = await client.uploadOk(await picture.png().toBuffer(), `${role}.png`)
      return { role, assetId, name: `${role}.png` }
    }),
  )
  const body = { taskId: randomUUID(), toolId: 'text2Img', op, params, inputs, place: 'gpu' }
  return client.ask(ENDPOINTS.startTask, { body })
}
const start = async (...wish: Parameters<typeof ask>): Promise<Task> => {
  const { status, envelope } = await ask(...wish)
  expect(status, envelope.error.message).toBe(200)
  return envelope.data
}
const run = async (...wish: Parameters<typeof ask>) => client.finished((await start(...wish)).taskId)
const created = (count = 1) =>
  vi.waitFor(() => expect(cloud.created).toHaveLength(count), { timeout: 10_000 })

async function sizeOf(id: string | undefined): Promise<number> {
  const response = await fetch(server.url + assetUrl(id ?? ''), { headers: client.headers() })
  expect(response.status).toBe(200)
  return (await response.arrayBuffer()).byteLength
}

describe('a cloud whose jobs are created and looked up', { timeout: 90_000 }, () => {
  it('makes pictures of words in the shape of DashScope, after being turned away for the moment', async () => {
    await connect('dashscope')
    cloud.busy = 2
    const task = await run('text2image', { prompt: '木屋', aspect: '3:2', count: 2, seed: 7 })
    expect(task).toMatchObject({ state: 'done', engine: '云', error: null, params: { seed: 7 } })
    expect(task.outputs.map(({ type }) => type)).toEqual(['image/png', 'image/png'])
    expect(task.outputs[0]?.meta).toMatchObject({ model: 'wan2.2-t2i-flash', words: '木屋' })
    expect(await sizeOf(task.outputs[1]?.id)).toBeGreaterThan(100)
    const [job] = cloud.created
    expect(job?.path).toBe('services/aigc/text2image/image-synthesis')
    const { width, height } = task.outputs[0]!
    expect(job?.body).toEqual({
      model: 'wan2.2-t2i-flash',
      input: { prompt: '木屋' },
      parameters: { size: `${width}*${height}`, n: 2, seed: 7 },
    })
    expect(width / height).toBeCloseTo(1.5, 1)
  })

  it('makes films of words and of a picture, each in its own shape', async () => {
    await connect('dashscope', { videoModel: 'wan2.5-t2v-preview, wan2.5-i2v-preview' })
    const film = await run('text2video', { prompt: '庭院', aspect: '16:9', seconds: 8 })
    expect(film).toMatchObject({ state: 'done', outputs: [{ type: 'video/mp4' }] })
    expect(await sizeOf(film.outputs[0]?.id)).toBeGreaterThan(1000)
    expect(cloud.created[0]?.body.parameters).toEqual({ size: '1280*720', duration: 10 })
    expect(cloud.created[0]?.body.model).toBe('wan2.5-t2v-preview')
    await run('image2video', { seconds: 3 }, ['image'])
    expect(cloud.created[1]?.body.model).toBe('wan2.5-i2v-preview')
    expect(cloud.created[1]?.body.input.img_url).toMatch(/^data:image\/png;base64,/)
    expect(cloud.created[1]?.body.parameters).toEqual({ resolution: '720P', duration: 5 })
    const refused = await ask('image2video', {}, ['image', 'endFrame'])
    expect(refused).toMatchObject({ status: 400, envelope: { error: { message: /尾帧/ } } })
  })

  it('makes films by Ark with a first and a last frame, and pictures not at all', async () => {
    await connect('ark')
    const task = await run('image2video', { prompt: '推近', seconds: 7 }, ['image', 'endFrame'])
    expect(task).toMatchObject({ state: 'done', outputs: [{ type: 'video/mp4' }] })
    expect(task.departures?.map(({ name }) => name).sort()).toEqual(['endFrame.png', 'image.png'])
    const { path, body } = cloud.created[0]!
    expect(path).toBe('contents/generations/tasks')
    expect(body).toMatchObject({ model: 'a-film-model', ratio: 'adaptive', duration: 7 })
    expect(body.content.map(({ type, role }: { type: string; role?: string }) => [type, role])).toEqual([
      ['text', undefined],
      ['image_url', 'first_frame'],
      ['image_url', 'last_frame'],
    ])
    await run('text2video', { prompt: '庭院', aspect: '9:16' })
    expect(cloud.created[1]?.body).toMatchObject({ ratio: '9:16', content: [{ type: 'text' }] })
    expect((await ask('text2image', { prompt: '木屋' })).status).toBe(409)
  })

  it.each([
    ['dashscope', { failsWith: 'DataInspectionFailed' }, 5005],
    ['dashscope', { failsWith: 'Arrearage' }, 5007],
    ['dashscope', { failsWith: 'InternalError.Algo' }, 5010],
    ['dashscope', 'expired', 5010],
    ['ark', { failsWith: 'OutputVideoSensitiveContentDetected' }, 5005],
  ] as const)('%s that ends with %j gives the tickets back and says why', async (kind, mishap, code) => {
    await connect(kind)
    cloud.mishaps.push(mishap)
    const task = await run('text2video', { prompt: '木屋' })
    expect(task).toMatchObject({ state: 'failed', refunded: true, error: { code } })
    expect(cloud.created).toHaveLength(1)
  })

  it('ends a job that is cancelled, over there too', async () => {
    await connect('dashscope')
    cloud.mishaps.push('hangs')
    const { taskId } = await start('text2image', { prompt: '木屋' })
    await created()
    const { id } = cloud.created[0]!
    await vi.waitFor(() => expect(cloud.isLookedAt(id)).toBe(true), { timeout: 10_000 })
    await client.call(ENDPOINTS.cancelTask, { body: { taskId } })
    await vi.waitFor(() => expect(cloud.cancelled).toEqual([id]), { timeout: 10_000 })
    expect(await client.finished(taskId)).toMatchObject({ state: 'cancelled', refunded: true })
  })

  it('goes on with its job after a restart of this server, and makes it once', async () => {
    await connect('ark')
    const { taskId } = await start('text2video', { prompt: '庭院' })
    await created()
    await vi.waitFor(() => expect(cloud.isLookedAt(cloud.created[0]!.id)).toBe(true), { timeout: 10_000 })
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    client = new Client(server.url, client.token)
    expect(await client.finished(taskId)).toMatchObject({ state: 'done', outputs: [{ type: 'video/mp4' }] })
    expect(cloud.created).toHaveLength(1)
    expect(cloud.cancelled).toEqual([])
  })

  it('makes a job once more that the cloud has forgotten', async () => {
    await connect('dashscope')
    cloud.mishaps.push('hangs')
    const { taskId } = await start('text2image', { prompt: '木屋' })
    await created()
    await vi.waitFor(() => expect(cloud.isLookedAt(cloud.created[0]!.id)).toBe(true), { timeout: 10_000 })
    cloud.forget()
    await created(2)
    expect(await client.finished(taskId)).toMatchObject({ state: 'done' })
    expect(cloud.created).toHaveLength(2)
  })

  it('is seen not to know the key', async () => {
    await connect('dashscope', { key: 'sk-other' })
    const [, entry] = await client.call(ENDPOINTS.adminEngines)
    expect(entry).toMatchObject({ state: 'silent', problem: { message: /密钥/ } })
  })
})

describe('a template', () => {
  it('keeps the types of values, and leaves out what is not there', () => {
    const template = {
      a: '{n}',
      b: '{w}*{h}',
      c: { d: '{none}' },
      e: [{ image_url: { url: '{none}' }, role: 'x' }],
    }
    expect(fillTemplate(template, { n: 2, w: 3, h: 4 })).toEqual({ a: 2, b: '3*4', e: [] })
  })

  it('is read at places of answers', () => {
    const answer = { output: { results: [{ url: 'a' }, { code: 'x' }, { url: 'b' }], task_id: 't' } }
    expect(textsAt(answer, 'output.results[].url')).toEqual(['a', 'b'])
    expect(textsAt(answer, 'output.task_id')).toEqual(['t'])
    expect(textsAt(null, 'output.task_id')).toEqual([])
  })
})
