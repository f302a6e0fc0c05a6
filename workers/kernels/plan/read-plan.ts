import type { DrawnPlan, PlaceKind, Ruler } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Raster } from '#kernels/raster.ts'
import { firmInk, type Ink, readInk } from './ink.ts'
import { roomKindOf } from './kinds.ts'
import { type Measure, measurePlan } from './measure.ts'
import { findOpenings, type Opening, WALL } from './openings.ts'
import { type Cell, findCells } from './rooms.ts'
import { findWalls } from './walls.ts'

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
}

/** Rooms are at least this large and this wide, against the thickness of walls. */
const LEAST_AREA = 12
const LEAST_RADIUS = 1

/** Gives the rooms the names that stand in them. */
function nameRooms(
  cells: readonly Cell[],
  map: Uint16Array,
  width: number,
  texts: readonly ReadText[],
): Room[] {
  const named = new Map<number, ReadText[]>()
  for (const text of texts) {
    const [x, y] = [Math.round((text.left + text.right) / 2), Math.round((text.top + text.bottom) / 2)]
    const id = map[y * width + x] ?? 0
    if (id === 0 || !/[\p{Script=Han}A-Za-z]{2}/u.test(text.text)) continue
    named.set(id, [...(named.get(id) ?? []), text])
  }
  return cells.map((cell) => {
    const here = named.get(cell.id) ?? []
    const label = here.find(({ text }) => roomKindOf(text)) ?? here[0] ?? null
    const name = label?.text.replace(/[\s:：]+/g, '') ?? ''
    return { ...cell, name, label, kind: roomKindOf(name) ?? 'other' }
  })
}

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

/** The same from the plan's lines. @param drawn what its drawing file said */
export function readInkedPlan(
  ink: Ink,
  texts: readonly ReadText[],
  ruler: Ruler | null,
  drawn: DrawnPlan | null = null,
): Plan {
  const { width, height } = ink
  const walls = findWalls(drawn?.walled ? firmInk(ink) : ink)
  const { openings, barrier } = findOpenings(ink, walls)
  const { thickness } = walls
  const { map, cells } = findCells(barrier, width, height, {
    leastArea: LEAST_AREA * thickness ** 2,
    leastRadius: LEAST_RADIUS * thickness,
  })
  // Walls on layers that do not close may be but a part of them.
  if (drawn?.walled && cells.length === 0)
    return readInkedPlan(ink, texts, ruler, { ...drawn, walled: false })
  const mask = (wanted: (value: number) => boolean) => barrier.map((value) => (wanted(value) ? 1 : 0))
  const isWindow = (value: number) => value > WALL && openings[value - 2]?.kind === 'window'
  return {
    content: 'home',
    ink,
    trees: [],
    rooms: nameRooms(cells, map, width, texts),
    doors: openings.filter(({ kind }) => kind !== 'window'),
    windows: openings.filter(({ kind }) => kind === 'window'),
    map,
    walls: mask((value) => value === WALL),
    glass: mask(isWindow),
    gaps: mask((value) => value > WALL && !isWindow(value)),
    thickness,
    measure: measurePlan(ink, ruler, texts, openings, thickness, drawn),
  }
}
