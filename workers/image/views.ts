import { AppError } from '#contracts/errors.ts'
import type { ViewRange } from '#contracts/views.ts'
import { MOST_SIDE, REDUCED, STYLE_SIDE } from '#kernels/render/render.ts'
import { makeViews, NoViewsError, viewRangeIn } from '#kernels/views/make-views.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { encodeLike } from './encode.ts'
import { openLibrary } from './library.ts'
import type { OnProgress, OpenLibrary, ViewsMade } from './types.ts'

/** Longer side that the range is judged at, px: nothing more is seen in larger ones. */
const RANGE_SIDE = 1024

/**
 * Makes new views of one picture; JPEG, WebP or PNG like the source, at most MOST_SIDE px in the longer side.
 * @param style picture of the style; null where there is none
 * @param openFiles gives the materials' pictures
 * @throws AppError NO_VIEWS and what decoding throws
 */
export async function views(
  file: Blob,
  style: Blob | null,
  params: ParamsOf<'views'>,
  openFiles: OpenLibrary,
  onProgress: OnProgress,
): Promise<ViewsMade> {
  onProgress(0.02, '读取图片')
  const source = await decodeSmaller(file, MOST_SIDE)
  const styled = style && (await decodeSmaller(style, STYLE_SIDE)).raster
  const open = async (ids: readonly string[]) => openLibrary(await openFiles([...ids]))
  const pictures: ViewsMade['pictures'] = []
  try {
    const note = await makeViews(
      { image: source.raster, style: styled, open },
      params,
      async (picture, title) => {
        const { width, height } = picture
        pictures.push({ blob: await encodeLike(picture, source.head.type), width, height, title })
      },
      onProgress,
    )
    const isReduced = source.raster.width < source.width
    return { pictures, note: isReduced ? `${note}；${REDUCED}` : note }
  } catch (thrown) {
    if (thrown instanceof NoViewsError) throw new AppError('NO_VIEWS', thrown.words, { cause: thrown })
    throw thrown
  }
}

/** How far a camera may go from a picture's place; null where no view but its own holds. */
export async function viewRange(file: Blob, params: ParamsOf<'views'>): Promise<ViewRange | null> {
  return viewRangeIn((await decodeSmaller(file, RANGE_SIDE)).raster, params)
}
