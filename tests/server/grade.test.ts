import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LUT_TYPE } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import type { Task } from '#contracts/task.ts'
import { findSegments } from '#kernels/lines/segments.ts'
import { shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'
import { takeTilted, worstSlope } from '#tests/support/keystone.ts'
import { facade } from '#tests/support/line-pictures.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

async function fetchOutput(task: Task): Promise<Buffer> {
  const id = task.outputs[0]?.id ?? ''
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return Buffer.from(await response.arrayBuffer())
}

/** Largest angle to the vertical, degrees, of the lines over 60 px that are within 20° of it. */
function worstLean(image: Raster): number {
  const leans = findSegments(shrinkLuma(image, 1000), 60).map(({ x1, y1, x2, y2 }) =>
    Math.abs((Math.atan((x2 - x1) / (y2 - y1)) * 180) / Math.PI),
  )
  const upright = leans.filter((lean) => lean < 20)
  expect(upright.length).toBeGreaterThan(4)
  return Math.max(...upright)
}

/** A table that leaves nothing but brightness in one channel: red carries the green, the rest is black. */
const GREEN_TO_RED = [
  'TITLE "green to red"',
  'LUT_3D_SIZE 2',
  ...['0 0 0', '0 0 0', '1 0 0', '1 0 0', '0 0 0', '0 0 0', '1 0 0', '1 0 0'],
].join('\n')

const inputs = (image: string, lut: string) => [
  { role: 'image', assetId: image, name: '楼.jpg' },
  { role: 'lut', assetId: lut, name: '风格.cube' },
]

describe('one-click work on the embedded engine', { timeout: 60_000 }, () => {
  it('brightens a dark photograph and keeps its encoding and size', async () => {
    const dark = await sharp(PHOTOS.room).resize(360).linear(0.35).jpeg({ quality: 95 }).toBuffer()
    const source = await client.uploadOk(dark, '房间.jpg')
    const task = await client.start('grade', source, {
      inputs: [{ role: 'image', assetId: source, name: '房间.jpg' }],
      params: { preset: 'interior', straighten: false },
    })
    const done = await client.finished(task.taskId)
    const { width = 0, height = 0 } = await sharp(dark).metadata()
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎' })
    expect(done.outputs[0]).toMatchObject({ type: 'image/jpeg', width, height, name: '房间_洗图.jpg' })
    const light = async (bytes: Buffer) => {
      const { channels } = await sharp(bytes).stats()
      return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0)
    }
    expect(await light(await fetchOutput(done))).toBeGreaterThan((await light(dark)) + 25)
  })

  it('sets leaning verticals upright, and leaves them when told to', async () => {
    const tilted = takeTilted(facade, { width: 900, height: 600, focal: 0.8, pitch: 8, roll: 2 })
    expect(worstSlope(tilted, null)).toBeGreaterThan(1.5)
    const raw = { width: 900, height: 600, channels: 4 as const }
    const source = await client.uploadOk(await sharp(tilted.image.data, { raw }).png().toBuffer(), '楼.png')
    const run = async (straighten: boolean) => {
      const task = await client.start('grade', source, { params: { straighten } })
      const bytes = await fetchOutput(await client.finished(task.taskId))
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
    }
    expect(worstLean(await run(false))).toBeGreaterThan(1.5)
    expect(worstLean(await run(true))).toBeLessThan(0.5)
  })

  it('lays a colour table over the result, as strongly as asked', async () => {
    const photo = await sharp(PHOTOS.house).resize(240).jpeg().toBuffer()
    const [source, lut] = [
      await client.uploadOk(photo, '楼.jpg'),
      await client.uploadOk(Buffer.from(GREEN_TO_RED), '风格.cube'),
    ]
    expect((await client.call(ENDPOINTS.findAsset, { query: { id: lut } }))?.type).toBe(LUT_TYPE)
    const blueAt = async (lutStrength: number) => {
      const params = { straighten: false, lutStrength }
      const task = await client.start('grade', source, { inputs: inputs(source, lut), params })
      const { channels } = await sharp(await fetchOutput(await client.finished(task.taskId))).stats()
      return channels[2]?.mean ?? 0
    }
    const [none, half, full] = [await blueAt(0), await blueAt(0.5), await blueAt(1)]
    expect(none).toBeGreaterThan(60)
    expect(half).toBeCloseTo(none / 2, -1)
    expect(full).toBeLessThan(4)
  })

  it('refuses a colour table that is none, at the upload and as an input', async () => {
    const broken = await client.upload(Buffer.from('LUT_3D_SIZE 2\n0 0 0\n'), '坏.cube')
    expect([broken.status, broken.envelope?.error.code]).toEqual([400, ERRORS.LUT_INVALID.code])
    const words = await client.upload(Buffer.from('这不是 LUT'), '字.cube')
    expect(words.envelope?.error.code).toBe(ERRORS.LUT_INVALID.code)
    const source = await client.uploadOk(await sharp(PHOTOS.house).resize(120).jpeg().toBuffer(), '楼.jpg')
    const before = await client.imageTickets()
    const { status, envelope } = await client.ask(ENDPOINTS.startTask, {
      body: {
        taskId: crypto.randomUUID(),
        toolId: 'xitu',
        op: 'grade',
        params: {},
        inputs: inputs(source, source),
        batchId: null,
      },
    })
    expect([status, envelope.error.errorCode]).toEqual([400, ERRORS.LUT_INVALID.code])
    expect(await client.imageTickets()).toBe(before)
  })
})
