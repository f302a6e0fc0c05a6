import type { DrawnPlan, Ruler } from '#contracts/flatplan.ts'
import { median } from '#kernels/median.ts'
import { levelTexts, type ReadText } from '#kernels/ocr/read-texts.ts'
import { fromChains, fromRooms } from './dimensions.ts'
import type { Opening } from './openings.ts'
import type { Cell } from './rooms.ts'

/** How large a plan is, and how that is known. */
export interface Measure {
  mmPerPx: number
  /**
   * Given by the user, told by the drawing's units, read from figures (dimensions, or areas and sizes in rooms), or only
   * judged by doors or walls.
   */
  from: 'user' | 'drawing' | 'dimensions' | 'guess'
  /** What a guess takes for granted: the usual width of doors or thickness of walls, size of crowns, or width of it all. */
  by?: 'doors' | 'walls' | 'trees' | 'width'
}

/** What was found in a plan that tells its size, px. */
export interface FoundParts {
  openings: readonly Opening[]
  /** Of the thick walls; 0 where none were found. */
  thickness: number
  cells: readonly Cell[]
  /** Number of the cell, a value a pixel. */
  map: Uint16Array
}

/** mm. */
export const USUAL_DOOR = 850
export const USUAL_WALL = 220
/** Of what a picture shows, where nothing in it tells. */
const USUAL_WIDTH = 12_000
const INCH = 25.4

/** How far the scale of a drawing's units may lie from what its figures or doors tell, and from what its walls do, either way. */
const BY_DOORS = 1.45
const BY_WALLS = 2.5
/** Units that plans are drawn in where the file names none or a wrong one, mm. */
const USUAL_UNITS = [1, 1000, 10, INCH, 12 * INCH]
/** Width of a drawing of one building, mm. */
const BUILDING = [4_000, 150_000] as const
/** Width of a site without doors or walls, mm. */
const SITE = [8_000, 20_000_000] as const

/**
 * Scale by the units of the drawing: that which the file names, unless it is far from what the figures, the doors or the
 * walls tell; else of the usual ones that which fits the figures or doors best. Walls alone tell no more than that one
 * of them fits, or that none does: then one that gives the width of a building.
 * @param judged by the figures, else by doors or walls, mm a px; null where nothing tells
 * @param isClose whether it tells units apart: walls alone, and doors that are only seen, do not
 */
function fromUnits(
  width: number,
  { unitsAcross, unitMm }: DrawnPlan,
  judged: number | null,
  isClose: boolean,
): number | null {
  const scaleOf = (mm: number) => (mm * unitsAcross) / width
  if (judged === null) {
    const fits = (mmPerPx: number) => mmPerPx * width > SITE[0] && mmPerPx * width < SITE[1]
    // Headers say inches in many a metric drawing, and here nothing speaks for either.
    const named = unitMm === null || unitMm % INCH === 0 ? [] : [unitMm]
    return unitMm !== null && named.length === 0
      ? null
      : ([...named, 1, 1000, 10].map(scaleOf).find(fits) ?? null)
  }
  const off = (mm: number) => Math.abs(Math.log(scaleOf(mm) / judged))
  const fits = (mm: number) => off(mm) < Math.log(isClose ? BY_DOORS : BY_WALLS)
  if (unitMm !== null && fits(unitMm)) return scaleOf(unitMm)
  // Where the walls fit no unit, lines that are no walls may have been taken for them.
  if (!isClose && !USUAL_UNITS.some(fits)) {
    const unit = unitByWidth(unitsAcross)
    return unit === null ? null : scaleOf(unit)
  }
  const [best, second] = USUAL_UNITS.filter(fits).sort((a, b) => off(a) - off(b))
  return best !== undefined && (isClose || second === undefined) ? scaleOf(best) : null
}

/** The one usual unit that makes a drawing as wide as a building, or by far the likeliest of several; null for none. */
function unitByWidth(unitsAcross: number): number | null {
  const off = (mm: number) => Math.abs(Math.log((mm * unitsAcross) / USUAL_WIDTH))
  const [best, second] = USUAL_UNITS.filter(
    (mm) => mm * unitsAcross > BUILDING[0] && mm * unitsAcross < BUILDING[1],
  ).sort((a, b) => off(a) - off(b))
  if (best === undefined) return null
  return second === undefined || off(second) - off(best) > Math.log(LIKELIER) ? best : null
}

/** How much nearer the width of a flat a unit must bring a drawing than the next one. */
const LIKELIER = 4

/** A door's leaf is this many times as wide as the thickest walls at least: what swings in less is a letter's arc. */
const LEAST_LEAF = 2

const leafOf = ({ hinge, tip }: NonNullable<Opening['swing']>) =>
  Math.hypot(tip[0] - hinge[0], tip[1] - hinge[1])

/**
 * How large a plan is.
 * @param size of the plan in which texts and openings were found, px
 * @param ruler a line of known length that the user drew
 * @param drawn what the plan's drawing file said; null for a picture
 */
export function measurePlan(
  size: { width: number; height: number },
  ruler: Ruler | null,
  texts: readonly ReadText[],
  parts: FoundParts,
  drawn: DrawnPlan | null = null,
): Measure {
  if (ruler) {
    const long = Math.hypot((ruler.x1 - ruler.x0) * size.width, (ruler.y1 - ruler.y0) * size.height)
    if (long >= 2) return { mmPerPx: ruler.mm / long, from: 'user' }
  }
  const { openings, thickness } = parts
  const doors = openings.filter(({ kind }) => kind === 'door')
  const byDoors = doors.length >= 2
  // Doors whose swing is drawn are no edges of furniture, and their leaves are as wide as they are.
  const swinging = doors
    .flatMap(({ swing }) => (swing ? leafOf(swing) : []))
    .filter((leaf) => leaf > LEAST_LEAF * thickness)
  const isSure = swinging.length >= 2
  const widths = isSure ? swinging : doors.map(({ width }) => width)
  const judged = byDoors ? USUAL_DOOR / median(widths) : thickness > 0 ? USUAL_WALL / thickness : null
  // What is printed in the drawing counts more than a header that nobody looks at.
  const level = levelTexts(texts)
  const read = fromChains(level, judged) ?? fromRooms(level, { ...parts, width: size.width })
  const told = drawn && fromUnits(size.width, drawn, read ?? judged, isSure || read !== null)
  if (told) return { mmPerPx: told, from: 'drawing' }
  if (read) return { mmPerPx: read, from: 'dimensions' }
  const by = byDoors ? 'doors' : judged === null ? 'width' : 'walls'
  return { mmPerPx: judged ?? USUAL_WIDTH / size.width, from: 'guess', by }
}
