import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const WIDTH = 240
const HEIGHT = 160

async function pixels(bytes: ArrayBuffer | Buffer) {
  return sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

async function fetchOutput(id: string): Promise<ArrayBuffer> {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return response.arrayBuffer()
}

/** White on black, as the mask editor saves it. */
function mask(box: { left: number; top: number; width: number; height: number }): Promise<Buffer> {
  const white = { create: { ...box, channels: 3 as const, background: '#fff' } }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
    .composite([{ input: white, left: box.left, top: box.top }])
    .png()
    .toBuffer()
}

/** Vertical boards with a red disc in front of them. */
function boards(withDisc: boolean): Promise<Buffer> {
  const rows = Array.from(
    { length: 20 },
    (_, i) => `<rect x="${i * 12}" width="6" height="${HEIGHT}" fill="#5a3c28"/>`,
  )
  const disc = withDisc ? '<circle cx="120" cy="80" r="22" fill="#e02020"/>' : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#d2b48c"/>${rows.join('')}${disc}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('completion on the embedded engine', { timeout: 60_000 }, () => {
  it('takes a thing out and carries what is behind it on', async () => {
    const source = await client.uploadOk(await boards(true), '木板.png')
    const painted = await client.uploadOk(
      await mask({ left: 95, top: 55, width: 50, height: 50 }),
      '蒙版.png',
    )
    const task = await client.start('inpaint', source, {
      inputs: [
        { role: 'image', assetId: source, name: '木板.png' },
        { role: 'mask', assetId: painted, name: '蒙版.png' },
      ],
    })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', refunded: false })
    const [output] = done.outputs
    expect(output).toMatchObject({ type: 'image/png', width: WIDTH, height: HEIGHT, name: '木板_消除.png' })
    const result = await pixels(await fetchOutput(output?.id ?? ''))
    const truth = await pixels(await boards(false))
    const errors = result.data.map((value, i) => Math.abs(value - (truth.data[i] ?? 0)))
    expect(errors.reduce((sum, value) => sum + value, 0) / errors.length).toBeLessThan(2)
  })

  it('refuses to start without a mask', async () => {
    const source = await client.uploadOk(await boards(true), '木板.png')
    const before = await client.imageTickets()
    const { status, envelope } = await client.ask(ENDPOINTS.startTask, {
      body: {
        taskId: crypto.randomUUID(),
        toolId: 'clean',
        op: 'inpaint',
        params: {},
        inputs: [{ role: 'image', assetId: source, name: '木板.png' }],
        batchId: null,
      },
    })
    expect(status).toBe(ERRORS.INPUT_MISSING.status)
    expect(envelope.error.errorCode).toBe(ERRORS.INPUT_MISSING.code)
    expect(await client.imageTickets()).toBe(before)
  })

  it('gives the tickets back when the mask covers everything, and says why', async () => {
    const source = await client.uploadOk(await boards(true), '木板.png')
    const whole = await client.uploadOk(
      await mask({ left: 0, top: 0, width: WIDTH, height: HEIGHT }),
      '蒙版.png',
    )
    const before = await client.imageTickets()
    const task = await client.start('inpaint', source, {
      inputs: [
        { role: 'image', assetId: source, name: '木板.png' },
        { role: 'mask', assetId: whole, name: '蒙版.png' },
      ],
    })
    const failed = await client.finished(task.taskId)
    expect(failed).toMatchObject({ state: 'failed', refunded: true })
    expect(failed.error?.code).toBe(ERRORS.MASK_TOO_LARGE.code)
    expect(await client.imageTickets()).toBe(before)
  })

  it('extends a photograph to its sides and leaves the photograph as it is', async () => {
    const photo = await sharp(PHOTOS.house).resize(240, 160, { fit: 'cover' }).png().toBuffer()
    const source = await client.uploadOk(photo, '楼.png')
    const margins = { left: 40, right: 24, top: 16, bottom: 0 }
    const task = await client.start('outpaint', source, { params: margins })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎' })
    const [output] = done.outputs
    expect(output).toMatchObject({ width: 304, height: 176 })
    const result = await sharp(await fetchOutput(output?.id ?? ''))
      .extract({ left: 42, top: 18, width: 236, height: 156 })
      .removeAlpha()
      .raw()
      .toBuffer()
    const kept = await sharp(photo)
      .extract({ left: 2, top: 2, width: 236, height: 156 })
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(result.equals(kept)).toBe(true)
    // What was added is picture, not a flat ground.
    const { channels } = await sharp(await fetchOutput(output?.id ?? ''))
      .extract({ left: 0, top: 0, width: 40, height: 176 })
      .stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5)
  })
})
