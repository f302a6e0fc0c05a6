import type { Raster } from '#kernels/raster.ts'
import type { LabelShares } from '#kernels/segmentation/name-parts.ts'
import { copyToSee } from '#kernels/segmentation/segment.ts'
import { boxOfExtent } from './room-box.ts'
import { alongRay, between, type Grid, gridOf, stepsOf, type Tally } from './room-box-evidence.ts'
import {
  type Evidence,
  edgesWorth,
  extentAt,
  judge,
  placesOf,
  type Sides,
  sidesAgree,
} from './room-box-score.ts'
import type { RoomBox, View } from './scene.ts'
import { scaledView } from './view.ts'

/** Lines of each of the four sides that are combined, and how far they are apart, in lines of the grid. */
const SIDES = 15
const APART = 4
/** Lines of the grid between two that are tried by names alone, and of how many named places one is looked at then. */
const COARSE = 24
const FEW = 3
/** Boxes of which the lines inside of their walls are looked at, and those whose sides are then moved. */
const FINALISTS = 240
const SETTLED = 16
/** Least distance of a wall from the axis of view, in distances of the back wall. */
const NEAREST = 0.03

interface Candidate {
  sides: Sides
  score: number
}

const scratch: Tally = { seen: 0, edge: 0, signed: 0 }

/** The most promising lines of one side, and the first that is out of the picture. */
function linesOf(grid: Grid, kind: 'upright' | 'level', sign: 1 | -1): number[] {
  const places = kind === 'upright' ? grid.xs : grid.ys
  const sums = grid[kind]
  const all: { i: number; shown: number; seen: number }[] = []
  places.forEach((place, i) => {
    if (place * sign < NEAREST) return
    const { seen, edge, signed } = between(sums, i, 0, sums.places - 1, scratch)
    all.push({ i, shown: edge + Math.abs(signed), seen })
  })
  const outside = all.filter(({ seen }) => seen < 6).map(({ i }) => i)
  const out = sign < 0 ? Math.max(...outside) : Math.min(...outside)
  const kept: number[] = Number.isFinite(out) ? [out] : []
  for (const { i, seen } of all.sort((a, b) => b.shown - a.shown)) {
    if (kept.length >= SIDES) break
    if (seen >= 6 && kept.every((j) => Math.abs(i - j) >= APART)) kept.push(i)
  }
  return kept
}

/** Moves a box's sides one by one as long as that helps. */
function settle(evidence: Evidence, start: Candidate): Candidate {
  const { grid } = evidence
  let best = start
  for (const step of [6, 3, 1]) {
    for (let round = 0; round < 4; round++) {
      const before = best.score
      for (let side = 0; side < 4; side++) {
        for (const by of [-step, step]) {
          const sides = best.sides.map((v, i) => (i === side ? v + by : v)) as unknown as Sides
          const places = side % 2 === 0 ? grid.xs : grid.ys
          const place = places[sides[side]!]
          if (place === undefined || place * (side < 2 ? -1 : 1) < NEAREST) continue
          const score = judge(evidence, sides)
          if (score > best.score) best = { sides, score }
        }
      }
      if (best.score === before) break
    }
  }
  return best
}

/** The best combinations of lines of the four sides: left, top, right, bottom. */
function combined(
  [lefts, tops, rights, bottoms]: readonly [number[], number[], number[], number[]],
  scoreOf: (sides: Sides) => number,
): Candidate[] {
  const boxes: Candidate[] = []
  for (const l of lefts)
    for (const r of rights)
      for (const t of tops)
        for (const b of bottoms) {
          const sides: Sides = [l, t, r, b]
          boxes.push({ sides, score: scoreOf(sides) })
        }
  return boxes.sort((a, b) => b.score - a.score).slice(0, FINALISTS)
}

/** The best combinations of promising sides by their edges. */
function allBoxes(evidence: Evidence): Candidate[] {
  const { grid } = evidence
  const lefts = linesOf(grid, 'upright', -1)
  const rights = linesOf(grid, 'upright', 1)
  const tops = linesOf(grid, 'level', -1)
  const bottoms = linesOf(grid, 'level', 1)
  return combined([lefts, tops, rights, bottoms], (sides) => edgesWorth(evidence, sides))
}

/** The best boxes, none of which is nearly another. */
function apart(boxes: readonly Candidate[], most: number): Candidate[] {
  const kept: Candidate[] = []
  for (const box of boxes) {
    if (kept.length >= most) break
    const near = kept.some((other) => box.sides.every((v, i) => Math.abs(v - other.sides[i]!) < 2 * APART))
    if (!near) kept.push(box)
  }
  return kept
}

/** The boxes of a coarse grid that agree best with what the pixels are named, however faint their edges are. */
function namedBoxes({ grid, places }: Evidence): Candidate[] {
  if (places.length === 0) return []
  const lines = (list: Float64Array, sign: 1 | -1) =>
    [...list.keys()].filter((i) => i % COARSE === 0 && list[i]! * sign >= NEAREST)
  const few = places.filter((_, i) => i % FEW === 0)
  const [lefts, rights] = [lines(grid.xs, -1), lines(grid.xs, 1)]
  const [tops, bottoms] = [lines(grid.ys, -1), lines(grid.ys, 1)]
  return combined([lefts, tops, rights, bottoms], (sides) => sidesAgree(few, extentAt(grid, sides)))
}

/** Share of a box's visible edges that show, 0..1. */
function shownOf(grid: Grid, [l, t, r, b]: Sides): number {
  let [seen, edge] = [0, 0]
  const add = (tally: Tally): void => {
    seen += tally.seen
    edge += tally.edge
  }
  add(between(grid.upright, l, t, b, scratch))
  add(between(grid.upright, r, t, b, scratch))
  add(between(grid.level, t, l, r, scratch))
  add(between(grid.level, b, l, r, scratch))
  for (const [x, y] of [
    [l, t],
    [r, t],
    [r, b],
    [l, b],
  ] as const)
    add(alongRay(grid, grid.xs[x]!, grid.ys[y]!).edge)
  return seen > 0 ? edge / seen : 0
}

/**
 * The room of an interior picture as a box (after Hedau, Hoiem, Forsyth 2009): candidate sides of the back wall where edges run
 * along the axes, every combination judged by the edges it explains and by what the network names floor, ceiling and
 * wall. Clutter may hide parts of every edge.
 * @param view of the picture @param pixels what is known of its pixels by themselves
 * @returns in px of `view`; null when no box has edges that show
 */
export function findRoomBox(image: Raster, view: View, pixels: LabelShares | null): RoomBox | null {
  const { width, height, luma } = copyToSee(image)
  const plane = { width, height, data: luma.map((value) => 255 * value) }
  const small = scaledView(view, plane.width, plane.height)
  const side = Math.max(plane.width, plane.height)
  const grid = gridOf(small, stepsOf(plane))
  if (grid.xs.length < 8 || grid.ys.length < 8) return null
  const evidence: Evidence = {
    grid,
    side,
    rays: new Map(),
    places: pixels ? placesOf(small, pixels) : [],
  }
  const finalists = [...allBoxes(evidence), ...namedBoxes(evidence)]
    .map(({ sides }) => ({ sides, score: judge(evidence, sides) }))
    .sort((a, b) => b.score - a.score)
  let best: Candidate | null = null
  for (const finalist of apart(finalists, SETTLED)) {
    const settled = settle(evidence, finalist)
    if (!best || settled.score > best.score) best = settled
  }
  if (!best) return null
  const shown = shownOf(grid, best.sides)
  if (shown < 0.12) return null
  const sure = Math.max(0, Math.min(1, (shown - 0.1) / 0.4)) * Math.max(0.2, view.sure)
  return boxOfExtent(view, extentAt(grid, best.sides), sure)
}
