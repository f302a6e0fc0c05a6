import { median } from '#kernels/median.ts'
import type { Ink } from './ink.ts'
import type { Opening } from './openings.ts'
import { axisOf, eachWithin } from './quads.ts'
import { type SeenPlan, THINGS } from './see-plan.ts'

/** What the network sees of a plan, a value a pixel. */
export interface SeenOdds {
  /** How likely a place is a door or a window, 0..255. */
  opened: Uint8Array
  /** How likely a place is wall, 0..255. */
  walled: Uint8Array
  width: number
}

/** Usual width of an opening, against the thickness of walls. */
const USUAL = 5.5
/** How far beyond an opening its wall is looked at, against the thickness of walls. */
const JAMB = 2
/** No place is surer than this, 0..1. */
const SUREST = 0.98

/** Logarithm of the odds of a share of 0..255. */
export const logOdds = (share: number): number => {
  const p = Math.min(SUREST, Math.max(1 - SUREST, share / 255))
  return Math.log(p / (1 - p))
}

/** The surest place across a strip at each px along it, 0..255. @param from px along the opening, from its first end */
function surestAlong(
  corners: Opening['corners'],
  [from, to]: readonly [number, number],
  values: Uint8Array,
  width: number,
): number[] {
  const { half, at } = axisOf(corners)
  const found: number[] = []
  for (let along = from; along <= to; along++) {
    let most = 0
    for (let across = -half; across <= half; across++) {
      const [x, y] = at(along, across).map(Math.round) as [number, number]
      if (x >= 0 && x < width && y >= 0) most = Math.max(most, values[y * width + x] ?? 0)
    }
    found.push(most)
  }
  return found
}

/** What tells an opening from an edge of furniture, in the order of WEIGHTS. */
function signsOf({ corners, width: long }: Opening, seen: SeenOdds, thick: number): number[] {
  const { opened, walled, width } = seen
  const along = surestAlong(corners, [0, long], opened, width)
  const jambs = [
    [-JAMB * thick, 0],
    [long, long + JAMB * thick],
  ] as const
  const ends = jambs.map((jamb) => Math.max(...surestAlong(corners, jamb, walled, width)))
  return [
    1,
    logOdds(along.reduce((sum, value) => sum + value, 0) / along.length),
    Math.abs(Math.log(long / thick / USUAL)),
    logOdds(Math.min(...ends)),
  ]
}

/**
 * By logistic regression over the openings without a swing of 16 public plans with truth, each plan of equal weight but
 * for the root of their number: how sure the network is of it along its length, how far its width is off the usual one,
 * and how sure a wall is seen at the end where less of one is seen. Plans left out, a true one stands before a false
 * one in 0.88 of the cases.
 */
const WEIGHTS = [-0.78, 1.06, -1.28, 0.23]

/**
 * Share of things at an opening's place from which furniture stands in it: of 161 openings without a swing that divide parts on public
 * plans 5 of 54 true ones and 24 of 76 within a room have more than 0.15, of those that are less likely than not in a small part
 * 0.2 and more are had by false ones alone.
 */
const CROSSED = 0.2
/** Part of an opening at each of its ends at which what stands at its jambs is seen. */
const JAMB_PART = 0.1

/** Whether the network sees furniture or fittings across an opening: beds, baths, stoves, seats and tables. */
export function isCrossed(
  { corners }: Opening,
  { width, height, things }: SeenPlan,
  ink: Pick<Ink, 'width' | 'height'>,
): boolean {
  const standing = things.filter((_, thing) => THINGS[thing] !== 'stairs' && THINGS[thing] !== 'car')
  const { long, half, at } = axisOf(corners)
  let [sum, all] = [0, 0]
  for (let along = JAMB_PART * long; along < (1 - JAMB_PART) * long; along++)
    for (let across = -half; across <= half; across++) {
      const [x, y] = at(along, across)
      const [u, v] = [
        Math.floor(((x + 0.5) / ink.width) * width),
        Math.floor(((y + 0.5) / ink.height) * height),
      ]
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      all++
      sum += Math.max(...standing.map((thing) => thing[v * width + u]!))
    }
  return sum > CROSSED * 255 * all
}

/** How likely an opening is one and no edge of furniture: the logarithm of the odds. @param thick thickness of walls, px */
export const oddsOf = (opening: Opening, seen: SeenOdds, thick: number): number =>
  signsOf(opening, seen, thick).reduce((sum, sign, k) => sum + WEIGHTS[k]! * sign, 0)

/** What the network sees of a plan's windows, a value a pixel. */
export interface SeenGlass {
  /** How likely a place is a window, 0..255. */
  glazed: Uint8Array
  /** How likely a place is within the building and not outside, 0..255. */
  inside: Uint8Array
}

/** Usual width of a window, against the thickness of walls. */
const USUAL_WINDOW = 7
/** The stretch of a window, in parts of its length, beside which inside and outside are told, and how far beside it, in thicknesses of walls. */
const STRETCH = [0.15, 0.85] as const
const SIDE = [1, 2, 3]
/** Places along a window at which lines are counted, how far beside it they may lie, px, and how many count at most. */
const LOOKS = 7
const BESIDE = 3
const MOST_LINES = 4

/** How likely places on one side of a window are within the building, 0..1. */
function insideBeside(
  corners: Opening['corners'],
  side: 1 | -1,
  inside: Uint8Array,
  width: number,
  thick: number,
): number {
  const { long, half, at } = axisOf(corners)
  let [sum, count] = [0, 0]
  for (let along = STRETCH[0] * long; along <= STRETCH[1] * long; along += Math.max(1, long / 12))
    for (const away of SIDE) {
      const [x, y] = at(along, side * (half + away * thick)).map(Math.round) as [number, number]
      const isOn = x >= 0 && x < width && y >= 0 && y * width + x < inside.length
      if (isOn) sum += inside[y * width + x]! / 255
      count++
    }
  return sum / count
}

/** Lines that lie across each other in a window, in the median along it. */
function linesIn(
  corners: Opening['corners'],
  { dark, width, height }: Pick<Ink, 'dark' | 'width' | 'height'>,
): number {
  const { long, half, at } = axisOf(corners)
  return median(
    Array.from({ length: LOOKS }, (_, k) => {
      let [lines, last] = [0, 0]
      for (let across = -half - BESIDE; across <= half + BESIDE; across += 0.5) {
        const [x, y] = at((long * (k + 1)) / (LOOKS + 1), across).map(Math.round) as [number, number]
        const isOn = x >= 0 && y >= 0 && x < width && y < height
        const line = isOn ? dark[y * width + x]! : 0
        if (line > last) lines++
        last = line
      }
      return lines
    }),
  )
}

/**
 * By logistic regression over the windows that were found on 14 public plans with truth, as for WEIGHTS: how sure the network is of a
 * window along it, how likely its outer side lies within the building, how far its width is off the usual one, and how many
 * lines lie in it. Plans left out, a true one stands before a false one in 0.88 of the cases.
 */
const WINDOW_WEIGHTS = [-1.66, 0.86, -1.4, -1.74, 0.75]

/**
 * A window is wall below this logarithm of its odds, where the network is less sure of an opening along it than this, 0..255, as doors
 * with panes are unlikely windows: of 222 on public plans 72 of 120 false ones, 4 of 91 true ones, and 4 of 11 doors.
 */
const NO_WINDOW = -1.5
const SURE_OPENING = 190

/** Whether what looks like a window is rather a part of a wall. @param thick thickness of walls, px */
export function isRatherWall(
  opening: Opening,
  seen: SeenGlass & Pick<SeenOdds, 'opened'>,
  ink: Pick<Ink, 'dark' | 'width' | 'height'>,
  thick: number,
): boolean {
  const along = surestAlong(opening.corners, [0, opening.width], seen.opened, ink.width)
  const sure = along.reduce((sum, value) => sum + value, 0) / along.length
  return sure < SURE_OPENING && windowOddsOf(opening, seen, ink, thick) < NO_WINDOW
}

/** How likely a window is one and no part of a wall: the logarithm of the odds. */
function windowOddsOf(
  { corners, width: long }: Opening,
  { glazed, inside }: SeenGlass,
  ink: Pick<Ink, 'dark' | 'width' | 'height'>,
  thick: number,
): number {
  const along = surestAlong(corners, [0, long], glazed, ink.width)
  const sides = ([1, -1] as const).map((side) => insideBeside(corners, side, inside, ink.width, thick))
  const signs = [
    1,
    logOdds(along.reduce((sum, value) => sum + value, 0) / along.length),
    Math.min(...sides),
    Math.abs(Math.log(long / thick / USUAL_WINDOW)),
    Math.min(MOST_LINES, linesIn(corners, ink)),
  ]
  return signs.reduce((sum, sign, k) => sum + WINDOW_WEIGHTS[k]! * sign, 0)
}

/** How sure an opening must be seen for its kind to be told by sight, 0..255, and the share of glass in a window and, at most, beside a door. */
const SURE_KIND = 115
const GLASS = 0.7

/** How much surer a wall must be seen than an opening for a gap that lines tell to be wall, and how sure at least, 0..255. */
const SURER = 1.5
const SURE_WALL = 85

/** What the network sees of an opening, each in the mean over it, 0..255. */
function meansIn(
  { corners }: Opening,
  { opened, glazed, walled, width }: SeenOdds & Pick<SeenGlass, 'glazed'>,
): { open: number; glass: number; wall: number } {
  let [open, glass, wall, count] = [0, 0, 0, 0]
  eachWithin(corners, width, opened.length / width, (i) => {
    open += opened[i]!
    glass += glazed[i]!
    wall += walled[i]!
    count++
  })
  const mean = (sum: number) => sum / Math.max(1, count)
  return { open: mean(open), glass: mean(glass), wall: mean(wall) }
}

/**
 * An opening without a swing with the kind that the network sees: glass tells a window from a sliding door and from a passage;
 * null for a gap that lines tell where it sees a wall, as one drawn lighter than the others.
 * @param isTold whether lines tell it
 */
export function asSeen(
  opening: Opening,
  seen: SeenOdds & Pick<SeenGlass, 'glazed'>,
  isTold: boolean,
): Opening | null {
  if (opening.swing) return opening
  const { open, glass, wall } = meansIn(opening, seen)
  if (isTold && opening.kind !== 'window' && wall > SURE_WALL && wall > SURER * open) return null
  if (open < SURE_KIND) return opening
  if (glass > GLASS * open) return { ...opening, kind: 'window' }
  return opening.kind === 'window' && glass < (1 - GLASS) * open ? { ...opening, kind: 'door' } : opening
}
