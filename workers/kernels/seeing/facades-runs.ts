import type { Piece } from './facades.ts'
import type { Vector3 } from './scene.ts'

/** Directions, from one turn about the vertical to another, in which one upright plane is seen. */
export interface Run {
  /** Turn about the vertical from the view's third axis to the right, radians. */
  from: number
  to: number
  /** Level axis that its edges run along: 0 right, 2 away. */
  axis: 0 | 2
  /** Unit vector to its plane, in the view's axes. */
  normal: Vector3
  /** 0..1. */
  sure: number
  holds(turn: number): boolean
  /** Turn of a ray (in the view's axes), and how far below the eye it meets the plane at distance 1; null if never. */
  place(ray: Vector3): { turn: number; drop: number } | null
  /** The point of the plane at distance 1 there, in the view's axes. */
  pointAt(turn: number, drop: number): Vector3
}

const BINS = 128
/** What it costs to go from one plane to another, in mean lengths of edges per bin; less where an edge stands. */
const CHANGE = 3
const AT_EDGE = 0.8
/** Edges, as a part of the mean, that a plane has at least. */
const LEAST = 0.28
/** Fewest bins of a run. */
const NARROWEST = 4
/** How much an edge below the horizon counts for a wall where it may as well lie on the ground. */
const LOW = 0.35

const turnOf = ([x, , z]: Vector3): number => Math.atan2(x, z)

/** Length of edges in each bin: along right, upright, along away. */
function heaps(pieces: readonly Piece[], from: number, to: number): Float64Array[] {
  const out = [0, 1, 2].map(() => new Float64Array(BINS))
  for (const piece of pieces) {
    const [a, b] = [turnOf(piece.from), turnOf(piece.to)]
    if (Math.abs(a - b) > 2) continue
    const low = piece.axis !== 1 && piece.from[1] + piece.to[1] > 0
    const weight = piece.length * (low ? LOW : 1)
    const first = Math.floor(((Math.min(a, b) - from) / (to - from)) * BINS)
    const last = Math.floor(((Math.max(a, b) - from) / (to - from)) * BINS)
    for (let k = first; k <= last; k++)
      if (k >= 0 && k < BINS) out[piece.axis]![k]! += weight / (last - first + 1)
  }
  return out
}

/** The likeliest plane of each bin, 0 none, 1 along right, 2 along away: Viterbi's shortest way. */
function labelsOf([right, upright, away]: readonly Float64Array[]): { labels: Uint8Array; mean: number } {
  let sum = 0
  for (let k = 0; k < BINS; k++) sum += right![k]! + away![k]!
  const mean = Math.max(1e-6, sum / BINS)
  const gain = (k: number, state: number): number =>
    state === 0
      ? LEAST
      : state === 1
        ? (right![k]! - 0.7 * away![k]!) / mean
        : (away![k]! - 0.7 * right![k]!) / mean
  const edges = upright!.reduce((a, b) => a + b, 0) / BINS
  const best = [0, 1, 2].map((state) => gain(0, state))
  const back: number[][] = []
  for (let k = 1; k < BINS; k++) {
    const stands = Math.min(1, upright![k]! / Math.max(1e-9, 3 * edges))
    const change = CHANGE * (1 - AT_EDGE * stands)
    const before = [...best]
    back.push(
      [0, 1, 2].map((state) => {
        let from = state
        for (let other = 0; other < 3; other++)
          if (before[other]! - change > before[from]! - (from === state ? 0 : change)) from = other
        best[state] =
          before[from]! - (from === state ? 0 : change) + Math.max(-2, Math.min(3, gain(k, state)))
        return from
      }),
    )
  }
  const labels = new Uint8Array(BINS)
  labels[BINS - 1] = best.indexOf(Math.max(...best))
  for (let k = BINS - 1; k > 0; k--) labels[k - 1] = back[k - 1]![labels[k]!]!
  return { labels, mean }
}

/** The turn next to a border at which most upright edges stand. */
function atUpright(pieces: readonly Piece[], turn: number, reach: number): number {
  let best = turn
  let most = 0
  for (const one of pieces) {
    if (one.axis !== 1) continue
    const at = (turnOf(one.from) + turnOf(one.to)) / 2
    if (Math.abs(at - turn) > reach) continue
    let sum = 0
    for (const other of pieces)
      if (other.axis === 1 && Math.abs(turnOf(other.from) - at) < reach / 6) sum += other.length
    if (sum <= most) continue
    most = sum
    best = at
  }
  return best
}

function runOf(axis: 0 | 2, from: number, to: number, sure: number): Run {
  // A plane along the third axis is to the right or to the left.
  const side = axis === 0 ? 1 : Math.sign((from + to) / 2) || 1
  const normal: Vector3 = axis === 0 ? [0, 0, 1] : [side, 0, 0]
  const slack = 0.02 + 0.04 * (to - from)
  return {
    from,
    to,
    axis,
    normal,
    sure,
    holds: (turn) => turn > from - slack && turn < to + slack,
    place: (ray) => {
      const ahead = ray[0] * normal[0] + ray[2] * normal[2]
      return ahead > 0.02 ? { turn: turnOf(ray), drop: ray[1] / ahead } : null
    },
    pointAt: (turn, drop) => {
      const [x, z] = [Math.sin(turn), Math.cos(turn)]
      const ahead = Math.max(0.03, x * normal[0] + z * normal[2])
      return [x / ahead, drop, z / ahead]
    },
  }
}

/** Parts the directions between two turns into runs of one upright plane each, from left to right. */
export function labelRuns(pieces: readonly Piece[], from: number, to: number): Run[] {
  const heap = heaps(pieces, from, to)
  const { labels, mean } = labelsOf(heap)
  const bin = (to - from) / BINS
  const runs: Run[] = []
  for (let k = 0; k < BINS; ) {
    let end = k + 1
    while (end < BINS && labels[end] === labels[k]) end++
    const label = labels[k]!
    if (label > 0 && end - k >= NARROWEST) {
      const own = heap[label === 1 ? 0 : 2]!
      let filled = 0
      for (let j = k; j < end; j++) filled += Math.min(1, own[j]! / (0.5 * mean))
      const left = k === 0 ? from : atUpright(pieces, from + k * bin, 3 * bin)
      const right = end === BINS ? to : atUpright(pieces, from + end * bin, 3 * bin)
      // A plane along the third axis is never straight ahead.
      const crosses = label === 2 && left < -0.02 && right > 0.02
      const sure = filled / (end - k)
      if (!crosses) runs.push(runOf(label === 1 ? 0 : 2, left, right, sure))
      else if (right > -left) runs.push(runOf(2, 0.05, right, sure / 2))
      else runs.push(runOf(2, left, -0.05, sure / 2))
    }
    k = end
  }
  return runs
}
