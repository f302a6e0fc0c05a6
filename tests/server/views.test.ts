import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contracts/errors.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

const SIZE = { width: 480, height: 360 }

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
}, 60_000)
afterAll(() => server.dispose())

describe('several views on the embedded engine', { timeout: 60_000 }, () => {
  it('gives each view as a picture of its own, rendered once', async () => {
    const { image } = renderScene(107, 'indoors', 'clay', SIZE)
    const picture = sharp(image.data, { raw: { ...SIZE, channels: 4 } })
    const source = await client.uploadOk(await picture.png().toBuffer(), '房间.png')
    const params = { angles: ['left', 'right'], setting: 'indoors' }
    const done = await client.finished((await client.start('views', source, { params })).taskId)
    expect(done).toMatchObject({ state: 'done', engine: '本地引擎', refunded: false })
    expect(done.outputs).toHaveLength(3)
    const names = done.outputs.map(({ name }) => name.replace(/ [\d.]+°/, ''))
    expect(names).toEqual(['照片_多角度-原视角.png', '照片_多角度-左转.png', '照片_多角度-右转.png'])
    expect(new Set(done.outputs.map(({ id }) => id)).size).toBe(3)
    for (const output of done.outputs) expect(output).toMatchObject(SIZE)
    expect(done.text).toContain('左转')
  })

  it('gives the ticket back where it sees no planes to turn', async () => {
    const paint = { create: { ...SIZE, channels: 3 as const, background: '#b9b4a8' } }
    const source = await client.uploadOk(await sharp(paint).png().toBuffer(), '墙.png')
    const done = await client.finished((await client.start('views', source, {})).taskId)
    expect(done).toMatchObject({ state: 'failed', refunded: true })
    expect(done.error?.remedy).toBe(ERRORS.NO_VIEWS.remedy)
  })
})
