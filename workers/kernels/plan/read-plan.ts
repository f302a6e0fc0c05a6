import type { DrawnPlan, PlaceKind, Ruler } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Raster } from '#kernels/raster.ts'
import { fillBetween, fillChips, WALL } from './barrier.ts'
import { boundsOf } from './bounds.ts'
import { firmInk, type Ink, readInk, softUnfurnishedInk, unfurnishedInk } from './ink.ts'
import { withInnerDoors } from './inner-doors.ts'
import { roomKindOf } from './kinds.ts'
import { kindsByPlace } from './kinds-by-place.ts'
import { type Measure, measurePlan } from './measure.ts'
import { nameRooms } from './name-rooms.ts'
import { needlessOpenings } from './needless.ts'
import { asSeen, isCrossed, isRatherWall, oddsOf } from './opening-odds.ts'
import { addOpenings, findOpenings, type Opening } from './openings.ts'
import { type Cell, findCells } from './rooms.ts'
import type { SeenPlan } from './see-plan.ts'
import { enclosedShares, outsideOf, takeLooseBits, wallsOfSeen } from './seen-walls.ts'
import { straightWalls } from './straight-walls.ts'
import { findHeavyStrokes, findStrokes } from './strokes.ts'
import { addSwings } from './swings.ts'
import { covers, joinWalls } from './told-walls.ts'
import { settleWalls } from './wall-cells.ts'
import { takeUnlikelyWalls } from './wall-odds.ts'
import { findWalls, type Walls } from './walls.ts'

/** A room of a plan. */
export interface Room extends Cell {
  /** As the drawing names it; '' where it does not. */
  name: string
  kind: PlaceKind
  /** Where the drawing has its name, px; null without one. */
  label: ReadText | null
}

/** A tree of a site plan: the middle of its crown and its radius, px. */
export interface Tree {
  x: number
  y: number
  radius: number
}

/** What a plan shows. Maps hold one value a pixel, rows from the top. */
export interface Plan {
  /** A flat or a building by its rooms, or a site by its parts. */
  content: 'home' | 'site'
  ink: Ink
  rooms: Room[]
  doors: Opening[]
  windows: Opening[]
  trees: Tree[]
  /** Number of the room, from 1; 0 outside rooms. */
  map: Uint16Array
  /** 1 where there is wall. */
  walls: Uint8Array
  /** 1 where there is a window. */
  glass: Uint8Array
  /** 1 where a door, a sliding door or a passage interrupts a wall. */
  gaps: Uint8Array
  /** Thickness of the thick walls, px. */
  thickness: number
  measure: Measure
  /** Corners of what was taken away by hand, px: the drawing's lines there go as well. */
  erased?: readonly Opening['corners'][]
  /** Swings of doors that were added by hand: the drawing shows none. */
  addedSwings?: readonly NonNullable<Opening['swing']>[]
}

/** Rooms are at least this large and this wide, against the thickness of walls. */
const LEAST_AREA = 12
const LEAST_RADIUS = 1
/** What is smaller than this is rather a part of a room than one, against the thickness of walls: 1.6 m² at walls of 200 mm. */
const SMALL_AREA = 40
/** The same where furniture stands in its only opening: half of a bath. */
const MODEST_AREA = 60

/**
 * Reads a plan of a flat or a building: walls, filled or drawn as two lines, with small gaps closed; doors by their
 * arcs, windows by the lines in a wall; rooms, with the names that were read in them.
 * @param picture at most some 2000 px a side
 * @param texts lines of text in the picture, px
 * @param ruler a line of known length
 */
export function readPlan(picture: Raster, texts: readonly ReadText[] = [], ruler: Ruler | null = null): Plan {
  return readInkedPlan(readInk(picture), texts, ruler)
}

/** The same from the plan's lines. @param drawn what its drawing file said @param seen what the network sees in it */
export function readInkedPlan(
  ink: Ink,
  texts: readonly ReadText[],
  ruler: Ruler | null,
  drawn: DrawnPlan | null = null,
  seen: SeenPlan | null = null,
): Plan {
  const lines = readLines(ink, texts, ruler, drawn)
  const isTold = !seen || (drawn !== null && lines.rooms.length > 0 && covers(lines, seen))
  const plan = isTold ? lines : readSeenPlan(ink, texts, ruler, drawn, seen, lines)
  return seen ? withInnerDoors({ ...plan, rooms: kindsByPlace(plan, seen) }, seen) : plan
}

/** Reads a plan by the rules of its lines alone. */
function readLines(ink: Ink, texts: readonly ReadText[], ruler: Ruler | null, drawn: DrawnPlan | null): Plan {
  const firm = drawn?.walled ? firmInk(ink) : ink
  const walls = findWalls(firm, ink)
  const closed = closeWalls(ink, walls)
  if (closed.cells.length > 0) return planOf(ink, texts, ruler, drawn, closed)
  if (!drawn) {
    const heavy = closeWalls(ink, findHeavyStrokes(ink))
    if (heavy.cells.length > 1) return planOf(ink, texts, ruler, drawn, heavy)
  }
  // Without layers that tell walls, any closed line would be one.
  const strokes = drawn?.walled ? findStrokes(firm) : null
  if (strokes && lengthOfWalls(walls) < LEAST_WALLS * lengthOfWalls(strokes)) {
    const drawnOnce = closeWalls(ink, strokes)
    if (drawnOnce.cells.length > 1) return planOf(ink, texts, ruler, drawn, drawnOnce)
  }
  // Walls on layers that do not close may be but a part of them; the others may be drawn as strokes.
  if (drawn?.walled) {
    const all = readLines(softUnfurnishedInk(ink), texts, ruler, { ...drawn, walled: false })
    if (all.rooms.length > 0) return { ...all, ink }
    const others = findStrokes(unfurnishedInk(ink))
    const mask = walls.mask.map((wall, i) => wall | others.mask[i]!)
    const joined = closeWalls(ink, { ...walls, mask, thickness: walls.thickness || others.thickness })
    if (joined.cells.length > 1) return planOf(ink, texts, ruler, drawn, joined)
  }
  return planOf(ink, texts, ruler, drawn, closeSides(ink, walls, closed))
}

/** Share of the strokes' length that walls of two lines must have for the plan's walls to be those. */
const LEAST_WALLS = 0.15

/** About how long the walls are altogether, px: half of their edge. */
function lengthOfWalls({ mask, thickness }: Walls): number {
  if (thickness === 0) return 0
  let edge = 0
  for (let i = 1; i < mask.length; i++) if (mask[i] !== mask[i - 1]) edge++
  return edge
}

/** Walls that close nowhere, as those of a pavilion: what lies between them ends at the box about them. */
function closeSides(ink: Ink, { mask, thickness }: Walls, found: Found): Found {
  if (thickness === 0) return found
  const { width } = ink
  const { left, right, top, bottom } = boundsOf(mask, width)
  const near = Math.round(2 * thickness)
  const isWalled = (from: number, to: number, at: (k: number, n: number) => number): boolean => {
    let hits = 0
    for (let k = from; k <= to; k++)
      for (let n = 0; n < near; n++)
        if (mask[at(k, n)]) {
          hits++
          break
        }
    return hits > 0.5 * (to - from)
  }
  const walled = [
    isWalled(left, right, (x, n) => (top + n) * width + x),
    isWalled(left, right, (x, n) => (bottom - n) * width + x),
    isWalled(top, bottom, (y, n) => y * width + left + n),
    isWalled(top, bottom, (y, n) => y * width + right - n),
  ]
  if (walled.filter(Boolean).length < WALLED_SIDES) return found
  const barrier = Uint8Array.from(found.barrier)
  const openings = [...found.openings]
  const strip = Math.max(1, Math.round(OPEN_SIDE * thickness))
  const sides = [
    [left, top, right, top + strip],
    [left, bottom - strip, right, bottom],
    [left, top, left + strip, bottom],
    [right - strip, top, right, bottom],
  ] as const
  for (const [x0, y0, x1, y1] of sides) {
    const corners: Opening['corners'] = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ]
    openings.push({ kind: 'passage', corners, width: Math.max(x1 - x0, y1 - y0) })
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) if (!barrier[y * width + x]) barrier[y * width + x] = openings.length + 1
  }
  return { ...found, openings, barrier, ...cellsOf(barrier, ink, thickness) }
}

/** Sides of a building that have walls at least for it to be one. */
const WALLED_SIDES = 3
/** How wide an open side is drawn, in thicknesses of walls. */
const OPEN_SIDE = 0.2

/** The rooms between walls. */
function closeWalls(ink: Ink, walls: Walls): Found {
  const { openings, barrier } = findOpenings(ink, walls)
  const { thickness } = walls
  fillBetween(barrier, ink.width, LEAST_AREA * thickness ** 2)
  return { openings, barrier, thickness, ...cellsOf(barrier, ink, thickness) }
}

const cellsOf = (barrier: Uint8Array, { width, height }: Ink, thickness: number) =>
  findCells(barrier, width, height, {
    leastArea: LEAST_AREA * thickness ** 2,
    leastRadius: LEAST_RADIUS * thickness,
  })

/** What was found of a plan. */
interface Found {
  openings: readonly Opening[]
  /** As findOpenings gives it. */
  barrier: Uint8Array
  thickness: number
  map: Uint16Array
  cells: Cell[]
}

function planOf(
  ink: Ink,
  texts: readonly ReadText[],
  ruler: Ruler | null,
  drawn: DrawnPlan | null,
  { openings, barrier, thickness, map, cells }: Found,
): Plan {
  const { width } = ink
  const isGlass = openings.map(({ kind }) => kind === 'window')
  const [walls, glass, gaps] = [0, 1, 2].map(() => new Uint8Array(barrier.length)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  for (let i = 0; i < barrier.length; i++) {
    const value = barrier[i]!
    if (value > 0) (value === WALL ? walls : isGlass[value - 2] ? glass : gaps)[i] = 1
  }
  return {
    content: 'home',
    ink,
    trees: [],
    rooms: nameRooms(cells, map, width, texts),
    doors: openings.filter(({ kind }) => kind !== 'window'),
    windows: openings.filter(({ kind }) => kind === 'window'),
    map,
    walls,
    glass,
    gaps,
    thickness,
    measure: measurePlan(ink, ruler, texts, { openings, thickness, cells, map }, drawn),
  }
}

/** Least share of a room's edge that is wall or opening. */
const ENCLOSED = 0.5

/**
 * Reads a plan by what the network sees in it: its walls and openings, the gaps that the lines tell besides, and rooms
 * between them. What is open to the outside through a gap ends where the network sees the outside begin.
 */
function readSeenPlan(
  ink: Ink,
  texts: readonly ReadText[],
  ruler: Ruler | null,
  drawn: DrawnPlan | null,
  seen: SeenPlan,
  lines: Plan,
): Plan {
  const { width, height } = ink
  const { inside, ...dim } = wallsOfSeen(seen, ink)
  // What the lines tell is the more exact where both are the same walls; the network still knows more openings.
  const { isExact, ...both } = joinWalls(lines, { ...dim, inside })
  const { walls, stretches, ...joint } = isExact ? { ...both, stretches: [] } : straightWalls(both, ink)
  const known = { ...dim, ...joint }
  // A drawing's lines are exact: what they close in is a room.
  const found = findOpenings(ink, walls, isExact ? null : { ...known, inside: drawn ? null : inside })
  if (isExact) addOpenings(found, known, width, walls.thickness)
  addSwings(ink, found.openings, walls.thickness)
  const { thickness } = walls
  const told = new Set(found.openings.filter((opening) => !joint.openings.includes(opening)))
  const { openings, barrier } = withSight(found, (opening) => {
    const known = asSeen(opening, { ...dim, width }, told.has(opening))
    if (known && told.has(opening)) told.add(known)
    const isWall = known?.kind === 'window' && isRatherWall(known, { ...dim, inside }, ink, thickness)
    // Lines that are exact tell no wall there: it is open beside what is.
    if (isWall && isExact && known && !told.has(opening)) return { ...known, kind: 'passage' }
    return isWall ? null : known
  })
  fillChips(barrier, ink, thickness)
  const outside = outsideOf(inside, barrier, width, height)
  const partsOf = () =>
    findCells(
      barrier.map((value, i) => (value || outside[i] ? 1 : 0)),
      width,
      height,
      { leastArea: LEAST_AREA * thickness ** 2, leastRadius: LEAST_RADIUS * thickness, edge: 'closed' },
    )
  let parts = partsOf()
  const named = nameRooms(parts.cells, parts.map, width, texts).filter(({ name }) => roomKindOf(name))
  const smallerThan = (most: number) =>
    new Set(parts.cells.flatMap(({ id, area }) => (area < most * thickness ** 2 ? id : [])))
  const needless = needlessOpenings(
    {
      ...{ map: parts.map, barrier, outside, openings, width },
      named: new Set(named.map(({ id }) => id)),
      small: smallerThan(SMALL_AREA),
      modest: smallerThan(MODEST_AREA),
      crossed: new Set(openings.filter((opening) => !opening.swing && isCrossed(opening, seen, ink))),
      added: new Set(openings.filter((opening) => !told.has(opening))),
      isExact,
    },
    openings.map((opening) => oddsOf(opening, { ...known, width }, thickness)),
    drawn ? told : new Set(),
  )
  if (needless.size > 0) {
    for (let i = 0; i < barrier.length; i++) if (needless.has(barrier[i]!)) barrier[i] = 0
    parts = partsOf()
  }
  const shares = enclosedShares(parts.map, barrier, width, parts.cells.length)
  const { map } = parts
  for (let i = 0; i < map.length; i++) if (shares[map[i]!]! < ENCLOSED) map[i] = 0
  const cells = parts.cells.filter(({ id }) => shares[id]! >= ENCLOSED)
  takeUnlikelyWalls(stretches, { map, barrier }, known.walled, thickness)
  const glass = Uint8Array.from({ length: 256 }, (_, value) => Number(openings[value - 2]?.kind === 'window'))
  if (!isExact) settleWalls({ map, barrier }, { ...dim, glass }, ink, thickness)
  takeLooseBits(map, barrier, known.walled, width)
  return planOf(ink, texts, ruler, drawn, { ...without(needless, openings, barrier), thickness, map, cells })
}

/** Openings as they are seen; those that are seen as none become wall. @param barrier as findOpenings gives it, for these openings */
function withSight(
  { openings, barrier }: Pick<Found, 'openings' | 'barrier'>,
  seenAs: (opening: Opening) => Opening | null,
): Pick<Found, 'openings' | 'barrier'> {
  const known = openings.map(seenAs)
  const walls = new Set(known.flatMap((opening, n) => (opening ? [] : n + 2)))
  return without(
    walls,
    known.map((opening, n) => opening ?? openings[n]!),
    barrier.map((value) => (walls.has(value) ? WALL : value)),
  )
}

/** Openings without some, by their values in the barrier, whose values count on. */
function without(
  needless: ReadonlySet<number>,
  openings: readonly Opening[],
  barrier: Uint8Array,
): Pick<Found, 'openings' | 'barrier'> {
  const kept = openings.filter((_, n) => !needless.has(n + 2))
  const values = new Map(kept.map((opening, n) => [openings.indexOf(opening) + 2, n + 2]))
  return { openings: kept, barrier: barrier.map((value) => values.get(value) ?? value) }
}
