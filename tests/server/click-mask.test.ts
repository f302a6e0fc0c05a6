import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { ERRORS } from '#contracts/errors.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let picture: string

const [WIDTH, HEIGHT] = [1400, 900]
const BALL = { x: 500, y: 450, radius: 180 }

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
  const { x, y, radius } = BALL
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#5f8f6a"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#b5472f"/>
    <circle cx="1150" cy="450" r="90" fill="#b5472f"/></svg>`
  picture = await client.uploadOk(await sharp(Buffer.from(svg)).png().toBuffer(), '球.png')
}, 60_000)
afterAll(() => server.dispose())

/** Overlap (intersection over union) of an answer's mask with the ball. */
async function overlap(mask: string): Promise<number> {
  const bytes = Buffer.from(mask.slice(mask.indexOf(',') + 1), 'base64')
  const { data, info } = await sharp(bytes).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([WIDTH, HEIGHT])
  let [both, either] = [0, 0]
  data.forEach((value, i) => {
    const is = Math.hypot((i % WIDTH) - BALL.x, Math.floor(i / WIDTH) - BALL.y) <= BALL.radius
    if (is && value > 127) both++
    if (is || value > 127) either++
  })
  return both / either
}

describe('things found by pointing at them', { timeout: 60_000 }, () => {
  it('by a click, without another of the same colour', async () => {
    const points = [{ x: BALL.x, y: BALL.y, keep: true }]
    const { mask } = await client.call(ENDPOINTS.clickMask, { body: { assetId: picture, points } })
    expect(await overlap(mask)).toBeGreaterThan(0.95)
  })

  it('by a box, and by a line', async () => {
    const box = { left: 250, top: 200, right: 750, bottom: 700 }
    const boxed = await client.call(ENDPOINTS.clickMask, { body: { assetId: picture, box } })
    expect(await overlap(boxed.mask)).toBeGreaterThan(0.95)
    const lines = [
      {
        keep: true,
        points: [
          { x: 400, y: 450 },
          { x: 600, y: 450 },
        ],
      },
      {
        keep: false,
        points: [
          { x: 1150, y: 450 },
          { x: 900, y: 450 },
        ],
      },
    ]
    const lined = await client.call(ENDPOINTS.clickMask, { body: { assetId: picture, lines } })
    expect(await overlap(lined.mask)).toBeGreaterThan(0.9)
  })

  it('refuses what points at nothing, and pictures of others', async () => {
    const nothing = await client.ask(ENDPOINTS.clickMask, { body: { assetId: picture } })
    expect(nothing.envelope.error.code).toBe(ERRORS.BAD_REQUEST.code)
    const points = [{ x: 1, y: 1, keep: true }]
    const other = await server.signIn()
    const foreign = await other.ask(ENDPOINTS.clickMask, { body: { assetId: picture, points } })
    expect(foreign.envelope.error.code).toBe(ERRORS.NOT_FOUND.code)
  })
})
