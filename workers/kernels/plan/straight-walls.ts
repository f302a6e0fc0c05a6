import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { median } from '#kernels/median.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import type { Ink } from './ink.ts'
import { axisOf, type Corners } from './quads.ts'
import { findRuns } from './rooms.ts'
import { type SeenWalls, SHORTEST } from './seen-walls.ts'
import { type Frame, type Turned, turnedWalls } from './turned.ts'
import { growIntoInk } from './walls.ts'

/** Holes in walls that are smaller than any room, in thicknesses squared. */
const HOLE = 6
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
/** Share of a piece that longer ones take from which it is none: a wall is seen in every direction that is near its own. */
const TAKEN = 0.6
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
/** Share of an opening's columns in a piece from which it belongs to it, and the longest bit of wall that is left out within one. */
const IN_PIECE = 0.5
const BIT = 1.2
/** What is no straight piece stays wall where it leads this far away from all pieces and is this large, in thicknesses and their square. */
const AWAY = 0.6
const LARGE = 0.6
/** Share of its edge that must be drawn for it to be more than a blur. */
const DRAWN = 0.5
/** A bit of a wall that is a rectangle is at least this wide, in thicknesses, and fills its box to this share. */
const NUB = 0.12
const NUB_FILLS = 0.8
/** What lies along a piece up to this far beside it is its ragged edge, px. */
const SEAM = 1.5
/** How near parts are that it joins, px. */
const BESIDE = 4

/** A straight piece of a wall, with what interrupts it, in a frame: columns from u0 on, each from its upper row to before its lower one. */
interface Piece {
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

/** The number of the opening that takes most of a column, 0 for wall, −1 for neither. */
function columnIs(
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

/** Median width of bars over their columns; 0 without any. */
function usualWidth(bars: readonly Bar[]): number {
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

/** Straight pieces of walls in one direction. */
function piecesIn(
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

const endOf = ({ u0, upper }: Piece) => u0 + upper.length - 1

/** Share of a hole's columns that has wall along a side of it from which that is a wall's face. */
const FACED = 0.7

/** Whether some wall lies along both edges of a part of a piece. */
function isWalled(
  { frame, u0, upper, lower }: Piece,
  from: number,
  to: number,
  mask: Uint8Array,
  thick: number,
): boolean {
  const reach = Math.ceil(thick / 4)
  return [
    (k: number, n: number) => Math.round(upper[k]!) + n,
    (k: number, n: number) => Math.round(lower[k]!) - 1 - n,
  ].every((rowAt) => {
    let hits = 0
    for (let k = from; k < to; k++)
      for (let n = 0; n < reach; n++) {
        const i = frame.index(u0 + k, rowAt(k, n))
        if (i < 0 || !mask[i]) continue
        hits++
        break
      }
    return hits > FACED * (to - from)
  })
}

/** Draws a piece's ends out or back to the far faces of the pieces across them that they meet. */
function endAtFaces(piece: Piece, across: readonly Piece[], thick: number): void {
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

/** Calls back for each pixel of some columns of a piece. */
function eachOf(
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

/** Pieces without those that longer ones take. @param size pixels of the plan */
function withoutTaken(pieces: readonly Piece[], size: number): Piece[] {
  const taken = new Uint8Array(size)
  return pieces
    .toSorted((a, b) => b.upper.length - a.upper.length)
    .filter((piece) => {
      let [hits, all] = [0, 0]
      eachOf(piece, piece.u0, endOf(piece), (i) => {
        all++
        if (taken[i]) hits++
      })
      if (hits > TAKEN * all) return false
      eachOf(piece, piece.u0, endOf(piece), (i) => {
        taken[i] = 1
      })
      return true
    })
}

/** The edges of a part of a piece as two lines. */
function rowsOf({ upper, lower, u0, slope }: Piece, from: number, to: number) {
  const mid = (from + to) / 2
  return [upper, lower].map((rows) => {
    const row = median(rows.slice(from - u0, to - u0 + 1).map((at, k) => at - slope * (from + k - mid)))
    return (u: number) => row + slope * (u - mid)
  }) as [(u: number) => number, (u: number) => number]
}

/** The part of a piece that an opening takes. */
function cornersOf(piece: Piece, from: number, to: number): Corners {
  const [top, bottom] = rowsOf(piece, from, to)
  const corner = (u: number, edge: (u: number) => number) => piece.frame.point(u, edge(u) - 0.5)
  return [
    corner(from - 0.5, top),
    corner(to + 0.5, top),
    corner(to + 0.5, bottom),
    corner(from - 0.5, bottom),
  ]
}

/** A mask with the free places in it filled that are no larger than this, px². */
function withoutHoles(
  mask: Uint8Array,
  map: Uint8Array,
  { width, height }: Pick<Ink, 'width' | 'height'>,
  most: number,
): Uint8Array {
  const out = Uint8Array.from(mask)
  const free = mask.map((wall, i) => (wall || map[i] ? 0 : 1))
  const { starts, ends, parts, count } = findRuns(free, width, height)
  const areas = new Int32Array(count)
  for (let run = 0; run < starts.length; run++) areas[parts[run]!]! += ends[run]! - starts[run]!
  for (let run = 0; run < starts.length; run++)
    if (areas[parts[run]!]! < most) out.fill(1, starts[run]!, ends[run]!)
  return out
}

/** Numbers of the parts of a mask that hang together, from 1. */
function partsOf(mask: Uint8Array, width: number, height: number): Uint16Array {
  const out = new Uint16Array(mask.length)
  const { starts, ends, parts } = findRuns(mask, width, height)
  for (let run = 0; run < starts.length; run++) out.fill(parts[run]! + 1, starts[run]!, ends[run]!)
  return out
}

/** Share of the edge of some pixels of a mask that lies at lines. */
function edgeDrawn(
  pixels: readonly number[],
  mask: Uint8Array,
  { dark, width }: Pick<Ink, 'dark' | 'width'>,
): number {
  let [drawn, edge] = [0, 0]
  for (const i of pixels)
    for (const step of [1, -1, width, -width]) {
      if (mask[i + step]) continue
      edge++
      if ([-1, 0, 1, 2].some((n) => dark[i + n * step])) drawn++
    }
  return edge > 0 ? drawn / edge : 0
}

/** Whether pixels lie at two parts or more. */
function joinsParts(pixels: readonly number[], parts: Uint16Array, width: number): boolean {
  let first = 0
  for (const i of pixels)
    for (const step of [1, -1, width, -width])
      for (let n = 1; n <= BESIDE; n++) {
        const part = parts[i + n * step] ?? 0
        if (part > 0 && first === 0) first = part
        if (part > 0 && part !== first) return true
      }
  return false
}

/** Where an opening lies in a piece, columns. */
interface Place {
  piece: Piece
  from: number
  to: number
  count: number
}

/**
 * Walls as straight pieces with square ends, as most are built: edges are fitted to what is seen of a wall, blurred as it is, and to the
 * lines that are drawn at it. Openings take the width of the wall that they lie in. Bits that are no piece of a wall go.
 */
export function straightWalls(
  { walls, openings, map }: Pick<SeenWalls, 'walls' | 'openings' | 'map'>,
  ink: Ink,
): Pick<SeenWalls, 'walls' | 'openings' | 'map'> {
  const mask = withoutHoles(walls.mask, map, ink, HOLE * walls.thickness ** 2)
  const { width, height } = ink
  const solid = mask.map((wall, i) => (wall || map[i] ? 1 : 0))
  const turned = turnedWalls(solid, ink, walls.thickness, null)
  const barsIn = ({ columns, width, height }: Turned, thick: number) =>
    barsOf(
      longRuns(columns, width, height, SHORTEST_PIECE * thick),
      width,
      height,
      Math.round(WIDEST_PIECE * thick),
    )
  // A ragged edge is long: the thickness by area and edge is too small.
  const thick = Math.max(
    walls.thickness,
    usualWidth(turned.slice(0, 2).flatMap((one) => barsIn(one, walls.thickness))),
  )
  const byFrame = turned.map((one) => piecesIn(barsIn(one, thick), one, ink, { mask, map, thick }))
  // Frames come in pairs, one across the other.
  for (const [n, pieces] of byFrame.entries())
    for (const piece of pieces) endAtFaces(piece, byFrame[n ^ 1]!, thick)
  const pieces = withoutTaken(byFrame.flat(), mask.length)
  const kinds = pieces.map((piece) =>
    piece.upper.map((top, k) => columnIs(piece, piece.u0 + k, top, piece.lower[k]!, mask, map)),
  )
  const places = new Map<number, Place>()
  for (const [n, piece] of pieces.entries()) {
    const found = new Map<number, Place>()
    for (const [k, what] of kinds[n]!.entries()) {
      if (what <= 0) continue
      const u = piece.u0 + k
      const place = found.get(what) ?? { piece, from: u, to: u, count: 0 }
      found.set(what, { ...place, to: u, count: place.count + 1 })
    }
    for (const [what, place] of found)
      if (place.count > (places.get(what)?.count ?? IN_PIECE * openings[what - 1]!.width))
        places.set(what, place)
  }
  const straight = new Uint8Array(mask.length)
  const open = new Uint8Array(mask.length)
  const within = new Uint8Array(mask.length)
  for (const [n, piece] of pieces.entries()) {
    const kind = kinds[n]!
    const mine = [...places].filter(([, place]) => place.piece === piece)
    for (const [what, { from, to }] of mine) {
      const [top, bottom] = rowsOf(piece, from, to)
      for (let u = from; u <= to; u++) {
        piece.upper[u - piece.u0] = top(u)
        piece.lower[u - piece.u0] = bottom(u)
      }
      for (let k = from - piece.u0; k <= to - piece.u0; k++) {
        let end = k
        while (end < kind.length && kind[end] !== what) end++
        if (end - k < BIT * thick) for (; k < end; k++) kind[k] = what
        else k = end
      }
    }
    // What is seen there lies in a piece across this one.
    const isElse = (what: number) => what < 0 || (what > 0 && places.get(what)?.piece !== piece)
    for (let k = 0; k < kind.length; k++) {
      let end = k
      while (end < kind.length && isElse(kind[end]!)) end++
      // A hole in it, that is shorter than any opening or has wall along both of its sides.
      const isHole = end - k < SHORTEST * thick || isWalled(piece, k, end, mask, thick)
      if (isHole) kind.fill(0, k, end)
      k = Math.max(k, end)
    }
    for (const [k, what] of kind.entries()) {
      if (what < 0) continue
      const u = piece.u0 + k
      eachOf(piece, u, u + (piece.isOblique ? 0.5 : 0), (i) => {
        within[i] = 1
        if (what === 0) straight[i] = 1
        else if (places.get(what)?.piece === piece) open[i] = what
      })
    }
  }
  const away = distanceInside(
    within.map((value) => 1 - value),
    width,
    height,
  )
  const rest = mask.map((wall, i) => (wall && away[i]! > SEAM ? 1 : 0))
  const parts = partsOf(
    straight.map((wall, i) => (wall || open[i] || (map[i] && !places.has(map[i]!)) ? 1 : 0)),
    width,
    height,
  )
  for (const { pixels, left, right, top, bottom } of patchesOf(rest, width)) {
    const [w, h] = [right - left + 1, bottom - top + 1]
    const isNub = Math.min(w, h) > NUB * thick && pixels.length > NUB_FILLS * w * h
    const isLarge = pixels.length > LARGE * thick ** 2 && pixels.some((i) => away[i]! > AWAY * thick)
    const isDrawn = (isNub || isLarge) && edgeDrawn(pixels, rest, ink) > DRAWN
    if (!isDrawn && !joinsParts(pixels, parts, width)) continue
    for (const i of pixels) straight[i] = 1
    growIntoInk(straight, mask, width, Math.ceil(SEAM), pixels)
  }
  for (let i = 0; i < open.length; i++) {
    if (straight[i]) open[i] = 0
    else if (!open[i] && map[i] && !places.has(map[i]!)) open[i] = map[i]!
  }
  return {
    walls: { ...walls, mask: straight, thickness: thick },
    openings: openings.map((opening, k) => {
      const place = places.get(k + 1)
      if (!place) return opening
      const corners = cornersOf(place.piece, place.from, place.to)
      return { ...opening, corners, width: axisOf(corners).long }
    }),
    map: open,
  }
}
