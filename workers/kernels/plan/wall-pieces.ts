import { median } from '#kernels/median.ts'
import type { Ink } from './ink.ts'
import type { Frame, Turned } from './turned.ts'

/** Shortest straight piece of a wall with its openings: what is shorter in every direction is no wall. In thicknesses of walls. */
const SHORTEST_PIECE = 2.5
/** Greatest width across of a piece, in thicknesses of walls. */
const WIDEST_PIECE = 4
/** Over which stretches of a piece its slope is measured, in thicknesses, and share of a level one's cost below which it leans. */
const SLOPE_STRETCH = 6
const LEANING = 0.7
/** Over how many stretches a piece must lead off its direction for it to be another one's there: a step does over one. */
const STEPS = 1.5
/** Least way that a piece leads off its direction from end to end, px. */
const LEAST_LEAN = 3
/** Steepest piece that belongs to a direction, as walls of two directions lie farther apart (see turnedWalls). */
const STEEPEST = 0.06

/**
 * What a wall's edge costs in each column, in thicknesses: how far it lies off what is seen, up to FARTHEST, NO_LINE where no line is drawn
 * at it, and STEP thicknesses squared for each step in it. A column at a wall keeps its steps by its lines; what the network
 * blurs has none.
 */
const FARTHEST = 0.6
const NO_LINE = 0.55
const STEP = 0.8
/** Weight of columns that an opening takes: panes are narrower than their walls. */
const OPENING_WEIGHT = 0.2
/** How far short of another wall, or beyond it, the end of a piece may lie to end at its far face, in thicknesses of walls. */
const JOINT = 1.2
const BEYOND = 0.12

/** A straight piece of a wall, with what interrupts it, in a frame: columns from u0 on, each from its upper row to before its lower one. */
export interface Piece {
  frame: Frame
  isOblique: boolean
  u0: number
  /** How far it leads down in a column. */
  slope: number
  upper: number[]
  lower: number[]
}

/** Marked runs along u that are at least so long. @param columns a value a place, column after column */
function longRuns(columns: Uint8Array, width: number, height: number, least: number): Uint8Array {
  const out = new Uint8Array(columns.length)
  // How long the run of each row is up to here.
  const runs = new Int32Array(height)
  for (let u = 0; u <= width; u++)
    for (let v = 0; v < height; v++) {
      if (u < width && columns[u * height + v]) {
        runs[v]!++
        continue
      }
      if (runs[v]! >= least) for (let k = u - runs[v]!; k < u; k++) out[k * height + v] = 1
      runs[v] = 0
    }
  return out
}

/**
 * The line of constant pieces that fits a row of values best, with a cost for each step (Potts model, solved by dynamic
 * programming; Winkler and Liebscher 2002).
 * @param costAt what a value costs at a place, for values of 0 .. values − 1
 */
function constantPieces(
  length: number,
  values: number,
  costAt: (k: number, value: number) => number,
  step: number,
): { values: Int32Array; cost: number } {
  const costs = new Float64Array(values)
  // For each place and value, the value at the place before.
  const before = new Int16Array(length * values)
  for (let k = 0; k < length; k++) {
    let best = 0
    for (let value = 1; value < values; value++) if (costs[value]! < costs[best]!) best = value
    const stepped = costs[best]! + step
    const from = k * values
    for (let value = 0; value < values; value++) {
      const isStep = stepped < costs[value]!
      before[from + value] = isStep ? best : value
      costs[value] = (isStep ? stepped : costs[value]!) + costAt(k, value)
    }
  }
  const out = new Int32Array(length)
  let value = 0
  for (let v = 1; v < values; v++) if (costs[v]! < costs[value]!) value = v
  const cost = costs[value]!
  for (let k = length - 1; k >= 0; k--) {
    out[k] = value
    value = before[k * values + value]!
  }
  return { values: out, cost }
}

/** The edge of a wall as straight lines. @param rows its rows, a value a column @param hasLine whether a line is drawn at a row's edge */
function straightEdge(
  rows: readonly number[],
  weights: readonly number[],
  slope: number,
  thick: number,
  hasLine: (k: number, row: number) => boolean,
): { rows: number[]; cost: number } {
  const lean = (k: number) => slope * (k - (rows.length - 1) / 2)
  const level = rows.map((row, k) => row - lean(k))
  const reach = Math.ceil(FARTHEST * thick)
  const sorted = [...level].sort((a, b) => a - b)
  // Beyond these few the edge is a wall's that branches off.
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  const first = Math.floor(at(0.02)) - reach
  const last = Math.ceil(at(0.98)) + reach
  const fit = constantPieces(
    rows.length,
    last - first + 1,
    (k, value) => {
      const off = Math.min(Math.abs(level[k]! - first - value), FARTHEST * thick)
      const isDrawn = hasLine(k, Math.round(first + value + lean(k)))
      return weights[k]! * (off + (isDrawn ? 0 : NO_LINE * thick))
    },
    STEP * thick ** 2,
  )
  return { rows: rows.map((_, k) => first + fit.values[k]! + lean(k)), cost: fit.cost }
}

/** Numbers of openings in a map. */
const MOST_NUMBERS = 256

/** The number of the opening that takes most of a column, px from `upper` to before `lower`; 0 for wall, −1 for neither. */
export function columnIs(
  { frame: { index } }: Pick<Piece, 'frame'>,
  u: number,
  upper: number,
  lower: number,
  mask: Uint8Array,
  map: Uint8Array,
): number {
  const found = new Uint16Array(MOST_NUMBERS)
  let [best, most] = [-1, 0]
  for (let v = Math.round(upper); v < Math.round(lower); v++) {
    const i = index(u, v)
    if (i < 0 || !(mask[i] || map[i])) continue
    const what = mask[i] ? 0 : map[i]!
    if (++found[what]! > most) {
      best = what
      most = found[what]!
    }
  }
  return most >= 0.3 * (lower - upper) ? best : -1
}

/** A bar along u: for each column from u0 on its first row and the row after its last one. */
interface Bar {
  u0: number
  upper: number[]
  lower: number[]
}

/**
 * Bars of marked places along u, through whatever steps they have. Of what branches, each branch goes on as a bar of its own.
 * @param columns 1 where it is marked, column after column
 * @param widest greatest height of a bar, places
 */
function barsOf(columns: Uint8Array, width: number, height: number, widest: number): Bar[] {
  const done: Bar[] = []
  let growing: Bar[] = []
  for (let u = 0; u < width; u++) {
    const next: Bar[] = []
    const free = new Set(growing)
    for (let v = 0; v < height; v++) {
      const top = v
      while (v < height && columns[u * height + v]) v++
      if (v === top || v - top > widest) continue
      const shared = (bar: Bar) => Math.min(v, bar.lower.at(-1)!) - Math.max(top, bar.upper.at(-1)!)
      let best: Bar | undefined
      for (const bar of free) if (shared(bar) > 0 && (!best || shared(bar) > shared(best))) best = bar
      if (best) free.delete(best)
      else best = { u0: u, upper: [], lower: [] }
      best.upper.push(top)
      best.lower.push(v)
      next.push(best)
    }
    done.push(...free)
    growing = next
  }
  return [...done, ...growing]
}

/** Share of its width that a piece keeps at least. */
const SAME_WIDTH = 0.6

const medianWidth = ({ upper, lower }: Pick<Bar, 'upper' | 'lower'>): number =>
  median(upper.map((top, k) => lower[k]! - top))

/** Median width of bars over their columns, px; 0 without any. */
export function usualWidth(bars: readonly Bar[]): number {
  const widths = bars.flatMap(({ upper, lower }) => upper.map((top, k) => lower[k]! - top))
  return widths.length > 0 ? median(widths) : 0
}

/** How far a bar leads down in a column: the median over stretches of it, as steps are few. @param stretch columns */
function slopeOf({ upper, lower }: Bar, stretch: number): number {
  const mid = (k: number) => (upper[k]! + lower[k]!) / 2
  const far = Math.max(1, Math.min(stretch, upper.length >> 1))
  return median(Array.from({ length: upper.length - far }, (_, k) => (mid(k + far) - mid(k)) / far))
}

/** The parts of a bar that lie along its direction, without those that lead off it for longer than a step does. @param stretch columns */
function level(bar: Bar, stretch: number): Bar[] {
  const { u0, upper, lower } = bar
  const mid = (k: number) => (upper[k]! + lower[k]!) / 2
  const parts: Bar[] = []
  let from = 0
  const take = (to: number) => {
    if (to > from) parts.push({ u0: u0 + from, upper: upper.slice(from, to), lower: lower.slice(from, to) })
  }
  for (let k = 0; k + stretch < upper.length; k++) {
    const first = k
    while (k + stretch < upper.length && Math.abs(mid(k + stretch) - mid(k)) > STEEPEST * stretch) k++
    if (k - first < STEPS * stretch) continue
    take(first + (stretch >> 1))
    from = k + (stretch >> 1)
  }
  take(upper.length)
  return parts
}

/**
 * Straight pieces of walls in one direction, from bars of what is seen.
 * @param mask 1 where wall is seen, a value a pixel
 * @param map number of the opening that is seen, from 1; 0 elsewhere
 * @param thick usual thickness of walls, px
 */
export function piecesIn(
  bars: readonly Bar[],
  { frame, isOblique }: Pick<Piece, 'frame' | 'isOblique'>,
  { dark }: Pick<Ink, 'dark'>,
  { mask, map, thick }: { mask: Uint8Array; map: Uint8Array; thick: number },
): Piece[] {
  const isDark = (u: number, v: number): boolean => {
    const i = frame.index(u, v)
    return i >= 0 && dark[i] === 1
  }
  return bars
    .flatMap((bar) => level(bar, Math.round(SLOPE_STRETCH * thick)))
    .flatMap((bar) => {
      const { u0, upper, lower } = bar
      const n = upper.length
      const slope = slopeOf(bar, Math.round(SLOPE_STRETCH * thick))
      if (n < SHORTEST_PIECE * thick || Math.abs(slope) > STEEPEST) return []
      const weights = upper.map((top, k) =>
        columnIs({ frame }, u0 + k, top, lower[k]!, mask, map) > 0 ? OPENING_WEIGHT : 1,
      )
      const edge = (rows: readonly number[], slope: number, side: 'upper' | 'lower') =>
        straightEdge(rows, weights, slope, thick, (k, row) => {
          const [inside, outside] = side === 'upper' ? [row, row - 1] : [row - 1, row]
          return isDark(u0 + k, inside) && !isDark(u0 + k, outside)
        })
      // What leads off by less than this lies along the direction.
      const slopes = Math.abs(slope) * n < LEAST_LEAN ? [0] : [0, slope]
      const fitted = slopes.map((slope) => ({
        slope,
        top: edge(upper, slope, 'upper'),
        bottom: edge(lower, slope, 'lower'),
      }))
      const costOf = ({ top, bottom }: (typeof fitted)[0]) => top.cost + bottom.cost
      const [even, leaning] = fitted as [(typeof fitted)[0], (typeof fitted)[0] | undefined]
      const best = leaning && costOf(leaning) < LEANING * costOf(even) ? leaning : even
      const piece = { frame, isOblique, u0, slope: best.slope }
      const isThin =
        medianWidth({ upper: best.top.rows, lower: best.bottom.rows }) < SAME_WIDTH * medianWidth(bar)
      if (!isThin) return { ...piece, upper: best.top.rows, lower: best.bottom.rows }
      // Both of its edges were drawn to one line.
      const seen = (rows: readonly number[]) =>
        straightEdge(rows, weights, best.slope, thick, () => true).rows
      return { ...piece, upper: seen(upper), lower: seen(lower) }
    })
}

/** Last column of a piece. */
export const endOf = ({ u0, upper }: Piece) => u0 + upper.length - 1

/** Calls back for each pixel of some columns of a piece. */
export function eachOf(
  { frame, isOblique, upper, lower, u0 }: Piece,
  from: number,
  to: number,
  take: (i: number) => void,
): void {
  // Between the pixels of a turned column there are others.
  const step = isOblique ? 0.5 : 1
  for (let u = from; u <= to; u += step) {
    const k = Math.min(upper.length - 1, Math.floor(u - u0))
    for (let v = Math.round(upper[k]!); v <= Math.round(lower[k]!) - 1; v += step) {
      const i = frame.index(u, v)
      if (i >= 0) take(i)
    }
  }
}

/** Draws a piece's ends out or back to the far faces of the pieces across them that they meet; changes the piece. @param thick px */
export function endAtFaces(piece: Piece, across: readonly Piece[], thick: number): void {
  const { frame } = piece
  const reach = JOINT * thick
  for (const ahead of [-1, 1] as const) {
    const end = ahead < 0 ? piece.u0 : endOf(piece)
    const k = ahead < 0 ? 0 : piece.upper.length - 1
    const v = (piece.upper[k]! + piece.lower[k]! - 1) / 2
    const [x, y] = frame.point(end, v)
    const [x1, y1] = frame.point(end + ahead, v)
    const ways = across.flatMap((other) => {
      // Along the other piece, and across it.
      const [ox, oy] = other.frame.point(0, 0)
      const [px, py] = other.frame.point(1, 0)
      const [qx, qy] = other.frame.point(0, 1)
      const along = Math.round((x - ox) * (px - ox) + (y - oy) * (py - oy))
      const at = (x - ox) * (qx - ox) + (y - oy) * (qy - oy)
      const step = (x1 - x) * (qx - ox) + (y1 - y) * (qy - oy)
      const m = Math.max(0, Math.min(other.upper.length - 1, along - other.u0))
      if (Math.abs(m - (along - other.u0)) > reach) return []
      const [near, far] =
        step > 0
          ? [other.upper[m]! - at, other.lower[m]! - 1 - at]
          : [at - other.lower[m]! + 1, at - other.upper[m]!]
      return near <= reach && far >= -BEYOND * thick ? Math.round(far) : []
    })
    const [way] = ways.sort((a, b) => Math.abs(a) - Math.abs(b))
    if (way === undefined || piece.upper.length + way < 2) continue
    for (let n = 0; n < Math.abs(way); n++)
      for (const rows of [piece.upper, piece.lower])
        if (ahead > 0) way > 0 ? rows.push(rows.at(-1)!) : rows.pop()
        else way > 0 ? rows.unshift(rows[0]!) : rows.shift()
    if (ahead < 0) piece.u0 -= way
  }
}

/** Bars of what is marked in a direction that are at least as long as a wall's shortest piece. @param thick thickness of walls, px */
export const barsIn = ({ columns, width, height }: Turned, thick: number): Bar[] =>
  barsOf(
    longRuns(columns, width, height, SHORTEST_PIECE * thick),
    width,
    height,
    Math.round(WIDEST_PIECE * thick),
  )
