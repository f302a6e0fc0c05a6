import type { Raster } from '#kernels/raster.ts'
import { COPY_SIDE, copyOf, rasterOf } from '#kernels/relight/copy.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { busyOf } from './edges.ts'
import { mapAt } from './geometry.ts'
import { nearLines } from './lines.ts'
import { readSource, type Source } from './source.ts'

/** Light and line work of a picture, and where its regions are. */
export interface Reading {
  image: Raster
  /** Ids of regions. */
  map: Uint16Array
  source: Source
  /** How near each pixel is to a line, 0..1. */
  near: Float32Array
  /** How much pattern there is of the picture's own at each pixel, 0..1. */
  busy: Float32Array
}

/** Reads a picture. @param seen of the same picture, at any size */
export function readingOf(image: Raster, seen: Seen): Reading {
  const map = mapAt(seen, image.width, image.height)
  const source = readSource(image, seen, map)
  return { image, map, source, near: nearLines(image), busy: busyOf(source, image.width, image.height) }
}

/** The copy of a picture that is judged, at most 1024 px large, so that a picture is dressed alike at any size. */
export function smallOf(image: Raster): Raster {
  return Math.max(image.width, image.height) <= COPY_SIDE ? image : rasterOf(copyOf(image))
}
