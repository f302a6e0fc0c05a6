import { mapAt } from '#kernels/raster/map-at.ts'
import type { Raster } from '#kernels/raster.ts'
import { COPY_SIDE, copyOf, rasterOf } from '#kernels/relight/copy.ts'
import { findSky } from '#kernels/relight/sky.ts'
import { coverOf, type SkyCover } from '#kernels/relight/sky-cover.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { invertLightness } from '#kernels/segmentation/segment.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { busyOf, nearLines } from './edges.ts'
import { type Geometry, readGeometry } from './geometry.ts'
import { meansOf } from './planes.ts'
import { readSource, type Source } from './source.ts'

/** A picture made ready for any number of looks. */
export interface Prepared {
  readonly image: Raster
  readonly seen: Seen
  /** Id of each pixel's region, at the picture's size. */
  readonly map: Uint16Array
  readonly geometry: Geometry
  readonly source: Source
  /** Colours without light, linear, three values a pixel: what regions without a finish show. */
  readonly bare: Float32Array
  /** Mean light of each region. */
  readonly level: Float32Array
  /** How much pattern the source has of its own, 0..1. */
  readonly busy: Float32Array
  /** How much of a photograph's sky each pixel shows, and what stands before it; null where there is none. */
  readonly behind: SkyCover | null
  /** How near each pixel is to a line of the source, 0..1. */
  readonly near: Float32Array
  /** Pixels beside another region. */
  readonly border: Int32Array
  /** What the last looks needed, so that the next is quick. */
  readonly memo: Memo
}

/** Light under which a photograph's own is not told from black. */
export const LEAST_SHADE = 0.08
/** Albedo of a model without colours, and of paper. */
const PLAIN = 0.72

function bareOf(image: Raster, { coloured, shade, luma, plain }: Source): Float32Array {
  const out = new Float32Array(3 * shade.length)
  if (!coloured) return out.fill(PLAIN)
  for (let i = 0; i < shade.length; i++) {
    const by = 1 / Math.max(LEAST_SHADE, shade[i]!)
    // What pen lines hide is as light as what is beside them.
    const hidden = plain[i]! - luma[i]!
    for (let c = 0; c < 3; c++)
      out[3 * i + c] = Math.min(1.2, (LINEAR_OF_BYTE[image.data[4 * i + c]!]! + hidden) * by)
  }
  return out
}

function bordersOf(map: Uint16Array, width: number, height: number): Int32Array {
  const found = new Int32Array(map.length)
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const id = map[i]
      if (map[i - 1] !== id || map[i + 1] !== id || map[i - width] !== id || map[i + width] !== id)
        found[count++] = i
    }
  return found.slice(0, count)
}

/** A photograph's sky, down to the gaps between leaves; found on a copy of at most 1024 px. */
function behindOf(image: Raster, seen: Seen): SkyCover | null {
  const { regions, setting, kind } = seen
  const hasSky = setting !== 'indoors' && regions.some(({ label }) => label === 'sky')
  if (kind !== 'photo' || !hasSky) return null
  const copy = copyOf(image)
  const small = Math.max(image.width, image.height) <= COPY_SIDE ? image : rasterOf(copy)
  const isSky = regions.map(({ label }) => (label === 'sky' ? 1 : 0))
  const likely = new Float32Array(seen.map.length)
  for (let i = 0; i < likely.length; i++) likely[i] = isSky[seen.map[i]!]!
  const sky = findSky(small, copy, { width: seen.width, height: seen.height, data: likely })
  return sky.part > 0 ? coverOf(image, sky) : null
}

/**
 * Reads all that does not depend on a look: light and line work of the source, where things are.
 * @param seen of the same picture, at any size; one that was turned over to be seen is so to be dressed
 */
export function prepareDress(shown: Raster, seen: Seen): Prepared {
  const image = seen.inverted ? invertLightness(shown) : shown
  const { width, height } = image
  const map = mapAt(seen, image)
  const source = readSource(image, seen, map)
  return {
    image,
    seen,
    map,
    geometry: readGeometry(seen, map, width, height),
    source,
    bare: bareOf(image, source),
    level: meansOf(source.shade, map, seen.regions.length).map((mean) => Math.max(0.02, mean)),
    busy: busyOf(source, width, height),
    behind: behindOf(image, seen),
    near: nearLines(image),
    border: bordersOf(map, width, height),
    memo: new Memo(width * height),
  }
}

/** What stays the same while a picture's look changes a little. */
export class Memo {
  /** Colours of the finishes, linear light, three values a pixel, and what lies in each region there (see signOf). */
  readonly albedo: Float32Array
  finishes: readonly string[] = []
  readonly #kept = new Map<string, { key: string; made: unknown }>()

  constructor(pixels: number) {
    this.albedo = new Float32Array(3 * pixels)
  }

  /** What was made last under a name, where it is of the same key; made anew otherwise. */
  keep<T>(name: 'light' | 'environment' | 'sky' | 'table', key: string, make: () => T): T {
    const had = this.#kept.get(name)
    if (had?.key === key) return had.made as T
    const made = make()
    this.#kept.set(name, { key, made })
    return made
  }
}
