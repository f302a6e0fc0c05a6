import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import type { Piece } from '#kernels/lines/picture-lines.ts'
import { type ChannelWeights, shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'

/** A picture in which edges are looked for along given lines: brightness and two differences of colours, 0..255. */
export interface Evidence {
  width: number
  height: number
  planes: readonly Float32Array[]
}

/** What an edge along a piece of a line would show. */
export interface Trace {
  /** Height of the step, levels a px, where an edge lies within reach; 0 where none does. */
  step: number
  /** Steps on all parallels. */
  steps: Float32Array
}

/** Standard deviation, px, that pictures are smoothed by, so that their noise makes no edges. */
const BLUR = 0.7
const PLANES: readonly ChannelWeights[] = [
  [0.2126, 0.7152, 0.0722],
  [0.5, -0.45, -0.05],
  [-0.15, -0.35, 0.5],
]
/** Parallels looked at on each side of a line, px apart, and how far an edge may be from it. */
const BESIDE = 10
/** How far, px, an edge may have moved and still be the same. */
export const REACH = 2
/** Half length, px, of the piece that is averaged along: what has another direction averages out. */
const HALF = 5

/** Reads a picture at a working size. @param longerSide most px of its longer side */
export function readEvidence(image: Raster, longerSide: number): Evidence {
  const planes = PLANES.map((weights) => shrinkLuma(image, longerSide, weights))
  const { width, height } = planes[0]!
  const spare = new Float32Array(width * height)
  for (const { data } of planes) gaussianBlur(data, width, height, BLUR, spare)
  return { width, height, planes: planes.map(({ data }) => data) }
}

const LANES = 2 * BESIDE + 1
const means = [0, 1, 2].map(() => new Float32Array(LANES + 2))
const sorted = new Float32Array(LANES)

/**
 * Looks for an edge along a piece of a line: brightness is averaged along the piece on parallels 1 px apart, and the
 * edge is where it changes most from one to the next, whatever its sign.
 * @param reach how far, px, the edge may be from the piece
 */
export function traceAt({ width, height, planes }: Evidence, { x, y, dx, dy }: Piece, reach: number): Trace {
  const [first, second, third] = planes as [Float32Array, Float32Array, Float32Array]
  const [ones, twos, threes] = means as [Float32Array, Float32Array, Float32Array]
  const right = width - 1.001
  const low = height - 1.001
  for (let lane = 0; lane < LANES + 2; lane++) {
    const off = lane - BESIDE - 1
    let [one, two, three] = [0, 0, 0]
    for (let t = -HALF; t <= HALF; t += 2.5) {
      const px = x + t * dx - off * dy - 0.5
      const py = y + t * dy + off * dx - 0.5
      const u = px < 0 ? 0 : px > right ? right : px
      const v = py < 0 ? 0 : py > low ? low : py
      const i = u | 0
      const j = v | 0
      const at = j * width + i
      const under = at + width
      const a = u - i
      const b = v - j
      const d = a * b
      const c = b - d
      const e = a - d
      const f = 1 - a - c
      one += f * first[at]! + e * first[at + 1]! + c * first[under]! + d * first[under + 1]!
      two += f * second[at]! + e * second[at + 1]! + c * second[under]! + d * second[under + 1]!
      three += f * third[at]! + e * third[at + 1]! + c * third[under]! + d * third[under + 1]!
    }
    ones[lane] = one / 5
    twos[lane] = two / 5
    threes[lane] = three / 5
  }
  const steps = new Float32Array(LANES)
  for (let lane = 0; lane < LANES; lane++) {
    const p = ones[lane + 2]! - ones[lane]!
    const q = twos[lane + 2]! - twos[lane]!
    const r = threes[lane + 2]! - threes[lane]!
    steps[lane] = Math.sqrt(p * p + q * q + r * r) / 2
  }
  let best = 0
  // Only the top of a rise counts: the foot of one that lies further away does not.
  for (let lane = BESIDE - reach; lane <= BESIDE + reach; lane++) {
    const step = steps[lane]!
    if (step > best && step >= steps[lane - 1]! && step >= steps[lane + 1]!) best = step
  }
  return { step: best, steps }
}

/** Median of the steps on parallels at both sides: the unrest that a step has to stand out of. */
export function unrestOf({ steps }: Trace): number {
  sorted.set(steps)
  sorted.sort()
  return sorted[BESIDE]!
}

/** How alike the steps across two pieces are when one is moved by `off` parallels: their correlation, −1..1. */
function alikeAt(a: Float32Array, b: Float32Array, off: number): number {
  let [n, sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let i = Math.max(0, -off); i < Math.min(LANES, LANES - off); i++) {
    const [u, v] = [a[i]!, b[i + off]!]
    n++
    sa += u
    sb += v
    aa += u * u
    bb += v * v
    ab += u * v
  }
  const spread = (aa - (sa * sa) / n) * (bb - (sb * sb) / n)
  return spread > 1e-9 ? (ab - (sa * sb) / n) / Math.sqrt(spread) : 0
}

/** How alike the steps across two pieces are, −1..1, wherever within reach they are most so. */
export function likeness(a: Trace, b: Trace, reach: number): number {
  let best = -1
  for (let off = -reach; off <= reach; off++) best = Math.max(best, alikeAt(a.steps, b.steps, off))
  return best
}
