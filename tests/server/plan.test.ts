import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gbkOf } from '#tests/support/plans/code-pages.ts'
import { flatDxf } from '#tests/support/plans/dxf.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

async function resultOf(id: string) {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  const { data, info } = await sharp(await response.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => {
    const i = 3 * (Math.round(y) * info.width + Math.round(x))
    return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0] as const
  }
}

describe('a coloured plan on the embedded engine', { timeout: 120_000 }, () => {
  it('reads the names, lays floors by them, and says what it found', async () => {
    const drawn = await drawPlan({ seed: 4301, walls: 'double', scale: 0.07, gap: 4 })
    const { width, height, data } = drawn.image
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    const source = await client.uploadOk(png, '三居.png')
    const params = { side: 2048, shadow: 0, showLabels: false, showAreas: false }
    const task = await client.start('flatplan', source, { params })
    // Two networks and a plan take their time on a busy machine.
    const done = await client.finished(task.taskId, 100_000)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', refunded: false })
    expect(done.text).toContain(`${drawn.rooms.length} 个房间`)
    expect(done.text).toContain('按图中尺寸')
    const [output] = done.outputs
    expect(Math.max(output?.width ?? 0, output?.height ?? 0)).toBe(2048)
    const at = await resultOf(output?.id ?? '')
    const scale = (output?.width ?? 0) / width
    /** Colour of a room's floor, where nothing stands: near its corner. */
    const floorOf = (word: string) => {
      const room = drawn.rooms.find(({ name }) => name.includes(word))
      if (!room) throw new Error(`no ${word} in the plan`)
      return at((room.box.x0 + 14) * scale, (room.box.y1 - 14) * scale)
    }
    // Boards are brown, tiles are not.
    const warmth = ([red, , blue]: readonly [number, number, number]) => red - blue
    expect(warmth(floorOf('卧'))).toBeGreaterThan(warmth(floorOf('卫')) + 30)
  })

  it('draws a DXF that is uploaded, in the code page of its office, and measures it by its units', async () => {
    const { text, flat } = flatDxf({ seed: 4307 })
    const source = await client.uploadOk(gbkOf(text), '户型.dxf')
    const params = { side: 2048, style: 'plain', shadow: 0 }
    const task = await client.start('flatplan', source, { params })
    const done = await client.finished(task.taskId, 100_000)
    expect(done).toMatchObject({ state: 'done', refunded: false })
    expect(done.text).toContain(`${flat.rooms.length} 个房间`)
    expect(done.text).toContain('按图纸单位')
  })

  it('tells in Chinese why it is no plan, and gives the ticket back', async () => {
    const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const source = await client.uploadOk(blank, '白纸.png')
    const task = await client.start('flatplan', source, { params: {} })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'failed', refunded: true })
    expect(done.error?.message).toContain('画面几乎是空的')
  })
})
