import { openImage, translateImageError } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'

const ENCODERS = {
  webp: { type: 'image/webp', options: { quality: 80, effort: 3 } },
  jpg: { type: 'image/jpeg', options: { quality: 82, mozjpeg: false } },
} as const

/** Writes a scaled copy: longest side at most `side`, upright, without EXIF, GPS or profiles. */
export async function scale(work: Extract<Work, { kind: 'scale' }>): Promise<WorkResult> {
  const { side, format } = work
  try {
    const image = openImage(work.path).resize({
      width: side,
      height: side,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const encoded =
      format === 'webp'
        ? image.webp(ENCODERS.webp.options)
        : image.flatten({ background: '#ffffff' }).jpeg(ENCODERS.jpg.options)
    const { width, height } = await encoded.toFile(work.out)
    return { type: ENCODERS[format].type, width, height }
  } catch (error) {
    throw translateImageError(error)
  }
}
