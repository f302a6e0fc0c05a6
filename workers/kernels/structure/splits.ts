import type { Box } from '#contracts/structure.ts'
import { PIECE } from '#kernels/lines/picture-lines.ts'
import type { ComparedLine, Structure } from './compare.ts'
import type { Evidence } from './evidence.ts'
import { kindAt, type Places } from './places.ts'

/** Side of the squares whose colours are compared, part of the longer side, and the part of one that has to be wall. */
const SQUARE = { side: 1 / 64, wall: 0.4 } as const
/**
 * What makes two finishes of neighbours: a step of colour in parts of the brightness that is sharper than what is beside it
 * and than that of the source by these factors. A coat of brick on plaster is a step of 0.36, a yellowed one of 0.14;
 * brightness alone tells nothing, for shadows and lamps step as well.
 */
const FINISHES = { step: 0.1, beside: 2, source: 3 } as const
/** Length of the source's own lines in a square, in its sides, by which the border lies on an edge that was there. */
const OWN_EDGE = 0.7
/** Least length of a border between two finishes, part of the longer side. */
const LENGTH = 0.09
/** Darkest level that colours are told of. */
const DARKEST = 8

/** Colour of a square: two differences of its channels in parts of its brightness. */
type Tone = readonly [number, number]

interface Grid {
  columns: number
  rows: number
  /** Side of a square, px. */
  side: number
}

/** Tones of the squares that are wall; null for the others. */
function tonesOf(
  { width, height, planes }: Evidence,
  places: Places,
  { columns, rows, side }: Grid,
): (Tone | null)[] {
  const scale = places.width / width
  const sums = Array.from({ length: columns * rows }, () => [0, 0, 0, 0, 0])
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x + 0.5) * scale, (y + 0.5) * scale]
      const column = Math.min(columns - 1, Math.floor(u / side))
      const sum = sums[Math.min(rows - 1, Math.floor(v / side)) * columns + column]!
      sum[4]!++
      if (kindAt(places, u, v) !== 'wall') continue
      sum[3]!++
      for (const c of [0, 1, 2]) sum[c] = sum[c]! + planes[c]![y * width + x]!
    }
  return sums.map((sum) => {
    const [count, all] = [sum[3]!, sum[4]!]
    if (count < SQUARE.wall * Math.max(1, all)) return null
    const light = Math.max(DARKEST, sum[0]! / count)
    return [sum[1]! / count / light, sum[2]! / count / light]
  })
}

const stepOf = (one: Tone, other: Tone) => Math.hypot(one[0] - other[0], one[1] - other[1])

/**
 * Whether two finishes meet in a square: those to both sides of it differ in the result and were alike in the source.
 * @param by from a square to the next one of its row or column
 */
function isBorder(
  at: number,
  by: number,
  before: readonly (Tone | null)[],
  after: readonly (Tone | null)[],
): boolean {
  const [p, q] = [at - by, at + by]
  const [was, is] = [
    [before[p], before[q]],
    [after[p], after[q]],
  ]
  if (!was[0] || !was[1] || !is[0] || !is[1] || !after[at]) return false
  const [old, now] = [stepOf(was[0], was[1]), stepOf(is[0], is[1])]
  if (now < FINISHES.step || now < FINISHES.source * old) return false
  return [
    [p - by, p],
    [q, q + by],
  ].every(([one, other]) => {
    const [a, b] = [after[one!], after[other!]]
    return !a || !b || stepOf(a, b) * FINISHES.beside <= now
  })
}

/** Groups of marked squares that touch. */
function groupsOf(marked: Uint8Array, { columns, rows }: Grid): number[][] {
  const groups: number[][] = []
  for (let start = 0; start < marked.length; start++) {
    if (!marked[start]) continue
    const group: number[] = []
    const open = [start]
    marked[start] = 0
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      group.push(at)
      const [column, row] = [at % columns, Math.floor(at / columns)]
      for (let v = Math.max(0, row - 1); v <= Math.min(rows - 1, row + 1); v++)
        for (let u = Math.max(0, column - 1); u <= Math.min(columns - 1, column + 1); u++) {
          const next = v * columns + u
          if (!marked[next]) continue
          marked[next] = 0
          open.push(next)
        }
    }
    groups.push(group)
  }
  return groups
}

/** Squares that an edge of the source runs through. */
function edgesIn(lines: readonly ComparedLine[], { columns, rows, side }: Grid): boolean[] {
  const length = new Float32Array(columns * rows)
  for (const { pieces } of lines)
    for (const { x, y } of pieces) {
      const column = Math.min(columns - 1, Math.max(0, Math.floor(x / side)))
      const at = Math.min(rows - 1, Math.max(0, Math.floor(y / side))) * columns + column
      length[at] = length[at]! + PIECE
    }
  return Array.from(length, (own) => own >= OWN_EDGE * side)
}

/**
 * Where a wall of the source was parted: two finishes meet where it had one.
 * @returns boxes in px of the working size with the length of the border in them, px
 */
export function findSplits(
  { lines, here, there }: Structure,
  places: Places,
): { box: Box; length: number }[] {
  const { width, height } = places
  const side = SQUARE.side * Math.max(width, height)
  const grid = { columns: Math.ceil(width / side), rows: Math.ceil(height / side), side }
  const [before, after] = [here, there].map((evidence) => tonesOf(evidence, places, grid)) as [
    (Tone | null)[],
    (Tone | null)[],
  ]
  const { columns, rows } = grid
  const marked = new Uint8Array(columns * rows)
  for (let row = 1; row < rows - 1; row++)
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column
      if (isBorder(at, 1, before, after) || isBorder(at, columns, before, after)) marked[at] = 1
    }
  const hasEdge = edgesIn(lines, grid)
  return groupsOf(marked, grid)
    .filter((group) => group.filter((at) => hasEdge[at]).length < group.length / 2)
    .map((group) => {
      const [us, vs] = [group.map((at) => at % columns), group.map((at) => Math.floor(at / columns))]
      const [u, v] = [Math.min(...us), Math.min(...vs)]
      const box = { x: u * side, y: v * side, width: 0, height: 0 }
      box.width = (Math.max(...us) + 1 - u) * side
      box.height = (Math.max(...vs) + 1 - v) * side
      return { box, length: Math.max(box.width, box.height) }
    })
    .filter(({ length }) => length >= LENGTH * Math.max(width, height))
}
