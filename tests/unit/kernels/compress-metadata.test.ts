import { deflateSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hasWideProfile } from '#kernels/metadata/jpeg.ts'
import { profileOf, stripMetadata, tell } from '#kernels/metadata/metadata.ts'
import { readStand, sourceOf } from '#kernels/orientation.ts'
import { insertChunk } from '#kernels/png-chunks.ts'
import { sniff } from '#kernels/sniff.ts'

const GPS = {
  IFD0: { Make: 'Kamera', Copyright: 'geheim' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1' },
}
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Kamera geheim"/></rdf:RDF></x:xmpmeta>'
const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const

const scene = () =>
  sharp({ create: { width: 40, height: 24, channels: 3, background: { r: 200, g: 90, b: 40 } } })

const strip = (bytes: Uint8Array, told = {}) => Buffer.concat(stripMetadata(bytes, told))
const pixels = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer()
const deflate = async (bytes: Uint8Array) => deflateSync(bytes)
const inflate = async (bytes: Uint8Array) => inflateSync(bytes)

const densityOf = async (bytes: Buffer) =>
  Math.round((await readStand(sourceOf(bytes), sniff(bytes, bytes.length).kind)).density)

describe('metadata', () => {
  it.each([1, 3, 6, 8])(
    'leaves a JPEG without place or camera, turned as before (orientation %i)',
    async (orientation) => {
      const file = await scene().jpeg().withExif(GPS).withMetadata({ orientation }).toBuffer()
      expect((await sharp(file).metadata()).exif?.includes('Kamera')).toBe(true)
      const clean = strip(file, { orientation })
      expect(clean.includes('Kamera')).toBe(false)
      expect(clean.includes('geheim')).toBe(false)
      expect((await sharp(clean).metadata()).orientation ?? 1).toBe(orientation)
      expect(await pixels(clean)).toEqual(await pixels(file))
    },
  )

  it.each(FORMATS)('leaves a %s without Exif and XMP, pixel for pixel', async (format) => {
    const file = await scene().toFormat(format).withExif(GPS).withXmp(XMP).toBuffer()
    const before = await sharp(file).metadata()
    expect([before.exif?.includes('geheim'), before.xmp?.includes('geheim')]).toEqual([true, true])
    const clean = strip(file)
    expect(clean.includes('Kamera')).toBe(false)
    expect(clean.includes('geheim')).toBe(false)
    const { exif, xmp } = await sharp(clean).metadata()
    expect([exif, xmp]).toEqual([undefined, undefined])
    expect(await pixels(clean)).toEqual(await pixels(file))
  })

  it('leaves a GIF its frames and its loop, without comments and XMP', async () => {
    const frames = Buffer.alloc(3 * 40 * 48, 90).fill(200, 3 * 40 * 24)
    const made = sharp(frames, { raw: { width: 40, height: 48, channels: 3, pageHeight: 24 } })
    const file = await made.gif({ loop: 3, delay: [100, 100] }).toBuffer()
    const comment = Buffer.from('\x21\xfe\x06geheim\0', 'latin1')
    const xmp = Buffer.from('\x21\xff\x0bXMP DataXMP\x06geheim\0', 'latin1')
    const at = 13 + (file[10]! & 0x80 ? 3 * 2 ** ((file[10]! & 7) + 1) : 0)
    const told = Buffer.concat([file.subarray(0, at), comment, xmp, file.subarray(at), Buffer.from('geheim')])
    expect(strip(told)).toEqual(file)
    expect(await sharp(strip(told), { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3 })
  })

  it('goes in chunks of any name, and behind the end of a picture', async () => {
    const png = await scene().png().toBuffer()
    const own = Buffer.from(insertChunk(png, 'geHm', Buffer.from('geheim')))
    expect(strip(Buffer.concat([own, Buffer.from('geheim')]))).toEqual(png)
    // A second picture with a place of its own, as in MPO and gain maps, and a film, as in moving photos.
    const jpeg = await scene().jpeg({ progressive: true }).toBuffer()
    const second = await scene().jpeg().withExif(GPS).toBuffer()
    const clean = strip(Buffer.concat([jpeg, second, Buffer.from('ftypmp42 geheim')]))
    expect(clean.includes('geheim')).toBe(false)
    expect(await pixels(clean)).toEqual(await pixels(jpeg))
    const webp = await scene().webp().toBuffer()
    expect(strip(Buffer.concat([webp, Buffer.from('geheim')]))).toEqual(webp)
  })

  it.each(FORMATS)('keeps the resolution of a %s, and nothing else', async (format) => {
    const file = await scene().toFormat(format).withExif(GPS).withMetadata({ density: 300 }).toBuffer()
    expect(await densityOf(file)).toBe(300)
    const clean = strip(file, { density: 300 })
    expect(await densityOf(clean)).toBe(300)
    expect(clean.includes('geheim')).toBe(false)
    expect(await pixels(clean)).toEqual(await pixels(file))
  })

  it('reads the resolution from any of the places that tell it', async () => {
    const onlyExif = await scene().jpeg().withMetadata({ density: 240 }).toBuffer()
    expect(onlyExif.includes('JFIF')).toBe(false)
    expect(await densityOf(onlyExif)).toBe(240)
    expect(await densityOf(strip(onlyExif, { density: 240 }))).toBe(240)
    expect(strip(onlyExif, { density: 240 }).includes('JFIF')).toBe(false)
    const bare = await scene().jpeg().toBuffer()
    const inCentimetres = Buffer.from(await tell(bare, { density: 118, profile: null }, deflate))
    expect(await densityOf(inCentimetres)).toBe(118)
    inCentimetres[inCentimetres.indexOf('JFIF') + 7] = 2
    expect(await densityOf(inCentimetres)).toBe(300)
    expect(
      await densityOf(
        await scene()
          .tiff({ xres: 300 / 25.4, yres: 300 / 25.4 })
          .toBuffer(),
      ),
    ).toBe(300)
  })

  it.each(['jpeg', 'png', 'webp'] as const)('writes resolution and profile into a %s', async (format) => {
    const wide = await scene().withIccProfile('p3').toFormat(format).toBuffer()
    const profile = await profileOf(wide, inflate)
    expect(Buffer.from(profile!)).toEqual((await sharp(wide).metadata()).icc)
    for (const plain of [scene(), scene().ensureAlpha(0.5)]) {
      const file = await plain.toFormat(format, { lossless: true }).toBuffer()
      const made = Buffer.from(await tell(file, { density: 300, profile }, deflate))
      expect(await densityOf(made)).toBe(300)
      const { icc, width, height, hasAlpha } = await sharp(made).metadata()
      expect(icc).toEqual(Buffer.from(profile!))
      expect({ width, height, hasAlpha }).toMatchObject({ width: 40, height: 24 })
      const same = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer()
      expect(await same(made)).toEqual(await same(file))
    }
  })

  it('keeps the colour profile, and tells a wide one from sRGB', async () => {
    const wide = await scene().withIccProfile('p3').jpeg().toBuffer()
    expect(hasWideProfile(wide)).toBe(true)
    expect((await sharp(strip(wide)).metadata()).icc?.length).toBeGreaterThan(100)
    const plain = await scene().jpeg().toBuffer()
    expect(hasWideProfile(plain)).toBe(false)
    const cmyk = await scene().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    expect(await profileOf(cmyk, inflate)).toBeNull()
  })

  it('gives truncated and foreign files back without throwing', async () => {
    for (const format of [...FORMATS, 'gif'] as const) {
      const file = await scene().toFormat(format).withExif(GPS).withXmp(XMP).toBuffer()
      for (let length = 0; length < file.length; length += 7)
        expect(() => strip(file.subarray(0, length))).not.toThrow()
    }
    const text = new TextEncoder().encode('<html>')
    expect(strip(text)).toEqual(Buffer.from(text))
  })
})
