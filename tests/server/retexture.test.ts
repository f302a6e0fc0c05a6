import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contracts/errors.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const WIDTH = 320
const HEIGHT = 240
/** The covered part: the right half. */
const COVER = { left: 160, top: 0, width: 160, height: HEIGHT }

/** A grey wall whose lower half lies in shadow. */
function wall(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#c8c8c8"/><rect y="120" width="100%" height="120" fill="#6a6a6a"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function mask(): Promise<Buffer> {
  const white = {
    create: { width: COVER.width, height: COVER.height, channels: 3 as const, background: '#fff' },
  }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
    .composite([{ input: white, left: COVER.left, top: COVER.top }])
    .png()
    .toBuffer()
}

async function retexture(params: Record<string, unknown>, style?: Buffer) {
  const image = await client.uploadOk(await wall(), '墙.png')
  const painted = await client.uploadOk(await mask(), '蒙版.png')
  const inputs = [
    { role: 'image', assetId: image, name: '墙.png' },
    { role: 'mask', assetId: painted, name: '蒙版.png' },
    ...(style
      ? [{ role: 'style', assetId: await client.uploadOk(style, '材质.png'), name: '材质.png' }]
      : []),
  ]
  return client.finished((await client.start('retexture', image, { inputs, params })).taskId)
}

async function result(id: string) {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  const { data } = await sharp(await response.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mean = (left: number, top: number, width: number, height: number) => {
    const sums = [0, 0, 0]
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++)
        for (let c = 0; c < 3; c++) sums[c]! += data[3 * (y * WIDTH + x) + c]!
    return sums.map((sum) => sum / (width * height))
  }
  return { data, mean }
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('another material on the embedded engine', { timeout: 60_000 }, () => {
  it('lays a material of the library where the mask is, in the light that was there', async () => {
    const done = await retexture({ material: 'brick-red' })
    expect(done.state).toBe('done')
    expect(done.outputs[0]?.name).toBe('墙_换材质.png')
    const { data, mean } = await result(done.outputs[0]!.id)
    expect([...data.subarray(0, 3)]).toEqual([0xc8, 0xc8, 0xc8])
    const [r, g, b] = mean(180, 20, 130, 80) as [number, number, number]
    expect(r).toBeGreaterThan(g + 25)
    expect(g).toBeGreaterThan(b - 5)
    const shaded = mean(180, 140, 130, 80)
    expect(shaded[0]! / r).toBeLessThan(0.75)
  })

  it('makes a picture of the user tileable and lays it', async () => {
    const green = await sharp({ create: { width: 200, height: 160, channels: 3, background: '#2f8f3f' } })
      .png()
      .toBuffer()
    const done = await retexture({ corners: [0.5, 0, 1, 0, 1, 1, 0.5, 1], keepLight: 0 }, green)
    expect(done.state).toBe('done')
    const { mean } = await result(done.outputs[0]!.id)
    for (const [c, value] of [0x2f, 0x8f, 0x3f].entries())
      expect(Math.abs(mean(200, 150, 80, 60)[c]! - value)).toBeLessThan(4)
  })

  it('lays a tile that came with the job at the size it stands for', async () => {
    const stripes = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#fff"/><rect width="32" height="64" fill="#222"/></svg>',
    )
    const whole = { corners: [0, 0, 1, 0, 1, 1, 0, 1], keepLight: 0 }
    const flips = async (tileMm: number) => {
      const done = await retexture({ ...whole, tileMm }, await sharp(stripes).png().toBuffer())
      const { data } = await result(done.outputs[0]!.id)
      const row = Array.from({ length: 150 }, (_, x) => data[3 * (60 * WIDTH + 165 + x)]! > 128)
      return row.filter((light, x) => x > 0 && light !== row[x - 1]).length
    }
    const few = await flips(1200)
    const many = await flips(300)
    expect(few).toBeGreaterThan(0)
    expect(many / few).toBeGreaterThan(3)
    expect(many / few).toBeLessThan(5.5)
  })

  it('says what is missing, and takes no ticket for it', async () => {
    const before = await client.imageTickets()
    for (const params of [{}, { material: 'own-1234' }, { material: 'wood-../../etc' }]) {
      const failed = await retexture(params)
      expect(failed.state).toBe('failed')
      expect(failed.error?.code).toBe(ERRORS.INPUT_MISSING.code)
    }
    expect(await client.imageTickets()).toBe(before)
  })
})
