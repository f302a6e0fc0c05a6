import { restore as clean } from '#kernels/restore/restore.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode } from './decode.ts'
import { encodeLike } from './encode.ts'
import type { Noted, OnProgress } from './types.ts'

/**
 * Takes noise and compression blocks out of a picture and sharpens it, at its own size; JPEG, WebP or PNG like the
 * source. One that is to be enlarged becomes PNG, so that nothing is compressed in between.
 * @throws AppError what decoding throws
 */
export async function restore(
  file: Blob,
  { factor, ...settings }: ParamsOf<'restore'>,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.02, '正在读取图片')
  const { raster, head } = await decode(file)
  const made = clean(raster, settings, (done) => onProgress(0.05 + 0.87 * done, '正在清理画面'))
  onProgress(0.94, '正在保存')
  const { width, height } = made.picture
  const type = factor === 2 ? 'image/png' : head.type
  return { blob: await encodeLike(made.picture, type), width, height, note: made.note }
}
