import type { DrawnPlan, Ruler } from '#contracts/flatplan.ts'
import { median } from '#kernels/median.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
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
/** Two figures of a chain agree within this, and figures of rooms within this. */
const AGREES = 0.03
const ROOMS_AGREE = 0.08

/** Feet and inches, as 12'-6", 12' 6 1/2" or 12'. */
const FEET = /^(\d{1,3})\s*['’′]\s*-?\s*(?:(\d{1,2})?\s*(?:(\d)\/(\d{1,2}))?\s*["”″]?)?$/

function feetAndInches(text: string): number | null {
  const [, feet, inches = '0', part = '0', whole = '1'] = FEET.exec(text) ?? []
  if (feet === undefined) return null
  return (Number(feet) * 12 + Number(inches) + Number(part) / Number(whole)) * INCH
}

/** Length that a figure of a dimension tells, mm: whole mm, metres with two places, feet and inches. */
function lengthOf(text: string): number | null {
  const plain = text.replace(/\s/g, '')
  if (/^\d{3,5}$/.test(plain) || /^\d{1,2},\d{3}$/.test(plain)) return Number(plain.replace(',', ''))
  const [, metres] = /^(\d{1,2}[.,]\d{2,3})m?$/.exec(plain) ?? []
  if (metres) return 1000 * Number(metres.replace(',', '.'))
  return feetAndInches(plain)
}

/** What most of some values agree on; null where fewer than `least`, or no more than half of them, do. */
function agreed(values: readonly number[], within: number, least = 2): number | null {
  const middle = median(values)
  const agreeing = values.filter((value) => Math.abs(value - middle) < within * middle)
  return agreeing.length >= least && agreeing.length > values.length / 2 ? median(agreeing) : null
}

/**
 * Scale that chains of dimensions tell: two figures side by side stand half their lengths apart.
 * @returns mm a px; null where fewer than two pairs agree
 */
function fromDimensions(texts: readonly ReadText[]): number | null {
  const figures = texts.flatMap((text) => {
    const value = lengthOf(text.text) ?? 0
    if (value < 400 || value > 60_000) return []
    const { left, right, top, bottom } = text
    return [{ value, x: (left + right) / 2, y: (top + bottom) / 2, high: bottom - top }]
  })
  const found = figures.flatMap((one) => {
    const right = figures
      .filter((other) => other.x > one.x && Math.abs(other.y - one.y) < 0.9 * one.high)
      .sort((a, b) => a.x - b.x)[0]
    return right ? [(one.value + right.value) / 2 / (right.x - one.x)] : []
  })
  return agreed(found, AGREES)
}

const AREA = /(\d{1,4}(?:[.,]\d{1,2})?)\s*(m²|㎡|m2|m\^2|qm|sqm|平米|平方米|sq\.?\s?ft|sf)/i
const SIZE = /^(.+?)\s*[x×*]\s*(.+?)$/i

/** Area in m² that a text in a room tells, or the sides of the room in m. */
function areaIn(text: string): number | null {
  const [, figure, unit = ''] = AREA.exec(text) ?? []
  if (figure) return Number(figure.replace(',', '.')) * (/f/i.test(unit) ? 0.0929 : 1)
  const [, a, b] = SIZE.exec(text.trim()) ?? []
  const [wide, long] = [a && lengthOf(a), b && lengthOf(b)]
  return wide && long ? (wide * long) / 1e6 : null
}

/** Scale that areas and sizes printed in rooms tell; null where fewer than two agree. */
function fromRooms(texts: readonly ReadText[], width: number, { cells, map }: FoundParts): number | null {
  const found = texts.flatMap(({ text, left, right, top, bottom }) => {
    const area = areaIn(text)
    const id = map[Math.round((top + bottom) / 2) * width + Math.round((left + right) / 2)] ?? 0
    const cell = cells.find((one) => one.id === id)
    return area && cell && area > 0.5 ? [Math.sqrt((area * 1e6) / cell.area)] : []
  })
  return agreed(found, ROOMS_AGREE)
}

/** How far the scale of a drawing's units may lie from what its figures or doors tell, and from what its walls do, either way. */
const BY_DOORS = 1.45
const BY_WALLS = 2.5
/** Units that plans are drawn in where the file names none or a wrong one, mm. */
const USUAL_UNITS = [1, 1000, 10, INCH, 12 * INCH]
/** Width of a site without doors or walls, mm. */
const SITE = [8_000, 20_000_000] as const

/**
 * Scale by the units of the drawing: that which the file names, unless it is far from what the figures, the doors or the
 * walls tell; else of the usual ones that which fits the figures or doors best. Walls alone tell no more than that one
 * of them fits.
 * @param judged by the figures, else by doors or walls, mm a px; null where nothing tells
 * @param isClose whether it tells units apart: walls alone do not
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
  const others = USUAL_UNITS.filter(fits).sort((a, b) => off(a) - off(b))
  const [best] = others
  return best !== undefined && (isClose || others.length === 1) ? scaleOf(best) : null
}

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
  const doors = openings.filter(({ kind }) => kind === 'door').map(({ width }) => width)
  const byDoors = doors.length >= 2
  const judged = byDoors ? USUAL_DOOR / median(doors) : thickness > 0 ? USUAL_WALL / thickness : null
  // What is printed in the drawing counts more than a header that nobody looks at.
  const read = fromRooms(texts, size.width, parts) ?? fromDimensions(texts)
  const told = drawn && fromUnits(size.width, drawn, read ?? judged, byDoors || read !== null)
  if (told) return { mmPerPx: told, from: 'drawing' }
  if (read) return { mmPerPx: read, from: 'dimensions' }
  const by = byDoors ? 'doors' : judged === null ? 'width' : 'walls'
  return { mmPerPx: judged ?? USUAL_WIDTH / size.width, from: 'guess', by }
}
