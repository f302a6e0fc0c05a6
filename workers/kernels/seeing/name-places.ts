import { enlarged } from '#kernels/raster/plane-row.ts'
import type { Raster } from '#kernels/raster.ts'
import { nameParts } from '#kernels/segmentation/name-parts.ts'
import { NAMES, SETTINGS } from '#kernels/segmentation/names.ts'
import { refineShares } from '#kernels/segmentation/refine-shares.ts'
import { likeliestKind, type Segmentation, type Segmenter } from '#kernels/segmentation/segment.ts'
import { type Sight, sightOf } from './regions-sight.ts'
import type { Setting } from './scene.ts'
import { type Basins, findParts } from './superpixels.ts'

/** What each place of a picture is. */
export interface NamedPlaces {
  /** At most 512 px in the longer side. */
  width: number
  height: number
  /** Index into NAMES of each pixel, rows one after another. */
  names: Uint8Array
  /** How likely each pixel is sky, 0..1, by itself: a part may hold sky and the grid of a tower. */
  skies: Float32Array
  /** How likely each pixel is a window, 0..1. */
  windows: Float32Array
  /** How likely each pixel is a roof, 0..1: the mean of its part. */
  roofs: Float32Array
  setting: Setting
  /** How likely the setting is, 0..1; 1 where it was told. */
  sure: number
}

const numberOf = (wanted: string) => NAMES.findIndex(({ name }) => name === wanted)

/** Shares of a name at another size. @param name index into NAMES */
function planeIn({ width: w, height: h, shares }: Segmentation, name: number, { width, height }: Sight) {
  const data = shares.subarray(name * w * h, (name + 1) * w * h)
  return enlarged({ width: w, height: h, data }, width, height)
}

/** The mean of a plane's values over the part that each pixel belongs to. */
function meansOfParts({ map, count }: Basins, plane: Float32Array): Float32Array {
  const [sums, sizes] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < plane.length; i++) {
    sums[map[i]!] = sums[map[i]!]! + plane[i]!
    sizes[map[i]!] = sizes[map[i]!]! + 1
  }
  return plane.map((_, i) => sums[map[i]!]! / sizes[map[i]!]!)
}

/**
 * Names the places of a picture: the picture's edges part it, and each part bears the name that the network finds
 * likeliest in it.
 * @param setting what kind of picture it is; the network judges when left out
 */
export async function namePlaces(image: Raster, segment: Segmenter, setting?: Setting): Promise<NamedPlaces> {
  const raw = await segment(image)
  const kind = likeliestKind(raw)
  const sight = sightOf(image, kind)
  const parts = findParts(sight)
  const share = Math.max(...raw.setting)
  const judged = setting ?? SETTINGS[raw.setting.indexOf(share)]!
  const segmentation = kind === 'model' ? raw : refineShares(raw, judged, { ...sight, data: sight.edge })
  const of = nameParts(parts, sight.width, segmentation, judged)
  const names = new Uint8Array(parts.map.length)
  for (let i = 0; i < names.length; i++) names[i] = of[parts.map[i]!]!.name
  const skies = planeIn(segmentation, numberOf('sky'), sight)
  const windows = planeIn(segmentation, numberOf('window'), sight)
  const roofs = meansOfParts(parts, planeIn(segmentation, numberOf('roof'), sight))
  const { width, height } = sight
  return { width, height, names, skies, windows, roofs, setting: judged, sure: setting ? 1 : share }
}
