import { labOfBytes } from '#kernels/lab.ts'
import type { KnownObject } from './known-alpha.ts'

/** Interleaved RGBA, straight alpha. */
type Cut = Uint8Array | Uint8ClampedArray

/** Least difference of subject and ground, levels of 255, at which a fringe could be seen. */
const DISTINCT = 40
/** Grounds that a cut-out is laid on. */
const GROUNDS = [
  [255, 255, 255],
  [0, 0, 0],
  [220, 20, 20],
  [20, 180, 40],
] as const
/** How far around mixed pixels a fringe is looked for, px. */
const REACH = 3

/**
 * Share of the old ground that is left in the colours of half-transparent pixels, 0 for none: how far a colour has
 * moved from the object's own towards the ground's, over the pixels of the true edge where the two differ, each
 * counted as much as it is seen.
 */
export function fringeOf(object: KnownObject, cut: Cut): number {
  let [sum, total] = [0, 0]
  for (let i = 0; i < object.alpha.length; i++) {
    const alpha = object.alpha[i] ?? 0
    if (alpha < 40 || alpha > 215) continue
    let [towards, length] = [0, 0]
    for (let c = 0; c < 3; c++) {
      const own = object.colours[3 * i + c] ?? 0
      const way = (object.ground[3 * i + c] ?? 0) - own
      towards += ((cut[4 * i + c] ?? 0) - own) * way
      length += way * way
    }
    if (length < DISTINCT * DISTINCT) continue
    const seen = cut[4 * i + 3] ?? 0
    sum += (seen * towards) / length
    total += seen
  }
  return sum / total
}

/** Places of the pixels within REACH of a truly mixed one. */
function edgeOf({ alpha, width, height }: KnownObject): number[] {
  const near = new Uint8Array(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i]! < 10 || alpha[i]! > 245) continue
    const x = i % width
    const y = (i - x) / width
    for (let v = Math.max(0, y - REACH); v <= Math.min(height - 1, y + REACH); v++)
      near.fill(1, v * width + Math.max(0, x - REACH), v * width + Math.min(width, x + REACH + 1))
  }
  return [...near.keys()].filter((i) => near[i] === 1)
}

/**
 * How far a cut-out's edge looks from the true one, laid on white, black, red and green: mean difference of colour,
 * CIE 1976 ΔE, over the pixels within 3 px of mixed ones.
 */
export function edgeDifference(object: KnownObject, cut: Cut): number {
  const edge = edgeOf(object)
  const lay = (share: number, colour: number, ground: number) =>
    Math.round((share * colour + (255 - share) * ground) / 255)
  let sum = 0
  for (const ground of GROUNDS) {
    const [truth, made] = [new Uint8Array(3 * edge.length), new Uint8Array(3 * edge.length)]
    edge.forEach((i, k) => {
      for (let c = 0; c < 3; c++) {
        truth[3 * k + c] = lay(object.alpha[i]!, object.colours[3 * i + c]!, ground[c]!)
        made[3 * k + c] = lay(cut[4 * i + 3]!, cut[4 * i + c]!, ground[c]!)
      }
    })
    const [a, b] = [truth, made].map((bytes) => labOfBytes(bytes, edge.length, 1, 3).data) as [
      Float32Array,
      Float32Array,
    ]
    for (let p = 0; p < a.length; p += 3)
      sum += Math.hypot(a[p]! - b[p]!, a[p + 1]! - b[p + 1]!, a[p + 2]! - b[p + 2]!)
  }
  return sum / edge.length / GROUNDS.length
}
