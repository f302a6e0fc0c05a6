import { flatten } from '#kernels/alpha.ts'
import { repairPhoto } from '#kernels/render/repair.ts'
import { compareStructure } from '#kernels/structure/compare.ts'
import { paintHeat, paintOverlay } from '#kernels/structure/paint.ts'
import { LEAST_KEPT } from '#kernels/structure/words.ts'
import { decodeSmaller } from './decode.ts'
import { encodeAsPng } from './encode.ts'
import type { StructureCheck } from './types.ts'

/** Longer side that pictures are read and overlays are drawn at, px. */
const SIDE = 2048

/**
 * Finds the lines of a picture again in what was made of it.
 * @param repair the picture was repaired before
 * @throws AppError what decoding throws
 */
export async function checkStructure(source: Blob, result: Blob, repair: boolean): Promise<StructureCheck> {
  const given = flatten((await decodeSmaller(source, SIDE)).raster)
  const before = repair ? repairPhoto(given).picture : given
  const after = flatten((await decodeSmaller(result, SIDE)).raster)
  const structure = compareStructure(before, after)
  return {
    share: structure.share,
    isLow: structure.share < LEAST_KEPT,
    lines: await encodeAsPng(paintOverlay(structure, after.width, after.height)),
    heat: await encodeAsPng(paintHeat(structure)),
  }
}
