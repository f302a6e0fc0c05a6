import type { Box } from '#contracts/structure.ts'
import { PIECE } from '#kernels/lines/picture-lines.ts'
import type { ComparedLine, Structure } from './compare.ts'
import type { Evidence } from './evidence.ts'
import { isWallAt, type Places } from './places.ts'

/** Side of the squares whose colours are compared, part of the longer side, and the part of one that has to be wall. */
const SQUARE = { side: 1 / 96, wall: 0.4 } as const
/**
 * What makes two finishes of neighbours: a step of colour in parts of the brightness that is sharper than what is beside it
 * and than that of the source by these factors. A coat of brick on plaster is a step of 0.36, a yellowed one of 0.14;
 * brightness alone tells nothing, for shadows and lamps step as well.
 */
const FINISHES = { step: 0.1, beside: 2, source: 3 } as const
/** Ratio of the source's brightness to both sides of a border from which the border is one of light, or a corner. */
const LIT = 1.25
/** Length of the source's own lines in a square, in its sides, by which a border lies on an edge that was there. */
const OWN_EDGE = 0.7
/** Least length of a border between two finishes, part of the longer side. */
const LENGTH = 0.075
/** Darkest level that colours are told of. */
const DARKEST = 8

interface Grid {
  columns: number
  rows: number
  /** Side of a square, px. */
  side: number
}

/** Means over the squares of a grid. */
interface Tones {
  /** Brightness, 0..255. */
  light: Float32Array
  /** Two differences of the channels, in parts of the brightness. */
  a: Float32Array
  b: Float32Array
}

/** Which squares are wall, and the region in the middle of each. */
function wallsOf(places: Places, { columns, rows, side }: Grid): { is: Uint8Array; region: Uint16Array } {
  const is = new Uint8Array(columns * rows)
  const region = new Uint16Array(columns * rows)
  const { width, height } = places
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      let [wall, all] = [0, 0]
      for (let y = row * side; y < Math.min(height, (row + 1) * side); y += 2)
        for (let x = column * side; x < Math.min(width, (column + 1) * side); x += 2) {
          all++
          if (isWallAt(places, Math.floor(y) * width + Math.floor(x))) wall++
        }
      is[at] = Number(wall >= SQUARE.wall * all)
      const [x, y] = [Math.min(width - 1, (column + 0.5) * side), Math.min(height - 1, (row + 0.5) * side)]
      region[at] = places.regions[Math.floor(y) * width + Math.floor(x)]!
    }
  return { is, region }
}

/** Tones of what is wall in each square. */
function tonesOf({ width, height, planes }: Evidence, places: Places, grid: Grid): Tones {
  const { columns, rows, side } = grid
  const [first, second, third] = planes as [Float32Array, Float32Array, Float32Array]
  const size = columns * rows
  const tones = { light: new Float32Array(size), a: new Float32Array(size), b: new Float32Array(size) }
  const count = new Uint32Array(size)
  const scale = places.width / width
  for (let y = 0; y < height; y += 2) {
    const v = Math.min(places.height - 1, Math.floor((y + 0.5) * scale))
    const row = Math.min(rows - 1, Math.floor(v / side)) * columns
    for (let x = 0; x < width; x += 2) {
      const u = Math.min(places.width - 1, Math.floor((x + 0.5) * scale))
      if (!isWallAt(places, v * places.width + u)) continue
      const at = row + Math.min(columns - 1, Math.floor(u / side))
      const i = y * width + x
      count[at]!++
      tones.light[at]! += first[i]!
      tones.a[at]! += second[i]!
      tones.b[at]! += third[i]!
    }
  }
  for (let at = 0; at < size; at++) {
    const light = Math.max(DARKEST, tones.light[at]! / Math.max(1, count[at]!))
    const by = 1 / Math.max(1, count[at]!) / light
    tones.light[at] = light
    tones.a[at]! *= by
    tones.b[at]! *= by
  }
  return tones
}

const stepOf = ({ a, b }: Tones, p: number, q: number) => Math.hypot(a[p]! - a[q]!, b[p]! - b[q]!)

/**
 * Whether two finishes meet in a square: those to both sides of it differ in the result and were alike in the source.
 * @param by from a square to the next one of its row or column
 */
function isBorder(at: number, by: number, is: Uint8Array, before: Tones, after: Tones): boolean {
  const [p, q] = [at - by, at + by]
  if (!is[p] || !is[at] || !is[q]) return false
  const now = stepOf(after, p, q)
  if (now < FINISHES.step || now < FINISHES.source * stepOf(before, p, q)) return false
  const light = before.light[p]! / before.light[q]!
  if (light > LIT || light < 1 / LIT) return false
  const isEven = (one: number, other: number) =>
    !is[one] || !is[other] || stepOf(after, one, other) * FINISHES.beside <= now
  return isEven(p - by, p) && isEven(q, q + by)
}

/** How far apart, squares, pieces of one border lie at most, as between the windows of a façade. */
const GAP = 2

/** Groups of marked squares that are near each other. */
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
      for (let v = Math.max(0, row - GAP); v <= Math.min(rows - 1, row + GAP); v++)
        for (let u = Math.max(0, column - GAP); u <= Math.min(columns - 1, column + GAP); u++) {
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
 * Where a wall of the source was parted: what had one colour, however it was lit, has two finishes that meet sharply. Where
 * two regions meet at an edge that the source has, they may have had two from the beginning.
 * @returns boxes in px of the working size with the length of the border in them, px
 */
export function findSplits(
  { lines, here, there }: Structure,
  places: Places,
): { box: Box; length: number }[] {
  const { width, height } = places
  const side = SQUARE.side * Math.max(width, height)
  const grid = { columns: Math.ceil(width / side), rows: Math.ceil(height / side), side }
  const { is, region } = wallsOf(places, grid)
  const [before, after] = [tonesOf(here, places, grid), tonesOf(there, places, grid)]
  const hasEdge = edgesIn(lines, grid)
  const marked = new Uint8Array(is.length)
  const { columns, rows } = grid
  for (let row = 1; row < rows - 1; row++)
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column
      for (const by of [1, columns]) {
        const isEdge = hasEdge[at - by] || hasEdge[at] || hasEdge[at + by]
        const isOld = isEdge && region[at - by] !== region[at + by]
        if (!isOld && isBorder(at, by, is, before, after)) marked[at] = 1
      }
    }
  return groupsOf(marked, grid)
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
