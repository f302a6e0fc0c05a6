import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readVectors } from '#kernels/lineart-vector/png-note.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('line drawings of the embedded engine', { timeout: 60_000 }, () => {
  it('carry their lines, which a download keeps', async () => {
    const photo = await sharp(PHOTOS.room).resize(480).jpeg().toBuffer()
    const source = await client.uploadOk(photo, '房间.jpg')
    const task = await client.start('lineart', source, { params: { style: 'contour', transparent: true } })
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎' })
    const [output] = done.outputs
    expect(output).toMatchObject({ type: 'image/png', width: 480, height: 320 })
    const response = await fetch(`${server.url}/api/asset/${output?.id}`, { headers: client.headers() })
    const png = Buffer.from(await response.arrayBuffer())
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', hasAlpha: true, width: 480 })
    const vectors = readVectors(png)
    expect(vectors).toMatchObject({ width: 480, height: 320 })
    expect(vectors?.lines.length).toBeGreaterThan(20)
  })
})
