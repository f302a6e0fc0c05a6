import type { CadDrawing, CadLine } from './dxf-flatten.ts'

/** A part of a drawing, units; y upwards. */
export interface Extents {
  x0: number
  y0: number
  x1: number
  y1: number
}

const NOTHING: Extents = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }

function include(box: Extents, points: readonly number[]): Extents {
  let { x0, y0, x1, y1 } = box
  for (let k = 0; k + 1 < points.length; k += 2) {
    const [x, y] = [points[k]!, points[k + 1]!]
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
  }
  return { x0, y0, x1, y1 }
}

const boxOf = (lines: readonly { points: readonly number[] }[]): Extents =>
  lines.reduce((box, { points }) => include(box, points), NOTHING)

const longerOf = ({ x0, y0, x1, y1 }: Extents): number => Math.max(x1 - x0, y1 - y0)

/** Ends of the range that holds all but a part of the values on either side. */
function middleRange(values: readonly number[], part: number): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return [at(part), at(1 - part)]
}

/** Strays lie this many times as far away as most of a drawing is wide. */
const STRAY = 3
const STRAY_PART = 0.02
const FEWEST = 20

/** Lines without those that lie far from nearly all others, as what was left behind somewhere does. */
function withoutStrays(lines: readonly CadLine[]): readonly CadLine[] {
  if (lines.length < FEWEST) return lines
  const xs = lines.map(({ points }) => points[0]!)
  const ys = lines.map(({ points }) => points[1]!)
  const [x0, x1] = middleRange(xs, STRAY_PART)
  const [y0, y1] = middleRange(ys, STRAY_PART)
  const reach = STRAY * Math.max(x1 - x0, y1 - y0)
  if (reach === 0) return lines
  return lines.filter(({ points }) => {
    const box = include(NOTHING, points)
    return box.x0 > x0 - reach && box.x1 < x1 + reach && box.y0 > y0 - reach && box.y1 < y1 + reach
  })
}

/** Lines of walls are this many times as long as the way around them, at least: columns alone are not. */
const WALLED = 1.2

function lengthOf(lines: readonly { points: readonly number[] }[]): number {
  let sum = 0
  for (const { points } of lines)
    for (let k = 2; k + 1 < points.length; k += 2)
      sum += Math.hypot(points[k]! - points[k - 2]!, points[k + 1]! - points[k - 1]!)
  return sum
}

/** How much larger than its walls a plan is with what surrounds them: more is cut off. */
const SURROUNDED = 1.7
/** Longest line that belongs to a plan as it leads on from its walls, against these. */
const LEADS_ON = 2.5
const MARGIN = 0.04

/**
 * The part of a drawing that is shown: its walls, where a layer tells them, with the dimensions around them; else all
 * lines that are drawn fully; and whether there are walls enough to be all of the plan's. null where there are none, or they are all in one place.
 */
export function extentsOf({ lines, fills }: CadDrawing): (Extents & { walled: boolean }) | null {
  const firm = [
    ...lines.filter(({ role }) => role !== 'pale'),
    ...fills
      .filter(({ role }) => role === 'wall')
      .flatMap(({ outlines, role }) => outlines.map((points) => ({ points, role, closed: true, width: 0 }))),
  ]
  const walls = firm.filter(({ role }) => role === 'wall')
  const main = boxOf(withoutStrays(walls.length >= 4 ? walls : firm.length > 0 ? firm : lines))
  const long = longerOf(main)
  if (!(long > 0) || !Number.isFinite(long)) return null
  const reach = ((SURROUNDED - 1) / 2) * long
  const walled = lengthOf(walls) > WALLED * 2 * (main.x1 - main.x0 + main.y1 - main.y0)
  const isNear = ({ points }: CadLine) => {
    const box = include(NOTHING, points)
    return (
      box.x0 > main.x0 - reach &&
      box.x1 < main.x1 + reach &&
      box.y0 > main.y0 - reach &&
      box.y1 < main.y1 + reach
    )
  }
  /** Whether a line comes near the walls and leads on from there, as walls on other layers do; frames go around. */
  const leadsOn = ({ points, role }: CadLine) => {
    if (role === 'pale' || role === 'none') return false
    const box = include(NOTHING, points)
    const meets =
      box.x0 < main.x1 + reach &&
      box.x1 > main.x0 - reach &&
      box.y0 < main.y1 + reach &&
      box.y1 > main.y0 - reach
    const goesAround = box.x0 < main.x0 && box.x1 > main.x1 && box.y0 < main.y0 && box.y1 > main.y1
    return meets && !goesAround && longerOf(box) < LEADS_ON * long
  }
  const all = lines.reduce(
    (box, line) => (isNear(line) || leadsOn(line) ? include(box, line.points) : box),
    main,
  )
  const margin = MARGIN * longerOf(all)
  return { walled, x0: all.x0 - margin, y0: all.y0 - margin, x1: all.x1 + margin, y1: all.y1 + margin }
}
