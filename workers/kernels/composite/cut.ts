import { outlineIn } from '#kernels/matting/alpha-matte.ts'
import { keepHoles, refuseEmpty } from '#kernels/matting/cut.ts'
import { cutOut } from '#kernels/matting/cut-out.ts'
import type { Raster } from '#kernels/raster.ts'

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

/**
 * Cuts out what is painted, in place: edges that lie close to the painted outline are found in the picture, and the
 * old ground's colour is taken out of them.
 * @param picture with straight alpha; transparent around the subject afterwards
 * @param painted 0..255 a pixel, white is kept
 * @throws AppError NO_SUBJECT when nothing is painted
 */
export function cutByMask(picture: Raster, painted: Uint8Array): void {
  const { width, height, data } = picture
  const mask = outlineIn(picture, painted, picture)
  keepHoles(mask, data)
  refuseEmpty(mask, picture)
  cutOut(data, mask, width, height)
}
