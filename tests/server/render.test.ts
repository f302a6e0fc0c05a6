import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contracts/errors.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let clay: string

const SIZE = { width: 300, height: 200 }

async function result(id: string) {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  const image = sharp(await response.arrayBuffer())
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function render(params: Record<string, unknown>, style?: Buffer) {
  const inputs = [
    { role: 'image', assetId: clay, name: '住宅.webp' },
    ...(style
      ? [{ role: 'style', assetId: await client.uploadOk(style, '风格.png'), name: '风格.png' }]
      : []),
  ]
  return client.finished((await client.start('render', clay, { inputs, params })).taskId)
}

/** Mean of a channel's difference to another one over the picture. */
function warmth(data: Buffer): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 3) sum += data[i]! - data[i + 2]!
  return sum / (data.length / 3)
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
  const picture = await sharp('public/samples/house-clay.webp')
    .resize(SIZE.width, SIZE.height)
    .png()
    .toBuffer()
  clay = await client.uploadOk(picture, '住宅.png')
}, 60_000)
afterAll(() => server.dispose())

describe('a render on the embedded engine', { timeout: 60_000 }, () => {
  it('dresses a clay model in its own size, and says what it understood and saw', async () => {
    const done = await render({ prompt: '红砖墙面，一只橘猫', setting: 'outdoors' })
    expect(done.state).toBe('done')
    expect(done.outputs[0]?.name).toBe('住宅_渲染.png')
    expect(done.text).toContain('墙面：红砖')
    expect(done.text).toContain('需要生成引擎：一只橘猫')
    expect(done.text).toContain('按室外识别')
    expect(done.text).toMatch(/^结构保持度 \d+%/)
    const made = await result(done.outputs[0]!.id)
    expect({ width: made.width, height: made.height }).toEqual(SIZE)
    const plain = await result(clay)
    // A clay model has no colours; brick, sky and lawn do.
    const colourful = (data: Buffer) => {
      let sum = 0
      for (let i = 0; i < data.length; i += 3)
        sum += Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!)
      return sum / (data.length / 3)
    }
    expect(colourful(plain.data)).toBeLessThan(12)
    expect(colourful(made.data)).toBeGreaterThan(20)
  })

  it('the same seed gives the same picture, and what was set of a region shows there alone', async () => {
    const params = { style: 'minimal', setting: 'outdoors', seed: 7 }
    const first = await result((await render(params)).outputs[0]!.id)
    const second = await result((await render(params)).outputs[0]!.id)
    expect(second.data.equals(first.data)).toBe(true)
    const sky = [{ x: 0.5, y: 0.05, label: 'wall', finish: '#b01010' }]
    const changed = await result((await render({ ...params, regions: sky })).outputs[0]!.id)
    const at = 3 * (10 * SIZE.width + 150)
    expect(changed.data[at]! - changed.data[at + 2]!).toBeGreaterThan(
      first.data[at]! - first.data[at + 2]! + 40,
    )
  })

  it('is drawn to the colours of a style picture', async () => {
    const orange = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c8702a' } })
      .png()
      .toBuffer()
    const plain = await result((await render({ style: 'modern', setting: 'outdoors' })).outputs[0]!.id)
    const styled = await render({ style: 'modern', setting: 'outdoors', ipaPlus: true }, orange)
    expect(warmth((await result(styled.outputs[0]!.id)).data)).toBeGreaterThan(warmth(plain.data) + 15)
  })

  it('refuses what is no parameter of it', async () => {
    const bad = client.start('render', clay, { params: { regions: [{ x: 2, y: 0 }] } })
    await expect(bad).rejects.toThrow()
  })
})

describe('a render of a marked part on the embedded engine', { timeout: 60_000 }, () => {
  const LEFT = { left: 0, top: 0, width: SIZE.width / 2, height: SIZE.height }

  async function edit(params: Record<string, unknown>) {
    const white = {
      create: { width: LEFT.width, height: LEFT.height, channels: 3 as const, background: '#fff' },
    }
    const mask = await sharp({ create: { ...SIZE, channels: 3, background: '#000' } })
      .composite([{ input: white, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const inputs = [
      { role: 'image', assetId: clay, name: '住宅.png' },
      { role: 'mask', assetId: await client.uploadOk(mask, '蒙版.png'), name: '蒙版.png' },
    ]
    return client.finished((await client.start('edit', clay, { inputs, params })).taskId)
  }

  it('changes what is marked and leaves the rest pixel for pixel', async () => {
    const done = await edit({ prompt: '换成朱红', setting: 'outdoors', strength: 1 })
    expect(done.outputs[0]?.name).toBe('住宅_局部重绘.png')
    expect(done.text).toContain('朱红')
    const [before, after] = [await result(clay), await result(done.outputs[0]!.id)]
    let [redder, other] = [0, 0]
    for (let y = 0; y < SIZE.height; y++)
      for (let x = 0; x < SIZE.width; x++) {
        const at = 3 * (y * SIZE.width + x)
        const warmer = after.data[at]! - after.data[at + 2]! - (before.data[at]! - before.data[at + 2]!)
        if (x < LEFT.width - 8 && warmer > 20) redder++
        if (x > LEFT.width + 8 && after.data[at] !== before.data[at]) other++
      }
    expect(other).toBe(0)
    expect(redder).toBeGreaterThan(0.2 * LEFT.width * SIZE.height)
  })

  it('says what helps where nothing follows from the words', async () => {
    const done = await edit({ prompt: '一只橘猫' })
    expect(done.state).toBe('failed')
    expect(done.error?.code).toBe(ERRORS.NOTHING_WANTED.code)
  })
})
