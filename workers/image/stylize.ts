import { AppError } from '#contracts/errors.ts'
import { stylize as carryOver, NothingMarkedError } from '#kernels/stylize/stylize.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeLike } from './encode.ts'
import { inkOf } from './ink.ts'
import type { Encoded, OnProgress } from './types.ts'

/** Least side of a style picture, and its longer side at most, px. */
const [LEAST_SIDE, STYLE_SIDE] = [64, 2048]

/**
 * Gives a picture the look of another one, within what is white in the mask; JPEG, WebP or PNG like the source.
 * @throws AppError INPUT_MISSING, FILE_TOO_SMALL, and what decoding throws
 */
export async function stylize(
  file: Blob,
  style: Blob,
  mask: Blob | null,
  params: ParamsOf<'stylize'>,
  onProgress: OnProgress,
): Promise<Encoded> {
  onProgress(0.02, '正在读取图片')
  const { raster, head } = await decode(file)
  const { width, height } = raster
  const inside = mask && (await inkOf(mask, width, height))
  const look = (await decodeSmaller(style, STYLE_SIDE)).raster
  if (Math.min(look.width, look.height) < LEAST_SIDE)
    throw new AppError('FILE_TOO_SMALL', `参考图太小，每边至少要 ${LEAST_SIDE} 像素`)
  try {
    const made = carryOver(raster, look, inside, params, (done) =>
      onProgress(0.05 + 0.87 * done, '正在迁移风格'),
    )
    onProgress(0.94, '正在保存')
    return { blob: await encodeLike(made, head.type), width, height }
  } catch (thrown) {
    if (thrown instanceof NothingMarkedError)
      throw new AppError('INPUT_MISSING', '涂抹的部分或参考图里没有可见的内容', { cause: thrown })
    throw thrown
  }
}
