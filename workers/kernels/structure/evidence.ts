import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import { type ChannelWeights, shrinkLuma } from '#kernels/raster/luma.ts'
import type { Raster } from '#kernels/raster.ts'

/** A picture in which edges are looked for along given lines: brightness and two differences of colours, 0..255. */
export interface Evidence {
  width: number
  height: number
  planes: readonly Float32Array[]
}

/** Where a piece of a line is, px, and its unit direction. */
export interface Piece {
  x: number
  y: number
  dx: number
  dy: number
}

/** What an edge along a piece of a line would show. */
export interface Trace {
  /** Height of the step, levels a px, where an edge lies within reach; 0 where none does. */
  step: number
  /** Median of the steps on parallels at both sides: the unrest that a step has to stand out of. */
  unrest: number
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
const means = new Float32Array(LANES + 2)
const steps = new Float32Array(LANES)
const sorted = new Float32Array(LANES)

/** Adds the squared steps between neighbouring parallels of one plane. */
function addSteps({ width, height }: Evidence, plane: Float32Array, { x, y, dx, dy }: Piece): void {
  means.fill(0)
  for (let lane = 0; lane < LANES + 2; lane++) {
    const off = lane - BESIDE - 1
    let sum = 0
    for (let t = -HALF; t <= HALF; t += 2.5) {
      const px = x + t * dx - off * dy - 0.5
      const py = y + t * dy + off * dx - 0.5
      const u = px < 0 ? 0 : px > width - 1.001 ? width - 1.001 : px
      const v = py < 0 ? 0 : py > height - 1.001 ? height - 1.001 : py
      const i = u | 0
      const j = v | 0
      const at = j * width + i
      const [a, b] = [u - i, v - j]
      const top = plane[at]! * (1 - a) + plane[at + 1]! * a
      const low = plane[at + width]! * (1 - a) + plane[at + width + 1]! * a
      sum += top * (1 - b) + low * b
    }
    means[lane] = sum / 5
  }
  for (let lane = 0; lane < LANES; lane++) {
    const step = (means[lane + 2]! - means[lane]!) / 2
    steps[lane] = steps[lane]! + step * step
  }
}

/**
 * Looks for an edge along a piece of a line: brightness is averaged along the piece on parallels 1 px apart, and the
 * edge is where it changes most from one to the next, whatever its sign.
 * @param reach how far, px, the edge may be from the piece
 */
export function traceAt(evidence: Evidence, piece: Piece, reach: number): Trace {
  steps.fill(0)
  for (const plane of evidence.planes) addSteps(evidence, plane, piece)
  let best = 0
  for (let lane = 0; lane < LANES; lane++) steps[lane] = Math.sqrt(steps[lane]!)
  // Only the top of a rise counts: the foot of one that lies further away does not.
  for (let off = -reach; off <= reach; off++) {
    const lane = off + BESIDE
    const step = steps[lane]!
    if (step > best && step >= steps[lane - 1]! && step >= steps[lane + 1]!) best = step
  }
  sorted.set(steps)
  sorted.sort()
  return { step: best, unrest: sorted[BESIDE]!, steps: steps.slice() }
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
