import { AppError } from '#contracts/errors.ts'
import { emptyRoom, NothingToClearError, SHELL_MATERIALS } from '#kernels/clearroom/empty-room.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode } from './decode.ts'
import { encodeLike } from './encode.ts'
import { inkOf } from './ink.ts'
import { openLibrary } from './library.ts'
import type { Noted, OnProgress, OpenLibrary } from './types.ts'

/**
 * Empties a room: takes away what is white in the mask, or what is recognised as furniture without one; JPEG, WebP or
 * PNG like the source.
 * @param openFiles gives the materials' pictures of a shell
 * @throws AppError NOTHING_TO_CLEAR, MASK_TOO_LARGE and what decoding throws
 */
export async function clearRoom(
  file: Blob,
  mask: Blob | null,
  { keepFinish }: ParamsOf<'clearroom'>,
  openFiles: OpenLibrary,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.02, '正在读取图片')
  const { raster, head } = await decode(file)
  const { width, height } = raster
  const inside = mask && (await inkOf(mask, width, height))
  const materials = await openLibrary(await openFiles(keepFinish ? [] : [...SHELL_MATERIALS]))
  try {
    const made = emptyRoom(raster, { mask: inside, keepFinish, materials, report: onProgress })
    onProgress(0.94, '正在保存')
    return { blob: await encodeLike(made.picture, head.type), width, height, note: made.note }
  } catch (thrown) {
    if (thrown instanceof NothingToClearError)
      throw new AppError('NOTHING_TO_CLEAR', undefined, { cause: thrown })
    if (thrown instanceof NothingToCopyError)
      throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
    throw thrown
  }
}
