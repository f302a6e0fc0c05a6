import { sharesOf } from './pixel-labels.ts'
import type { Basins } from './regions-flood.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'

/** Part of the picture from which a region is looked at, and from which a piece of it is one of its own. */
const LEAST = { region: 0.01, piece: 0.0015 } as const
/** Share of a name from which a pixel bears it. */
const NAMED = 0.5
/** Part of a region at most that plants in it are a piece of: what is mostly plants may be all of it. */
const TUFT = 0.4

/**
 * Parts walls from the ground of a white model, and plants from what they stand before, where no step between them shows
 * but the pixels are named so by themselves, as where a wall goes over into a deck or grass hides a boulder's foot.
 */
export function splitAtNames(basins: Basins, { kind, width, height, pixels }: Sight): Basins {
  if (!pixels || kind !== 'model') return basins
  const { map, count } = basins
  const all = map.length
  const wall = sharesOf('wall', pixels, width, height)
  const ground = sharesOf('ground', pixels, width, height)
  const green = sharesOf('vegetation', pixels, width, height)
  const sums = Array.from({ length: count }, () => ({ pixels: 0, wall: 0, ground: 0, green: 0 }))
  for (let i = 0; i < all; i++) {
    const sum = sums[map[i]!]!
    sum.pixels++
    if (wall[i]! > NAMED) sum.wall++
    if (ground[i]! > NAMED) sum.ground++
    if (green[i]! > NAMED) sum.green++
  }
  // What is fewer in a region is what runs on into it.
  const fewer = sums.map((sum) => {
    if (sum.pixels < LEAST.region * all) return null
    if (Math.min(sum.wall, sum.ground) > LEAST.piece * all) return sum.wall < sum.ground ? wall : ground
    return sum.green > LEAST.piece * all && sum.green < TUFT * sum.pixels ? green : null
  })
  if (fewer.every((shares) => !shares)) return basins
  const pieces = connected(
    Int32Array.from(map, (k, i) => 2 * k + (fewer[k] && fewer[k][i]! > NAMED ? 1 : 0)),
    width,
  )
  const size = new Float64Array(pieces.count)
  for (const piece of pieces.map) size[piece]!++
  return connected(
    Int32Array.from(map, (k, i) => {
      const runsOn = fewer[k] && fewer[k][i]! > NAMED && size[pieces.map[i]!]! > LEAST.piece * all
      return 2 * k + (runsOn ? 1 : 0)
    }),
    width,
  )
}
