import { GridCut } from '#kernels/segment/max-flow.ts'
import { type Guide, guideOf } from './guide.ts'
import { boxOf, CHANNELS, depthOf, HALF, type Level, MISSING } from './level.ts'
import type { Matches } from './match.ts'
import type { Offset } from './offsets.ts'

const SWEEPS = 2
/** Cost of a seam where one of its sides has nothing to show. */
const UNSEEN = 60
/** A difference that is seen clearly, 8-bit steps; larger ones count more than in proportion: a broken line. */
const CLEAR = 40
/** Weight of a known pixel next to the hole, and of one within a patch's reach of it. */
const BESIDE = 2
const NEAR = 0.4
/** Cost of a step that a place differs from all that is at the hole's border. */
const STRANGE = 0.6
const MOST_STRANGE = 60
/** Cost of a step that it differs from what the pixel should go over into. */
const UNEVEN = 0.2
const MOST_UNEVEN = 20
/** Cost of a source from the picture's other end in height, for each step of `upright` above 1. */
const HIGHER = 3
/** More than all seams of a pixel together. */
const NEVER = 1e6
/** Directions of GridCut. */
const RIGHT = 0
const DOWN = 2

/** Difference of two colours of the picture; UNSEEN where one of them is missing. */
function apart({ data, hole }: Level, a: number, b: number): number {
  if (a === b) return 0
  if (a < 0 || b < 0 || a >= hole.length || b >= hole.length || hole[a] || hole[b]) return UNSEEN
  const [i, j] = [a * CHANNELS, b * CHANNELS]
  const red = (data[i] as number) - (data[j] as number)
  const green = (data[i + 1] as number) - (data[j + 1] as number)
  const blue = (data[i + 2] as number) - (data[j + 2] as number)
  const difference = Math.sqrt(red * red + green * green + blue * blue)
  return difference * Math.sqrt(difference / CLEAR)
}

/** What expansion moves work on: a hole whose pixels each have a step to their source. */
interface Puzzle {
  level: Level
  guide: Guide
  pixels: Int32Array
  /** Places in `pixels` of each pixel's neighbours to the right and below, or -1. */
  right: Int32Array
  below: Int32Array
  /** Place of each pixel in the grid that is cut: the hole's box and a pixel around it. */
  cells: Int32Array
  columns: number
  rows: number
  /** See depthOf. */
  depth: Uint16Array
  /** How far away each pixel's source lies, in the order of the level's pixels. */
  steps: Int32Array
  /** What that costs by itself; see ownCost. */
  costs: Float32Array
}

/** What it costs a pixel to be copied from a step away: how it looks there, and next to the known picture. */
function ownCost({ level, guide, depth }: Puzzle, pixel: number, step: number): number {
  const { width, height, hole } = level
  const from = pixel + step
  let cost =
    STRANGE * Math.min(MOST_STRANGE, guide.strangeness(from)) +
    UNEVEN * Math.min(MOST_UNEVEN, guide.unevenness(pixel, from)) +
    ((level.upright - 1) * HIGHER * Math.abs(Math.round(step / width))) / height
  if ((depth[pixel] as number) > HALF) return cost
  const x = pixel % width
  const y = (pixel - x) / width
  for (let dy = -HALF; dy <= HALF; dy++) {
    for (let dx = -HALF; dx <= HALF; dx++) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      const other = pixel + dy * width + dx
      if (hole[other]) continue
      cost += (Math.abs(dx) + Math.abs(dy) === 1 ? BESIDE : NEAR) * apart(level, other, other + step)
    }
  }
  return cost
}

/** What it costs to part two neighbours that are copied from different steps away: what is seen at the seam. */
const seam = (level: Level, p: number, q: number, one: number, two: number): number =>
  one === two ? 0 : apart(level, p + one, p + two) + apart(level, q + one, q + two)

/**
 * Puts the hole together from large pieces of the picture: each pixel takes one of the offsets or keeps the source
 * that it has, so that the seams between pieces and towards the known picture are seen least (Pritch, Kav-Venaki,
 * Peleg: Shift-Map Image Editing, ICCV 2009; expansion moves of Boykov, Veksler, Zabih, PAMI 2001).
 * @param matches sources of the hole's pixels; changed in place, the costs are not kept up
 * @param report called with 0..1 after each offset
 */
export function joinPieces(
  level: Level,
  matches: Matches,
  places: Int32Array,
  offsets: readonly Offset[],
  report: (done: number) => void,
): void {
  const puzzle = puzzleOf(level)
  const { pixels, steps, costs } = puzzle
  for (const pixel of pixels) {
    const step = (matches.at[places[pixel] as number] as number) - pixel
    steps[pixel] = step
    costs[pixel] = ownCost(puzzle, pixel, step)
  }
  // What pixels cost by themselves does not change from one sweep to the next.
  const would = offsets.map((): Float32Array | undefined => undefined)
  let tried = 0
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let changed = 0
    offsets.forEach((offset, n) => {
      would[n] ??= ownCosts(puzzle, offset)
      changed += expand(puzzle, offset, would[n])
      report(++tried / (SWEEPS * offsets.length))
    })
    if (changed === 0) break
  }
  for (const pixel of pixels) matches.at[places[pixel] as number] = pixel + (steps[pixel] as number)
}

function puzzleOf(level: Level): Puzzle {
  const { width, height, hole, targets } = level
  const pixels = targets.filter((pixel) => hole[pixel] === MISSING)
  const { x0, y0, x1, y1 } = boxOf(level)
  const columns = x1 - x0 + 3
  const order = new Int32Array(hole.length).fill(-1)
  pixels.forEach((pixel, n) => {
    order[pixel] = n
  })
  return {
    level,
    guide: guideOf(level),
    pixels,
    right: pixels.map((pixel) => ((pixel % width) + 1 < width ? (order[pixel + 1] as number) : -1)),
    below: pixels.map((pixel) => (pixel + width < width * height ? (order[pixel + width] as number) : -1)),
    cells: pixels.map((pixel) => (Math.floor(pixel / width) - y0 + 1) * columns + (pixel % width) - x0 + 1),
    columns,
    rows: y1 - y0 + 3,
    depth: depthOf(level),
    steps: new Int32Array(hole.length),
    costs: new Float32Array(hole.length),
  }
}

/** What each pixel would cost an offset away, NaN where it cannot be copied from there. */
function ownCosts(puzzle: Puzzle, [dx, dy]: Offset): Float32Array {
  const { level, pixels } = puzzle
  const { width, source } = level
  const step = dy * width + dx
  const would = new Float32Array(pixels.length).fill(Number.NaN)
  for (let n = 0; n < pixels.length; n++) {
    const pixel = pixels[n] as number
    const x = (pixel % width) + dx
    if (x < 0 || x >= width || source[pixel + step] !== 1) continue
    would[n] = ownCost(puzzle, pixel, step)
  }
  return would
}

/** Lets the pixels that gain by it take one offset all together; how many did. */
function expand(puzzle: Puzzle, [dx, dy]: Offset, would: Float32Array): number {
  const { level, pixels, steps, costs } = puzzle
  const step = dy * level.width + dx
  if (!pixels.some((pixel, n) => steps[pixel] !== step && !Number.isNaN(would[n]))) return 0
  const takes = cheapest(puzzle, step, would)
  let changed = 0
  for (let n = 0; n < pixels.length; n++) {
    const pixel = pixels[n] as number
    if (!takes[n] || Number.isNaN(would[n]) || steps[pixel] === step) continue
    steps[pixel] = step
    costs[pixel] = would[n] as number
    changed++
  }
  return changed
}

/** Which pixels take a step and which stay, so that all together cost least; 1 for those that take it. */
function cheapest(puzzle: Puzzle, step: number, would: Float32Array): Uint8Array {
  const { level, pixels, right, below, cells, columns, rows, steps, costs } = puzzle
  const cut = new GridCut(columns, rows, 4)
  // Difference between what a pixel shows now and what it would show.
  const apartNow = new Float64Array(pixels.length)
  for (let n = 0; n < pixels.length; n++) {
    const p = pixels[n] as number
    apartNow[n] = apart(level, p + (steps[p] as number), p + step)
  }
  // Cost of taking the step above that of staying.
  const more = new Float32Array(columns * rows)
  const join = (n: number, m: number, direction: number) => {
    const [p, q] = [pixels[n] as number, pixels[m] as number]
    const [own, theirs] = [steps[p] as number, steps[q] as number]
    let stay = 0
    let onlyQ = (apartNow[n] as number) + (apartNow[m] as number)
    let onlyP = onlyQ
    if (own !== theirs) {
      stay = seam(level, p, q, own, theirs)
      onlyQ = (apartNow[n] as number) + apart(level, q + own, q + step)
      onlyP = apart(level, p + step, p + theirs) + (apartNow[m] as number)
    }
    // Only a link ≥ 0 can be cut; where the seam cost is no metric, it is rounded up to one.
    const link = Math.max(0, (onlyP + onlyQ - stay) / 2)
    const [cell, other] = [cells[n] as number, cells[m] as number]
    more[cell] = (more[cell] as number) + onlyP - stay - link
    more[other] = (more[other] as number) + onlyQ - stay - link
    cut.setLink(cell, direction, link)
  }
  for (let n = 0; n < pixels.length; n++) {
    const cell = cells[n] as number
    const alone = would[n] as number
    const extra = Number.isNaN(alone) ? NEVER : alone - (costs[pixels[n] as number] as number)
    more[cell] = (more[cell] as number) + extra
    if ((right[n] as number) >= 0) join(n, right[n] as number, RIGHT)
    if ((below[n] as number) >= 0) join(n, below[n] as number, DOWN)
  }
  for (const cell of cells) {
    const extra = more[cell] as number
    cut.addTerminal(cell, Math.max(0, -extra), Math.max(0, extra))
  }
  const side = cut.solve()
  return Uint8Array.from(cells, (cell) => side[cell] as number)
}
