import { distanceInside } from '#kernels/lineart-vector/coverage.ts'
import { takeSolids } from '#kernels/lineart-vector/solids.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import { type Band, findBands, transpose } from './bands.ts'
import { closeGaps, type Ink } from './ink.ts'

/** The walls of a plan. */
export interface Walls {
  /** 1 where there is wall, a value a pixel. */
  mask: Uint8Array
  /** Thickness of the thick walls, px; 0 where no walls were found. */
  thickness: number
  /** Parts that may be wall, by what their gaps to the walls are: 0 for none, else the part's number. */
  stubs: Uint16Array
}

/** A strip, in which direction it runs. */
export interface Strip extends Band {
  along: 'x' | 'y'
}

/** Longest gap in a wall's line that is closed, px. */
const GAP = 6
/** Thickest wall against the longer side of the picture. */
const THICKEST = 0.04
const MODES = 96

/** Length of a band along its slope, px. */
export const lengthOf = ({ upper, slope }: Band) => upper.length * Math.hypot(1, slope)

/** How much of the strips' length has each thickness, in px. */
function thicknesses(strips: readonly Strip[]): Float64Array {
  const found = new Float64Array(MODES)
  for (const strip of strips) {
    if (lengthOf(strip) < 3 * strip.thickness || lengthOf(strip) < 12) continue
    const t = Math.min(MODES - 1, Math.round(strip.thickness))
    found[t]! += lengthOf(strip)
  }
  return found
}

const around = (found: Float64Array, t: number) => {
  let sum = 0
  const reach = Math.max(1, Math.round(0.12 * t))
  for (let k = Math.max(0, t - reach); k <= Math.min(MODES - 1, t + reach); k++) sum += found[k]!
  return sum
}

/** Thicknesses that walls have, most common first: of partitions, outer walls and the like. */
function wallModes(strips: readonly Strip[]): { modes: number[]; weight: number } {
  const found = thicknesses(strips)
  const modes: number[] = []
  let weight = 0
  while (modes.length < 3) {
    let best = 0
    for (let t = 3; t < MODES; t++) {
      const isNew = modes.every((mode) => Math.abs(t - mode) > 1 + 0.2 * mode)
      const isLikely = modes.slice(0, 1).every((mode) => Math.max(t, mode) <= 3.2 * Math.min(t, mode))
      if (isNew && isLikely && around(found, t) > around(found, best)) best = t
    }
    if (best === 0 || around(found, best) < 0.15 * weight) break
    modes.push(best)
    weight = Math.max(weight, around(found, best))
  }
  return { modes, weight }
}

const middleOf = ({ upper, lower }: Band) => (upper[upper.length >> 1]! + lower[lower.length >> 1]!) / 2

/** Share of the shorter strip that lies beside the other one. */
function beside(a: Strip, b: Strip): number {
  const common = Math.min(a.x0 + a.upper.length, b.x0 + b.upper.length) - Math.max(a.x0, b.x0)
  return common / Math.min(a.upper.length, b.upper.length)
}

/** Strips that lie in a stack with others as long, as the panes of a window or the treads of a stair do. */
function stacked(strips: readonly Strip[]): Set<Strip> {
  const out = new Set<Strip>()
  const long = strips.filter((one) => one.upper.length >= 12)
  const endOf = (one: Strip) => one.x0 + one.upper.length
  for (const one of long)
    for (const other of long) {
      if (other === one || other.along !== one.along) continue
      const slack = Math.max(4, 0.03 * one.upper.length)
      if (Math.abs(other.x0 - one.x0) > slack || Math.abs(endOf(other) - endOf(one)) > slack) continue
      const apart = Math.abs(middleOf(other) - middleOf(one))
      const mean = (other.thickness + one.thickness) / 2
      const ratio = other.thickness / one.thickness
      if (apart < 1.2 * mean + 5 && ratio > 0.6 && ratio < 1.7) out.add(one)
    }
  return out
}

/** Ink of the weaker of a strip's two lines, in px of black across it. */
function inkBeside({ grey, width, height }: Ink, strip: Strip, reach: number): number {
  const mass = [0, 0]
  let count = 0
  for (let k = 0; k < strip.upper.length; k += 3, count++)
    for (const side of [0, 1] as const) {
      let line = 0
      for (let n = 0; n < reach; n++) {
        const y = side === 0 ? strip.upper[k]! - 1 - n : strip.lower[k]! + n
        const x = strip.x0 + k
        const [px, py] = strip.along === 'x' ? [x, y] : [y, x]
        const ink = px >= 0 && py >= 0 && px < width && py < height ? (255 - grey[py * width + px]!) / 255 : 0
        // The next line is not this one's.
        if (line > 0.4 && ink < 0.12) break
        line += ink
      }
      mass[side]! += line
    }
  return Math.min(...mass) / Math.max(1, count)
}

/** Strips between lines of about the heaviest pen that is common: walls where they are drawn heavier than the rest. */
function heavy(ink: Ink, strips: readonly Strip[]): Strip[] {
  const long = strips.filter((one) => lengthOf(one) >= 3 * one.thickness && lengthOf(one) >= 12)
  const weighed = long
    .map((strip) => ({ strip, weight: inkBeside(ink, strip, 2 * ink.pen + 2) }))
    .sort((a, b) => b.weight - a.weight)
  const total = long.reduce((sum, one) => sum + lengthOf(one), 0)
  let past = 0
  const common = weighed.find(({ strip }) => {
    past += lengthOf(strip)
    return past > 0.25 * total
  })?.weight
  return weighed.flatMap(({ strip, weight }) => (weight > 0.68 * (common ?? 0) ? strip : []))
}

/** Takes the strips that share a line with a longer one: what stands along a wall. */
function withoutNeighbours(strips: readonly Strip[], pen: number): Strip[] {
  return strips.filter(
    (one) =>
      !strips.some((other) => {
        if (other.along !== one.along || other.upper.length <= one.upper.length) return false
        const apart = Math.abs(middleOf(other) - middleOf(one)) - (other.thickness + one.thickness) / 2
        return apart > -2 && apart < 2 * pen + 3 && beside(one, other) > 0.7
      }),
  )
}

export function fill(mask: Uint8Array, strip: Strip, width: number): void {
  strip.upper.forEach((upper, k) => {
    for (let y = upper; y < strip.lower[k]!; y++) {
      if (strip.along === 'x') mask[y * width + strip.x0 + k] = 1
      else mask[(strip.x0 + k) * width + y] = 1
    }
  })
}

/**
 * The mask grows into ink that touches it, by `steps` px: walls include their outlines.
 * @param from pixels that it grows from; all of it when left out
 */
export function growIntoInk(
  mask: Uint8Array,
  dark: Uint8Array,
  width: number,
  steps: number,
  from?: readonly number[],
): void {
  let edge = [...(from ?? [])]
  if (!from) for (let i = 0; i < mask.length; i++) if (mask[i]) edge.push(i)
  for (let step = 0; step < steps; step++) {
    const next: number[] = []
    for (const i of edge)
      for (const j of [i - 1, i + 1, i - width, i + width])
        if (j >= 0 && j < mask.length && !mask[j] && dark[j]) {
          mask[j] = 1
          next.push(j)
        }
    edge = next
  }
}

/** Whether a strip's end meets a wall: some wall within `reach` px beyond it. */
function meets(mask: Uint8Array, strip: Strip, width: number, end: 0 | 1, reach: number): boolean {
  const k = end === 0 ? 0 : strip.upper.length - 1
  const [a, b] = [strip.upper[k]!, strip.lower[k]!]
  const from = strip.x0 + k
  let hits = 0
  for (let y = a; y < b; y++)
    for (let n = 0; n <= reach; n++) {
      const x = end === 0 ? from - n : from + n
      const i = strip.along === 'x' ? y * width + x : x * width + y
      if (mask[i]) {
        hits++
        break
      }
    }
  return hits >= 0.5 * (b - a)
}

/** Strips of a mask along rows and along columns that are no wider than so much, px. */
export function stripsOf(marked: Uint8Array, width: number, height: number, longest: number): Strip[] {
  const columns = transpose(marked, width, height)
  const level = findBands(columns, width, height, longest).map((band) => ({ ...band, along: 'x' as const }))
  // Its rows are the columns of what lies turned by a quarter.
  const upright = findBands(marked, height, width, longest).map((band) => ({ ...band, along: 'y' as const }))
  return [...level, ...upright]
}

/** Lines whose gaps are closed, and how far each place lies from them, px. */
interface Lines {
  dark: Uint8Array
  away: Float32Array
}

function linesOf(ink: Ink): Lines {
  const dark = closeGaps(ink, GAP)
  const away = distanceInside(
    dark.map((line) => 1 - line),
    ink.width,
    ink.height,
  )
  return { dark, away }
}

/** A part of the paper that lines close in. */
interface Nook {
  pixels: Int32Array
  /** Longer side of its bounding box, px. */
  size: number
  /** Distance of its middle to the nearest line, px. */
  radius: number
  /** Pixels of its edge that lie open to a wall. */
  opens: number
}

/** What a search for nooks knows of a place. */
const [SEEN, WALLED, DEEP, UNSEEN] = [0, 1, 2, 3]

/**
 * Parts of the paper between lines that are small against walls.
 * @param slit parts that are joined by no more than twice this are apart, px
 * @param deep parts with a place farther than this from any line are left out, px
 */
function findNooks(
  mask: Uint8Array,
  { away }: Lines,
  width: number,
  { most, slit, deep }: { most: number; slit: number; deep: number },
): Nook[] {
  const height = mask.length / width
  const state = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++)
    state[i] = mask[i] ? WALLED : away[i]! <= slit ? SEEN : away[i]! > deep ? DEEP : UNSEEN
  const cell = new Int32Array(state.length)
  const nooks: Nook[] = []
  for (let start = 0; start < state.length; start++) {
    const isShallow = state[start] === UNSEEN
    if (state[start]! >= DEEP) state[start] = SEEN
    if (!isShallow) continue
    cell[0] = start
    let [count, left, right, top, bottom, opens, radius] = [1, width, 0, height, 0, 0, 0]
    for (let at = 0; at < count; at++) {
      const i = cell[at]!
      const x = i % width
      const y = (i - x) / width
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
      if (away[i]! > radius) radius = away[i]!
      for (let side = 0; side < 4; side++) {
        const j = i + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -width : width)
        const found = state[j]
        if (found === WALLED) opens++
        // A room is known by its edge: there is no need to go all over it.
        else if (found === DEEP) radius = deep + 1
        else if (found === UNSEEN) {
          state[j] = SEEN
          cell[count++] = j
        }
      }
    }
    const size = Math.max(right - left, bottom - top)
    if (size < most && radius <= deep) nooks.push({ pixels: cell.slice(0, count), size, radius, opens })
  }
  return nooks
}

/** Lines that do not quite meet leave slits, through which a corner would run out, px. */
const slitOf = (modes: readonly number[]) => Math.max(1, Math.min(3, Math.round(0.16 * Math.min(...modes))))

/** Corners and stubs of hollow walls: what lies between lines no wider than a wall, and opens into one. */
function fillCorners(mask: Uint8Array, lines: Lines, width: number, modes: readonly number[]): void {
  const thick = Math.max(...modes)
  const slit = slitOf(modes)
  for (const nook of findNooks(mask, lines, width, { most: 5 * thick, slit, deep: 0.85 * thick }))
    if (nook.opens >= 0.4 * Math.min(...modes))
      for (const i of nook.pixels) widen(mask, lines.dark, width, i, slit)
}

/** Numbers the parts that have a wall's thickness and touch none: openings tell whether they are wall. */
function numberStubs(mask: Uint8Array, lines: Lines, width: number, modes: readonly number[]): Uint16Array {
  const map = new Uint16Array(mask.length)
  const slit = slitOf(modes)
  const isTube = ({ radius, size }: Nook) =>
    modes.some((t) => radius > 0.38 * t && radius < 0.75 * t + 1 && size > 0.6 * t)
  const thick = Math.max(...modes)
  const stubs = findNooks(mask, lines, width, { most: 14 * thick, slit, deep: 0.75 * thick + 1 }).filter(
    isTube,
  )
  stubs.slice(0, 65_000).forEach(({ pixels }, n) => {
    for (const i of pixels)
      for (let dy = -slit; dy <= slit; dy++)
        for (let dx = -slit; dx <= slit; dx++) {
          const j = i + dy * width + dx
          if (j >= 0 && j < map.length && !mask[j]) map[j] = n + 1
        }
  })
  return map
}

/** Fills a pixel and what is not a line within `reach` px of it. */
function widen(mask: Uint8Array, lines: Uint8Array, width: number, i: number, reach: number): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const j = i + dy * width + dx
      if (j >= 0 && j < mask.length && !lines[j]) mask[j] = 1
    }
}

/** Columns are wider than the walls, as panes and stubs are not, at most this large against them, fill their boxes to this, and are no longer than this times as wide. */
const WIDER = 1.1
const LARGEST_COLUMN = 3.2
const COLUMN_FILLS = 0.85
const COLUMN_SLIM = 2.4
/** Share of a column's side that a wall takes at most: what stands along a wall is furniture. */
const COLUMN_FREE = 0.85

/** Directions in which a column's sides may run, in a quarter turn. */
const COLUMN_TURNS = 18

/** The smallest box about pixels, at any angle: its directions, its middle, and its sides. */
function tightBox(pixels: ArrayLike<number>, width: number) {
  let best = { c: 1, s: 0, x: 0, y: 0, w: Number.POSITIVE_INFINITY, h: Number.POSITIVE_INFINITY }
  for (let turn = 0; turn < COLUMN_TURNS; turn++) {
    const angle = ((turn / COLUMN_TURNS) * Math.PI) / 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    let [left, right, top, bottom] = [1, -1, 1, -1].map((side) => side * Number.POSITIVE_INFINITY)
    for (let k = 0; k < pixels.length; k++) {
      const x = pixels[k]! % width
      const y = (pixels[k]! - x) / width
      const [u, v] = [x * c + y * s, y * c - x * s]
      if (u < left!) left = u
      if (u > right!) right = u
      if (v < top!) top = v
      if (v > bottom!) bottom = v
    }
    const [w, h] = [right! - left! + 1, bottom! - top! + 1]
    if (w * h >= best.w * best.h) continue
    const [u, v] = [(left! + right!) / 2, (top! + bottom!) / 2]
    best = { c, s, x: u * c - v * s, y: u * s + v * c, w, h }
  }
  return best
}

/** Whether pixels have a column's shape, and walls end at them within `reach` px. */
function isColumn(
  pixels: ArrayLike<number>,
  mask: Uint8Array,
  width: number,
  thick: number,
  least: number,
  reach: number,
): boolean {
  if (pixels.length > (LARGEST_COLUMN * thick) ** 2) return false
  const { c, s, x, y, w, h } = tightBox(pixels, width)
  const longer = Math.max(w, h)
  if (longer > LARGEST_COLUMN * thick || longer > COLUMN_SLIM * Math.min(w, h)) return false
  if (Math.min(w, h) < WIDER * thick || pixels.length < COLUMN_FILLS * w * h) return false
  const height = mask.length / width
  const isWall = (u: number, v: number) => {
    const [px, py] = [Math.round(x + u * c - v * s), Math.round(y + u * s + v * c)]
    return px >= 0 && py >= 0 && px < width && py < height && mask[py * width + px] === 1
  }
  /** How much of a side lies at a wall, px. @param at place along the side and beyond it */
  const meetsAt = (long: number, at: (along: number, beyond: number) => boolean) => {
    let met = 0
    for (let along = (1 - long) / 2; along < long / 2; along++)
      for (let beyond = 1; beyond <= reach; beyond++)
        if (at(along, beyond)) {
          met++
          break
        }
    return met
  }
  const [u, v] = [(w - 1) / 2, (h - 1) / 2]
  const above = meetsAt(w, (along, beyond) => isWall(along, -v - beyond))
  const below = meetsAt(w, (along, beyond) => isWall(along, v + beyond))
  const before = meetsAt(h, (along, beyond) => isWall(-u - beyond, along))
  const behind = meetsAt(h, (along, beyond) => isWall(u + beyond, along))
  const isAlong = Math.max(above, below) > COLUMN_FREE * w || Math.max(before, behind) > COLUMN_FREE * h
  return !isAlong && above + below + before + behind >= 0.6 * least
}

/** What is filled with ink and thicker than a line. */
const solidsOf = ({ dark, width, height, pen }: Ink): Uint8Array =>
  takeSolids(
    Uint8Array.from(dark),
    distanceInside(dark, width, height),
    width,
    height,
    Math.max(2.5, 1.6 * pen),
  )

/** Columns at the ends of hollow walls, filled or drawn as their outlines, become wall. */
function addColumns(mask: Uint8Array, all: Ink, lines: Lines, modes: readonly number[]): void {
  const { dark, width, pen } = all
  const [thick, least] = [Math.max(...modes), Math.min(...modes)]
  const reach = pen + 3
  const solid = solidsOf(all)
  const nooks = findNooks(mask, lines, width, { most: LARGEST_COLUMN * thick, slit: 0, deep: 2 * thick })
  const found: ArrayLike<number>[] = [
    ...patchesOf(solid, width).map(({ pixels }) => pixels),
    ...nooks.map(({ pixels }) => pixels),
  ].filter((pixels) => isColumn(pixels, mask, width, thick, least, reach))
  // What joins a column to a wall are the lines of both.
  const edge: number[] = []
  for (const pixels of found)
    for (let k = 0; k < pixels.length; k++) {
      mask[pixels[k]!] = 1
      edge.push(pixels[k]!)
    }
  growIntoInk(mask, dark, width, pen + 2, edge)
}

/** Whether a strip is about as thick at one end as at the other: what lies between a wall and a door's swing is not. */
function isEven({ upper, lower, thickness }: Strip): boolean {
  const part = upper.length >> 2
  if (part < 3) return true
  const mean = (from: number) => {
    let sum = 0
    for (let k = from; k < from + part; k++) sum += lower[k]! - upper[k]!
    return sum / part
  }
  return Math.abs(mean(0) - mean(upper.length - part)) <= 0.25 * thickness + 2
}

/** Hollow walls: long strips of the walls' thickness between lines of the walls' weight, and what joins them. */
function addHollow(
  mask: Uint8Array,
  ink: Ink,
  strips: readonly Strip[],
  lines: Lines,
  modes: readonly number[],
): void {
  const { width, pen } = ink
  const fits = (one: Strip) => isEven(one) && modes.some((t) => Math.abs(one.thickness - t) <= 1 + 0.15 * t)
  const right = strips.filter((one) => fits(one) && lengthOf(one) >= 0.4 * one.thickness)
  const reach = 2 * pen + 2
  const isLong = (one: Strip) => lengthOf(one) >= 4 * one.thickness
  const weights = right
    .filter(isLong)
    .map((one) => ({ weight: inkBeside(ink, one, reach), length: lengthOf(one) }))
    .sort((a, b) => a.weight - b.weight)
  const total = weights.reduce((sum, { length }) => sum + length, 0)
  let past = 0
  const usual = weights.find(({ length }) => {
    past += length
    return past > total / 2
  })?.weight
  const firm = withoutNeighbours(
    right.filter((one) => inkBeside(ink, one, reach) > 0.68 * (usual ?? 0)),
    pen,
  )
  for (const one of firm) if (isLong(one)) fill(mask, one, width)
  fillCorners(mask, lines, width, modes)
  const joint = Math.round(0.4 * Math.max(...modes)) + 2
  for (let round = 0, left = firm.filter((one) => !isLong(one)); round < 3; round++) {
    const met = left.filter((one) => meets(mask, one, width, 0, joint) || meets(mask, one, width, 1, joint))
    if (met.length === 0) break
    for (const one of met) fill(mask, one, width)
    left = left.filter((one) => !met.includes(one))
    fillCorners(mask, lines, width, modes)
  }
}

/**
 * Finds walls: what is filled with ink and thicker than a line, and what lies between two parallel lines whose
 * distance is that of the plan's walls, which its own strips tell.
 * @param all every line of the plan, where `ink` has those of its walls alone: columns are among them
 */
export function findWalls(ink: Ink, all: Ink = ink): Walls {
  const { width, height, dark, grey, pen } = ink
  const longest = Math.max(10, Math.round(THICKEST * Math.max(width, height)))
  const solid = solidsOf(ink)
  const filled = wallModes(stripsOf(solid, width, height, longest))
  const lines = linesOf(ink)
  const paper = lines.dark.map((line) => 1 - line)
  const found = stripsOf(paper, width, height, longest)
  const panes = stacked(found)
  const strips = found.filter((one) => !panes.has(one))
  const between = wallModes(heavy(ink, strips))
  const isFilled = filled.weight > 0.4 * between.weight
  const modes = isFilled ? filled.modes : between.modes
  const mask = new Uint8Array(dark.length)
  if (modes.length === 0) return { mask, thickness: 0, stubs: new Uint16Array(mask.length) }
  if (isFilled) mask.set(solid)
  else addHollow(mask, ink, strips, lines, modes)
  const stubs = isFilled ? new Uint16Array(mask.length) : numberStubs(mask, lines, width, modes)
  growIntoInk(mask, dark, width, 2 * pen + 1)
  if (!isFilled) addColumns(mask, all, all === ink ? lines : linesOf(all), modes)
  mask.set(closeGaps({ width, height, dark: mask, grey, pen }, GAP))
  return { mask, thickness: Math.max(...modes) + (isFilled ? 0 : pen), stubs }
}
