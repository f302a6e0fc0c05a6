import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { MODELS, type ModelId, modelUrl } from '#contracts/models.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const MODEL_FOLDER = resolve(import.meta.dirname, '../../models')
let server: TestServer
let client: Client

async function pixels(bytes: ArrayBuffer | Buffer, width?: number) {
  let image = sharp(bytes)
  if (width) image = image.resize(width, null, { kernel: 'cubic' })
  return image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}

async function fetchOutput(id: string): Promise<ArrayBuffer> {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return response.arrayBuffer()
}

async function run(photo: Buffer, params: object, name = '房间.jpg') {
  const asset = await client.uploadOk(photo, name)
  const { taskId } = await client.start('upscale', asset, { params })
  return client.finished(taskId)
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('upscale with the real networks', { timeout: 90_000 }, () => {
  it.each([
    { factor: 2, quality: 'fast', side: 150 },
    { factor: 4, quality: 'fast', side: 61 },
    { factor: 2, quality: 'best', side: 48 },
    { factor: 4, quality: 'best', side: 33 },
  ] as const)('× $factor, $quality: keeps the picture and sharpens it', async ({ factor, quality, side }) => {
    const photo = await sharp(PHOTOS.room).resize(side, 40, { fit: 'cover' }).png().toBuffer()
    const done = await run(photo, { factor, quality })
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', progress: 1 })
    const [output] = done.outputs
    expect(output).toMatchObject({ type: 'image/png', width: side * factor, height: 40 * factor })
    expect(output?.name).toContain('放大')
    // Scaled back down it is the source again, within what sharpening changes.
    const back = await pixels(await fetchOutput(output?.id ?? ''), side)
    const source = await pixels(photo)
    const error = source.data.reduce((sum, value, i) => sum + Math.abs(value - (back.data[i] ?? 0)), 0)
    expect(error / source.data.length).toBeLessThan(10)
  })

  it('keeps what is transparent so', async () => {
    const cutout = await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="20" fill="#c8452d"/></svg>',
      ),
    )
      .png()
      .toBuffer()
    const done = await run(cutout, { factor: 2, quality: 'fast' }, '圆.png')
    const { data, info } = await pixels(await fetchOutput(done.outputs[0]?.id ?? ''))
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ]
    expect(at(2, 2)).toEqual([0, 0, 0, 0])
    const [red = 0, , , alpha] = at(64, 64)
    expect(alpha).toBe(255)
    expect(red).toBeGreaterThan(180)
    // On the rim the colour is the circle's, not a mixture with black.
    for (let x = 0; x < info.width; x++) {
      const [r = 0, , , a = 0] = at(x, 64)
      if (a > 60) expect(r).toBeGreaterThan(160)
    }
  })

  it('refuses a result beyond 8192 px before it begins, and gives the ticket back', async () => {
    const wide = await sharp({ create: { width: 2100, height: 32, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    const before = await client.imageTickets()
    const done = await run(wide, { factor: 4, quality: 'fast' }, '长图.png')
    expect(done).toMatchObject({ state: 'failed', refunded: true })
    expect(done.error?.message).toBe('放大后为 8400 × 128，超过边长上限 8192 px')
    expect(await client.imageTickets()).toBe(before)
  })

  it('stops at once when it is cancelled', async () => {
    const photo = await sharp(PHOTOS.room).resize(900, 900, { fit: 'cover' }).jpeg().toBuffer()
    const asset = await client.uploadOk(photo, '大图.jpg')
    const { taskId } = await client.start('upscale', asset, { params: { factor: 4, quality: 'best' } })
    await expect
      .poll(async () => (await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })).progress)
      .toBeGreaterThan(0)
    await client.call(ENDPOINTS.cancelTask, { body: { taskId } })
    expect(await client.finished(taskId)).toMatchObject({ state: 'cancelled', refunded: true })
  })
})

describe('the networks for browsers', () => {
  it.each(Object.keys(MODELS) as ModelId[])('%s is what the contract says', async (id) => {
    const { bytes, sha256 } = MODELS[id]
    const content = await readFile(modelPath(MODEL_FOLDER, id))
    expect(content.length).toBe(bytes)
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  })

  it('come without a session, for good, and in parts', async () => {
    const whole = await fetch(server.url + modelUrl('fastX2'))
    expect(whole.status).toBe(200)
    expect(whole.headers.get('cache-control')).toContain('immutable')
    expect(whole.headers.get('content-length')).toBe(String(MODELS.fastX2.bytes))
    expect(whole.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const part = await fetch(server.url + modelUrl('fastX2'), { headers: { range: 'bytes=2000000-' } })
    expect(part.status).toBe(206)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(2_000_000))
  })

  it.each([
    '/models/isnet-small.onnx',
    '/models/isnet-small-0000000000000000.onnx',
    '/models/../package.json',
  ])('no other address gives a file: %s', async (path) => {
    expect((await fetch(server.url + path)).status).toBe(404)
  })
})
