import type { Sharp } from 'sharp'
import { labelIn } from '#kernels/metadata/ai-label.ts'
import { openImage, translateImageError } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import { watermarkTile } from './watermark.ts'

type Scale = Extract<Work, { kind: 'scale' }>

/** Quality of copies at the picture's own size, which are kept; smaller ones are only looked at. */
const FULL_QUALITY = 92

function encode(image: Sharp, { format, side }: Scale): { type: string; image: Sharp } {
  const full = side === null
  switch (format) {
    case 'webp':
      return { type: 'image/webp', image: image.webp({ quality: full ? FULL_QUALITY : 80, effort: 3 }) }
    case 'jpg':
      return {
        type: 'image/jpeg',
        image: image.flatten({ background: '#ffffff' }).jpeg({ quality: full ? FULL_QUALITY : 82 }),
      }
    case 'png':
      return { type: 'image/png', image: image.png() }
  }
}

/** Writes a copy: scaled down to a longer side, marked, as asked; upright, without EXIF, GPS or profiles, and of XMP with nothing but a label. */
export async function scale(work: Scale): Promise<WorkResult> {
  const { side, watermark } = work
  try {
    const source = openImage(work.path)
    const { autoOrient, depth, hasAlpha, xmp } = await source.metadata()
    // Sixteen bits a channel stay so where the encoding has room for them.
    let image = depth === 'ushort' && work.format === 'png' ? source.toColourspace('rgb16') : source
    if (side !== null) image = image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
    if (watermark) {
      const factor = side === null ? 1 : Math.min(1, side / Math.max(autoOrient.width, autoOrient.height))
      const input = await watermarkTile(
        Math.max(1, Math.round(autoOrient.width * factor)),
        Math.max(1, Math.round(autoOrient.height * factor)),
      )
      image = image.composite([{ input, tile: true, gravity: 'northwest' }])
      // Composing makes every picture RGBA.
      if (!hasAlpha) image = image.removeAlpha()
    }
    const encoded = encode(image, work)
    // A copy of what was generated says so as well.
    const label = labelIn(xmp?.toString('utf8'))
    if (label) encoded.image = encoded.image.withXmp(label)
    const { width, height } = await encoded.image.toFile(work.out)
    return { type: encoded.type, width, height }
  } catch (error) {
    throw translateImageError(error)
  }
}
