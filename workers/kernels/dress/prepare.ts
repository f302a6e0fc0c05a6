import { enlarged } from '#kernels/raster/plane-row.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { copyOf } from '#kernels/relight/copy.ts'
import { findSky } from '#kernels/relight/sky.ts'
import { coverOf, type SkyCover } from '#kernels/relight/sky-cover.ts'
import { flecksOf, grainOf, lawnsOf } from '#kernels/seeing/grain.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'
import { horizonAt, scaledView } from '#kernels/seeing/view.ts'
import { invertLightness } from '#kernels/segmentation/segment.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { boardRuns, type Run } from './boards.ts'
import { thingsAmongLeaves } from './edges.ts'
import { type Geometry, readGeometry } from './geometry.ts'
import { keptRegions } from './kept.ts'
import { meansOf } from './means.ts'
import { Memo } from './memo.ts'
import { addSlabs, evenParts, type Open, openGrounds } from './open-ground.ts'
import { outlinesOf } from './outlines.ts'
import { type Reading, readingOf, smallOf } from './reading.ts'
import { settleRegions } from './settle.ts'
import { leavesInSky } from './sky-leaves.ts'
import type { Source } from './source.ts'
import { speckledRegions, withoutSpeckles } from './speckle.ts'
import { type Woods, woodsOf } from './woods.ts'

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
  /** Woods of a photograph's furniture; null where there is none. */
  readonly woods: Woods | null
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
/** Mean pattern of a window from which something hangs before it, and at which that is all that shows. */
const [BARE, FOLDS] = [0.3, 0.65]

function bareOf(image: Raster, { kind, shade }: Source): Float32Array {
  const out = new Float32Array(3 * shade.length)
  if (kind !== 'photo') return out.fill(PLAIN)
  for (let i = 0; i < shade.length; i++)
    for (let c = 0; c < 3; c++)
      out[3 * i + c] = Math.min(
        1.2,
        LINEAR_OF_BYTE[image.data[4 * i + c]!]! / Math.max(LEAST_SHADE, shade[i]!),
      )
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

/** How far below the horizon what grows is a lawn, in parts of the picture's height. */
const NEAR = 0.15

/** Where smooth things stand among a model's leaves or lie in its lawn, 0..1. */
function thingsIn(
  { image: { width, height }, map, busy }: Reading,
  seen: Seen,
  open: readonly Open[],
  flecks: Float32Array,
  grain: Float32Array,
  lawns: Uint8Array,
): Plane {
  const horizon = horizonAt(scaledView(seen.view, width, height), width / 2)
  const leafy = seen.regions.map(
    ({ label, sure }) => label === 'vegetation' && sure < 1 && seen.setting !== 'indoors',
  )
  const data = thingsAmongLeaves(busy, map, width, leafy, horizon)
  // Where the sun bleaches a lawn its blades hardly show, but they do.
  for (let i = width * Math.max(0, Math.round(horizon + NEAR * height)); i < data.length; i++)
    if (lawns[i]) data[i] = 0
  addSlabs(data, map, width, open, flecks, grain)
  return { width, height, data }
}

/** A photograph's sky, down to the gaps between leaves. */
function behindOf(image: Raster, small: Raster, seen: Seen, { kind }: Source) {
  const { regions, setting } = seen
  const hasSky = setting !== 'indoors' && regions.some(({ label }) => label === 'sky')
  if (kind !== 'photo' || !hasSky) return null
  const likely = Float32Array.from(seen.map, (id) => (seen.regions[id]!.label === 'sky' ? 1 : 0))
  const sky = findSky(small, copyOf(small), { width: seen.width, height: seen.height, data: likely })
  return sky.part > 0 ? coverOf(image, sky) : null
}

/**
 * Reads all that does not depend on a look: light and line work of the source, where things are. What things are is
 * judged on a copy of at most 1024 px.
 * @param given of the same picture, at any size; one that was turned over to be seen is so to be dressed
 */
export function prepareDress(shown: Raster, given: Seen): Prepared {
  const image = given.inverted ? invertLightness(shown) : shown
  const { width, height } = image
  const whole = readingOf(image, given)
  const copy = smallOf(image)
  const isSmall = copy === image
  const small = isSmall ? whole : readingOf(copy, given)
  const flecks = whole.source.kind === 'model' ? flecksOf(small.source.luma, copy.width) : null
  const blades = flecks && grainOf(flecks, copy.width)
  const { seen, of } = settleRegions(given, small, blades)
  const lawns = blades && lawnsOf(blades, copy.width)
  const grain = blades ?? new Float32Array(small.map.length)
  const open = openGrounds(seen, small, grain, lawns)
  const things = flecks && lawns && thingsIn(small, seen, open, flecks, grain, lawns)
  const crowd = meansOf(small.busy, small.map, seen.regions.length)
  const lined = meansOf(small.near, small.map, seen.regions.length)
  const even = flecks && evenParts(flecks, small.map, seen.regions.length)
  const geometry = readGeometry(seen, whole.map, width, height)
  const { map, source, near, busy } = withoutSpeckles(whole, speckledRegions(seen, small))
  const outlines = outlinesOf(
    seen,
    small.map,
    small.source,
    { crowd, lined, open, even, kept: keptRegions(seen, small) },
    of,
  )
  const bare = bareOf(image, source)
  const hasStains = outlines.some(({ stays }) => stays)
  return {
    image,
    seen,
    map,
    geometry,
    source,
    bare,
    woods: hasStains ? woodsOf(bare, (i) => outlines[map[i]!]!.stays) : null,
    level: meansOf(source.shade, map, seen.regions.length).map((mean) => Math.max(0.02, mean)),
    runs: boardRuns(seen, geometry, map, source),
    outlines,
    busy,
    veiled: crowd.map((mean) => Math.min(1, Math.max(0, (mean - BARE) / (FOLDS - BARE)))),
    things: things && (isSmall ? things.data : enlarged(things, width, height)),
    skyLeaves: leavesInSky(seen, map, width, source),
    behind: behindOf(image, copy, seen, source),
    near,
    border: bordersOf(map, width, height),
    memo: new Memo(width * height),
  }
}
