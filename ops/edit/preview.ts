import { editPrepared, refuseNothing } from '#kernels/render/edit.ts'
import { preparePicture, STYLE_SIDE, seePicture } from '#kernels/render/render.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { paramsOf } from '../index.ts'
import { maskNeeded, readNeeded } from '../inputs.ts'
import type { Preview } from '../preview.ts'

/**
 * A render of what is white in the mask at a small size: what was seen and read of the last picture is kept.
 * @throws AppError NOTHING_WANTED, and what decoding throws
 */
export const preview: Preview<'edit', { width: number; height: number }> = async (job) => {
  const { io, params, side, kept } = job
  const wanted = paramsOf('render').parse(params)
  refuseNothing(wanted, io.keyOf('style') !== '')
  const key = JSON.stringify([io.keyOf('image'), side, params.setting])
  const { image, prepared } = await kept.get('picture', key, async () => {
    const { raster } = await readNeeded(io, 'image', { maxSide: side })
    const seen = await seePicture(
      { image: raster, segment: keptSegmenter(io.network('seeing')) },
      wanted,
      () => undefined,
    )
    return { image: raster, prepared: preparePicture(raster, seen, wanted) }
  })
  const mask = await kept.get('mask', JSON.stringify([key, io.keyOf('mask')]), () =>
    maskNeeded(io, image, ''),
  )
  const style = await kept.get('style', io.keyOf('style'), async () => {
    return (await io.read('style', { maxSide: STYLE_SIDE }))?.raster ?? null
  })
  const open = (ids: readonly string[]) => io.materials(ids)
  const { picture } = await editPrepared({ image, mask, style, open }, prepared, wanted, () => undefined)
  return { picture, width: image.width, height: image.height }
}
