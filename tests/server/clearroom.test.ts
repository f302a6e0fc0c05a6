import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contracts/errors.ts'
import { LABELS } from '#kernels/seeing/scene.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const SIZE = { width: 480, height: 360 }

const pngOf = (data: Uint8Array | Uint8ClampedArray, channels: 1 | 4) =>
  sharp(data, { raw: { ...SIZE, channels } })
    .png()
    .toBuffer()

async function pixelsOf(id: string): Promise<Buffer> {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer()
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('an emptied room on the embedded engine', { timeout: 60_000 }, () => {
  it('takes away what is painted, and nothing else', async () => {
    const scene = renderScene(107, 'indoors', 'clay', SIZE)
    const empty = renderScene(107, 'indoors', 'clay', { ...SIZE, bare: true })
    const things = Uint8Array.from(scene.labels, (l) =>
      ['furniture', 'vegetation', 'other'].includes(LABELS[l] ?? '') ? 255 : 0,
    )
    const source = await client.uploadOk(await pngOf(scene.image.data, 4), '房间.png')
    const painted = await client.uploadOk(await pngOf(things, 1), '蒙版.png')
    const inputs = [
      { role: 'image', assetId: source, name: '房间.png' },
      { role: 'mask', assetId: painted, name: '蒙版.png' },
    ]
    const done = await client.finished((await client.start('clearroom', source, { inputs })).taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', refunded: false })
    expect(done.outputs[0]).toMatchObject({ ...SIZE, name: '房间_清空房间.png' })
    expect(done.text).toContain('清走了涂抹的部分')
    const made = await pixelsOf(done.outputs[0]?.id ?? '')
    const far = (a: Uint8Array | Uint8ClampedArray) =>
      things.reduce(
        (sum, inside, i) => sum + (inside ? Math.abs((a[4 * i] ?? 0) - (empty.image.data[4 * i] ?? 0)) : 0),
        0,
      )
    expect(far(made)).toBeLessThan(far(scene.image.data) / 3)
  })

  it('becomes a shell in which furniture has left no trace', async () => {
    const shell = async (bare: boolean) => {
      const { image, labels } = renderScene(103, 'indoors', 'photo', { ...SIZE, bare })
      const source = await client.uploadOk(await pngOf(image.data, 4), '房间.png')
      const { taskId } = await client.start('clearroom', source, { params: { keepFinish: false } })
      const done = await client.finished(taskId)
      expect(done.text).toContain('墙、地、顶换成水泥毛坯，认出的 3 处门窗原样保留')
      return { source: image.data, labels, made: await pixelsOf(done.outputs[0]?.id ?? '') }
    }
    const [full, empty] = [await shell(false), await shell(true)]
    /** Mean difference of two pictures where there was furniture, 0..255. */
    const apart = (a: ArrayLike<number>, b: ArrayLike<number>) => {
      let [sum, count] = [0, 0]
      for (const [i, label] of full.labels.entries()) {
        if (LABELS[label] !== 'furniture') continue
        for (let c = 4 * i; c < 4 * i + 3; c++) sum += Math.abs(a[c]! - b[c]!) / 3
        count++
      }
      return sum / count
    }
    expect(apart(full.made, empty.made)).toBeLessThan(apart(full.source, empty.source) / 3)
  })

  it('asks to paint, and gives the ticket back, where it does not know what to take', async () => {
    const paint = { create: { ...SIZE, channels: 3 as const, background: '#b9b4a8' } }
    const source = await client.uploadOk(await sharp(paint).png().toBuffer(), '墙.png')
    const done = await client.finished((await client.start('clearroom', source, {})).taskId)
    expect(done).toMatchObject({ state: 'failed', refunded: true })
    expect(done.error?.remedy).toBe(ERRORS.NOTHING_TO_CLEAR.remedy)
  })
})
