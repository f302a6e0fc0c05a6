import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { WALL } from './barrier.ts'
import { closeGaps, type Ink } from './ink.ts'
import { findRuns } from './rooms.ts'

/** Gaps in lines that are closed before their cells are told apart, px. */
const GAP = 2
/** Share of a cell that must be wall for all of it to be. */
const MOSTLY = 0.5
/** Share of the edge of a bit of wall that lies open to the rest of its cell from which it is no wall that a line forgot to end. */
const OPEN = 0.15
/** A bit that is smaller than this, in thicknesses squared, is none. */
const SCRAP = 1
/** Sides of a lining: it is so much longer than wide, or so thin against the walls. */
const LONG = 2
const THIN = 0.8

/** A pane is slimmer than this share of the walls' thickness: there are two of them at least between a window's faces. */
const PANE = 0.55

/** What the network sees, a value a pixel, 0..255, and which values of the barrier are windows, 1 for these. */
interface SeenCells {
  walled: Uint8Array
  glazed: Uint8Array
  glass: Uint8Array
}

/** How often walls are looked at anew once bits of them are gone. */
const ROUNDS = 3

/** The parts of a mask that hang together: the number of each pixel's, from 1, and their areas, px². */
interface Parts {
  map: Int32Array
  areas: Int32Array
}

/** What is drawn: lines, what of them is filled and no stroke, the paper between them in parts, and how wide a line is at most, px. */
interface Drawn {
  lines: Uint8Array
  filled: Uint8Array
  cells: Parts
  width: number
  reach: number
}

/** Number of the room, 0 outside rooms, and what closes them, as findOpenings gives it, a value a pixel. */
interface Closed {
  map: Uint16Array
  barrier: Uint8Array
}

/** Number of the part that each pixel of a mask belongs to, from 1, and the parts' areas, px². */
function partsOf(mask: Uint8Array, width: number): Parts {
  const { starts, ends, parts, count } = findRuns(mask, width, mask.length / width)
  const map = new Int32Array(mask.length)
  const areas = new Int32Array(count + 1)
  for (let run = 0; run < starts.length; run++) {
    const part = parts[run]! + 1
    map.fill(part, starts[run]!, ends[run]!)
    areas[part]! += ends[run]! - starts[run]!
  }
  return { map, areas }
}

/** What lies along the edge of a bit of wall, px: the rest of its cell, other walls beyond a line, openings, the outside, and rooms. */
interface Edge {
  cell: number
  all: number
  free: number
  walls: number
  openings: number
  outside: number
  /** By their numbers. */
  rooms: Map<number, number>
}

/** What a place beside a bit of wall is, as its edge counts it. */
function count(edge: Edge, value: number, room: number): void {
  if (value > WALL) edge.openings++
  else if (value === WALL) edge.walls++
  else if (room > 0) edge.rooms.set(room, (edge.rooms.get(room) ?? 0) + 1)
  else edge.outside++
}

/** The one room, or 0 for the outside, that lies about a bit of wall; -1 where it parts two, or lies at an opening and is no scrap. */
function placeAbout({ rooms, outside, openings }: Edge, isScrap: boolean): number {
  if ((openings > 0 && !isScrap) || rooms.size + (outside > 0 ? 1 : 0) !== 1) return -1
  return rooms.keys().next().value ?? 0
}

/** Whether a bit of wall stands along another one, drawn apart from it, and before it in its room: a shelf. */
function isLining({ all, walls, rooms }: Edge, area: number, thick: number): boolean {
  // Sides of the rectangle with this edge and area.
  const half = all / 4
  const off = Math.sqrt(Math.max(0, half ** 2 - area))
  const [long, wide] = [half + off, half - off]
  const free = [...rooms.values()].reduce((sum, n) => sum + n, 0)
  const isSlim = long > LONG * wide || wide < THIN * thick
  return isSlim && walls > LONG * wide && walls > long / 2 && free > long
}

/**
 * Lets walls that are only seen end where cells of the drawing do, the paper that lines close in: a cell that is mostly wall is wall
 * as a whole, and a bit of wall in one that is mostly none, which parts no rooms, belongs to what lies about it, as does what is drawn
 * along a wall and apart from it: furniture.
 * @param closed number of the room, 0 outside rooms, and what closes them, as findOpenings gives it, a value a pixel; changed
 * @param thick usual thickness of walls, px
 */
export function settleWalls({ map, barrier }: Closed, seen: SeenCells, ink: Ink, thick: number): void {
  const { width, height, pen } = ink
  const lines = closeGaps(ink, GAP)
  const inside = distanceInside(lines, width, height)
  const paper = new Uint8Array(lines.length)
  const filled = new Uint8Array(lines.length)
  for (let i = 0; i < lines.length; i++) {
    paper[i] = 1 - lines[i]!
    filled[i] = inside[i]! > pen ? 1 : 0
  }
  const drawn: Drawn = { lines, filled, cells: partsOf(paper, width), width, reach: 2 * pen + 2 }
  fillCells({ map, barrier }, drawn.cells)
  glaze({ map, barrier }, seen, drawn, thick)
  // What lies about a bit of wall may be one itself.
  for (let round = 0; round < ROUNDS; round++) if (!takeBits({ map, barrier }, drawn, thick)) break
  takeBits({ map, barrier }, drawn, thick, seen.glass)
}

/** Cells that are mostly wall become wall as a whole. */
function fillCells({ map, barrier }: Closed, cells: Parts): void {
  const walled = new Int32Array(cells.areas.length)
  for (let i = 0; i < map.length; i++) if (barrier[i] === WALL) walled[cells.map[i]!]!++
  for (let i = 0; i < map.length; i++) {
    const cell = cells.map[i]!
    if (cell === 0 || barrier[i] || walled[cell]! <= MOSTLY * cells.areas[cell]!) continue
    barrier[i] = WALL
    map[i] = 0
  }
}

/** Panes, cells that are slim against the walls, lie partly in a window and are seen as glass rather than as wall, are glass as a whole. */
function glaze(
  { map, barrier }: Closed,
  { walled, glazed, glass }: SeenCells,
  drawn: Drawn,
  thick: number,
): void {
  const { map: cells, areas } = drawn.cells
  const { width } = drawn
  // Of each cell: its edge, what of it is closed and what is glass, px, a window in it, and how much more it is seen as glass.
  const zeros = () => new Float64Array(areas.length)
  const [edge, closed, glassy, window, odds] = [zeros(), zeros(), zeros(), zeros(), zeros()]
  for (let i = width; i < map.length - width; i++) {
    const cell = cells[i]!
    if (cell === 0) continue
    const value = barrier[i]!
    odds[cell]! += glazed[i]! - walled[i]!
    if (value) closed[cell]!++
    if (glass[value]) {
      glassy[cell]!++
      window[cell] = value
    }
    if (cells[i + 1] !== cell) edge[cell]!++
    if (cells[i - 1] !== cell) edge[cell]!++
    if (cells[i + width] !== cell) edge[cell]!++
    if (cells[i - width] !== cell) edge[cell]!++
  }
  const isPane = Uint8Array.from(areas, (area, cell) =>
    Number(
      glassy[cell]! > 0 &&
        odds[cell]! > 0 &&
        closed[cell]! > MOSTLY * area &&
        2 * area < PANE * thick * edge[cell]!,
    ),
  )
  const from: number[] = []
  for (let i = 0; i < map.length; i++) {
    if (!isPane[cells[i]!] || barrier[i]! > WALL) continue
    barrier[i] = window[cells[i]!]!
    map[i] = 0
    from.push(i)
  }
  takeLines({ map, barrier }, drawn, from)
}

/**
 * Takes the bits of wall that are none.
 * @param glass 1 for the values of windows: of these the scraps beyond them are taken
 * @returns whether there were any
 */
function takeBits({ map, barrier }: Closed, drawn: Drawn, thick: number, glass?: Uint8Array): boolean {
  const { lines, cells, width, reach } = drawn
  const mask = new Uint8Array(barrier.length)
  for (let i = 0; i < mask.length; i++) {
    const value = barrier[i]!
    if (!lines[i] && (glass ? glass[value] : value === WALL)) mask[i] = 1
  }
  const bits = partsOf(mask, width)
  const edges = Array.from(
    bits.areas,
    (): Edge => ({ cell: 0, all: 0, free: 0, walls: 0, openings: 0, outside: 0, rooms: new Map() }),
  )
  const steps = [1, -1, width, -width]
  const { map: of } = bits
  for (let i = 0; i < of.length; i++) {
    const bit = of[i]!
    // Most places lie within.
    if (bit === 0) continue
    if (of[i + 1] === bit && of[i - 1] === bit && of[i + width] === bit && of[i - width] === bit) continue
    const edge = edges[bit]!
    edge.cell = cells.map[i]!
    for (const step of steps) {
      let j = i + step
      if (of[j] === bit) continue
      edge.all++
      if (!lines[j]) edge.free++
      for (let n = 0; n < reach && lines[j]; n++) j += step
      count(edge, barrier[j] ?? 0, map[j] ?? 0)
    }
  }
  const becomes = edges.map((edge, bit) => {
    if (bit === 0) return -1
    const area = bits.areas[bit]!
    const isMostly = area > MOSTLY * cells.areas[edge.cell]!
    const isScrap = !isMostly && area < SCRAP * thick ** 2
    const place = placeAbout(edge, isScrap)
    if (place < 0) return -1
    if (isMostly) return place > 0 && !glass && isLining(edge, area, thick) ? place : -1
    return isScrap || (!glass && edge.free > OPEN * edge.all) ? place : -1
  })
  const from: number[] = []
  for (let i = 0; i < map.length; i++) {
    const place = becomes[of[i]!]!
    if (place < 0) continue
    barrier[i] = 0
    map[i] = place
    from.push(i)
  }
  takeLines({ map, barrier }, drawn, from)
  return from.length > 0
}

/** Lines of the walls beside what was no wall go with it, those at what still is one stay. @param from what was no wall */
function takeLines(
  { map, barrier }: Closed,
  { lines, filled, width, reach }: Drawn,
  from: readonly number[],
): void {
  if (from.length === 0) return
  const kept = new Uint8Array(barrier.length)
  let walls: number[] = []
  for (let i = 0; i < kept.length; i++)
    if (barrier[i] === WALL && (!lines[i] || filled[i])) {
      kept[i] = 1
      walls.push(i)
    }
  const spread = (at: readonly number[], onto: (j: number, i: number) => void): number[] => {
    const next: number[] = []
    for (const i of at)
      for (const j of [i - 1, i + 1, i - width, i + width])
        if (lines[j] && barrier[j] === WALL && !kept[j]) {
          onto(j, i)
          next.push(j)
        }
    return next
  }
  for (let n = 0; n < reach; n++)
    walls = spread(walls, (j) => {
      kept[j] = 1
    })
  let edge = from
  for (let n = 0; n < reach; n++)
    edge = spread(edge, (j, i) => {
      kept[j] = 1
      barrier[j] = barrier[i]!
      map[j] = map[i]!
    })
}
