import { MOST_SIDE, REDUCED, renderPicture, STYLE_SIDE } from '#kernels/render/render.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { encodeLike } from './encode.ts'
import { openLibrary } from './library.ts'
import type { Noted, OnProgress, OpenLibrary } from './types.ts'

/**
 * Renders a clay model, a line drawing or a photograph; JPEG, WebP or PNG like the source, at most MOST_SIDE px in the
 * longer side.
 * @param style picture of the style; null where there is none
 * @param openFiles gives the materials' pictures
 * @throws AppError what decoding throws
 */
export async function render(
  file: Blob,
  style: Blob | null,
  params: ParamsOf<'render'>,
  openFiles: OpenLibrary,
  onProgress: OnProgress,
): Promise<Noted> {
  onProgress(0.02, '读取图片')
  const source = await decodeSmaller(file, MOST_SIDE)
  const styled = style && (await decodeSmaller(style, STYLE_SIDE)).raster
  const open = async (ids: readonly string[]) => openLibrary(await openFiles([...ids]))
  const { picture, note } = await renderPicture(
    { image: source.raster, style: styled, open },
    params,
    onProgress,
  )
  onProgress(0.94, '保存结果')
  const { width, height } = picture
  const blob = await encodeLike(picture, source.head.type)
  const isReduced = width < source.width
  return { blob, width, height, note: isReduced ? `${note}；${REDUCED}` : note }
}
