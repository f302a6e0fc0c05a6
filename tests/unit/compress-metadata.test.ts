import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hasWideProfile, stripMetadata } from '#kernels/compress/metadata.ts'

const GPS = {
  IFD0: { Make: 'Kamera', Copyright: 'geheim' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1' },
}
const scene = () =>
  sharp({ create: { width: 40, height: 24, channels: 3, background: { r: 200, g: 90, b: 40 } } })

const strip = (bytes: Uint8Array, orientation?: number) => Buffer.concat(stripMetadata(bytes, orientation))

describe('metadata', () => {
  it.each([1, 3, 6, 8])(
    'leaves a JPEG without place or camera, turned as before (orientation %i)',
    async (orientation) => {
      const file = await scene().jpeg().withExif(GPS).withMetadata({ orientation }).toBuffer()
      expect((await sharp(file).metadata()).exif?.includes('Kamera')).toBe(true)
      const clean = strip(file, orientation)
      expect(clean.includes('Kamera')).toBe(false)
      expect(clean.includes('geheim')).toBe(false)
      expect((await sharp(clean).metadata()).orientation ?? 1).toBe(orientation)
      const pixels = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer()
      expect(await pixels(clean)).toEqual(await pixels(file))
    },
  )

  it.each(['png', 'webp'] as const)('leaves a %s without Exif, pixel for pixel', async (format) => {
    const file = await scene().toFormat(format).withExif(GPS).toBuffer()
    expect(file.includes('Kamera')).toBe(true)
    const clean = strip(file)
    expect(clean.includes('Kamera')).toBe(false)
    expect((await sharp(clean).metadata()).exif).toBeUndefined()
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer())
  })

  it('keeps the colour profile, and tells a wide one from sRGB', async () => {
    const wide = await scene().withIccProfile('p3').jpeg().toBuffer()
    expect(hasWideProfile(wide)).toBe(true)
    expect((await sharp(strip(wide)).metadata()).icc?.length).toBeGreaterThan(100)
    const plain = await scene().jpeg().toBuffer()
    expect(hasWideProfile(plain)).toBe(false)
  })

  it('gives truncated and foreign files back without throwing', async () => {
    const file = await scene().jpeg().withExif(GPS).toBuffer()
    for (let length = 0; length < file.length; length += 7)
      expect(() => strip(file.subarray(0, length))).not.toThrow()
    const text = new TextEncoder().encode('<html>')
    expect(strip(text)).toEqual(Buffer.from(text))
  })
})
