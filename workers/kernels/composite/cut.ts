import { fitWithin, keepHoles, refuseEmpty } from '#kernels/matting/cut.ts'
import { cutOut } from '#kernels/matting/foreground.ts'
import { REFINE_SIDE, refineEdges } from '#kernels/matting/refine.ts'
import type { Raster } from '#kernels/raster.ts'
import { resample } from '#kernels/resample/resample.ts'

/** Share of a picture that is transparent when it is a cut-out already. */
const CLEAR_SHARE = 0.05

/** Whether a picture comes cut out: a good part of it is transparent, and a good part is not. */
export function isCutOut({ data }: Raster): boolean {
  let clear = 0
  let solid = 0
  for (let at = 3; at < data.length; at += 4) {
    if (data[at]! < 16) clear++
    else if (data[at]! > 239) solid++
  }
  const count = data.length / 4
  return clear > CLEAR_SHARE * count && solid > 0.001 * count
}

/** Finds the painted outline anew in the picture's own edges, at a size that is quick. */
function refine(picture: Raster, painted: Uint8Array): Uint8Array {
  const { width, height } = fitWithin(picture, REFINE_SIDE)
  if (width === picture.width && height === picture.height) {
    const mask = painted.slice()
    refineEdges(picture, mask)
    return mask
  }
  const plane = { width: picture.width, height: picture.height, channels: 1, data: painted }
  const mask = resample(plane, width, height, 'cubic')
  refineEdges({ width, height, data: resample({ ...picture, channels: 4 }, width, height, 'linear') }, mask)
  return resample({ width, height, channels: 1, data: mask }, picture.width, picture.height, 'cubic')
}

/**
 * Cuts out what is painted, in place: edges that lie close to the painted outline are found in the picture, and the
 * old ground's colour is taken out of them.
 * @param picture with straight alpha; transparent around the subject afterwards
 * @param painted 0..255 a pixel, white is kept
 * @throws AppError NO_SUBJECT when nothing is painted
 */
export function cutByMask(picture: Raster, painted: Uint8Array): void {
  const { width, height, data } = picture
  const mask = refine(picture, painted)
  keepHoles(mask, data)
  refuseEmpty(mask, picture)
  cutOut(data, mask, width, height)
}
