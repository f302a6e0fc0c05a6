import { boxBlur } from '#kernels/lineart/smooth.ts'
import { scaledPlane } from '#kernels/raster/scaled-plane.ts'
import type { Plane } from '#kernels/raster.ts'
import type { NamedPlaces } from '../seeing/name-places.ts'
import { NAMES } from '../segmentation/names.ts'
import { type Copy, planeOf } from './copy.ts'

/** 1 where a place bears one of some names, 0 elsewhere. */
export function placesNamed({ width, height, names }: NamedPlaces, wanted: readonly string[]): Plane {
  const isWanted = NAMES.map(({ name }) => (wanted.includes(name) ? 1 : 0))
  return { width, height, data: Float32Array.from(names, (name) => isWanted[name]!) }
}

/** The same at the size of a copy, 0..1, with a soft edge. */
export function softlyNamed(copy: Copy, places: NamedPlaces, wanted: readonly string[]): Plane {
  const out = planeOf(copy)
  out.data.set(scaledPlane(placesNamed(places, wanted), copy))
  boxBlur(out.data, copy.width, copy.height, 1, new Float32Array(out.data.length))
  return out
}
