import type { Raster } from '#kernels/raster.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'
import { horizonAt } from '#kernels/seeing/view.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { boardRuns, type Run } from './boards.ts'
import { busyOf, thingsAmongLeaves } from './edges.ts'
import { outlinesOf } from './finishes.ts'
import { type Geometry, mapAt, readGeometry } from './geometry.ts'
import { nearLines } from './lines.ts'
import { meansOf } from './means.ts'
import { Memo } from './memo.ts'
import { addSlabs, grainOf, openGrounds } from './open-ground.ts'
import { settleRegions } from './settle.ts'
import { leavesInSky } from './sky-leaves.ts'
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
  /** Which way boards run on what is level. */
  readonly runs: Partial<Record<Label, Run>>
  readonly outlines: ReturnType<typeof outlinesOf>
  /** How much pattern the source has of its own, 0..1. */
  readonly busy: Float32Array
  /** How far each region is a pattern of its own, 0..1: slats, a curtain's folds. */
  readonly veiled: Float32Array
  /** Where smooth things stand among leaves or lie in a lawn, 0..1; null where there are none of a model. */
  readonly things: Float32Array | null
  /** What of a model's sky is leaves, 0..1; null where there is none. */
  readonly skyLeaves: Float32Array | null
  /** How near each pixel is to a line of the source, 0..1. */
  readonly near: Float32Array
  /** Pixels beside another region. */
  readonly border: Int32Array
  /** What the last looks needed, so that the next is quick. */
  readonly memo: Memo
}

/** Albedo of a model without colours, and of paper. */
const PLAIN = 0.72
/** Mean pattern of a window from which something hangs before it, and at which that is all that shows. */
const [BARE, FOLDS] = [0.3, 0.65]

function bareOf(image: Raster, { kind, shade }: Source): Float32Array {
  const out = new Float32Array(3 * shade.length)
  if (kind !== 'photo') return out.fill(PLAIN)
  for (let i = 0; i < shade.length; i++)
    for (let c = 0; c < 3; c++)
      out[3 * i + c] = Math.min(1.2, LINEAR_OF_BYTE[image.data[4 * i + c]!]! / Math.max(0.08, shade[i]!))
  return out
}

function bordersOf(map: Uint16Array, width: number, height: number): Int32Array {
  const found: number[] = []
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const id = map[i]
      if (map[i - 1] !== id || map[i + 1] !== id || map[i - width] !== id || map[i + width] !== id)
        found.push(i)
    }
  return Int32Array.from(found)
}

/**
 * Reads all that does not depend on a look: light and line work of the source, where things are.
 * @param given of the same picture, at any size
 */
export function prepareDress(image: Raster, given: Seen): Prepared {
  const { width, height } = image
  const map = mapAt(given, width, height)
  const source = readSource(image, given, map)
  const near = nearLines(image)
  const busy = busyOf(source, width, height)
  const { seen, of } = settleRegions(given, map, width, source, near, busy)
  const geometry = readGeometry(seen, map, width, height)
  const horizon = horizonAt(geometry.view, width / 2)
  const leafy = seen.regions.map(
    ({ label, sure }) => label === 'vegetation' && sure < 1 && seen.setting !== 'indoors',
  )
  const grain = source.kind === 'clay' ? grainOf(source, width) : new Float32Array(map.length)
  const open = openGrounds(seen, map, width, source, near, grain)
  const things = source.kind === 'clay' ? thingsAmongLeaves(busy, map, width, leafy, horizon) : null
  if (things) addSlabs(things, map, width, open, grain)
  const meanOf = (plane: Float32Array) => meansOf(plane, map, seen.regions.length)
  const crowd = meanOf(busy)
  return {
    image,
    seen,
    map,
    geometry,
    source,
    bare: bareOf(image, source),
    level: meanOf(source.shade).map((mean) => Math.max(0.02, mean)),
    runs: boardRuns(seen, geometry, map, source),
    outlines: outlinesOf(seen, map, source, { crowd, lined: meanOf(near), open }, of),
    busy,
    veiled: crowd.map((mean) => Math.min(1, Math.max(0, (mean - BARE) / (FOLDS - BARE)))),
    things,
    skyLeaves: leavesInSky(seen, map, width, source),
    near,
    border: bordersOf(map, width, height),
    memo: new Memo(width * height),
  }
}
