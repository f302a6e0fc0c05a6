import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import type { ParamsOf } from '#ops/index.ts'
import { findPlane, measurePlane } from './find-plane.ts'
import { type Corners, isPlane } from './plane.ts'
import { pyramidOf } from './pyramid.ts'
import { layMaterial, type Place, prepareSurface } from './retexture.ts'
import { placesInScene } from './scene-places.ts'

/** The mask covers nothing. */
export class NothingCoveredError extends Error {}

/** What a picture of a material is taken to show where nobody has said, mm. */
export const UNMEASURED_MM = 1000

type Params = Pick<ParamsOf<'retexture'>, 'corners' | 'scale' | 'turn' | 'keepLight'>

/** Where a material lies: by four corners, by the scene that is seen, or by the lines of the picture. */
export interface Placing {
  /** One at least, the largest first. */
  places: readonly Place[]
  /** False where nothing told, and the surface is taken as facing the camera. */
  sure: boolean
}

function cornersOf(given: readonly number[], width: number, height: number): Corners | null {
  if (given.length !== 8) return null
  const at = (k: number) => ({ x: given[2 * k]! * width, y: given[2 * k + 1]! * height })
  const corners: Corners = [at(0), at(1), at(2), at(3)]
  return isPlane(corners) ? corners : null
}

/**
 * The plane of four corners.
 * @param given eight numbers, x and y of four corners in parts of the sides
 * @returns null when they are not the picture of a rectangle
 */
export function placeAt(given: readonly number[], width: number, height: number): Placing | null {
  const corners = cornersOf(given, width, height)
  return corners && { places: [{ corners, ...measurePlane(corners, width, height) }], sure: true }
}

/**
 * The planes that a material is laid on, as the picture tells them.
 * @param seen what the picture shows; null where it could not be seen, so that lines alone tell
 * @throws NothingCoveredError for an empty mask
 */
export function findPlacing(photo: Raster, mask: Uint8Array, seen: Seen | null): Placing {
  const places = seen && placesInScene(photo, mask, seen)
  if (places) return { places, sure: true }
  const found = findPlane(photo, mask)
  if (!found) throw new NothingCoveredError('nothing is covered')
  const { sure, ...place } = found
  return { places: [place], sure }
}

/** A Chinese line on what is to know of where a material was laid; '' for nothing. */
function wordsOf({ places, sure }: Placing): string {
  if (!sure) return '这里的线条不足以判断透视，材质按正对镜头铺设'
  return places.length > 1 ? `按房间的 ${places.length} 个面分别铺设` : ''
}

/**
 * Gives a surface of a photograph another material: its planes by four corners, by the scene, or by the lines.
 * @param mask 0..255 a pixel: what of the picture is the surface
 * @param see tells what the picture shows; asked only where no corners are given
 * @param report called with 0..1
 * @returns the picture, and a Chinese line on how it was laid
 * @throws NothingCoveredError for an empty mask
 */
export async function changeMaterial(
  photo: Raster,
  mask: Uint8Array,
  material: MaterialPicture,
  { corners, scale, turn, keepLight }: Params,
  see: () => Promise<Seen | null>,
  report: (done: number) => void,
): Promise<{ picture: Raster; note: string }> {
  const placing = placeAt(corners, photo.width, photo.height) ?? findPlacing(photo, mask, await see())
  report(0.25)
  const tile = material.repeats ? material.picture : makeTileable(material.picture)
  report(0.35)
  const surface = prepareSurface(photo, mask)
  report(0.6)
  const laying = { places: placing.places, tileMm: material.repeatMm, scale, turn, keepLight }
  const picture = layMaterial(surface, pyramidOf(tile), laying, (done) => report(0.65 + 0.35 * done))
  return { picture, note: wordsOf(placing) }
}
