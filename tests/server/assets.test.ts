import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { FakeEngine } from '#tests/support/fake-engine.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let id: string
const photo = await sharp(await armchairPhoto(1200, 800))
  .jpeg()
  .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .toBuffer()

beforeAll(async () => {
  server = await startTestServer({}, { engines: () => [new FakeEngine()] })
  client = await server.signIn()
  id = await client.uploadOk(photo, '椅子.jpg')
})
afterAll(() => server.dispose())

const get = (path: string, headers: Record<string, string> = {}, who = client) =>
  fetch(server.url + path, { headers: who.headers(headers) })

describe('an asset', () => {
  it('is served to its owner with its true type, to be kept for ever, privately', async () => {
    const response = await get(assetUrl(id))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('content-disposition')).toBe('inline')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true)
    const etag = response.headers.get('etag') ?? ''
    expect((await get(assetUrl(id), { 'if-none-match': etag })).status).toBe(304)
  })

  it('does not exist for others, by any of its addresses', async () => {
    const stranger = await server.signIn()
    expect((await get(assetUrl(id), {}, stranger)).status).toBe(404)
    expect((await get(assetUrl(id, 320), {}, stranger)).status).toBe(404)
    expect(await stranger.call(ENDPOINTS.findAsset, { query: { id } })).toBeNull()
    expect((await fetch(server.url + assetUrl(id))).status).toBe(401)
    expect((await get('/api/asset/..%2f..%2fzhuhui.db')).status).toBe(404)
  })

  it('can be had in ranges', async () => {
    const size = photo.length
    const ranges: [string, number, string | null, Buffer][] = [
      ['bytes=0-99', 206, `bytes 0-99/${size}`, photo.subarray(0, 100)],
      ['bytes=100-', 206, `bytes 100-${size - 1}/${size}`, photo.subarray(100)],
      ['bytes=-10', 206, `bytes ${size - 10}-${size - 1}/${size}`, photo.subarray(size - 10)],
      [`bytes=0-${size * 2}`, 206, `bytes 0-${size - 1}/${size}`, photo],
      [`bytes=${size}-`, 416, `bytes */${size}`, Buffer.alloc(0)],
      ['lines=1-2', 200, null, photo],
    ]
    for (const [range, status, contentRange, bytes] of ranges) {
      const response = await get(assetUrl(id), { range })
      expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    }
    const stale = await get(assetUrl(id), { range: 'bytes=0-9', 'if-range': '"other"' })
    expect(stale.status).toBe(200)
    await stale.arrayBuffer()
  })

  it('downloads under a Chinese name', async () => {
    const response = await get(`${assetUrl(id)}?download=${encodeURIComponent('客厅 "终稿".png')}`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="__ ____.png"; filename*=UTF-8''${encodeURIComponent('客厅 "终稿".png')}`,
    )
    await response.arrayBuffer()
  })

  it('is scaled upright and without EXIF or place, once', async () => {
    const answers = await Promise.all([
      get(assetUrl(id, 320)),
      get(assetUrl(id, 320)),
      get(assetUrl(id, 1280, 'jpg')),
    ])
    expect(answers.map((answer) => answer.headers.get('content-type'))).toEqual([
      'image/webp',
      'image/webp',
      'image/jpeg',
    ])
    const [small, , large] = await Promise.all(
      answers.map(async (a) => sharp(await a.arrayBuffer()).metadata()),
    )
    expect([small?.width, small?.height]).toEqual([213, 320])
    expect([large?.width, large?.height]).toEqual([800, 1200])
    for (const metadata of [small, large]) {
      expect(metadata?.exif).toBeUndefined()
      expect(metadata?.orientation).toBeUndefined()
    }
    expect(existsSync(server.blobs.derivedPath(id, 'w320.webp'))).toBe(true)
  })

  it.each(['w_10,f_webp', 'w_4000,f_webp', 'w_320,f_exe', 'w_320', '../x'])(
    'refuses process=%s',
    async (process) => {
      expect((await get(`${assetUrl(id)}?process=${encodeURIComponent(process)}`)).status).toBe(400)
    },
  )
})

describe('deleting tasks', () => {
  it('takes pictures away that no other task shows, bytes and scaled copies too', async () => {
    const asset = await client.uploadOk(await armchairPhoto(100, 100), 'a.jpg')
    await (await get(assetUrl(asset, 320))).arrayBuffer()
    const [first, second] = await Promise.all(
      [0, 1].map(async () => client.finished((await client.start('matting', asset)).taskId)),
    )
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId: first?.taskId } })
    expect((await get(assetUrl(asset))).status).toBe(200)
    expect(existsSync(server.blobs.path(first?.outputs[0]?.id ?? ''))).toBe(true)
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId: second?.taskId } })
    expect((await get(assetUrl(asset))).status).toBe(404)
    expect(existsSync(server.blobs.path(asset))).toBe(false)
    expect(existsSync(server.blobs.derivedPath(asset, 'w320.webp'))).toBe(false)
    expect(existsSync(server.blobs.path(second?.outputs[0]?.id ?? ''))).toBe(false)
  })

  it('leaves the pictures of other users', async () => {
    const other = await server.signIn()
    const bytes = await armchairPhoto(110, 110)
    const asset = await client.uploadOk(bytes, 'a.jpg')
    await other.uploadOk(bytes, 'a.jpg')
    const { taskId } = await client.finished((await client.start('matting', asset)).taskId)
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId } })
    expect((await get(assetUrl(asset))).status).toBe(404)
    expect((await get(assetUrl(asset), {}, other)).status).toBe(200)
  })
})
