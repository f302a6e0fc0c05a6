import { AppError } from '#contracts/errors.ts'
import type { DrawnPlan } from '#contracts/flatplan.ts'
import { canLetter, svgOfText, widthOfText } from '#kernels/plan/lettering.ts'
import { drawingAt, drawingsOf } from './drawings.ts'
import { type CadDrawing, type CadWord, EM_IN_HEIGHTS, flattenDxf, widthInHeights } from './dxf-flatten.ts'
import { readDxf } from './dxf-records.ts'
import { type Extents, extentsOf } from './extents.ts'
import { paleGrids } from './grids.ts'
import type { LayerRole } from './layer-roles.ts'

/** Lines or surfaces of one look: a path as in SVG, px of the sheet. */
export interface SheetPath {
  d: string
  /** Width of its line, px; 0 for a surface. */
  width: number
  /** #rrggbb. */
  colour: string
}

/** A text whose letters the program has no outlines for: its middle, px, and its turn to the right, degrees. */
export interface SheetWord {
  text: string
  x: number
  y: number
  size: number
  turn: number
  colour: string
}

type Place = (x: number, y: number) => readonly [number, number]

/** A drawing as it is to be drawn on white. */
export interface Sheet {
  width: number
  height: number
  paths: SheetPath[]
  words: SheetWord[]
  /** What the drawing says beyond its lines. */
  drawn: DrawnPlan
  /** A place of the drawing, in its units, in px of the sheet. */
  at: Place
  /** Other drawings on the same sheet, its units. */
  others: Extents[]
}

/** Longer side of a sheet, px: a plan is read at two thirds of it. */
const SIDE = 3000
const LEAST_SIDE = 320
/** Widths of lines, px. */
const WALL_PEN = 2.5
const PEN = 1.8
/** Where the walls are known: theirs, and that of all other lines. */
const BOLD_PEN = 3
const INK = '#000000'
/** Of lines that are no walls where the walls are known: ink, yet told from theirs. */
const LIGHT = '#8a8a8a'
/** Furniture where the walls are known: still ink, yet told from lines that may be walls where those do not close. */
const THING = '#a4a4a4'
/** Ink for words and for what is no wall: above the brightness under which a plan's pixels are lines. */
const PALE = '#bebebe'
/** Smallest letters that are drawn, and the smallest that are taken for a name, px. */
const LEAST_LETTER = 5
const LEAST_NAME = 12
const MOST_TEXTS = 400
const MOST_WORDS = 6000
const MOST_LACKS = 20
const MOST_OTHERS = 11
/** Upright to within this, radians. */
const LEVEL = 0.09

/** How lines of a role are drawn. */
type PenOf = (role: LayerRole) => { pen: number; colour: string }

const penFor =
  (walled: boolean): PenOf =>
  (role) => {
    if (role === 'pale') return { pen: PEN, colour: PALE }
    // Furniture is kept, but never taken for a wall.
    if (role === 'thing') return { pen: PEN, colour: walled ? THING : PALE }
    if (walled) return { pen: BOLD_PEN, colour: role === 'wall' ? INK : LIGHT }
    return { pen: role === 'wall' ? WALL_PEN : PEN, colour: INK }
  }

const MM: Record<number, number> = {
  ...{ 1: 25.4, 2: 304.8, 3: 1_609_344, 4: 1, 5: 10, 6: 1000, 7: 1_000_000 },
  ...{ 8: 0.0000254, 9: 0.0254, 10: 914.4, 13: 0.001, 14: 100 },
}

/** Collects paths of one look. */
class Paths {
  readonly #all = new Map<string, { width: number; colour: string; parts: string[] }>()

  add(width: number, colour: string, part: string): void {
    const key = `${colour} ${width}`
    const known = this.#all.get(key)
    if (known) known.parts.push(part)
    else this.#all.set(key, { width, colour, parts: [part] })
  }

  /** Light ones lie below, surfaces below lines. */
  list(): SheetPath[] {
    return [...this.#all.values()]
      .sort((a, b) => b.colour.localeCompare(a.colour) || a.width - b.width)
      .map(({ width, colour, parts }) => ({ width, colour, d: parts.join('') }))
  }
}

const tenth = (v: number): number => Math.round(v * 10) / 10

/** A line as a path; steps shorter than a third of a px are left out. */
function pathOf(points: readonly number[], closed: boolean, at: Place): string {
  let d = ''
  let [px, py] = [Number.NaN, Number.NaN]
  for (let k = 0; k + 1 < points.length; k += 2) {
    const [x, y] = at(points[k]!, points[k + 1]!)
    const isLast = k + 3 >= points.length
    if (k > 0 && !isLast && Math.abs(x - px) < 0.34 && Math.abs(y - py) < 0.34) continue
    d += `${k === 0 ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`
    ;[px, py] = [x, y]
  }
  return closed ? `${d}Z` : d
}

/** A word's place on the sheet. */
interface Placed {
  text: string
  x: number
  y: number
  size: number
  angle: number
}

function drawWord(word: Placed, paths: Paths, words: SheetWord[]): void {
  const { text, x, y, size, angle } = word
  const colour = PALE
  if (canLetter(text) && Math.abs(angle) < LEVEL) paths.add(0, colour, svgOfText(text, x, y, size))
  else if (words.length < MOST_WORDS)
    words.push({
      text,
      x: tenth(x),
      y: tenth(y),
      size: tenth(size),
      turn: tenth((-angle * 180) / Math.PI),
      colour,
    })
}

const isLevel = ({ angle }: Placed) => Math.abs(angle) < LEVEL

/** Texts as what reads pictures would have read them: boxes in parts of the sides. Of those that are turned only words count. */
function textsOf(words: readonly Placed[], width: number, height: number): DrawnPlan['texts'] {
  const told = words.filter(({ size, text }) => size >= LEAST_NAME && /[\p{L}\p{N}]/u.test(text))
  const turned = told.filter((word) => !isLevel(word) && /\p{L}{2}/u.test(word.text))
  return [...told.filter(isLevel), ...turned].slice(0, MOST_TEXTS).flatMap((word) => {
    const { text, x, y, size, angle } = word
    const half = ((canLetter(text) ? widthOfText(text, 1) : widthInHeights(text) / EM_IN_HEIGHTS) * size) / 2
    const [c, s] = isLevel(word) ? [1, 0] : [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
    const [across, down] = [half * c + 0.55 * size * s, half * s + 0.55 * size * c]
    const box = {
      left: (x - across) / width,
      right: (x + across) / width,
      top: (y - down) / height,
      bottom: (y + down) / height,
    }
    const isInside = box.left >= 0 && box.right <= 1 && box.top >= 0 && box.bottom <= 1
    return isInside ? [{ text: text.slice(0, 60), ...box, ...(isLevel(word) ? {} : { turned: true }) }] : []
  })
}

/** Says why there is nothing to draw. */
function refuseEmpty({ lines, foreign, lacks }: CadDrawing): void {
  if (foreign.tch >= 4) throw new AppError('NO_LINES', '图中有天正对象，普通 DXF 里没有它们的墙线')
  if (lines.length > 0) return
  const [first] = lacks
  if (first) throw new AppError('DRAWING_ELSEWHERE', `图画在外部参照“${first}”里，DXF 没有带上它`)
  if (foreign.paper > 0) throw new AppError('DRAWING_ON_PAPER')
  throw foreign.faces > 0
    ? new AppError('NO_LINES', '图中只有三维面，没有平面线条')
    : new AppError('NO_LINES')
}

/** Draws the lines, surfaces and words of a drawing. */
function layOut(cad: CadDrawing, unitsInMm: number | null, side: number): Omit<Sheet, 'others'> {
  const box = extentsOf(cad)
  if (!box) throw new AppError('NO_LINES')
  const [across, up] = [box.x1 - box.x0, box.y1 - box.y0]
  const scale = side / Math.max(across, up)
  const width = Math.max(LEAST_SIDE, Math.round(across * scale))
  const height = Math.max(LEAST_SIDE, Math.round(up * scale))
  // A drawing that is thinner than the sheet stands in its middle.
  const [dx, dy] = [(width - across * scale) / 2, (height - up * scale) / 2]
  const at: Place = (x, y) => [(x - box.x0) * scale + dx, (box.y1 - y) * scale + dy]
  const paths = new Paths()
  const look = penFor(box.walled)
  for (const { outlines, role } of cad.fills)
    paths.add(0, look(role).colour, outlines.map((points) => pathOf(points, true, at)).join(''))
  for (const { points, closed, width: wide, role } of cad.lines) {
    const { pen, colour } = look(role)
    paths.add(Math.max(pen, Math.round(wide * scale)), colour, pathOf(points, closed, at))
  }
  const words: SheetWord[] = []
  const placed = cad.words.flatMap((word) => placeWord(word, at, scale, width, height))
  for (const word of placed) drawWord(word, paths, words)
  const { walled } = box
  const drawn = {
    unitsAcross: width / scale,
    unitMm: unitsInMm,
    walled,
    ...(cad.lacks.size > 0 ? { lacks: [...cad.lacks].slice(0, MOST_LACKS) } : {}),
    texts: textsOf(placed, width, height),
  }
  return { width, height, paths: paths.list(), words, drawn, at }
}

function placeWord(word: CadWord, at: Place, scale: number, width: number, height: number): Placed[] {
  const [x, y] = at(word.x, word.y)
  const size = word.high * scale * EM_IN_HEIGHTS
  const isSeen = size >= LEAST_LETTER && size < width / 4 && x > 0 && y > 0 && x < width && y < height
  return isSeen ? [{ text: word.text, x, y, size, angle: word.angle }] : []
}

/** How a sheet is to be laid out. */
export interface SheetWish {
  /** One of the drawings on it, as `others` of a sheet has them; the one most like a plan when left out. */
  drawing?: Extents
  /** Longer side, px. */
  side?: number
}

/**
 * Lays a drawing (the text of a DXF) out on a sheet whose longer side is 3000 px: walls in a heavier pen,
 * dimensions, axes and frames lightly, so that they are not read as walls. Of several that lie apart one is laid out.
 * @throws AppError NO_LINES, DRAWING_ELSEWHERE, DRAWING_ON_PAPER, DRAWING_TOO_COMPLEX
 */
export function sheetOfDxf(text: string, { drawing, side = SIDE }: SheetWish = {}): Sheet {
  const dxf = readDxf(text)
  const cad = paleGrids(flattenDxf(dxf))
  refuseEmpty(cad)
  const unit = Number(dxf.header.get('$INSUNITS') ?? 0)
  const whole = extentsOf(cad)
  const found = whole ? drawingsOf(cad, whole) : []
  const wanted = drawing
    ? (found.find((one) => one.x0 === drawing.x0 && one.y0 === drawing.y0) ?? drawing)
    : found[0]
  const one = wanted && found.length > 1 ? drawingAt(cad, wanted, found) : cad
  const others = found.filter((other) => other !== wanted).slice(0, MOST_OTHERS)
  return { ...layOut(one, MM[unit] ?? null, side), others }
}
