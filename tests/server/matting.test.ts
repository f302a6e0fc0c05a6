import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { MASK_CHUNK } from '#kernels/matting/cut.ts'
import { findChunk } from '#kernels/png-chunks.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let photo: string

async function fetchImage(id: string) {
  const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
  return sharp(await response.arrayBuffer())
}

async function pixel(id: string, x: number, y: number): Promise<number[]> {
  const { data } = await (await fetchImage(id))
    .ensureAlpha()
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

beforeAll(async () => {
  server = await startTestServer()
  client = await server.signIn()
  photo = await client.uploadOk(await armchairPhoto(), '椅子.jpg')
}, 60_000)
afterAll(() => server.dispose())

describe('matting with the real network', { timeout: 120_000 }, () => {
  it('cuts the subject out at full size, as the brush corrects it, settles once and names the engine', async () => {
    const strokes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="768" height="768">
        <rect width="100" height="100" fill="#fff"/><rect x="334" y="330" width="100" height="100" fill="#000"/></svg>`,
    )
    const mask = await client.uploadOk(await sharp(strokes).png().toBuffer(), '涂抹.png')
    const inputs = [
      { role: 'image', assetId: photo, name: '照片.png' },
      { role: 'mask', assetId: mask, name: '涂抹.png' },
    ]
    const before = await client.imageTickets()
    const task = await client.start('matting', photo, { inputs })
    expect(task.state).toBe('queued')
    expect(task.queueNum).toBe(1)
    const done = await client.finished(task.taskId)
    expect(done).toMatchObject({
      state: 'done',
      progress: 1,
      queueNum: 0,
      engine: '本地引擎',
      refunded: false,
    })
    const [output] = done.outputs
    expect(output).toMatchObject({ type: 'image/png', width: 768, height: 768, name: '照片_抠图.png' })
    const id = output?.id ?? ''
    expect((await pixel(id, 757, 10))[3]).toBe(0)
    expect((await pixel(id, 50, 50))[3]).toBe(255)
    expect((await pixel(id, 384, 380))[3]).toBe(0)
    const [red = 0, green = 0, , alpha] = await pixel(id, 384, 480)
    expect(alpha).toBe(255)
    expect(red).toBeGreaterThan(green + 60)
    expect(await client.imageTickets()).toBe(before - 1)
    const ledger = await client.call(ENDPOINTS.ticketLedger, { query: { kind: 'image' } })
    const own = ledger.filter(({ taskId }) => taskId === task.taskId)
    expect(own.map(({ reason, delta }) => [reason, delta])).toEqual([
      ['settle', 0],
      ['hold', -1],
    ])
  })

  it('takes what was painted by hand as it is, lays it on a colour, crops to it, and hands it back with the result', async () => {
    const square = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="768" height="768"><rect width="768" height="768"/>
        <rect x="300" y="300" width="200" height="200" fill="#fff"/></svg>`,
    )
    const mask = await client.uploadOk(await sharp(square).png().toBuffer(), '蒙版.png')
    const inputs = [
      { role: 'image', assetId: photo, name: '椅子.jpg' },
      { role: 'mask', assetId: mask, name: '蒙版.png' },
    ]
    const params = { mode: 'scribble', ground: 'colour', colour: '#2B6E8F', trim: true }
    const done = await client.finished((await client.start('matting', photo, { inputs, params })).taskId)
    expect(done.outputs[0]).toMatchObject({
      ...{ width: 208, height: 208 },
      trim: { left: 296, top: 296, width: 768, height: 768 },
    })
    expect(await pixel(done.outputs[0]?.id ?? '', 0, 0)).toEqual([0x2b, 0x6e, 0x8f, 255])
    const file = await fetch(`${server.url}/api/asset/${done.outputs[0]?.id}`, { headers: client.headers() })
    const kept = findChunk(new Uint8Array(await file.arrayBuffer()), MASK_CHUNK)
    const { data, info } = await sharp(kept ?? undefined)
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, data[400 * 768 + 400], data[100 * 768 + 400]]).toEqual([
      768, 768, 255, 0,
    ])
  })

  it('says so when there is no subject, and gives the ticket back', async () => {
    const before = await client.imageTickets()
    const nothing = sharp({ create: { width: 768, height: 768, channels: 3, background: '#000' } })
    const mask = await client.uploadOk(await nothing.png().toBuffer(), '蒙版.png')
    const inputs = [
      { role: 'image', assetId: photo, name: '椅子.jpg' },
      { role: 'mask', assetId: mask, name: '蒙版.png' },
    ]
    const task = await client.start('matting', photo, { inputs, params: { mode: 'scribble' } })
    const failed = await client.finished(task.taskId)
    expect(failed.state).toBe('failed')
    expect(failed.error?.message).toContain('没有找到明确的主体')
    expect(failed.refunded).toBe(true)
    expect(await client.imageTickets()).toBe(before)
  })
})

describe('line drawing on the server', { timeout: 60_000 }, () => {
  it('draws lines at the size of the source', async () => {
    const done = await client.finished((await client.start('lineart', photo, { toolId: 'toline' })).taskId)
    expect(done.state).toBe('done')
    expect(done.outputs[0]).toMatchObject({ type: 'image/png', width: 768, height: 768 })
  })
})
