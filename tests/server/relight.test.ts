import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const WIDTH = 360
const HEIGHT = 168
const NIGHT = { time: 'night', weather: 'keep', season: 'keep', strength: 1, windows: 0 }

const house = () => sharp(PHOTOS.house).resize(WIDTH, HEIGHT, { fit: 'fill' }).png().toBuffer()
const room = () => sharp(PHOTOS.room).resize(WIDTH, 240, { fit: 'fill' }).png().toBuffer()

async function pixelsOf(id: string): Promise<Buffer> {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return sharp(await response.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer()
}

const mean = (data: Uint8Array) => data.reduce((sum, value) => sum + value, 0) / data.length

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('another light on the embedded engine', { timeout: 60_000 }, () => {
  it('makes night of day, in a picture of the same size', async () => {
    const source = await client.uploadOk(await house(), '楼.png')
    const task = await client.start('relight', source, { params: NIGHT })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', refunded: false })
    const [output] = done.outputs
    expect(output).toMatchObject({ type: 'image/png', width: WIDTH, height: HEIGHT, name: '照片_换氛围.png' })
    const day = await sharp(await house())
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(mean(await pixelsOf(output?.id ?? ''))).toBeLessThan(0.45 * mean(day))
  })

  it('leaves what is outside the mask as it is', async () => {
    const source = await client.uploadOk(await house(), '楼.png')
    const right = { create: { width: WIDTH / 2, height: HEIGHT, channels: 3 as const, background: '#fff' } }
    const mask = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
      .composite([{ input: right, left: WIDTH / 2, top: 0 }])
      .png()
      .toBuffer()
    const painted = await client.uploadOk(mask, '蒙版.png')
    const task = await client.start('relight', source, {
      params: NIGHT,
      inputs: [
        { role: 'image', assetId: source, name: '楼.png' },
        { role: 'mask', assetId: painted, name: '蒙版.png' },
      ],
    })
    const done = await client.finished(task.taskId)
    const result = await pixelsOf(done.outputs[0]?.id ?? '')
    const before = await sharp(await house())
      .removeAlpha()
      .raw()
      .toBuffer()
    const half = (data: Buffer, from: number) =>
      Buffer.concat(
        Array.from({ length: HEIGHT }, (_, y) =>
          data.subarray(3 * (y * WIDTH + from), 3 * (y * WIDTH + from + WIDTH / 2)),
        ),
      )
    expect(half(result, 0).equals(half(before, 0))).toBe(true)
    expect(mean(half(result, WIDTH / 2))).toBeLessThan(0.6 * mean(half(before, WIDTH / 2)))
  })

  it('says when it finds no sky, and works on the light alone', async () => {
    const source = await client.uploadOk(await room(), '客厅.png')
    const task = await client.start('relight', source, { params: { time: 'sunset', scene: 'outdoors' } })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', text: expect.stringContaining('没有找到天空') })
  })

  it.each([
    ['a weather that does not exist', { weather: 'meteors' }],
    ['a wish for nothing', { time: 'keep' }],
  ])('refuses %s before anything is charged', async (_what, params) => {
    const source = await client.uploadOk(await house(), '楼.png')
    const before = await client.imageTickets()
    const { status, envelope } = await client.ask(ENDPOINTS.startTask, {
      body: {
        taskId: crypto.randomUUID(),
        toolId: 'atmosphereChange',
        op: 'relight',
        params,
        inputs: [{ role: 'image', assetId: source, name: '楼.png' }],
        batchId: null,
      },
    })
    expect(status).toBe(ERRORS.PARAMS_INVALID.status)
    expect(envelope.error.errorCode).toBe(ERRORS.PARAMS_INVALID.code)
    expect(await client.imageTickets()).toBe(before)
  })
})
