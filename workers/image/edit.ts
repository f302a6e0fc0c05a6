import { editPicture } from '#kernels/render/edit.ts'
import { MOST_SIDE, REDUCED, STYLE_SIDE } from '#kernels/render/render.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { encodeLike } from './encode.ts'
import { inkOf } from './ink.ts'
import { openLibrary } from './library.ts'
import type { Noted, OnProgress, OpenLibrary } from './types.ts'

/**
 * Renders what is white in the mask; JPEG, WebP or PNG like the source, at most MOST_SIDE px in the longer
 * side.
 * @throws AppError NOTHING_WANTED, and what decoding throws
 */
export async function edit(
  file: Blob,
  mask: Blob,
  style: Blob | null,
  params: ParamsOf<'edit'>,
  openFiles: OpenLibrary,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.02, '读取图片')
  const source = await decodeSmaller(file, MOST_SIDE)
  const { raster: image, head } = source
  const { width, height } = image
  const inside = await inkOf(mask, width, height)
  const styled = style && (await decodeSmaller(style, STYLE_SIDE)).raster
  const open = async (ids: readonly string[]) => openLibrary(await openFiles([...ids]))
  const made = await editPicture({ image, mask: inside, style: styled, open }, params, onProgress)
  onProgress(0.94, '保存结果')
  const note = width < source.width ? `${made.note}；${REDUCED}` : made.note
  return { blob: await encodeLike(made.picture, head.type), width, height, note }
}
