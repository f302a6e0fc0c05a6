import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const [WIDTH, HEIGHT] = [320, 150]

const house = () => sharp(PHOTOS.house).resize(WIDTH, HEIGHT, { fit: 'cover' }).png().toBuffer()
const room = () => sharp(PHOTOS.room).resize(320).png().toBuffer()

async function fetchOutput(id: string): Promise<ArrayBuffer> {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return response.arrayBuffer()
}

const pixels = async (bytes: ArrayBuffer | Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()

/** Mean of each channel. */
async function colourOf(bytes: ArrayBuffer | Buffer): Promise<number[]> {
  const { channels } = await sharp(bytes).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

const apart = (a: number[], b: number[]) => Math.hypot(...a.map((value, c) => value - b[c]!))

const inputs = (image: string, style: string, mask?: string) => [
  { role: 'image', assetId: image, name: '楼.png' },
  { role: 'style', assetId: style, name: '客厅.png' },
  ...(mask ? [{ role: 'mask', assetId: mask, name: '蒙版.png' }] : []),
]

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('style transfer on the embedded engine', { timeout: 60_000 }, () => {
  it.each(['fine', 'fast'])('gives a picture the colours of another one (%s)', async (method) => {
    const [image, style] = [
      await client.uploadOk(await house(), '楼.png'),
      await client.uploadOk(await room(), '客厅.png'),
    ]
    const task = await client.start('stylize', image, {
      toolId: 'styleTransfer',
      params: { method },
      inputs: inputs(image, style),
    })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', refunded: false })
    const [output] = done.outputs
    expect(output).toMatchObject({ type: 'image/png', width: WIDTH, height: HEIGHT, name: '楼_风格迁移.png' })
    const [made, before, wanted] = await Promise.all([
      colourOf(await fetchOutput(output?.id ?? '')),
      colourOf(await house()),
      colourOf(await room()),
    ])
    expect(apart(made, wanted)).toBeLessThan(0.5 * apart(before, wanted))
  })

  it('changes the masked part alone', async () => {
    const half = { create: { width: WIDTH / 2, height: HEIGHT, channels: 3 as const, background: '#fff' } }
    const mask = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const [image, style, painted] = [
      await client.uploadOk(await house(), '楼.png'),
      await client.uploadOk(await room(), '客厅.png'),
      await client.uploadOk(mask, '蒙版.png'),
    ]
    const task = await client.start('stylize', image, {
      toolId: 'wanwuqianyi',
      params: { strength: 0.35 },
      inputs: inputs(image, style, painted),
    })
    const done = await client.finished(task.taskId)
    const made = await pixels(await fetchOutput(done.outputs[0]?.id ?? ''))
    const before = await pixels(await house())
    let [left, right] = [0, 0]
    for (let i = 0; i < made.length; i++) {
      const change = Math.abs(made[i]! - before[i]!)
      if (Math.floor(i / 3) % WIDTH < WIDTH / 2) left += change
      else right += change
    }
    expect(right).toBe(0)
    expect(left / (made.length / 2)).toBeGreaterThan(10)
  })

  it('refuses to start without a style, and gives tickets back when nothing is marked', async () => {
    const image = await client.uploadOk(await house(), '楼.png')
    const before = await client.imageTickets()
    const { status, envelope } = await client.ask(ENDPOINTS.startTask, {
      body: {
        taskId: crypto.randomUUID(),
        toolId: 'styleTransfer',
        op: 'stylize',
        params: {},
        inputs: inputs(image, image).slice(0, 1),
        batchId: null,
      },
    })
    expect(status).toBe(ERRORS.INPUT_MISSING.status)
    expect(envelope.error.errorCode).toBe(ERRORS.INPUT_MISSING.code)
    const black = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const empty = await client.uploadOk(black, '蒙版.png')
    const task = await client.start('stylize', image, { inputs: inputs(image, image, empty) })
    const failed = await client.finished(task.taskId)
    expect(failed).toMatchObject({ state: 'failed', refunded: true })
    expect(failed.error?.code).toBe(ERRORS.INPUT_MISSING.code)
    expect(await client.imageTickets()).toBe(before)
  })
})
