import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { BITMAPS } from '#tests/support/bitmaps.ts'
import { FakeEngine } from '#tests/support/fake-engine.ts'
import { heicPhoto } from '#tests/support/heic.ts'
import { armchairPhoto, heicHeader, hugePng, plainPhoto } from '#tests/support/pictures.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer({}, { engines: () => [new FakeEngine()] })
  client = await server.signIn()
})
afterAll(() => server.dispose())

const html = Buffer.from('<!doctype html><html><body><svg></svg>不是图片</body></html>')
const svg = Buffer.from(
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>',
)
const photo = await armchairPhoto(400, 300)
const png = await plainPhoto(300, 300)

const CASES: [what: string, bytes: Uint8Array, name: string, status: number, code: number][] = [
  ['zero bytes', new Uint8Array(), '空.jpg', 400, 4301],
  ['text named .png', Buffer.from('只是文字'.repeat(50)), '文字.png', 415, 4308],
  ['HTML named .png', html, '网页.png', 415, 4308],
  ['a PDF', Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(400)]), '图纸.pdf', 415, 4302],
  ['random bytes', Buffer.concat([Buffer.from('zzzz'), randomBytes(4000)]), 'x.bin', 415, 4302],
  ['a JPEG cut in half', photo.subarray(0, photo.length / 2), '半张.jpg', 400, 4303],
  ['a JPEG cut near its end', photo.subarray(0, photo.length - 60), '半张.jpg', 400, 4303],
  ['a PNG cut in half', png.subarray(0, png.length / 2), '半张.png', 400, 4303],
  ['a JPEG header and nothing else', photo.subarray(0, 40), '头.jpg', 400, 4303],
  ['30000 × 30000 pixels', hugePng(30_000, 30_000), '炸弹.png', 413, 4304],
  ['an SVG', svg, '图标.svg', 415, 4306],
  ['an SVG named .png', svg, '图标.png', 415, 4306],
  ['a DWG', Buffer.from('AC1032'.padEnd(400, '\0')), '图纸.dwg', 415, 4322],
  ['a binary DXF that holds nothing', Buffer.from('AutoCAD Binary DXF\r\n\x1a\0'), '图纸.dxf', 400, 4303],
  ['a DXF without lines', Buffer.from('0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n'), '空.dxf', 400, 4319],
  ['the start of a HEIC photo', heicHeader(), 'IMG_0001.HEIC', 400, 4303],
  ['a bitmap cut in half', BITMAPS['24 bits']!.subarray(0, 500), '半张.bmp', 400, 4303],
  ['a PSD without a flattened picture', Buffer.from('8BPS\0\x01'.padEnd(26, '\0')), '空.psd', 400, 4303],
  ['8 × 8 pixels', await plainPhoto(8, 8), '小.png', 400, 4309],
]

describe('uploads that are refused', () => {
  it.each(CASES)('%s', async (_what, bytes, name, status, code) => {
    const answer = await client.upload(bytes, name)
    expect([answer.status, answer.envelope?.error.code]).toEqual([status, code])
    expect(answer.envelope?.error.message).toMatch(/[\u4e00-\u9fa5]/)
    expect(answer.envelope?.error.remedy).toMatch(/[\u4e00-\u9fa5]/)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.assetId).toBeNull()
    expect(await client.imageTickets()).toBe(100)
    expect((await client.call(ENDPOINTS.health)).version).toBeTruthy()
  })

  it.each([
    ['%PDF-1.7', '图.png', '扩展名是图片，内容其实是 PDF 文档'],
    ['%PDF-1.7', '图.pdf', '这是 PDF 文档，不是图片'],
    ['\xff\x0a\x7f\x00', '图.jpg', '还不能打开 JPEG XL 图片'],
    ['\0\0\0\x18ftypcrx \0\0\0\x01crx ', 'a.cr3', '还不能打开相机 RAW 原片'],
    ['\0\0\0\x18ftypisom\0\0\0\x01', '片.jpg', '扩展名是图片，内容其实是视频'],
    ['<!doctype html><p>', '页.png', '扩展名是图片，内容其实是网页'],
  ])('are called what their bytes are: %j as %s', async (start, name, message) => {
    const answer = await client.upload(Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(400)]), name)
    expect(answer.envelope?.error.message).toBe(message)
  })

  it('leave nothing behind', async () => {
    expect(await server.db.selectFrom('uploads').selectAll().execute()).toEqual([])
    expect(await server.db.selectFrom('assets').selectAll().execute()).toEqual([])
  })

  it('a file that says it is too big is refused before it is sent', async () => {
    const response = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: client.headers({ 'Tus-Resumable': '1.0.0', 'Upload-Length': String(101 * 1024 * 1024) }),
    })
    expect(response.status).toBe(413)
    expect((await response.json()).error.code).toBe(4305)
  })
})

describe('unusual pictures that are taken', () => {
  it('an SVG is drawn: no script, and nothing of this machine, gets into the picture', async () => {
    const secret = `file://${server.dataDir}/secret.png`
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#f00' } }).toFile(
      `${server.dataDir}/secret.png`,
    )
    const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 300 200"><script>alert(1)</script><image xlink:href="${secret}" width="300" height="200"/><image href="http://127.0.0.1:9/x.png" width="9" height="9"/></svg>`
    const id = await client.uploadOk(Buffer.from(hostile), '图.svg')
    const asset = await client.call(ENDPOINTS.findAsset, { query: { id } })
    expect(asset).toMatchObject({ type: 'image/png', width: 3000, height: 2000 })
    const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
    const { channels } = await sharp(await response.arrayBuffer()).stats()
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
  })

  const grey = { create: { width: 120, height: 80, channels: 3, background: '#777' } } as const
  const kinds: [string, () => Promise<Buffer>, string, number, number][] = [
    ['a JPEG named .png', () => armchairPhoto(120, 80), 'image/jpeg', 120, 80],
    ['CMYK', () => sharp(grey).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg', 120, 80],
    ['16 bits', () => sharp(grey).toColourspace('rgb16').png().toBuffer(), 'image/png', 120, 80],
    ['greyscale', () => sharp(grey).greyscale().png().toBuffer(), 'image/png', 120, 80],
    ['WebP', () => sharp(grey).webp().toBuffer(), 'image/webp', 120, 80],
    ['lossless WebP', () => sharp(grey).webp({ lossless: true }).toBuffer(), 'image/webp', 120, 80],
    ['AVIF', () => sharp(grey).avif({ effort: 0 }).toBuffer(), 'image/avif', 120, 80],
    ['GIF', () => sharp(grey).gif().toBuffer(), 'image/gif', 120, 80],
    ['TIFF', () => sharp(grey).tiff().toBuffer(), 'image/tiff', 120, 80],
    [
      'a phone held upright',
      () => sharp(grey).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      'image/jpeg',
      80,
      120,
    ],
  ]
  it.each([
    ['a bitmap', async () => BITMAPS['runs of 8 bits']!, 'image/png', 19, 17],
    ['a HEIC photo held upright', () => heicPhoto(6), 'image/jpeg', 80, 120],
  ] as const)('%s becomes a picture that engines read', async (_what, make, type, width, height) => {
    const id = await client.uploadOk(await make(), '照片')
    const asset = await client.call(ENDPOINTS.findAsset, { query: { id } })
    expect(asset).toMatchObject({ type, width, height })
    const response = await fetch(`${server.url}/api/asset/${id}`, { headers: client.headers() })
    const { data } = await sharp(await response.arrayBuffer())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Turned to the right, what was at the left below is at the left above.
    const first = type === 'image/jpeg' ? [40, 60, 200] : [224, 32, 16]
    for (const c of [0, 1, 2]) expect(Math.abs(data[c]! - first[c]!)).toBeLessThan(8)
  })

  it.each(kinds)('%s', async (_what, make, type, width, height) => {
    const id = await client.uploadOk(await make(), '照片.png')
    const asset = await client.call(ENDPOINTS.findAsset, { query: { id } })
    expect(asset).toMatchObject({ id, type, width, height })
  })

  it.each(['../../etc/passwd', 'a'.repeat(400), '\u202egnp.exe', 'x\r\nSet-Cookie: a=b', '<img src=x>.png'])(
    'a hostile name: %j',
    async (name) => {
      const id = await client.uploadOk(await plainPhoto(40, 40), name)
      const url = `${server.url}/api/asset/${id}?download=${encodeURIComponent(name.slice(0, 255))}`
      const response = await fetch(url, { headers: client.headers() })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"\r\n\\/]*"; filename\*=UTF-8''[^\s/]*$/,
      )
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )
})
