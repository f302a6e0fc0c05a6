import type { Box } from '#contracts/structure.ts'
import { flatten } from '#kernels/alpha.ts'
import { changeRegions } from '#kernels/render/change-regions.ts'
import { seePicture } from '#kernels/render/render.ts'
import { repairPhoto } from '#kernels/render/repair.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { reportOn } from '#kernels/structure/changes.ts'
import { compareStructure, findInvented } from '#kernels/structure/compare.ts'
import { paintHeat, paintOverlay } from '#kernels/structure/paint.ts'
import { placesOf } from '#kernels/structure/places.ts'
import { putBack } from '#kernels/structure/put-back.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decode, decodeSmaller } from './decode.ts'
import { encodeAsPng, encodeLike } from './encode.ts'
import { keepLabel } from './keep-label.ts'
import { type Networks, openNetworks } from './networks.ts'
import type { Encoded, StructureCheck } from './types.ts'

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
  const segment = keptSegmenter(openNetworks(networks, ['seeing']))
  const seen = await seePicture({ image, segment }, params, () => undefined)
  const structure = compareStructure(image, after)
  const { share, changes } = reportOn(structure, placesOf(changeRegions(seen, params.regions)))
  return {
    share,
    changes,
    lines: await encodeAsPng(paintOverlay(structure, after.width, after.height)),
    heat: await encodeAsPng(paintHeat(structure, findInvented(after, structure))),
  }
}

/**
 * Puts places of a picture back into what a render made of it; see putBack. The type stays, and the label of what was
 * generated.
 * @param params of the render that it was made by
 * @throws AppError what decoding throws, DEVICE_FAILED
 */
export async function putBackPlaces(
  source: Blob,
  result: Blob,
  boxes: readonly Box[],
  params: ParamsOf<'render'>,
): Promise<Encoded> {
  const { raster, head } = await decode(result)
  const given = flatten((await decodeSmaller(source, Math.max(raster.width, raster.height))).raster)
  const made = putBack(raster, params.repair ? repairPhoto(given).picture : given, boxes)
  const blob = await keepLabel(result, await encodeLike(made, head.type))
  return { blob, width: made.width, height: made.height }
}
