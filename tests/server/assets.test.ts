import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetVariant, assetUrl } from '#contracts/asset.ts'
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
  it('is served to its owner with its true type, and kept by no cache that outlives a sign-out', async () => {
    const response = await get(assetUrl(id))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-disposition')).toBe('inline')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true)
    const etag = response.headers.get('etag') ?? ''
    expect((await get(assetUrl(id), { 'if-none-match': etag })).status).toBe(304)
  })

  it('does not exist for others, by any of its addresses', async () => {
    const stranger = await server.signIn()
    expect((await get(assetUrl(id), {}, stranger)).status).toBe(404)
    expect((await get(assetUrl(id, { side: 320, format: 'webp' }), {}, stranger)).status).toBe(404)
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

  it('can be had in ranges as a copy, too: a cut download goes on, or begins again', async () => {
    const path = assetUrl(id, { format: 'png', watermark: true })
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    const whole = Buffer.from(await first.arrayBuffer())
    expect(etag).not.toBe('')
    const rest = await get(path, { range: 'bytes=1000-', 'if-range': etag })
    expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag])
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${whole.length - 1}/${whole.length}`)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(1000))).toBe(true)
    const other = (await get(assetUrl(id, { format: 'png' }))).headers.get('etag') ?? ''
    const again = await get(path, { range: 'bytes=1000-', 'if-range': other })
    expect(again.status).toBe(200)
    expect(Buffer.from(await again.arrayBuffer()).equals(whole)).toBe(true)
  })

  it('downloads under a Chinese name', async () => {
    const response = await get(`${assetUrl(id)}?download=${encodeURIComponent('客厅 "终稿".png')}`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="__ ____.png"; filename*=UTF-8''${encodeURIComponent('客厅 _终稿_.png')}`,
    )
    await response.arrayBuffer()
  })

  it('is scaled upright and without EXIF or place, once', async () => {
    const answers = await Promise.all([
      get(assetUrl(id, { side: 320, format: 'webp' })),
      get(assetUrl(id, { side: 320, format: 'webp' })),
      get(assetUrl(id, { side: 1280, format: 'jpg' })),
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
    expect(existsSync(server.blobs.derivedPath(id, '320.webp'))).toBe(true)
  })

  it.each([
    'w_10,f_webp',
    'w_4000,f_webp',
    'w_320,f_exe',
    'w_320,',
    'f_webp,w_320',
    'wm_1,f_png',
    'w_320,w_1280',
    'wm_2',
    'p_50',
    'W_320',
    '',
    '../x',
  ])('refuses process=%s', async (process) => {
    expect((await get(`${assetUrl(id)}?process=${encodeURIComponent(process)}`)).status).toBe(400)
  })
})

describe('a copy of an asset', () => {
  const pixels = async (bytes: ArrayBuffer | Buffer) =>
    sharp(bytes).autoOrient().removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  /** Mean difference of two equally large pictures, 0..255. */
  const difference = (a: Buffer, b: Buffer) =>
    a.reduce((sum, v, i) => sum + Math.abs(v - (b[i] ?? 0)), 0) / a.length

  it('as PNG alone is the whole picture without loss and without its place', async () => {
    const response = await get(assetUrl(id, { format: 'png' }))
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = await response.arrayBuffer()
    const { exif, icc, width, height, hasAlpha, orientation } = await sharp(bytes).metadata()
    expect({ exif, icc, width, height, hasAlpha, orientation }).toEqual({
      ...{ width: 800, height: 1200, hasAlpha: false },
      ...{ exif: undefined, icc: undefined, orientation: undefined },
    })
    const [copy, original] = [await pixels(bytes), await pixels(photo)]
    expect(copy.data.equals(original.data)).toBe(true)
  })

  it('keeps alpha and sixteen bits a channel', async () => {
    const samples = Uint16Array.from({ length: 4 * 40 * 30 }, (_, i) => (i * 7919) & 0xffff)
    const png = await sharp(samples, { raw: { width: 40, height: 30, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const deep = await client.uploadOk(png, '深.png')
    const copy = Buffer.from(await (await get(assetUrl(deep, { format: 'png' }))).arrayBuffer())
    const [was, is] = await Promise.all(
      [png, copy].map((bytes) => sharp(bytes).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()),
    )
    expect((await sharp(copy).metadata()).depth).toBe('ushort')
    expect(is?.equals(was ?? Buffer.alloc(0))).toBe(true)
  })

  it('has colours of sRGB whatever the profile of the picture', async () => {
    const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#e02010' } }
    const wide = await client.uploadOk(
      await sharp(red).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(),
      '红.jpg',
    )
    for (const format of ['png', 'jpg', 'webp'] as const) {
      const { data } = await pixels(await (await get(assetUrl(wide, { format }))).arrayBuffer())
      for (const [at, value] of [0xe0, 0x20, 0x10].entries()) {
        expect(Math.abs((data[at] ?? 0) - value)).toBeLessThanOrEqual(4)
      }
    }
  })

  it('as a thumbnail is 100 px on its longer side; a smaller picture is not enlarged', async () => {
    const small = await client.uploadOk(await armchairPhoto(60, 40), '小.jpg')
    const sizes = [id, small].map(async (asset) => {
      const answer = await get(assetUrl(asset, { side: 100, format: 'jpg' }))
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
      return [width, height]
    })
    expect(await Promise.all(sizes)).toEqual([
      [67, 100],
      [60, 40],
    ])
  })

  it.each([
    { watermark: true },
    { side: 1280, format: 'webp', watermark: true },
    { side: 100, format: 'jpg', watermark: true },
    { format: 'png', watermark: true },
  ] satisfies AssetVariant[])('bears the mark all over, faintly: %j', async (variant) => {
    const answers = await Promise.all([
      get(assetUrl(id, variant)),
      get(assetUrl(id, { ...variant, format: variant.format ?? 'jpg', watermark: false })),
    ])
    const [marked, plain] = await Promise.all(answers.map(async (a) => pixels(await a.arrayBuffer())))
    if (!marked || !plain) throw new Error('no answer')
    expect(marked.info).toMatchObject({ width: plain.info.width, height: plain.info.height, channels: 3 })
    const mean = difference(marked.data, plain.data)
    expect(mean).toBeGreaterThan(0.5)
    expect(mean).toBeLessThan(12)
    // Each quarter is marked.
    const half = marked.data.length >> 1
    expect(difference(marked.data.subarray(0, half), plain.data.subarray(0, half))).toBeGreaterThan(0.4)
    expect(difference(marked.data.subarray(half), plain.data.subarray(half))).toBeGreaterThan(0.4)
  })

  it.each([
    [{ side: 320, format: 'webp' }],
    [{ format: 'png' }],
    [{ side: 1280, format: 'jpg', watermark: true }],
  ] satisfies [AssetVariant][])('has a tag of its own and can be had in ranges: %j', async (variant) => {
    const url = assetUrl(id, variant)
    const whole = await get(url)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const etag = whole.headers.get('etag') ?? ''
    const original = (await get(assetUrl(id), { 'if-none-match': etag })).status
    expect([original, (await get(url, { 'if-none-match': etag })).status]).toEqual([200, 304])
    const rest = await get(url, { range: 'bytes=100-', 'if-range': etag })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-${bytes.length - 1}/${bytes.length}`,
    ])
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(100))).toBe(true)
    const other = await get(url, { range: 'bytes=100-', 'if-range': `"${id}"` })
    expect(other.status).toBe(200)
    expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true)
  })
})

describe('deleting tasks', () => {
  it('takes pictures away that no other task shows, bytes and scaled copies too', async () => {
    const asset = await client.uploadOk(await armchairPhoto(100, 100), 'a.jpg')
    await (await get(assetUrl(asset, { side: 320, format: 'webp' }))).arrayBuffer()
    const [first, second] = await Promise.all(
      [0, 1].map(async () => client.finished((await client.start('matting', asset)).taskId)),
    )
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId: first?.taskId } })
    expect((await get(assetUrl(asset))).status).toBe(200)
    expect(existsSync(server.blobs.path(first?.outputs[0]?.id ?? ''))).toBe(true)
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId: second?.taskId } })
    expect((await get(assetUrl(asset))).status).toBe(404)
    expect(existsSync(server.blobs.path(asset))).toBe(false)
    expect(existsSync(server.blobs.derivedPath(asset, '320.webp'))).toBe(false)
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
