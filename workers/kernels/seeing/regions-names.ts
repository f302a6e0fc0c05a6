import type { PixelLabels } from './pixel-labels.ts'
import type { Basins } from './regions-flood.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'
import { LABELS, type Label } from './scene.ts'

/** Part of the picture from which a region is looked at, and from which a piece of it is one of its own. */
const LEAST = { region: 0.01, piece: 0.0015 } as const
/** Share of a name from which a pixel bears it. */
const NAMED = 0.5

/** How much of a name is seen at each pixel of a picture, between the pixels of the labels; 0..1. */
function sharesOf(label: Label, pixels: PixelLabels, width: number, height: number): Float32Array {
  const from = LABELS.indexOf(label) * pixels.width * pixels.height
  const out = new Float32Array(width * height)
  const spot = (at: number, size: number, of: number) => {
    const place = Math.max(0, Math.min(of - 1.001, ((at + 0.5) * of) / size - 0.5))
    return { first: Math.floor(place), part: place - Math.floor(place) }
  }
  const columns = Array.from({ length: width }, (_, x) => spot(x, width, pixels.width))
  for (let y = 0, i = 0; y < height; y++) {
    const row = spot(y, height, pixels.height)
    for (let x = 0; x < width; x++, i++) {
      const { first, part } = columns[x]!
      const p = from + row.first * pixels.width + first
      const upper = pixels.shares[p]! * (1 - part) + pixels.shares[p + 1]! * part
      const lower =
        pixels.shares[p + pixels.width]! * (1 - part) + pixels.shares[p + pixels.width + 1]! * part
      out[i] = upper * (1 - row.part) + lower * row.part
    }
  }
  return out
}

/**
 * Parts walls from the ground of a white model where no step between them shows but the pixels are named so by
 * themselves, as where a wall goes over into a deck.
 */
export function splitAtNames(basins: Basins, { kind, width, height, pixels }: Sight): Basins {
  if (!pixels || kind !== 'model') return basins
  const { map, count } = basins
  const all = map.length
  const wall = sharesOf('wall', pixels, width, height)
  const ground = sharesOf('ground', pixels, width, height)
  const sums = Array.from({ length: count }, () => ({ pixels: 0, wall: 0, ground: 0 }))
  for (let i = 0; i < all; i++) {
    const sum = sums[map[i]!]!
    sum.pixels++
    if (wall[i]! > NAMED) sum.wall++
    if (ground[i]! > NAMED) sum.ground++
  }
  // What is fewer in a region is what runs on into it.
  const fewer = sums.map((sum) => {
    const meets = sum.pixels > LEAST.region * all && Math.min(sum.wall, sum.ground) > LEAST.piece * all
    return meets ? (sum.wall < sum.ground ? wall : ground) : null
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
