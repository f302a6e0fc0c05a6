import sharp from 'sharp'
import { POINTING_SIDE, selectAt } from '#kernels/segment/point-at.ts'
import { openImage, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'

/**
 * Finds the thing that is pointed at in a picture; grey PNG of the picture's size, white on the thing.
 * @throws AppError FILE_DAMAGED, FILE_TOO_MANY_PIXELS, DISK_FULL
 */
export function runSelect({ path, out, pointing }: Extract<Work, { kind: 'select' }>): Promise<WorkResult> {
  return withImageErrors(async () => {
    const { autoOrient } = await openImage(path).metadata()
    const { width, height } = autoOrient
    const { data, info } = await openImage(path)
      .toColourspace('srgb')
      .flatten({ background: '#fff' })
      .resize(POINTING_SIDE, POINTING_SIDE, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const copy = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
    const mask = selectAt(copy, pointing, width, height)
    await sharp(mask, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png({ compressionLevel: 6 })
      .toFile(out)
    return { type: 'image/png', width, height }
  })
}
