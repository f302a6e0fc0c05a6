import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readStand, sourceOf, standingSize } from '#kernels/orientation.ts'
import { sniff } from '#kernels/sniff.ts'

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const
const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

const picture = (width = 96, height = 40) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#a04020',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })

const make = (format: (typeof FORMATS)[number], orientation: number) =>
  picture().withMetadata({ orientation }).toFormat(format).toBuffer()

async function standOf(bytes: Uint8Array) {
  const { kind, width, height } = sniff(bytes.subarray(0, 65_536), bytes.length)
  const stand = await readStand(sourceOf(bytes), kind)
  const size = standingSize(
    { width: width || stand.width, height: height || stand.height },
    stand.orientation,
  )
  return { ...stand, size }
}

/** A WebP with its Exif block changed. */
function withExif(webp: Buffer, change: (exif: Buffer) => Buffer): Buffer {
  const at = webp.lastIndexOf('EXIF')
  const exif = change(webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4)))
  const head = Buffer.from('EXIF0000')
  head.writeUInt32LE(exif.length, 4)
  const made = Buffer.concat([webp.subarray(0, at), head, exif, Buffer.alloc(exif.length & 1)])
  made.writeUInt32LE(made.length - 8, 4)
  return made
}

describe('how a picture stands', () => {
  for (const format of FORMATS)
    it.each(ALL)(`${format}, orientation %i, as the server's decoder sees it`, async (orientation) => {
      const bytes = await make(format, orientation)
      const { autoOrient } = await sharp(bytes).metadata()
      const { orientation: found, size } = await standOf(bytes)
      expect(found).toBe(orientation)
      expect(size).toEqual({ width: autoOrient.width, height: autoOrient.height })
      expect(size.width > size.height).toBe(orientation < 5)
    })

  it('is read behind many pixels, and from a block that bears its name', async () => {
    const large = await picture(900, 700).withMetadata({ orientation: 6 }).webp({ lossless: true }).toBuffer()
    expect(large.lastIndexOf('EXIF')).toBeGreaterThan(300_000)
    expect((await standOf(large)).orientation).toBe(6)
    const file = await make('webp', 8)
    const bareOf = (exif: Buffer) => (exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif)
    const bare = withExif(file, bareOf)
    const named = withExif(file, (exif) => Buffer.concat([Buffer.from('Exif\0\0'), bareOf(exif)]))
    expect([(await standOf(named)).orientation, (await standOf(bare)).orientation]).toEqual([8, 8])
  })

  it.each(FORMATS)('is upright where a %s breaks off', async (format) => {
    const bytes = await make(format, 6)
    for (let length = 16; length < bytes.length; length += 13) {
      const { orientation } = await standOf(bytes.subarray(0, length))
      expect([1, 6, 8]).toContain(orientation)
    }
  })
})
