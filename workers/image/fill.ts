import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { extendPicture, fillHoles } from '#kernels/inpaint/fill.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '#ops/index.ts'
import { marginsOf } from '#ops/outpaint/margins.ts'
import { decode } from './decode.ts'
import { encodeAsPng } from './encode.ts'
import { inkOf } from './ink.ts'
import type { Encoded, OnProgress } from './types.ts'

const READ = '正在读取图片'
const FILL = '正在补全画面'

async function finish(work: () => Raster, onProgress: OnProgress): Promise<Encoded> {
  try {
    const { width, height, ...rest } = work()
    onProgress(0.94, '正在保存')
    return { blob: await encodeAsPng({ width, height, ...rest }), width, height }
  } catch (thrown) {
    if (thrown instanceof NothingToCopyError)
      throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
    throw thrown
  }
}

/**
 * Takes what is white in the mask out of a picture; PNG of the same size.
 * @throws AppError MASK_TOO_LARGE and what decoding throws
 */
export async function inpaint(file: Blob, mask: Blob, onProgress: OnProgress): Promise<Encoded> {
  onProgress(0.02, READ)
  const { raster } = await decode(file)
  const { width, height } = raster
  const hole = await inkOf(mask, width, height)
  return finish(() => fillHoles(raster, hole, (done) => onProgress(0.05 + 0.87 * done, FILL)), onProgress)
}

/**
 * Extends a picture to its sides; PNG.
 * @throws AppError FILE_TOO_MANY_PIXELS when the result would be too large, and what decoding throws
 */
export async function outpaint(
  file: Blob,
  params: ParamsOf<'outpaint'>,
  onProgress: OnProgress,
): Promise<Encoded> {
  onProgress(0.02, READ)
  const { raster } = await decode(file)
  const margins = marginsOf(params, raster.width, raster.height)
  const width = raster.width + margins.left + margins.right
  const height = raster.height + margins.top + margins.bottom
  if (width * height > LIMITS.pixels) throw new AppError('FILE_TOO_MANY_PIXELS', '扩展后的画面太大')
  return finish(
    () => extendPicture(raster, margins, (done) => onProgress(0.05 + 0.87 * done, FILL)),
    onProgress,
  )
}
