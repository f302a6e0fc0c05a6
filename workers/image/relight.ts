import { wordsOfNotes } from '#kernels/relight/notes.ts'
import { relight as change } from '#kernels/relight/relight.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode } from './decode.ts'
import { encodeLike } from './encode.ts'
import { inkOf } from './ink.ts'
import type { Noted, OnProgress } from './types.ts'

/**
 * Gives a picture another time of day, weather or season, within what is white in the mask; JPEG, WebP or PNG
 * like the source.
 * @throws AppError what decoding throws
 */
export async function relight(
  file: Blob,
  mask: Blob | null,
  params: ParamsOf<'relight'>,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.02, '正在读取图片')
  const { raster, head } = await decode(file)
  const { width, height } = raster
  const inside = mask && (await inkOf(mask, width, height))
  const made = change(raster, inside, params, (done) => onProgress(0.05 + 0.85 * done, '正在转换氛围'))
  onProgress(0.92, '正在保存')
  const blob = await encodeLike(made.picture, head.type)
  return { blob, width, height, note: wordsOfNotes(made.notes) }
}
