import { flatten } from '#kernels/alpha.ts'
import { changeRegions } from '#kernels/render/change-regions.ts'
import { seePicture } from '#kernels/render/render.ts'
import { repairPhoto } from '#kernels/render/repair.ts'
import { segmenterOf } from '#kernels/segmentation/segment.ts'
import { reportOn } from '#kernels/structure/changes.ts'
import { compareStructure, findInvented } from '#kernels/structure/compare.ts'
import { paintHeat, paintOverlay, ringChanges } from '#kernels/structure/paint.ts'
import { placesOf } from '#kernels/structure/places.ts'
import { LEAST_KEPT } from '#kernels/structure/words.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { encodeAsPng } from './encode.ts'
import { type Networks, openNetworks } from './networks.ts'
import type { StructureCheck } from './types.ts'

/** Longer side that pictures are read and overlays are drawn at, px. */
const SIDE = 2048

/**
 * Compares the structure of a picture with that of what was made of it.
 * @param params of the render that it was made by
 * @throws AppError what decoding throws
 */
export async function checkStructure(
  source: Blob,
  result: Blob,
  params: ParamsOf<'render'>,
  networks: Networks,
): Promise<StructureCheck> {
  const given = flatten((await decodeSmaller(source, SIDE)).raster)
  const image = params.repair ? repairPhoto(given).picture : given
  const after = flatten((await decodeSmaller(result, SIDE)).raster)
  const segment = segmenterOf(openNetworks(networks, ['seeing']))
  const seen = await seePicture({ image, segment }, params, () => undefined)
  const structure = compareStructure(image, after)
  const { share, changes } = reportOn(structure, placesOf(changeRegions(seen, params.regions)))
  return {
    share,
    changes,
    isLow: share < LEAST_KEPT,
    lines: await encodeAsPng(ringChanges(paintOverlay(structure, after.width, after.height), changes)),
    heat: await encodeAsPng(ringChanges(paintHeat(structure, findInvented(after, structure)), changes)),
  }
}
