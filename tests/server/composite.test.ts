import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contracts/errors.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let photo: string

async function composed(params: Record<string, unknown>, more: { role: string; assetId: string }[] = []) {
  const inputs = [
    { role: 'image', assetId: photo, name: '椅子.jpg' },
    ...more.map((input) => ({ ...input, name: `${input.role}.png` })),
  ]
  return client.finished((await client.start('composite', photo, { inputs, params })).taskId)
}

async function result(id: string) {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  const picture = sharp(await response.arrayBuffer())
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number) => [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 3)],
  }
}

const plain = (colour: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
  photo = await client.uploadOk(await armchairPhoto(), '椅子.jpg')
}, 60_000)
afterAll(() => server.dispose())

describe('another ground on the embedded engine', { timeout: 60_000 }, () => {
  it('cuts the subject out by the network and leaves it where it is, on the own picture', async () => {
    const scene = await client.uploadOk(await plain('#3060c0', 400, 300), '天.png')
    const before = await client.imageTickets()
    const settings = { harmonise: 0, wrap: 0, shadow: 0 }
    const done = await composed(settings, [{ role: 'scene', assetId: scene }])
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎' })
    expect(done.outputs[0]).toMatchObject({
      width: 768,
      height: 768,
      type: 'image/jpeg',
      name: '椅子_合成.jpg',
    })
    expect(await client.imageTickets()).toBe(before - 1)
    const { at } = await result(done.outputs[0]!.id)
    for (const [c, code] of [0x30, 0x60, 0xc0].entries())
      expect(Math.abs(at(10, 10)[c]! - code)).toBeLessThan(6)
    const [red = 0, green = 0] = at(384, 480)
    expect(red).toBeGreaterThan(green + 60)
  })

  it('sets what is painted into a scene of the house, at the place that was chosen by hand', async () => {
    const box = { left: 300, top: 300, width: 200, height: 200 }
    const white = await plain('#fff', box.width, box.height)
    const mask = await sharp(await plain('#000', 768, 768))
      .composite([{ input: white, left: box.left, top: box.top }])
      .png()
      .toBuffer()
    const painted = await client.uploadOk(mask, '蒙版.png')
    const placing = { x: 0.25, y: 0.5, size: 0.2 }
    const done = await composed({ scene: 'garden', frame: 'scene', placing, harmonise: 0 }, [
      { role: 'mask', assetId: painted },
    ])
    expect(done.state).toBe('done')
    const { width, height, at } = await result(done.outputs[0]!.id)
    expect([width, height]).toEqual([1440, 960])
    const own = await sharp('public/samples/garden-final.webp').raw().toBuffer()
    const scene = (x: number, y: number) => [...own.subarray(3 * (y * 1440 + x), 3 * (y * 1440 + x) + 3)]
    const differs = (x: number, y: number) =>
      at(x, y).reduce((sum, code, c) => sum + Math.abs(code - scene(x, y)[c]!), 0)
    // The root of the area is a fifth of the frame's: 235 px a side, its foot in the middle of the height.
    expect(differs(360, 360)).toBeGreaterThan(60)
    expect(differs(1200, 360)).toBeLessThan(30)
  })

  it('says that there is no subject, and takes no ticket for it', async () => {
    const before = await client.imageTickets()
    const empty = await client.uploadOk(await plain('#000', 768, 768), '蒙版.png')
    const failed = await composed({ ground: 'colour' }, [{ role: 'mask', assetId: empty }])
    expect(failed.state).toBe('failed')
    expect(failed.error?.code).toBe(ERRORS.NO_SUBJECT.code)
    expect(await client.imageTickets()).toBe(before)
  })
})
