import { median } from '#kernels/median.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Cell } from './rooms.ts'

/** A length as a plan prints it. */
interface Length {
  value: number
  /** `mm` where the figure tells its unit by how it is written; a whole number alone may be mm or cm. */
  unit: 'mm' | 'plain'
}

const INCH = 25.4
/** Marks of feet and of inches, and what they are read as where they are small. */
const FOOT_MARK = "['’′`´]"
const INCH_MARK = '["”″*°º^]'
/** Feet and inches, as 12'-6", 12' 6 1/2" or 12'. */
const FEET = new RegExp(
  `^(\\d{1,3})\\s*${FOOT_MARK}+\\s*-?\\s*(?:(\\d{1,2})?\\s*(?:(\\d)/(\\d{1,2}))?\\s*(?:${FOOT_MARK}|${INCH_MARK})*)?$`,
)

function feetAndInches(text: string): number | null {
  const [, feet, inches = '0', part = '0', whole = '1'] = FEET.exec(text) ?? []
  if (feet === undefined) return null
  return (Number(feet) * 12 + Number(inches) + Number(part) / Number(whole)) * INCH
}

/** Arrows, dashes and brackets about a figure, which dimension lines are read as. */
const MARKS = /^[^\p{L}\p{N}.]+|[^\p{L}\p{N}'’′`´"”″*°º^]+$/gu

/** The crossed mark at the end of a dimension line, which is read as 米; no length has three digits of metres. */
const TICK = /^米|(?<=\d{3})米$/g

/** The length that a text is; null where it is none. */
function lengthOf(text: string): Length | null {
  const bare = text.replace(MARKS, '')
  const plain = bare.replace(/\s/g, '').replace(TICK, '')
  const [, whole] = /^([1-9]\d{1,4}|[1-9]\d?,\d{3})(?:mm)?$/.exec(plain) ?? []
  if (whole) return { value: Number(whole.replace(',', '')), unit: plain.endsWith('mm') ? 'mm' : 'plain' }
  const [, metres] = /^(\d{1,2}[.,]\d{2,3})m?$/.exec(plain) ?? []
  if (metres) return { value: 1000 * Number(metres.replace(',', '.')), unit: 'mm' }
  const value = feetAndInches(bare)
  return value === null ? null : { value, unit: 'mm' }
}

/** Lengths of dimensions, mm: from the thickness of a wall to the width of a building. */
const LENGTHS = [50, 100_000] as const
/** A whole number below this is no mm where nothing else tells its unit. */
const LEAST_MM = 400
const CM = 10

/**
 * The value about which most of some values lie: that with most others within a share of it.
 * @returns the median of those values and their numbers; null where fewer than `least` of them, or no more than `share`
 * of all, lie there
 */
function densest(values: readonly number[], within: number, least: number, share: number) {
  let best: number[] = []
  for (const value of values) {
    const near = values.flatMap((other, k) => (Math.abs(other - value) < within * value ? [k] : []))
    if (near.length > best.length) best = near
  }
  if (best.length < least || best.length <= share * values.length) return null
  return { value: median(best.map((k) => values[k]!)), near: best }
}

/** A figure of a chain of dimensions: along the chain, and across it, px. */
interface Figure {
  length: Length | null
  along: number
  across: number
  high: number
}

/** Two figures of a chain: the length from one's middle to the other's, against their distance. */
interface Pair {
  /** mm a px, or plain units a px. */
  scale: number
  unit: Length['unit']
  figures: readonly [Figure, Figure]
}

/** Figures nearer to each other than this, in heights of their letters, are lines of one text. */
const LINES = 2
/** So far along a chain its figures are compared: further ones are told by those between. */
const STEPS = 3

function pairsOf(figures: readonly Figure[]): Pair[] {
  const pairs: Pair[] = []
  for (const first of figures) {
    if (!first.length) continue
    const next = figures
      .filter((one) => one.along > first.along && Math.abs(one.across - first.across) < 0.9 * first.high)
      .sort((a, b) => a.along - b.along)
    let value = first.length.value / 2
    for (const other of next.slice(0, STEPS)) {
      // What is no figure of this chain stands where one was not read.
      if (other.length?.unit !== first.length.unit) break
      if (other.along - first.along < LINES * first.high) break
      const scale = (value + other.length.value / 2) / (other.along - first.along)
      pairs.push({ scale, unit: first.length.unit, figures: [first, other] })
      value += other.length.value
    }
  }
  return pairs
}

/** Pairs of chains agree within this, and figures of rooms within this. */
const AGREES = 0.03
const ROOMS_AGREE = 0.08
/** Share of the pairs that agree at least: a figure that was misread or moved aside spoils several. */
const LEAST_PAIRS = 0.3
/** The largest figure is at least this many times the smallest: numbers of rooms and axes stand evenly as well. */
const UNLIKE = 1.5

/**
 * Scale that chains of dimensions tell: two figures of a chain stand half their lengths, and those between them, apart.
 * @param judged about how large the plan is, mm a px; null where nothing tells
 * @returns mm a px; null where too few pairs agree
 */
export function fromChains(texts: readonly ReadText[], judged: number | null): number | null {
  const figures = texts.map(({ text, left, right, top, bottom }) => ({
    ...{ length: lengthOf(text), x: (left + right) / 2, y: (top + bottom) / 2 },
    high: Math.min(right - left, bottom - top),
  }))
  const rows = pairsOf(figures.map(({ x, y, ...rest }) => ({ ...rest, along: x, across: y })))
  const columns = pairsOf(figures.map(({ x, y, ...rest }) => ({ ...rest, along: y, across: x })))
  for (const unit of ['mm', 'plain'] as const) {
    const pairs = [...rows, ...columns].filter((pair) => pair.unit === unit)
    const found = densest(
      pairs.map(({ scale }) => scale),
      AGREES,
      2,
      LEAST_PAIRS,
    )
    if (!found) continue
    const values = found.near.flatMap((k) => pairs[k]!.figures.map(({ length }) => length!.value))
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const unitMm = unit === 'mm' ? 1 : unitOf(found.value, median(values), judged)
    const scale = found.value * unitMm
    const isSure = most > UNLIKE * least || (judged !== null && isNear(scale, judged))
    if (isSure && least * unitMm > LENGTHS[0] && most * unitMm < LENGTHS[1]) return scale
  }
  return null
}

/** Figures that are all alike are believed within this factor of what doors or walls tell, either way. */
const JUDGED = 1.2
const isNear = (scale: number, judged: number): boolean =>
  Math.abs(Math.log(scale / judged)) < Math.log(JUDGED)

/** Unit of plain figures, mm: that which comes nearest to what else tells the scale. */
function unitOf(scale: number, usual: number, judged: number | null): number {
  if (judged === null) return usual < LEAST_MM ? CM : 1
  const off = (mm: number) => Math.abs(Math.log((scale * mm) / judged))
  return off(1) <= off(CM) ? 1 : CM
}

const AREA = /(\d{1,4}(?:[.,]\d{1,2})?)\s*(m²|㎡|m2|m\^2|qm|sqm|平米|平方米|sq\.?\s?ft|sf)/i
/** Sides of a room. A star is a cross unless it stands for the mark of inches. */
const SIDES = [/^(.+?)\s*[x×]\s*(.+?)$/i, /^(.+?)\s*\*\s*(.+?)$/]

/** Whether a text is an area as it is printed in rooms. */
export const isArea = (text: string): boolean => AREA.test(text)

/** Area in m² that a text in a room tells, or the sides of the room; null for other texts. */
export function areaIn(text: string): number | null {
  const [, figure, unit = ''] = AREA.exec(text) ?? []
  if (figure) return Number(figure.replace(',', '.')) * (/f/i.test(unit) ? 0.0929 : 1)
  for (const sides of SIDES) {
    const [, a, b] = sides.exec(text.trim()) ?? []
    const [wide, long] = [a && lengthOf(a), b && lengthOf(b)]
    if (wide && long) return (inMm(wide) * inMm(long)) / 1e6
  }
  return null
}

/** A length by itself: a whole number that would be no room's side in mm is in cm. */
const inMm = ({ value, unit }: Length): number => (unit === 'plain' && value < LEAST_MM ? CM : 1) * value

/**
 * Scale that areas and sizes printed in rooms tell.
 * @param cells the rooms @param map number of the room, a value a pixel @param width of the map, px
 * @returns mm a px; null where fewer than two agree
 */
export function fromRooms(
  texts: readonly ReadText[],
  { cells, map, width }: { cells: readonly Cell[]; map: Uint16Array; width: number },
): number | null {
  // Rooms that flow into each other are one, with an area for each of its parts.
  const areas = new Map<number, number>()
  for (const { text, left, right, top, bottom } of texts) {
    const area = areaIn(text)
    const id = map[Math.round((top + bottom) / 2) * width + Math.round((left + right) / 2)] ?? 0
    if (area && area > 0.5) areas.set(id, (areas.get(id) ?? 0) + area)
  }
  const found = cells.flatMap(({ id, area }) => {
    const told = areas.get(id)
    return told ? [Math.sqrt((told * 1e6) / area)] : []
  })
  return densest(found, ROOMS_AGREE, 2, 0.5)?.value ?? null
}
