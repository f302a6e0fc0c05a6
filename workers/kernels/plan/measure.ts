import type { DrawnPlan, Ruler } from '#contracts/flatplan.ts'
import { median } from '#kernels/median.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Opening } from './openings.ts'

/** How large a plan is, and how that is known. */
export interface Measure {
  mmPerPx: number
  /** Given by the user, told by the drawing's units, read from a chain of dimensions, or only judged by doors or walls. */
  from: 'user' | 'drawing' | 'dimensions' | 'guess'
}

/** mm. */
const USUAL_DOOR = 850
const USUAL_WALL = 220
/** Two figures of a chain agree within this. */
const AGREES = 0.03

/**
 * Scale that chains of dimensions tell: two figures side by side stand half their lengths apart.
 * @returns mm a px; null where fewer than two pairs agree
 */
function fromDimensions(texts: readonly ReadText[]): number | null {
  const figures = texts.flatMap((text) => {
    const digits = text.text.replace(/[,\s]/g, '')
    const value = /^\d{3,5}$/.test(digits) ? Number(digits) : 0
    if (value < 400 || value > 60_000) return []
    return [
      {
        value,
        x: (text.left + text.right) / 2,
        y: (text.top + text.bottom) / 2,
        high: text.bottom - text.top,
      },
    ]
  })
  const found: number[] = []
  for (const one of figures) {
    const right = figures
      .filter((other) => other.x > one.x && Math.abs(other.y - one.y) < 0.9 * one.high)
      .sort((a, b) => a.x - b.x)[0]
    if (right) found.push((one.value + right.value) / 2 / (right.x - one.x))
  }
  const middle = median(found)
  const agreeing = found.filter((value) => Math.abs(value - middle) < AGREES * middle)
  return agreeing.length >= 2 && agreeing.length > found.length / 2 ? median(agreeing) : null
}

/** How far the scale of a drawing's units may lie from what its doors and walls tell, either way. */
const TRUSTED = 2.5
/** Units that plans are drawn in where the file names none or a wrong one, mm. */
const USUAL_UNITS = [1, 1000, 10]
/** Width of a site without doors or walls, mm. */
const SITE = [8_000, 20_000_000] as const

/**
 * Scale by the units of the drawing: that which the file names, unless doors or walls of that size cannot be; then the
 * usual ones.
 */
function fromUnits(width: number, { unitsAcross, unitMm }: DrawnPlan, judged: number | null): number | null {
  const units = [...(unitMm === null ? [] : [unitMm]), ...USUAL_UNITS]
  const fits = (mmPerPx: number) =>
    judged === null
      ? mmPerPx * width > SITE[0] && mmPerPx * width < SITE[1]
      : mmPerPx < TRUSTED * judged && judged < TRUSTED * mmPerPx
  return units.map((mm) => (mm * unitsAcross) / width).find(fits) ?? null
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
  openings: readonly Opening[],
  thickness: number,
  drawn: DrawnPlan | null = null,
): Measure {
  if (ruler) {
    const long = Math.hypot((ruler.x1 - ruler.x0) * size.width, (ruler.y1 - ruler.y0) * size.height)
    if (long >= 2) return { mmPerPx: ruler.mm / long, from: 'user' }
  }
  const doors = openings.filter(({ kind }) => kind === 'door').map(({ width }) => width)
  const judged =
    doors.length >= 2 ? USUAL_DOOR / median(doors) : thickness > 0 ? USUAL_WALL / thickness : null
  const told = drawn && fromUnits(size.width, drawn, judged)
  if (told) return { mmPerPx: told, from: 'drawing' }
  const read = fromDimensions(texts)
  if (read) return { mmPerPx: read, from: 'dimensions' }
  return { mmPerPx: judged ?? 10, from: 'guess' }
}
