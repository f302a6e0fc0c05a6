import type { Ink } from './ink.ts'
import { PARTS, type SeenPlan } from './see-plan.ts'

/** Steps of brightness in which the fill of walls is told from that of rooms. */
const FILLS = 8
/**
 * How much the fills of walls and of rooms may have in common for them to tell walls, 0 for none .. 1 for all: of public plans those
 * with hollow walls have 0.42 to 0.68, those with filled ones 0.12 to 0.36.
 */
const SAME_FILLS = 0.4
/** How much less likely a fill makes a wall at most: what is surely seen stays, as partitions between lines among filled walls. */
const LEAST_RATIO = 0.25

/** The darkest pixel at each place of what is seen and up to half a place around it: lines are thinner than a place. */
function darkestAt({ width, height }: Pick<SeenPlan, 'width' | 'height'>, ink: Ink): Uint8Array {
  const out = new Uint8Array(width * height)
  const [across, down] = [ink.width / width, ink.height / height]
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, Math.floor((y - 0.5) * down))
    const bottom = Math.min(ink.height, Math.ceil((y + 1.5) * down))
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, Math.floor((x - 0.5) * across))
      const right = Math.min(ink.width, Math.ceil((x + 1.5) * across))
      let least = 255
      for (let row = top * ink.width; row < bottom * ink.width; row += ink.width)
        for (let i = row + left; i < row + right; i++) if (ink.grey[i]! < least) least = ink.grey[i]!
      out[y * width + x] = least
    }
  }
  return out
}

/**
 * How likely each place is wall, 0..255, by what is seen and by its brightness: where walls are filled otherwise than rooms, a
 * place that is lighter than they mostly are, as rooms are, is the less likely wall (Bayes' rule, fills counted over what is seen of both).
 */
export function wallByFill(seen: SeenPlan, ink: Ink): Uint8Array {
  const [inside, wall] = (['inside', 'wall'] as const).map((name) => seen.shares[PARTS.indexOf(name)]!) as [
    Uint8Array,
    Uint8Array,
  ]
  const fills = darkestAt(seen, ink).map((value) => (value * FILLS) >> 8)
  const sharesOf = (likely: Uint8Array): Float64Array => {
    const counts = new Float64Array(FILLS).fill(1)
    for (let i = 0; i < likely.length; i++) counts[fills[i]!]! += likely[i]! / 255
    const all = counts.reduce((sum, count) => sum + count, 0)
    return counts.map((count) => count / all)
  }
  const [ofWalls, ofRooms] = [sharesOf(wall), sharesOf(inside)]
  const same = ofWalls.reduce((sum, share, k) => sum + Math.min(share, ofRooms[k]!), 0)
  if (same > SAME_FILLS) return wall
  let [usual, darker] = [0, ofWalls[0]!]
  while (darker < 0.5) darker += ofWalls[++usual]!
  const ratios = ofWalls.map((share, k) =>
    k > usual ? Math.max(LEAST_RATIO, Math.min(1, share / ofRooms[k]!)) : 1,
  )
  return wall.map((value, i) => {
    const odds = value * ratios[fills[i]!]!
    return Math.round((255 * odds) / (odds + 255 - value))
  })
}
