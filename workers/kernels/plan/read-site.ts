import type { DrawnPlan, Ruler } from '#contracts/flatplan.ts'
import { levelTexts, type ReadText } from '#kernels/ocr/read-texts.ts'
import { partsOfBays } from './bays.ts'
import { boundsOf } from './bounds.ts'
import { blankTexts, closeGaps, type Ink, TINTS } from './ink.ts'
import { siteKindOf } from './kinds.ts'
import { joinDashes, joinToBox, lineEndsOf } from './line-ends.ts'
import { measurePlan } from './measure.ts'
import { roomOfText } from './name-rooms.ts'
import type { Plan, Room, Tree } from './read-plan.ts'
import { type Cell, findCells } from './rooms.ts'

/** Longest gap in a line that is closed, px. */
const GAP = 6
/** Smallest part, in parts of the picture, and least distance of its middle to a line, px. */
const LEAST_AREA = 0.00006
const LEAST_RADIUS = 2.5
/** A crown, mm, where nothing else tells how large a site is, and the width of a site without trees. */
export const USUAL_TREE = 2500
const USUAL_WIDTH = 120_000
/** Times its width that a road is long at least; it fills little of its rectangle, or that is slim. */
const ROAD = 9
const OPEN = 0.45
const SLIM = 5
/** Buildings fill the rectangle that turns with them to this, and take no more of the picture than this. */
const SQUARE = 0.8
const MOST_BUILDING = 0.06

/** Height of the texts in a circle, against its radius, from which it is a sign. */
const LETTERED = 0.3
/** Longest gap between the dashes of a line, against the picture's longer side. */
const DASH_GAP = 0.009

/** Whether a part is a circle: as wide as high, and as large as its inner circle. */
function isRound({ area, radius, box }: Cell): boolean {
  const [w, h] = [box.right - box.left, box.bottom - box.top]
  const disc = Math.PI * ((w + h) / 4) ** 2
  return (
    Math.abs(w - h) <= 0.16 * Math.max(w, h) + 2 && area > 0.72 * disc && area < 1.15 * disc && radius > 3
  )
}

/** Share of a crown and its disc together that both have: crowns are drawn with a wavy line, bays of houses are squares. */
const LIKE_DISC = 0.86

/** How much of a part and the disc in its place is in both, 0..1 (intersection over union). */
function likeDisc({ id, area, box }: Cell, map: Uint16Array, width: number): number {
  const [x, y] = [(box.left + box.right - 1) / 2, (box.top + box.bottom - 1) / 2]
  const radius = (box.right - box.left + box.bottom - box.top) / 4
  let [disc, both] = [0, 0]
  for (let v = box.top; v < box.bottom; v++)
    for (let u = box.left; u < box.right; u++) {
      if (Math.hypot(u - x, v - y) > radius) continue
      disc++
      if (map[v * width + u] === id) both++
    }
  return both / (disc + area - both)
}

const sizeOf = ({ box }: Cell) => (box.right - box.left + box.bottom - box.top) / 4

const discOf = (cell: Cell): Tree => ({
  x: (cell.box.left + cell.box.right) / 2,
  y: (cell.box.top + cell.box.bottom) / 2,
  radius: sizeOf(cell) + 1,
})

/** Circles among the parts: in a sign stands a text that takes much of it, all others may be crowns. */
function circlesOf(
  cells: readonly Cell[],
  map: Uint16Array,
  width: number,
  texts: readonly ReadText[],
): { signs: Cell[]; crowns: Cell[] } {
  const round = cells.filter(isRound)
  const high = new Map<number, number>()
  for (const text of texts) {
    const id = roomOfText(map, width, text)
    high.set(id, (high.get(id) ?? 0) + text.bottom - text.top)
  }
  const isSign = (cell: Cell) => (high.get(cell.id) ?? 0) > LETTERED * sizeOf(cell)
  const isCrown = (cell: Cell) => !isSign(cell) && likeDisc(cell, map, width) > LIKE_DISC
  return { signs: round.filter(isSign), crowns: round.filter(isCrown) }
}

/** Crowns: circles of which there are several of about one size. */
function treesOf(round: readonly Cell[]): { trees: Tree[]; taken: Set<number> } {
  const trees = round.filter(
    (one) => round.filter((other) => Math.abs(sizeOf(other) / sizeOf(one) - 1) < 0.35).length >= 3,
  )
  return {
    taken: new Set(trees.map(({ id }) => id)),
    trees: trees.map(discOf),
  }
}

/** Lines that end at the sides of a site's box, and sides at which some do, from which it is one that was cut out of a larger map. */
const CUT_LINES = 5
const CUT_SIDES = 3
/** How near to a side they end, and how far along it an oblique one may run, in widths of the pen. */
const AT_SIDE = 2
const ALONG_SIDE = 12

/** Lines that end so near to the side of such a box are drawn on to it, against the picture's longer side. */
const TO_SIDE = 0.012

/**
 * Closes the box about a site's lines where it was cut out of a larger map: streets and fields go on beyond it.
 * @returns the box, px; null where nothing was cut
 */
function closeCut(lines: Uint8Array, ink: Ink): Cell['box'] | null {
  const { dark, pen, width, height } = ink
  const box = boundsOf(dark, width)
  const { left, right, top, bottom } = box
  if (left >= right) return null
  const near = Math.ceil(AT_SIDE * pen)
  const endsAlong = (from: number, to: number, at: (k: number, n: number) => number): number => {
    let [ends, run] = [0, 0]
    for (let k = from; k <= to + 1; k++) {
      const isInk = k <= to && Array.from({ length: near }, (_, n) => at(k, n)).some((i) => dark[i] === 1)
      if (isInk) run++
      else {
        if (run > 0 && run <= ALONG_SIDE * pen) ends++
        run = 0
      }
    }
    return ends
  }
  const ends = [
    endsAlong(left, right, (x, n) => (top + n) * width + x),
    endsAlong(left, right, (x, n) => (bottom - n) * width + x),
    endsAlong(top, bottom, (y, n) => y * width + left + n),
    endsAlong(top, bottom, (y, n) => y * width + right - n),
  ]
  const isCutOut = ends.filter((count) => count > 0).length >= CUT_SIDES
  if (!isCutOut || ends.reduce((sum, count) => sum + count, 0) < CUT_LINES) return null
  for (let x = left; x <= right; x++) lines[top * width + x] = lines[bottom * width + x] = 1
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++)
    lines[y * width + left] = lines[y * width + right] = 1
  return box
}

/** Where one tint meets another, or none, is an edge as a line is. */
function drawTintEdges(lines: Uint8Array, tints: Uint8Array, width: number): void {
  for (let i = 0; i + width < tints.length; i++)
    if (tints[i] !== tints[i + 1] || tints[i] !== tints[i + width]) lines[i] = 1
}

/** A part's shape, whichever way it is turned. */
interface Shape {
  /** Share of the rectangle of its own moments that a part fills: 1 for a rectangle, less with notches and arms. */
  filled: number
  /** How many times as long as wide that rectangle is. */
  slim: number
}

/**
 * Shapes of the parts by their second moments, by number.
 * @param map number of the part, a value a pixel
 */
function shapesOf(map: Uint16Array, width: number, cells: readonly Cell[]): Map<number, Shape> {
  // Coordinates count from the part's own box, so that their squares stay exact.
  const sums = new Map(cells.map(({ id, box }) => [id, { box, n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 }]))
  for (let i = 0; i < map.length; i++) {
    const sum = map[i]! > 0 && sums.get(map[i]!)
    if (!sum) continue
    const [x, y] = [(i % width) - sum.box.left, Math.floor(i / width) - sum.box.top]
    sum.n++
    sum.x += x
    sum.y += y
    sum.xx += x * x
    sum.yy += y * y
    sum.xy += x * y
  }
  return new Map(
    [...sums].map(([id, { n, x, y, xx, yy, xy }]) => {
      const [a, b, c] = [
        xx / n - (x / n) ** 2 + 1 / 12,
        yy / n - (y / n) ** 2 + 1 / 12,
        xy / n - (x * y) / n ** 2,
      ]
      const root = Math.hypot((a - b) / 2, c)
      const [long, short] = [(a + b) / 2 + root, (a + b) / 2 - root]
      // A rectangle of sides p and q has the moments p²/12 and q²/12.
      return [id, { filled: n / (12 * Math.sqrt(long * short)), slim: Math.sqrt(long / short) }]
    }),
  )
}

/** Share of a part that has one tint for it to be told by that. */
const TINTED = 0.6

/** What a part is that is filled with green or blue; null for any other. */
function kindByTint({ tints }: Ink, map: Uint16Array, { id, area, box }: Cell, width: number) {
  if (!tints) return null
  let [green, blue] = [0, 0]
  for (let y = box.top; y < box.bottom; y++)
    for (let i = y * width + box.left; i < y * width + box.right; i++) {
      if (map[i] !== id) continue
      if (TINTS[tints[i]!] === 'green') green++
      else if (TINTS[tints[i]!] === 'blue') blue++
    }
  return green > TINTED * area ? 'lawn' : blue > TINTED * area ? 'water' : null
}

/** Share of a picture that the box about its coloured areas takes for them to be the site, and of these that lies beyond it on each side. */
const COLOURED_BOX = 0.2
const STRAY = 0.005

/** Parts with a colour from which these are the site: fewer are but things on it. */
const COLOURED_PARTS = 12

/**
 * The box about the areas that are filled with a colour, a few strays left out, px; null where they are few, or take little of the
 * picture.
 */
function colouredBox({ tints, width, height }: Ink, cells: readonly Cell[]): Cell['box'] | null {
  if (!tints || cells.filter(({ middle: [x, y] }) => tints[y * width + x]).length < COLOURED_PARTS)
    return null
  const [columns, rows] = [new Uint32Array(width), new Uint32Array(height)]
  let all = 0
  for (let i = 0; i < tints.length; i++) {
    if (!tints[i]) continue
    columns[i % width]!++
    rows[Math.floor(i / width)]!++
    all++
  }
  const ends = (counts: Uint32Array): [number, number] => {
    let [from, to] = [0, counts.length]
    for (let sum = 0; from < to && sum + counts[from]! <= STRAY * all; from++) sum += counts[from]!
    for (let sum = 0; to > from && sum + counts[to - 1]! <= STRAY * all; to--) sum += counts[to - 1]!
    return [from, to]
  }
  const [[left, right], [top, bottom]] = [ends(columns), ends(rows)]
  const isLarge = (right - left) * (bottom - top) > COLOURED_BOX * width * height
  return isLarge ? { left, right, top, bottom } : null
}

/** How far parts grow into slivers between them, and over lines, px. */
const SLIVER = 6

/** What lines and the grain of a pencil close in and is too small for a part becomes one of those beside it. @param closed 0 on lines and outside */
function fillSlivers(map: Uint16Array, closed: Uint16Array, lines: Uint8Array, width: number): void {
  const crossed: number[] = []
  let edge: number[] = []
  for (let i = 0; i < map.length; i++) if (map[i]) edge.push(i)
  for (let step = 0; step < SLIVER && edge.length > 0; step++) {
    const next: number[] = []
    for (const i of edge)
      for (const j of [i - 1, i + 1, i - width, i + width])
        if (!map[j] && (closed[j] || lines[j])) {
          map[j] = map[i]!
          next.push(j)
          if (lines[j]) crossed.push(j)
        }
    edge = next
  }
  for (const i of crossed) map[i] = 0
}

/** Numbers of the parts that lie mostly beyond a box. */
function partsBeyond(map: Uint16Array, width: number, cells: readonly Cell[], box: Cell['box']): Set<number> {
  const within = new Uint32Array(cells.length + 1)
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) within[map[y * width + x]!]!++
  return new Set(cells.flatMap(({ id, area }) => (2 * within[id]! < area ? id : [])))
}

/** How near to the side of the box that was cut out a part is cut, px. */
const CUT_OFF = 3

/** What a part without a name is, by its shape. @param whole area of the picture, px @param cut box that was cut out of a map, px */
function kindByShape(
  { area, radius, box }: Cell,
  { filled, slim }: Shape,
  whole: number,
  cut: Cell['box'] | null,
): Room['kind'] {
  const isLong = area > ROAD * (2 * radius) ** 2
  if (isLong && (filled < OPEN || slim > SLIM)) return 'road'
  const isCut =
    cut !== null &&
    (box.left - cut.left < CUT_OFF ||
      cut.right - box.right < CUT_OFF ||
      box.top - cut.top < CUT_OFF ||
      cut.bottom - box.bottom < CUT_OFF)
  return filled > SQUARE && area < MOST_BUILDING * whole && !isCut ? 'building' : 'lawn'
}

/** A part up to this many times as wide and high as the text in it is a sign, as that of a parking place. */
const SIGN = 3

/** Texts by the numbers of the parts that they stand in; what a sign says is said of the part around it. */
function textsOfParts(
  texts: readonly ReadText[],
  map: Uint16Array,
  width: number,
  cells: readonly Cell[],
): Map<number, ReadText[]> {
  const byId = new Map(cells.map((cell) => [cell.id, cell]))
  const found = new Map<number, ReadText[]>()
  for (const text of texts) {
    const id = roomOfText(map, width, text)
    const box = byId.get(id)?.box
    if (!box) continue
    const high = SIGN * Math.max(text.bottom - text.top, text.right - text.left)
    const isSign = box.right - box.left < high && box.bottom - box.top < high
    const around = isSign ? partAround(map, width, box, id) : 0
    const part = around || id
    found.set(part, [...(found.get(part) ?? []), text])
  }
  return found
}

/** About how large a text's letters are, px: the box of one that is turned tells its length. */
const sizeOfLetters = ({ text, left, right, top, bottom, turned }: ReadText): number =>
  turned ? Math.hypot(right - left, bottom - top) / text.length : bottom - top

/** Share of a part's surroundings that another one takes about it. */
const AROUND = 0.5

/** Number of the part that lies around another one; 0 where there are several, or none. */
function partAround(map: Uint16Array, width: number, box: Cell['box'], inner: number): number {
  const counts = new Map<number, number>()
  const [w, h] = [box.right - box.left, box.bottom - box.top]
  const away = Math.max(4, Math.round(0.25 * Math.min(w, h)))
  const [left, right, top, bottom] = [box.left - away, box.right + away, box.top - away, box.bottom + away]
  let of = 0
  const look = (x: number, y: number) => {
    const id = x >= 0 && x < width ? (map[y * width + x] ?? 0) : 0
    of++
    if (id > 0 && id !== inner) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  for (let x = left; x <= right; x++) for (const y of [top, bottom]) look(x, y)
  for (let y = top; y <= bottom; y++) for (const x of [left, right]) look(x, y)
  const [id = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  return count > AROUND * of ? id : 0
}

/**
 * Reads a site plan: the parts that its lines close in, with what their names or shapes say they are, and trees.
 * @param texts lines of text in the picture, px
 * @param drawn what its drawing file said
 */
export function readSite(
  ink: Ink,
  texts: readonly ReadText[],
  ruler: Ruler | null,
  drawn: DrawnPlan | null = null,
): Plan {
  const { width, height } = ink
  const lines = closeGaps(ink, GAP)
  blankTexts(lines, width, levelTexts(texts))
  // The sides of a picture's box are not known so exactly.
  const cut = drawn ? closeCut(lines, ink) : null
  const side = Math.max(width, height)
  const ends = lineEndsOf(ink, DASH_GAP * side)
  joinDashes(lines, width, ends, DASH_GAP * side)
  if (cut) joinToBox(lines, width, ends, cut, TO_SIDE * side)
  if (ink.tints) drawTintEdges(lines, ink.tints, width)
  const { map, cells } = findCells(lines, width, height, {
    leastArea: Math.max(30, LEAST_AREA * width * height),
    leastRadius: LEAST_RADIUS,
  })
  const closed = findCells(lines, width, height, { leastArea: 1, leastRadius: 0 }).map
  const { signs, crowns } = circlesOf(cells, map, width, texts)
  const { trees, taken } = treesOf(crowns)
  const shapes = shapesOf(map, width, cells)
  const parking = partsOfBays(map, width, ink.pen, cells)
  const named = textsOfParts(texts, map, width, cells)
  // In a drawing of many colours what lies about its colours is the surroundings, the sheet's frame and its title block.
  const coloured = colouredBox(ink, cells)
  const beyond = coloured ? partsBeyond(map, width, cells, coloured) : new Set<number>()
  for (let i = 0; i < map.length; i++) if (beyond.has(map[i]!)) map[i] = closed[i] = 0
  const rooms = cells
    .filter((cell) => !taken.has(cell.id) && !signs.includes(cell) && !beyond.has(cell.id))
    .map((cell): Room => {
      // The largest letters say what the whole is.
      const here = (named.get(cell.id) ?? []).sort((a, b) => sizeOfLetters(b) - sizeOfLetters(a))
      const label = here.find(({ text }) => siteKindOf(text)) ?? here[0] ?? null
      const said = label?.text.replace(/[\s:：]+$/, '').trim() ?? ''
      // Marks of a map's grid are no names, but P is.
      const name = siteKindOf(said) || /\p{L}{2}|\p{Script=Han}/u.test(said) ? said : ''
      return {
        ...cell,
        name,
        label: name ? label : null,
        kind:
          siteKindOf(name) ??
          kindByTint(ink, map, cell, width) ??
          (parking.has(cell.id) ? 'parking' : null) ??
          kindByShape(cell, shapes.get(cell.id)!, width * height, cut),
      }
    })
  fillSlivers(map, closed, lines, width)
  groundUnder(signs.map(discOf), new Set(signs.map(({ id }) => id)), map, width)
  groundUnder(trees, taken, map, width)
  const none = new Uint8Array(map.length)
  const crown =
    trees.length > 0 ? trees.map(({ radius }) => radius).sort((a, b) => a - b)[trees.length >> 1]! : 0
  const guess = crown > 0 ? USUAL_TREE / crown : USUAL_WIDTH / width
  const found = { openings: [], thickness: 0, cells, map }
  const measure = measurePlan(ink, ruler, texts, found, drawn)
  return {
    ...{ content: 'site', ink, rooms, doors: [], windows: [], map, trees },
    ...{ walls: none, glass: none, gaps: none, thickness: 4 },
    measure:
      measure.from === 'guess'
        ? { mmPerPx: guess, from: 'guess', by: crown > 0 ? 'trees' : 'width' }
        : measure,
  }
}

/** A crown, or a sign, stands on the part that is around it. @param taken numbers of the parts within such discs */
function groundUnder(discs: readonly Tree[], taken: Set<number>, map: Uint16Array, width: number): void {
  for (const { x, y, radius } of discs) {
    const counts = new Map<number, number>()
    for (let k = 0; k < 24; k++) {
      const angle = (k / 24) * 2 * Math.PI
      const i =
        Math.round(y + Math.sin(angle) * (radius + 4)) * width +
        Math.round(x + Math.cos(angle) * (radius + 4))
      const id = map[i] ?? 0
      if (id > 0 && !taken.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const ground = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
    const reach = Math.ceil(radius) + 1
    for (let v = Math.floor(y) - reach; v <= y + reach; v++)
      for (let u = Math.floor(x) - reach; u <= x + reach; u++) {
        const i = v * width + u
        if (
          i >= 0 &&
          i < map.length &&
          Math.hypot(u - x, v - y) <= radius + 1 &&
          (map[i] === 0 || taken.has(map[i]!))
        )
          map[i] = ground
      }
  }
}
