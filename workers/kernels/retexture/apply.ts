import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '#ops/index.ts'
import { findPlane, measurePlane } from './find-plane.ts'
import { type Corners, isPlane } from './plane.ts'
import { pyramidOf } from './pyramid.ts'
import { layMaterial, prepareSurface } from './retexture.ts'

/** The mask covers nothing. */
export class NothingCoveredError extends Error {}

/** A material's picture. */
export interface MaterialPicture {
  picture: Raster
  /** What its width stands for, mm. */
  repeatMm: number
  /** Whether it repeats already; another picture is made to. */
  repeats: boolean
}

/** What a picture of a material is taken to show where nobody has said, mm. */
export const UNMEASURED_MM = 1000

type Params = Pick<ParamsOf<'retexture'>, 'corners' | 'scale' | 'turn' | 'keepLight'>

/** Where a material lies: by four corners, or found by the lines of the picture. */
export interface Placing {
  corners: Corners
  widthMm: number
  heightMm: number
  /** False where the lines did not tell, and the surface is taken as facing the camera. */
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
  return corners && { corners, ...measurePlane(corners, width, height), sure: true }
}

/**
 * The plane that a material is laid on.
 * @param given eight numbers, x and y of four corners in parts of the sides; others are found
 * @throws NothingCoveredError for an empty mask
 */
export function placeMaterial(photo: Raster, mask: Uint8Array, given: readonly number[]): Placing {
  const placed = placeAt(given, photo.width, photo.height)
  if (placed) return placed
  const found = findPlane(photo, mask)
  if (!found) throw new NothingCoveredError('nothing is covered')
  return found
}

/**
 * Gives a surface of a photograph another material: the plane by four corners, or found by the lines.
 * @param mask 0..255 a pixel: what of the picture is the surface
 * @param report called with 0..1
 * @returns the picture, and a Chinese line where the perspective could not be found
 * @throws NothingCoveredError for an empty mask
 */
export function changeMaterial(
  photo: Raster,
  mask: Uint8Array,
  material: MaterialPicture,
  params: Params,
  report: (done: number) => void,
): { picture: Raster; note: string } {
  const placing = placeMaterial(photo, mask, params.corners)
  report(0.25)
  const tile = material.repeats ? material.picture : makeTileable(material.picture)
  report(0.35)
  const surface = prepareSurface(photo, mask)
  report(0.6)
  const { corners, widthMm, heightMm, sure } = placing
  const { scale, turn, keepLight } = params
  const laying = { corners, widthMm, heightMm, tileMm: material.repeatMm, scale, turn, keepLight }
  const picture = layMaterial(surface, pyramidOf(tile), laying, (done) => report(0.65 + 0.35 * done))
  const note = !sure ? '这里的线条不足以判断透视，材质按正对镜头铺设' : ''
  return { picture, note }
}
