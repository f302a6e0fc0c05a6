import { fillCorners, MOST_OPENINGS, WALL } from './barrier.ts'
import { closeFronts, WIDEST } from './fronts.ts'
import { cornersOf, type Gap, gapAhead, goesOn, isAcross, isFaced, meetsEnd, readGap } from './gaps.ts'
import { findGlazing } from './glazing.ts'
import type { Ink } from './ink.ts'
import { axisOf, eachWithin, lengthened } from './quads.ts'
import type { Point } from './turned.ts'
import { endsOf } from './wall-ends.ts'
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

/** Whether the middle of one opening lies along another one: both are the same, seen twice. */
function isAlong(one: Opening, other: Opening, thick: number): boolean {
  const { long, half, at } = axisOf(one.corners)
  const { long: otherLong, at: otherAt } = axisOf(other.corners)
  const [x, y] = at(long / 2, 0)
  const [[ax, ay], [bx, by]] = [otherAt(0, 0), otherAt(otherLong, 0)]
  const [u, v] = [(bx - ax) / otherLong, (by - ay) / otherLong]
  const [along, across] = [(x - ax) * u + (y - ay) * v, (y - ay) * u - (x - ax) * v]
  return along >= 0 && along <= otherLong && Math.abs(across) <= Math.max(half, thick / 2)
}

/** How deep in the wall at an opening's end its faces are looked for, px, and how far they lie apart at most, in thicknesses of walls. */
const DEEP = 2
const FACES = 2

/** An opening as wide as the wall that it interrupts, where both of its ends lie in one of the same direction. */
function toFaces(opening: Opening, barrier: Uint8Array, width: number, thick: number): Opening {
  const { long, at } = axisOf(opening.corners)
  const isWall = (along: number, across: number): boolean => {
    const [x, y] = at(along, across).map(Math.round) as [number, number]
    return x >= 0 && x < width && barrier[y * width + x] === WALL
  }
  const facesAt = (end: number, ahead: 1 | -1): [number, number] | null => {
    let n = 1
    while (n < TO_JAMB * thick && !isWall(end + ahead * n, 0)) n++
    const along = end + ahead * (n + DEEP)
    let [low, high] = [0, 0]
    while (low > -FACES * thick && isWall(along, low - 1)) low--
    while (high < FACES * thick && isWall(along, high + 1)) high++
    return isWall(along, 0) && high - low + 1 <= FACES * thick ? [low - 0.5, high + 0.5] : null
  }
  const [first, last] = [facesAt(0, -1), facesAt(long, 1)]
  if (!first || !last || Math.abs(first[0] - last[0]) + Math.abs(first[1] - last[1]) > thick / 2)
    return opening
  const [low, high] = [Math.max(first[0], last[0]), Math.min(first[1], last[1])]
  return { ...opening, corners: [at(0, low), at(long, low), at(long, high), at(0, high)] }
}

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
  const told = [...openings]
  for (const [k, opening] of more.openings.entries()) {
    if (free[k + 1]! < FREE * all[k + 1]! || openings.length >= MOST_OPENINGS) continue
    if (told.some((other) => isAlong(opening, other, thick))) continue
    const fitted = toFaces(opening, barrier, width, thick)
    openings.push(fitted)
    fillCorners(barrier, width, toJambs(fitted.corners, barrier, width, thick), openings.length + 1)
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

/** Widest gap that is looked at: the door of a double garage, 4.9 m, in a wall of 140 mm, in thicknesses of walls. */
const WIDEST_GAP = 35
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
  const least = 2 * ink.pen + 2
  // A wall goes on in its windows.
  const solid = barrier.map((value) =>
    value === WALL || (value > WALL && openings[value - 2]!.kind === 'window') ? 1 : 0,
  )
  const gaps = ends.flatMap((end) => {
    const { index } = end.frame
    return gapAhead(solid, end, { least, most: WIDEST_GAP * thick }, index) ?? []
  })
  gaps.sort((a, b) => a.length - b.length)
  const [fronts, jambs]: [Gap[], Gap[]] = [[], []]
  for (const whole of gaps) {
    const { end } = whole
    const { index } = end.frame
    // It ends where it crosses another opening.
    const crossed = gapAhead(barrier, end, { least, most: whole.length }, index)
    const isCrossed = crossed !== null && crossed.length < whole.length
    const gap = isCrossed ? crossed : whole
    const { length } = gap
    const middle = index(end.u + (end.ahead * (length + 1)) / 2, end.v + (end.slope * end.ahead * length) / 2)
    if (middle < 0 || barrier[middle]) continue
    const isWide = isAcross(barrier, gap, thick)
    // What is left of one that crosses another one faces no wall.
    const faces =
      !isCrossed &&
      !isWide &&
      (isFaced(gap, ends, thick) ||
        goesOn(solid, gap, thick) ||
        (known !== null && meetsEnd(solid, gap, thick)))
    const read = readGap(ink, walls.mask, gap, thick, faces)
    if (!read) {
      if (length < WIDEST * thick && !isCrossed && !isWide) (faces ? fronts : jambs).push(gap)
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
