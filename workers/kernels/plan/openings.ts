import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { findBands } from './bands.ts'
import { findGlazing } from './glazing.ts'
import type { Ink } from './ink.ts'
import { axisOf, eachWithin, lengthened } from './quads.ts'
import { findCells } from './rooms.ts'
import { type Frame, type Point, turnedWalls } from './turned.ts'
import { growIntoInk, type Walls } from './walls.ts'

/** What lies where a wall is interrupted. */
export interface Opening {
  kind: 'door' | 'sliding' | 'window' | 'passage'
  /** Corners of the part of the wall that it takes, in order around it. */
  corners: [Point, Point, Point, Point]
  /** Width of the opening along its wall, px. */
  width: number
  /** Where a door turns, and where the free end of its open leaf is. */
  swing?: { hinge: Point; tip: Point; end: Point }
}

/** An end of a wall, seen so that the wall's direction is u and the direction across it is v. */
interface End {
  frame: Frame
  u: number
  v: number
  half: number
  slope: number
  /** Towards which u the gap lies. */
  ahead: 1 | -1
}

/** Value of walls in a barrier; opening number n has n + 2. */
export const WALL = 1
/** Openings of a plan at most: a barrier holds their numbers in a byte. */
const MOST_OPENINGS = 250

/** Half of the thinnest wall against the thickest: what is narrower is where a line meets a wall's end. */
const NARROWEST = 0.12

function endsOf(mask: Uint8Array, ink: Ink, thick: number, known: readonly number[] | null = null): End[] {
  const { pen } = ink
  const ends: End[] = []
  for (const { frame, columns, width, height, isOblique } of turnedWalls(mask, ink, thick, known)) {
    const { index } = frame
    for (const band of findBands(columns, width, height, Math.round(1.4 * thick) + 2)) {
      const n = band.upper.length
      const isLong = n > 3 * thick
      // A wall is ended in the direction in which it runs.
      if (isLong ? Math.abs(band.slope) >= 0.2 : isOblique && n < thick) continue
      for (const ahead of [1, -1] as const) {
        const near = Array.from({ length: Math.min(n, Math.ceil(thick)) }, (_, k) =>
          ahead > 0 ? n - 1 - k : k,
        )
        const half = near.reduce((sum, k) => sum + band.lower[k]! - band.upper[k]!, 0) / near.length / 2
        const slope = isLong ? band.slope : 0
        const at = ahead > 0 ? n - 1 : 0
        const mean = near.reduce(
          (sum, k) => sum + (band.lower[k]! + band.upper[k]! - 1) / 2 + slope * (at - k),
          0,
        )
        const end = { frame, u: band.x0 + at, v: mean / near.length, half, slope, ahead }
        // Walls run a little way out along the lines that begin at them.
        const isFree = [2, 3].every((n) => section(mask, end, 2 * pen + n, index) < 0.3)
        if (half >= Math.max(1.5, NARROWEST * thick) && isFree) ends.push(end)
      }
    }
  }
  return ends
}

/** Share of a wall's section at u that is wall. */
function section(mask: Uint8Array, end: End, du: number, index: (u: number, v: number) => number): number {
  const inner = Math.max(1, 0.7 * end.half)
  let [hits, count] = [0, 0]
  for (let dv = -inner; dv <= inner; dv++, count++) {
    const i = index(end.u + end.ahead * du, end.v + end.slope * end.ahead * du + dv)
    if (i >= 0 && mask[i]) hits++
  }
  return hits / count
}

/** Parallel lines that run along the whole gap, and whether two of half its length overlap as sliding leaves do. */
function linesAlong(
  { dark }: Ink,
  mask: Uint8Array,
  end: End,
  gap: number,
  index: (u: number, v: number) => number,
) {
  const margin = Math.min(0.1 * gap, 6)
  const reach = Math.ceil(end.half) + 2
  const covers: number[] = []
  for (let dv = -reach; dv <= reach; dv++) {
    let [hits, count] = [0, 0]
    for (let du = margin + 1; du < gap - margin + 1; du++, count++) {
      const u = end.u + end.ahead * du
      const v = end.v + end.slope * end.ahead * du + dv
      const isInk = [0, 1].some((n) => {
        const i = index(u, v + n)
        // The face of a wall beside the gap is no line in it.
        return i >= 0 && dark[i] === 1 && mask[i] === 0
      })
      if (isInk) hits++
    }
    covers.push(hits / Math.max(1, count))
  }
  const peaks = (low: number, high: number) => {
    let [found, last] = [0, -9]
    covers.forEach((cover, k) => {
      if (cover < low || cover > high) return
      if (k - last > 1) found++
      last = k
    })
    return found
  }
  return { whole: peaks(0.85, 1), halves: peaks(0.38, 0.75) }
}

/** How much of a quarter circle is drawn. */
function arcDrawn(
  { dark, pen }: Ink,
  hinge: readonly [number, number],
  radius: number,
  towards: readonly [number, number],
  index: (u: number, v: number) => number,
): number {
  const slack = 1 + pen / 2
  const beside = slack + pen + 1
  let hits = 0
  const samples = 26
  for (let k = 0; k < samples; k++) {
    const angle = ((6 + (78 * k) / (samples - 1)) * Math.PI) / 180
    const [c, s] = [Math.cos(angle) * towards[0], Math.sin(angle) * towards[1]]
    const isInk = (r: number) => {
      const i = index(hinge[0] + c * (radius + r), hinge[1] + s * (radius + r))
      return i >= 0 && dark[i] === 1
    }
    // A line has paper on one of its sides at least: hatches and textures have not.
    if (isInk(-beside) && isInk(beside)) continue
    for (let r = -slack; r <= slack; r += 1)
      if (isInk(r)) {
        hits++
        break
      }
  }
  return hits / samples
}

/** The swing of a door in a gap: a quarter circle about one of its corners; null where none is drawn. */
function swingOf(ink: Ink, end: End, gap: number, index: (u: number, v: number) => number) {
  let best = {
    drawn: 0.72,
    hinge: [0, 0] as [number, number],
    radius: 0,
    towards: [0, 0] as [number, number],
  }
  for (const from of [0, 1])
    for (const side of [1, -1] as const)
      for (const offset of [side, 0, -side])
        for (const share of [1, 0.96, 1.04, 0.92, 0.5]) {
          const du = from === 0 ? 0.5 : gap + 0.5
          const hinge: [number, number] = [
            end.u + end.ahead * du,
            end.v + end.slope * end.ahead * du + offset * end.half,
          ]
          const towards: [number, number] = [from === 0 ? end.ahead : -end.ahead, side]
          const radius = share * gap
          const drawn = arcDrawn(ink, hinge, radius, towards, index) - (share === 0.5 ? 0.08 : 0)
          if (drawn > best.drawn) best = { drawn, hinge, radius, towards }
        }
  return best.radius > 0 ? best : null
}

/** Share of a swing's path that is drawn where an opening is known, but not exactly where it begins and ends. */
const KNOWN_SWING = 0.85
/** How far a swing's hinge lies off the corner of such an opening, and its leaf is longer or shorter, against its width. */
const OFF_CORNER = [0, 0.07, -0.07, 0.14, -0.14]
/** How far off a line may be at the first look, against the opening's width, and where in its wall a leaf hangs. */
const ROUGH = 0.04
const HANGS = [0.5, 0, -0.5]
/** Places of a swing that are looked at. */
const SWING_LOOKS = 16

/** A quarter circle: where its hinge is along and across the wall, and its radius, px. */
type Quarter = readonly [u: number, v: number, radius: number]

/**
 * The swing that is drawn at an opening: a quarter circle about one of its ends, about as long as it is wide. It is looked
 * for roughly first, and then ever more exactly.
 * @param away how far each place lies from what is drawn, px
 * @returns undefined where none is drawn
 */
function swingAt(ink: Ink, away: Float32Array, { corners: [a, b, c, d] }: Opening): Opening['swing'] {
  const { width, height } = ink
  const [ax, ay, bx, by] = [(a[0] + d[0]) / 2, (a[1] + d[1]) / 2, (b[0] + c[0]) / 2, (b[1] + c[1]) / 2]
  const [long, thick] = [Math.hypot(bx - ax, by - ay) || 1, Math.hypot(d[0] - a[0], d[1] - a[1])]
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long]
  // Along the wall from one end to the other, and across it.
  const point = (u: number, v: number): Point => [ax + u * ux - v * uy, ay + u * uy + v * ux]
  const index = (u: number, v: number): number => {
    const [x, y] = point(u, v).map(Math.round) as [number, number]
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }
  let best = { drawn: KNOWN_SWING, swing: undefined as Opening['swing'] }
  for (const [from, towards] of [
    [0, 1],
    [1, -1],
  ] as const)
    for (const side of [1, -1]) {
      /** Share of the path that lies within some px of what is drawn. */
      const near = ([u, v, radius]: Quarter, slack: number): number => {
        let hits = 0
        for (let k = 0; k < SWING_LOOKS; k++) {
          const angle = ((k + 0.5) / SWING_LOOKS) * QUARTER
          const i = index(u + towards * radius * Math.cos(angle), v + side * radius * Math.sin(angle))
          if (i >= 0 && away[i]! <= slack) hits++
        }
        return hits / SWING_LOOKS
      }
      const bestOf = (ones: readonly Quarter[], slack: number) =>
        ones.reduce(
          (top, one) => {
            const share = near(one, slack)
            return share > top.share ? { share, one } : top
          },
          { share: 0, one: null as Quarter | null },
        )
      const first = OFF_CORNER.flatMap((along) =>
        HANGS.flatMap((hangs) =>
          OFF_CORNER.map(
            (longer): Quarter => [(from + towards * along) * long, hangs * thick, (1 + longer) * long],
          ),
        ),
      )
      let slack = ROUGH * long
      let found = bestOf(first, slack)
      while (found.one && found.share > KNOWN_SWING && slack > 1) {
        const [u, v, radius] = found.one
        const step = slack / 2
        const around = [0, -step, step].flatMap((du) =>
          [0, -step, step].flatMap((dv) =>
            [0, -step, step].map((dr): Quarter => [u + du, v + dv, radius + dr]),
          ),
        )
        slack /= 2
        found = bestOf(around, slack)
      }
      if (!found.one) continue
      const [u, v, radius] = found.one
      const drawn = arcDrawn(ink, [u, v], radius, [towards, side], index)
      if (drawn <= best.drawn) continue
      const swing = {
        hinge: point(u, v),
        tip: point(u, v + side * radius),
        end: point(u + towards * radius, v),
      }
      best = { drawn, swing }
    }
  return best.swing
}

const QUARTER = Math.PI / 2

/** Shortest opening in which a door's leaf swings, in thicknesses of walls, and the longest. */
const SHORTEST_DOOR = 1.5
const LONGEST_DOOR = 14

/** Brightness under which a swing is drawn: they are often much lighter than walls. */
const FAINT = 225

/** Openings get the swings that are drawn at them: such a one is a door, whatever else it looks like. */
export function addSwings(ink: Ink, openings: Opening[], thick: number): void {
  const faint = { ...ink, dark: ink.grey.map((value) => (value < FAINT ? 1 : 0)) }
  const away = distanceInside(
    faint.dark.map((line) => 1 - line),
    ink.width,
    ink.height,
  )
  for (const [n, opening] of openings.entries()) {
    const { kind, width, swing } = opening
    if (swing || kind === 'sliding' || width < SHORTEST_DOOR * thick) continue
    const drawn = swingAt(faint, away, opening)
    if (drawn) openings[n] = { ...opening, kind: 'door', swing: drawn }
  }
}

interface Gap {
  end: End
  length: number
}

/** Corners of the part of a wall that a gap takes. */
function cornersOf({ end, length }: Gap, from = 0.5, to = length + 0.5): Opening['corners'] {
  const { half, frame, u, v, ahead, slope } = end
  const at = (du: number, dv: number): Point => frame.point(u + ahead * du, v + slope * ahead * du + dv)
  return [at(from, -half), at(to, -half), at(to, half), at(from, half)]
}

/** The gap ahead of a wall's end, up to the next wall; null where there is none within `most` px. */
function gapAhead(
  mask: Uint8Array,
  end: End,
  { least, most }: { least: number; most: number },
  index: (u: number, v: number) => number,
): Gap | null {
  for (let du = least; du <= most; du++) {
    if (section(mask, end, du, index) < 0.5 || section(mask, end, du + 1, index) < 0.5) continue
    return { end, length: du - 1 }
  }
  return null
}

function readGap(
  ink: Ink,
  mask: Uint8Array,
  { end, length }: Gap,
  thick: number,
  faces: boolean,
): Opening | 'wall' | null {
  const { index, point } = end.frame
  const corners = cornersOf({ end, length })
  if (length <= Math.max(8, 0.45 * thick)) return 'wall'
  const lines = linesAlong(ink, mask, end, length, index)
  const swing =
    length > SHORTEST_DOOR * thick && length < LONGEST_DOOR * thick ? swingOf(ink, end, length, index) : null
  if (swing && lines.whole < 3) {
    const { hinge, radius, towards } = swing
    const [u, v] = hinge
    return {
      ...{ kind: 'door', corners, width: length },
      swing: {
        hinge: point(u, v),
        tip: point(u, v + towards[1] * radius),
        end: point(u + towards[0] * radius, v),
      },
    }
  }
  if (lines.whole >= 2) return { kind: 'window', corners, width: length }
  if (lines.halves >= 2 && length < 22 * thick) return { kind: 'sliding', corners, width: length }
  if (lines.whole === 1 && length < 14 * thick) return { kind: 'passage', corners, width: length }
  return faces && length < 8 * thick ? { kind: 'passage', corners, width: length } : null
}

/** Draws the part of a wall that an opening takes. @param over what is drawn over */
function fillCorners(
  mask: Uint8Array,
  width: number,
  corners: Opening['corners'],
  value: number,
  over = 0,
): void {
  const [a, b, c, d] = corners
  const long = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) * 1.5))
  const wide = Math.max(1, Math.ceil(Math.hypot(d[0] - a[0], d[1] - a[1]) * 1.5))
  const height = mask.length / width
  for (let i = 0; i <= long; i++)
    for (let j = 0; j <= wide; j++) {
      const [s, t] = [i / long, j / wide]
      const x = Math.round((a[0] * (1 - s) + b[0] * s) * (1 - t) + (d[0] * (1 - s) + c[0] * s) * t)
      const y = Math.round((a[1] * (1 - s) + b[1] * s) * (1 - t) + (d[1] * (1 - s) + c[1] * s) * t)
      if (x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === over)
        mask[y * width + x] = value
    }
}

/** How far an opening is drawn out at both of its ends at least and at most, so that none leaks beside its jambs, against a wall's thickness. */
const BESIDE = 0.7
const TO_JAMB = 2

/** An opening with its ends drawn out to the walls that it stands between. */
function toJambs(
  corners: Opening['corners'],
  barrier: Uint8Array,
  width: number,
  thick: number,
): Opening['corners'] {
  const height = barrier.length / width
  const { long, at } = axisOf(corners)
  const reach = (end: number, ahead: 1 | -1): number => {
    for (let n = 1; n <= TO_JAMB * thick; n++) {
      const [x, y] = at(end + ahead * n, 0).map(Math.round) as [number, number]
      if (x >= 0 && y >= 0 && x < width && y < height && barrier[y * width + x] === WALL)
        return Math.max(BESIDE * thick, n)
    }
    return BESIDE * thick
  }
  return lengthened(corners, reach(0, -1), reach(long, 1))
}

/** Share of an opening's place that must be free for it to be one more. */
const FREE = 0.6

/** Adds openings where a barrier has neither walls nor other openings yet. */
export function addOpenings(
  { openings, barrier }: { openings: Opening[]; barrier: Uint8Array },
  more: { openings: readonly Opening[]; map: Uint8Array },
  width: number,
  thick: number,
): void {
  const [free, all] = [new Float32Array(256), new Float32Array(256)]
  for (let i = 0; i < barrier.length; i++) {
    const n = more.map[i]!
    if (n === 0) continue
    all[n]!++
    if (!barrier[i]) free[n]!++
  }
  for (const [k, opening] of more.openings.entries()) {
    if (free[k + 1]! < FREE * all[k + 1]! || openings.length >= MOST_OPENINGS) continue
    openings.push(opening)
    fillCorners(barrier, width, toJambs(opening.corners, barrier, width, thick), openings.length + 1)
  }
}

/** Parts that a window or a door joins to a wall are wall: a stub between two windows, or a corner with one. */
function takeStubs(ink: Ink, { mask, stubs, thickness: thick }: Walls): void {
  const { width, dark, pen } = ink
  for (let round = 0; round < 6; round++) {
    const maybe = Uint8Array.from(mask)
    for (let i = 0; i < maybe.length; i++) if (stubs[i]! > 0) maybe[i] = 1
    const taken = new Set<number>()
    for (const end of endsOf(mask, ink, thick, [])) {
      const { index } = end.frame
      const gap = gapAhead(maybe, end, { least: 2 * pen + 2, most: 24 * thick }, index)
      if (!gap) continue
      const i = index(end.u + end.ahead * (gap.length + 2), end.v + end.slope * end.ahead * gap.length)
      const stub = i < 0 ? 0 : stubs[i]!
      if (stub === 0 || taken.has(stub)) continue
      const read = readGap(ink, mask, gap, thick, false)
      if (read && (read === 'wall' || read.kind !== 'passage')) taken.add(stub)
    }
    if (taken.size === 0) return
    const edge: number[] = []
    for (let i = 0; i < stubs.length; i++)
      if (taken.has(stubs[i]!)) {
        mask[i] = 1
        stubs[i] = 0
        edge.push(i)
      }
    growIntoInk(mask, dark, width, 2 * pen + 1, edge)
  }
}

/** Share of a wall's width that the one which faces it has at least. */
const LIKE = 0.5

/** Whether another wall's end faces a gap: the wall goes on behind it. */
function isFaced({ end, length }: Gap, ends: readonly End[], thick: number): boolean {
  return ends.some(
    (other) =>
      other.frame === end.frame &&
      other.ahead === -end.ahead &&
      other.half > LIKE * end.half &&
      Math.abs(other.u - (end.u + end.ahead * (length + 1))) < 0.5 * thick + 2 &&
      Math.abs(other.v - end.v) < 0.6 * thick + Math.abs(end.slope) * length,
  )
}

/** How far a wall goes on behind a gap where that is in it, in thicknesses of walls. */
const GOES_ON = 3
/** How far beside its face a wall is looked at, px. */
const BESIDE_FACE = 3

/** Whether the wall goes on behind a gap at which another one ends: the corner of two walls has no end in it. */
function goesOn(mask: Uint8Array, { end, length }: Gap, thick: number): boolean {
  const { frame, u, v, ahead, slope, half } = end
  const [from, to] = [length + 1, length + 1 + Math.round(GOES_ON * thick)]
  for (let du = from; du <= to; du++) if (section(mask, end, du, frame.index) < 0.5) return false
  return [-1, 1].some((side) => {
    for (let du = from; du <= to; du++) {
      const i = frame.index(u + ahead * du, v + slope * ahead * du + side * (half + BESIDE_FACE))
      if (i < 0 || mask[i]) return false
    }
    return true
  })
}

/** Widest open front that is closed, 3.5 m against a usual outer wall of 220 mm, in thicknesses of walls. */
const WIDEST = 16
/** Smallest room behind an open front, in thicknesses squared. */
const LEAST_BEHIND = 60

/**
 * Closes open fronts, gaps in which nothing is drawn, where without them a room would run out into the open. Between two
 * rooms they stay open: these flow into each other.
 * @param inside how likely places are within the building, 0..255; null where only lines tell
 */
function closeFronts(
  { openings, barrier }: { openings: Opening[]; barrier: Uint8Array },
  gaps: readonly Gap[],
  { width, height }: Ink,
  thick: number,
  inside: Uint8Array | null,
): void {
  if (gaps.length === 0) return
  const closed = Uint8Array.from(barrier)
  for (const gap of gaps) fillCorners(closed, width, cornersOf(gap, -0.5, gap.length + 1.5), WALL)
  const map =
    inside?.map((value) => (value < 128 ? 0 : 1)) ??
    findCells(closed, width, height, { leastArea: LEAST_BEHIND * thick ** 2, leastRadius: thick }).map
  for (const gap of gaps) {
    const { end, length } = gap
    const { frame, u, v, ahead, slope, half } = end
    const beside = [-1, 1].map((side) => {
      const ids = [0.25, 0.5, 0.75].map((share) => {
        const du = share * length
        return map[frame.index(u + ahead * du, v + slope * ahead * du + side * (half + 3))] ?? 0
      })
      return ids.find((id) => id > 0) ?? 0
    })
    const middle = barrier[frame.index(u + (ahead * length) / 2, v + (slope * ahead * length) / 2)]
    const isFront = beside.filter((id) => id > 0).length === 1 && !middle
    if (!isFront || openings.length >= MOST_OPENINGS) continue
    const corners = cornersOf(gap)
    openings.push({ kind: 'passage', corners, width: length })
    fillCorners(barrier, width, cornersOf(gap, -0.5, length + 1.5), openings.length + 1)
  }
}

/**
 * Adds the windows that lines within walls tell. Where two or more of them lie in one that is known, it is a row of
 * windows, which they replace: what lies between them is wall.
 */
function addPanes(
  ink: Ink,
  { mask, thickness }: Walls,
  { openings, barrier }: { openings: Opening[]; barrier: Uint8Array },
): void {
  const { width } = ink
  const isWindow = (value: number) => value > WALL && openings[value - 2]?.kind === 'window'
  const glazed = mask.map((wall, i) => (wall || isWindow(barrier[i]!) ? 1 : 0))
  const byWindow = new Map<number, Opening[]>()
  for (const pane of findGlazing(ink, glazed, thickness)) {
    const [x, y] = [0, 1].map((k) => Math.round(pane.corners.reduce((sum, at) => sum + at[k]!, 0) / 4))
    const value = barrier[y! * width + x!] ?? 0
    byWindow.set(value, [...(byWindow.get(value) ?? []), pane])
  }
  for (const [value, panes] of byWindow) {
    const isRow = isWindow(value) && panes.length > 1
    if (!isRow && value !== WALL) continue
    if (isRow)
      for (let i = 0; i < barrier.length; i++)
        if (barrier[i] === value) {
          barrier[i] = WALL
          mask[i] = 1
        }
    for (const [k, pane] of panes.entries()) {
      if (isRow && k === 0) openings[value - 2] = pane
      else if (openings.length < MOST_OPENINGS) openings.push(pane)
      else return
      fillCorners(barrier, width, pane.corners, isRow && k === 0 ? value : openings.length + 1, WALL)
    }
  }
}

/** Openings that are known before a plan's lines are read. */
export interface KnownOpenings {
  openings: readonly Opening[]
  /** Number of the opening, from 1; 0 elsewhere. */
  map: Uint8Array
  /** How likely there is an opening, 0..255, a value a pixel. */
  opened: Uint8Array
  /** How likely a place is within the building and not outside, 0..255; null where lines tell it. */
  inside: Uint8Array | null
}

/** Half of a wall's width, against the thickest, from which a gap between two ends of walls speaks for itself. */
const BROAD = 0.32
/** How likely an opening must be where lines tell one, 0..255: less where a swing speaks for it. */
const BACKED = 30
const BACKED_SWING = 25

/** Whether an opening that lines tell is not held for floor: edges of furniture look like walls with gaps. */
function isBacked({ corners, swing }: Opening, opened: Uint8Array, width: number): boolean {
  let [sum, count] = [0, 0]
  eachWithin(corners, width, opened.length / width, (i) => {
    sum += opened[i]!
    count++
  })
  return sum >= (swing ? BACKED_SWING : BACKED) * count
}

/**
 * Finds the doors, windows and passages of a plan: gaps from a wall's end to the next wall in its direction, by what
 * is drawn in them. Small gaps become wall.
 * @param known openings that are known already
 * @returns a barrier, a value a pixel: 0 free, WALL, or 2 and more for the openings in their order
 */
export function findOpenings(
  ink: Ink,
  walls: Walls,
  known: KnownOpenings | null = null,
): { openings: Opening[]; barrier: Uint8Array } {
  const { width } = ink
  const { thickness: thick } = walls
  const openings: Opening[] = [...(known?.openings ?? [])]
  if (thick === 0) return { openings, barrier: Uint8Array.from(walls.mask) }
  takeStubs(ink, walls)
  const barrier = Uint8Array.from(walls.mask)
  if (known) {
    for (let i = 0; i < barrier.length; i++) if (!barrier[i] && known.map[i]) barrier[i] = known.map[i]! + 1
    for (const [n, { corners }] of known.openings.entries())
      fillCorners(barrier, width, toJambs(corners, barrier, width, thick), n + 2)
  }
  addPanes(ink, walls, { openings, barrier })
  const ends = endsOf(walls.mask, ink, thick)
  const gaps = ends.flatMap((end) => {
    const { index } = end.frame
    return gapAhead(walls.mask, end, { least: 2 * ink.pen + 2, most: 26 * thick }, index) ?? []
  })
  gaps.sort((a, b) => a.length - b.length)
  const [fronts, jambs]: [Gap[], Gap[]] = [[], []]
  for (const gap of gaps) {
    const { end, length } = gap
    const { index } = end.frame
    const middle = index(end.u + (end.ahead * (length + 1)) / 2, end.v + (end.slope * end.ahead * length) / 2)
    if (middle < 0 || barrier[middle]) continue
    const faces = isFaced(gap, ends, thick) || goesOn(walls.mask, gap, thick)
    const read = readGap(ink, walls.mask, gap, thick, faces)
    if (!read) {
      if (length < WIDEST * thick) (faces ? fronts : jambs).push(gap)
      continue
    }
    const isBetween = faces && end.half > BROAD * thick && length < 8 * thick
    if (read !== 'wall' && known && !isBetween && !isBacked(read, known.opened, width)) continue
    if (read === 'wall') {
      fillCorners(barrier, width, cornersOf(gap, 0, length + 1), WALL)
    } else if (openings.length < MOST_OPENINGS) {
      openings.push(read)
      fillCorners(barrier, width, read.corners, openings.length + 1)
    }
  }
  for (const open of [fronts, jambs])
    closeFronts({ openings, barrier }, open, ink, thick, known?.inside ?? null)
  return { openings, barrier }
}
