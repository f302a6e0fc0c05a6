import type { Raster } from '#kernels/raster.ts'
import { COPY_SIDE, copyOf } from '#kernels/relight/copy.ts'
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
  if (Math.max(image.width, image.height) <= COPY_SIDE) return image
  const { width, height, r, g, b } = copyOf(image)
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < r.length; i++) data.set([255 * r[i]!, 255 * g[i]!, 255 * b[i]!], 4 * i)
  return { width, height, data }
}
