import { roomKindOf } from '#kernels/plan/kinds.ts'
import type { CadDrawing } from './dxf-flatten.ts'
import type { Extents } from './extents.ts'
import { type CadSwing, swingsOf } from './swings.ts'

/** Cells along the longer side of the grid on which lines are gathered. */
const CELLS = 240
/** Lines this many cells apart are of one drawing. */
const APART = 3
/** A drawing has at least this share of the largest one's longer side, and so many lines. */
const LEAST_SIDE = 0.3
const LEAST_LINES = 8
/** Weights in a drawing's merit: a room's name, a door's swing, and a title, which may speak against it. */
const SAYS = { name: 1, swing: 0.5, level: 3, upright: -6, height: -1 }
/** Doors beyond this number say no more, nor do those that are larger against their drawing. */
const MOST_SWINGS = 12
const LARGEST_SWING = 0.2
const LEVEL = /平面|户型|戶型|\bplan\b|grundriss|planta|pianta|plattegrond/i
/** Words beside the lines of storeys in elevations and sections. */
const HEIGHT = /标高|標高|\blevel\b|\bslab\b|[±＋+]\s?\d+[.,]\d{2,3}/i
const UPRIGHT = /立面|剖面|详图|大样|elevation|section|ansicht|schnitt|coupe|alzado|prospetto|sezione/i
/** How far below a drawing its title stands, against its height. */
const BELOW = 0.2

const boxOf = (points: readonly number[]): Extents => {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (let k = 0; k + 1 < points.length; k += 2) {
    box.x0 = Math.min(box.x0, points[k]!)
    box.x1 = Math.max(box.x1, points[k]!)
    box.y0 = Math.min(box.y0, points[k + 1]!)
    box.y1 = Math.max(box.y1, points[k + 1]!)
  }
  return box
}

const unite = (a: Extents, b: Extents): Extents => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
})

const longOf = ({ x0, y0, x1, y1 }: Extents): number => Math.max(x1 - x0, y1 - y0)

/** Numbers the groups of marked cells, those within `APART` of each other together. */
function groupCells(marked: Uint8Array, across: number): Int32Array {
  const down = marked.length / across
  const group = new Int32Array(marked.length)
  let count = 0
  const queue: number[] = []
  for (let start = 0; start < marked.length; start++) {
    if (!marked[start] || group[start]) continue
    group[start] = ++count
    queue.push(start)
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      const [x, y] = [i % across, Math.floor(i / across)]
      for (let v = Math.max(0, y - APART); v <= Math.min(down - 1, y + APART); v++)
        for (let u = Math.max(0, x - APART); u <= Math.min(across - 1, x + APART); u++) {
          const j = v * across + u
          if (!marked[j] || group[j]) continue
          group[j] = count
          queue.push(j)
        }
    }
  }
  return group
}

/** Lines that lie together. */
interface Part {
  box: Extents
  lines: number
  walls: number
}

/** Parts whose boxes overlap are one: the inner face of a wall lies within the outer one. */
function mergeOverlapping(parts: readonly Part[]): Part[] {
  const merged: Part[] = []
  for (const part of [...parts].sort((a, b) => longOf(b.box) - longOf(a.box))) {
    let whole = part
    for (let k = merged.length - 1; k >= 0; k--) {
      const other = merged[k]!
      const { box } = whole
      if (box.x0 > other.box.x1 || box.x1 < other.box.x0 || box.y0 > other.box.y1 || box.y1 < other.box.y0)
        continue
      merged.splice(k, 1)
      whole = {
        box: unite(box, other.box),
        lines: whole.lines + other.lines,
        walls: whole.walls + other.walls,
      }
      // It is larger now: look at all of them again.
      k = merged.length
    }
    merged.push(whole)
  }
  return merged
}

/** How much speaks for a drawing being the plan that is wanted. */
function merit({ words }: CadDrawing, box: Extents, walls: number, swings: readonly CadSwing[]): number {
  const low = box.y0 - BELOW * (box.y1 - box.y0)
  let sum = 0
  for (const { text, x, y } of words) {
    if (x < box.x0 || x > box.x1 || y < low || y > box.y1) continue
    if (roomKindOf(text) !== null) sum += SAYS.name
    if (LEVEL.test(text)) sum += SAYS.level
    if (UPRIGHT.test(text)) sum += SAYS.upright
    if (HEIGHT.test(text)) sum += SAYS.height
  }
  const doors = swings.filter(
    ({ hinge, radius }) => away(box, ...hinge) === 0 && radius < LARGEST_SWING * longOf(box),
  ).length
  return sum + walls + SAYS.swing * Math.min(MOST_SWINGS, doors)
}

/**
 * The drawings that lie apart from each other on a sheet, the one that is most like a plan first: by the names of rooms
 * in it, by titles, by doors' swings, by its walls, then by its size. One alone, or none, where nothing lies apart.
 * @param within the part of the drawing that is looked at: all but strays
 */
export function drawingsOf(cad: CadDrawing, within: Extents): Extents[] {
  const long = longOf(within)
  const cell = long / CELLS
  const across = Math.max(1, Math.ceil((within.x1 - within.x0) / cell) + 1)
  const down = Math.max(1, Math.ceil((within.y1 - within.y0) / cell) + 1)
  const marked = new Uint8Array(across * down)
  const at = (x: number, y: number) =>
    Math.floor((y - within.y0) / cell) * across + Math.floor((x - within.x0) / cell)
  const surfaces = cad.fills.flatMap(({ outlines, role }) =>
    outlines.map((points) => ({ points, closed: true, role })),
  )
  const parts = [...cad.lines, ...surfaces].flatMap(({ points, closed, role }) => {
    const box = boxOf(points)
    const isWithin = box.x0 >= within.x0 && box.x1 <= within.x1 && box.y0 >= within.y0 && box.y1 <= within.y1
    // Dimensions and frames by their layers hold no drawing together.
    return isWithin && role !== 'pale' ? [{ points, closed, box, role }] : []
  })
  for (const { points, closed } of parts)
    for (let k = 0; k + 1 < points.length; k += 2) {
      const isLast = k + 3 >= points.length
      if (isLast && !closed && k > 0) break
      const next = isLast ? 0 : k + 2
      const [ax, ay, bx, by] = [points[k]!, points[k + 1]!, points[next]!, points[next + 1]!]
      const steps = Math.max(1, Math.ceil((2 * Math.max(Math.abs(bx - ax), Math.abs(by - ay))) / cell))
      for (let n = 0; n <= steps; n++)
        marked[at(ax + ((bx - ax) * n) / steps, ay + ((by - ay) * n) / steps)] = 1
    }
  const group = groupCells(marked, across)
  const found = new Map<number, Part>()
  for (const { points, box, role } of parts) {
    const id = group[at(points[0]!, points[1]!)]!
    const known = found.get(id)
    const walls = role === 'wall' ? 1 : 0
    found.set(id, {
      box: known ? unite(known.box, box) : box,
      lines: (known?.lines ?? 0) + points.length / 2 - 1,
      walls: (known?.walls ?? 0) + walls,
    })
  }
  const whole = mergeOverlapping([...found.values()])
  const swings = swingsOf(cad)
  const largest = Math.max(0, ...whole.map(({ box }) => longOf(box)))
  const most = Math.max(1, ...whole.map(({ walls }) => walls))
  return whole
    .filter(({ box, lines }) => lines >= LEAST_LINES && longOf(box) >= LEAST_SIDE * largest)
    .map(({ box, walls }) => ({
      box,
      merit: merit(cad, box, walls / most, swings) + longOf(box) / (4 * largest),
    }))
    .sort((a, b) => b.merit - a.merit)
    .map(({ box }) => box)
}

/** What stands this far off a drawing, against its longer side, is no dimension or title of it. */
const AROUND = 0.4

/** How far a place lies from a box; 0 in it. */
const away = ({ x0, y0, x1, y1 }: Extents, x: number, y: number): number =>
  Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1))

/** One drawing of a sheet, with what stands around it and nearer to it than to the others. */
export function drawingAt(cad: CadDrawing, at: Extents, all: readonly Extents[]): CadDrawing {
  const most = AROUND * longOf(at)
  const others = all.filter((other) => other !== at)
  const isOf = (x: number, y: number): boolean => {
    const far = away(at, x, y)
    return far <= most && others.every((other) => away(other, x, y) > far)
  }
  const hasBox = (points: readonly number[]): boolean => {
    const { x0, y0, x1, y1 } = boxOf(points)
    // What goes around several of them is of none.
    const fits = x1 - x0 <= longOf(at) + 2 * most && y1 - y0 <= longOf(at) + 2 * most
    return fits && isOf((x0 + x1) / 2, (y0 + y1) / 2)
  }
  return {
    ...cad,
    lines: cad.lines.filter(({ points }) => hasBox(points)),
    fills: cad.fills.filter(({ outlines }) => hasBox(outlines.flat())),
    words: cad.words.filter(({ x, y }) => isOf(x, y)),
  }
}
