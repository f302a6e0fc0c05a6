import type { Segment } from './segments.ts'

/**
 * A lens's distortion as one number k: what a perfect camera has at u, in units of the picture's longer side from its
 * centre, this one has at u · (1 + k · |u|²) (Brown 1966, first term). Below 0 is a barrel, 0 is a perfect lens.
 */
export type Lens = number

/** Where a point of the lens's picture lies in a perfect camera's. */
export function undistort(x: number, y: number, lens: Lens): { x: number; y: number } {
  let factor = 1
  if (lens !== 0) for (let i = 0; i < 12; i++) factor = 1 + (lens * (x * x + y * y)) / (factor * factor)
  return { x: x / factor, y: y / factor }
}

/** Least and largest distortion that is taken away: under it nobody sees it, over it is a fisheye's picture. */
const LEAST = 0.008
const MOST = 0.2
/** Lines that must speak for it, as many as if they were equally long. */
const LEAST_LINES = 12
/** How many standard errors it must be off zero, and the share of lines that bend its way. */
const SURE = 3.5
const AGREEING = 0.65
/** Distance of a line from the centre, units, under which no distortion bends it. */
const NEAR = 0.08
/** Curvature, per unit, that lines of a scene have by themselves. */
const OWN_BEND = 0.02
/** Curvature that a line's noise feigns, per unit, at a length of one tenth of the longer side. */
const NOISE_BEND = 0.05

/** What one line says about the lens. */
interface Vote {
  lens: number
  weight: number
}

function votesOf(segments: readonly Segment[], width: number, height: number): Vote[] {
  const unit = Math.max(width, height)
  const votes: Vote[] = []
  for (const { x1, y1, x2, y2, bend } of segments) {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const nx = (y1 - y2) / length
    const ny = (x2 - x1) / length
    // A line at distance d bends by 2 k d.
    const distance = (((x1 + x2 - width) * nx) / 2 + ((y1 + y2 - height) * ny) / 2) / unit
    if (Math.abs(distance) < NEAR) continue
    const noise = NOISE_BEND * (unit / (10 * length)) ** 2.5
    const spread = Math.hypot(noise, OWN_BEND) / (2 * Math.abs(distance))
    votes.push({ lens: (bend * unit) / (2 * distance), weight: 1 / spread })
  }
  return votes.sort((a, b) => a.lens - b.lens)
}

/** Value that half of the weight lies below; `votes` in rising order. */
function weightedMedian(votes: readonly Vote[]): number {
  let left = votes.reduce((sum, { weight }) => sum + weight, 0) / 2
  for (const { lens, weight } of votes) {
    left -= weight
    if (left <= 0) return lens
  }
  return 0
}

/** Segments as a perfect camera would have taken them. */
export function straightened(
  segments: readonly Segment[],
  lens: Lens,
  width: number,
  height: number,
): Segment[] {
  const unit = Math.max(width, height)
  const move = (px: number, py: number) => {
    const { x, y } = undistort((px - width / 2) / unit, (py - height / 2) / unit, lens)
    return { x: x * unit + width / 2, y: y * unit + height / 2 }
  }
  return segments.map((segment) => {
    const from = move(segment.x1, segment.y1)
    const to = move(segment.x2, segment.y2)
    return { ...segment, x1: from.x, y1: from.y, x2: to.x, y2: to.y }
  })
}

/**
 * A lens's distortion from how the straight lines of a scene bend (the plumb-line method, Brown 1971): the weighted
 * median of what each line says, and 0 unless many lines agree, for scenes hold arches as well.
 */
export function estimateLens(segments: readonly Segment[], width: number, height: number): Lens {
  const votes = votesOf(segments, width, height)
  const total = votes.reduce((sum, { weight }) => sum + weight, 0)
  const squares = votes.reduce((sum, { weight }) => sum + weight * weight, 0)
  const lines = squares > 0 ? (total * total) / squares : 0
  if (lines < LEAST_LINES) return 0
  const lens = weightedMedian(votes)
  if (Math.abs(lens) < LEAST || Math.abs(lens) > MOST) return 0
  const away = votes
    .map((vote) => ({ lens: Math.abs(vote.lens - lens), weight: vote.weight }))
    .sort((a, b) => a.lens - b.lens)
  const error = (1.48 * 1.25 * weightedMedian(away)) / Math.sqrt(lines)
  const agreeing = votes.reduce((sum, vote) => sum + (vote.lens * lens > 0 ? vote.weight : 0), 0) / total
  return Math.abs(lens) > SURE * error && agreeing > AGREEING ? lens : 0
}
