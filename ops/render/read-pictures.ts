import type { Raster } from '#kernels/raster.ts'
import { MOST_SIDE, REDUCED, STYLE_SIDE } from '#kernels/render/render.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { readNeeded } from '../inputs.ts'
import type { Platform } from '../platform.ts'

/** The picture that is rendered and that of the style, at the sizes that they are looked at. */
export async function readPictures(io: Platform) {
  const { raster: image, width } = await readNeeded(io, 'image', { maxSide: MOST_SIDE })
  const style: Raster | null = (await io.read('style', { maxSide: STYLE_SIDE }))?.raster ?? null
  /** The note, with a word on the size where that was reduced. */
  const noted = (note: string) => (image.width < width ? `${note}；${REDUCED}` : note)
  const open = (ids: readonly string[]) => io.materials(ids)
  return { image, style, open, segment: keptSegmenter(io.network('seeing')), noted }
}
