import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const [WIDTH, HEIGHT] = [240, 160]

const clean = () => sharp(PHOTOS.room).resize(WIDTH, HEIGHT, { fit: 'cover' }).removeAlpha().raw().toBuffer()
const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const }

async function fetchOutput(id: string): Promise<ArrayBuffer> {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return response.arrayBuffer()
}

const pixels = async (bytes: ArrayBuffer | Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()

function error(a: Buffer, b: Buffer): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return sum / a.length
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('cleaning on the embedded engine', { timeout: 90_000 }, () => {
  it('brings a badly compressed photograph nearer to what it was, as a JPEG', async () => {
    const truth = await clean()
    const bad = await sharp(truth, { raw }).jpeg({ quality: 20 }).toBuffer()
    const image = await client.uploadOk(bad, '老照片.jpg')
    const task = await client.start('restore', image, {
      toolId: 'facerestoration',
      params: { sharpen: 0 },
      inputs: [{ role: 'image', assetId: image, name: '老照片.jpg' }],
    })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', text: expect.stringContaining('压缩块') })
    const [output] = done.outputs
    expect(output).toMatchObject({
      type: 'image/jpeg',
      width: WIDTH,
      height: HEIGHT,
      name: '老照片_照片清理.jpg',
    })
    const made = await pixels(await fetchOutput(output?.id ?? ''))
    expect(error(made, truth)).toBeLessThan(0.95 * error(await pixels(bad), truth))
  })

  it('doubles the size where asked', async () => {
    const image = await client.uploadOk(
      await sharp(await clean(), { raw })
        .png()
        .toBuffer(),
      '照片.png',
    )
    const task = await client.start('restore', image, { params: { factor: 2 } })
    const done = await client.finished(task.taskId, 80_000)
    expect(done).toMatchObject({ state: 'done' })
    expect(done.outputs[0]).toMatchObject({ width: 2 * WIDTH, height: 2 * HEIGHT })
  })
})
