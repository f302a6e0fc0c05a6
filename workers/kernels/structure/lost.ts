import type { Box, ChangeKind } from '#contracts/structure.ts'
import { PIECE } from '#kernels/lines/picture-lines.ts'
import { type ComparedLine, KEPT, LOST } from './compare.ts'
import { kindBeside, type PlaceKind, type Places } from './places.ts'

/** Side of the squares in which lost lines are gathered, part of the longer side. */
const CELL = 1 / 64
/** A square is lost where this share of the lines in it is, and where they are as long, px. */
const SQUARE = { lost: 0.7, length: 3 * PIECE } as const
/**
 * What makes a thing of lost lines: the least length of its sides, part of the longer side; the share of all lines within
 * its box that is lost; how long those are that run across and up, in sides of the box, together and the fewer of them, for
 * an outline has two of each; and the share of them on walls and openings, and of those of a window on openings.
 */
const THING = { side: 1 / 50, lost: 0.75, along: 2, least: 0.3, built: 0.25 } as const
/** Groups are one thing where its box, at most so long, part of the longer side, has mostly lost lines. */
const JOINED = { side: 1 / 5, most: 60 } as const

/** A piece of a line: where it is, px, what it borders on, whether it is lost, and whether it runs upright. */
interface Bit {
  x: number
  y: number
  kind: PlaceKind
  isLost: boolean
  isUpright: boolean
}

/** Lost lines that lie together. */
export interface LostLines {
  kind: Exclude<ChangeKind, 'split'>
  /** px of the working size. */
  box: Box
  /** Length of them, px. */
  length: number
}

/** What a line borders on: of the kinds at both its sides the one that says most. */
function bitsOf(lines: readonly ComparedLine[], places: Places): Bit[] {
  return lines.flatMap(({ pieces, kept }) =>
    [...pieces].flatMap((piece, k) => {
      const isKnown = kept[k] === KEPT || kept[k] === LOST
      const kind = kindBeside(places, piece)
      if (!isKnown || kind === 'loose') return []
      const { x, y, dx, dy } = piece
      return [{ x, y, kind, isLost: kept[k] === LOST, isUpright: Math.abs(dy) > Math.abs(dx) }]
    }),
  )
}

/** Bits by the squares that they lie in. */
function bySquares(bits: readonly Bit[], { width, height }: Places) {
  const side = CELL * Math.max(width, height)
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const squares: Bit[][] = Array.from({ length: columns * rows }, () => [])
  for (const bit of bits) {
    const column = Math.min(columns - 1, Math.max(0, Math.floor(bit.x / side)))
    const row = Math.min(rows - 1, Math.max(0, Math.floor(bit.y / side)))
    squares[row * columns + column]!.push(bit)
  }
  return { columns, rows, squares }
}

/** Lost bits of squares that are lost and touch one another. */
function groupsOf({ columns, rows, squares }: ReturnType<typeof bySquares>): Bit[][] {
  const isOpen = squares.map((bits) => {
    const lost = bits.reduce((sum, { isLost }) => sum + Number(isLost), 0)
    return lost * PIECE >= SQUARE.length && lost >= SQUARE.lost * bits.length
  })
  const groups: Bit[][] = []
  for (const [first, isStart] of isOpen.entries()) {
    if (!isStart || !isOpen[first]) continue
    const group: Bit[] = []
    const open = [first]
    isOpen[first] = false
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      group.push(...squares[at]!.filter(({ isLost }) => isLost))
      const [column, row] = [at % columns, Math.floor(at / columns)]
      for (let v = Math.max(0, row - 1); v <= Math.min(rows - 1, row + 1); v++)
        for (let u = Math.max(0, column - 1); u <= Math.min(columns - 1, column + 1); u++) {
          const next = v * columns + u
          if (!isOpen[next]) continue
          isOpen[next] = false
          open.push(next)
        }
    }
    groups.push(group)
  }
  return groups
}

function boxOf(bits: readonly Bit[]): Box {
  const xs = bits.map(({ x }) => x)
  const ys = bits.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const shareOf = (bits: readonly Bit[], is: (bit: Bit) => boolean) =>
  bits.length > 0 ? bits.filter(is).length / bits.length : 0

/** Share of the lines within a box that is lost. */
const lostIn = ({ x, y, width, height }: Box, bits: readonly Bit[]) =>
  shareOf(
    bits.filter((bit) => bit.x >= x && bit.x <= x + width && bit.y >= y && bit.y <= y + height),
    ({ isLost }) => isLost,
  )

/** Joins groups whose common box is small and has mostly lost lines: sides of one thing. */
function joined(groups: readonly Bit[][], bits: readonly Bit[], side: number): Bit[][] {
  const sorted = groups.toSorted((one, other) => other.length - one.length)
  const open = sorted.slice(0, JOINED.most)
  const out: Bit[][] = []
  for (let group = open.shift(); group; group = open.shift()) {
    for (let k = 0; k < open.length; k++) {
      const both: Bit[] = [...group, ...open[k]!]
      const box = boxOf(both)
      if (Math.max(box.width, box.height) > JOINED.side * side || lostIn(box, bits) < THING.lost) continue
      group = both
      open.splice(k, 1)
      k = -1
    }
    out.push(group)
  }
  return [...out, ...sorted.slice(JOINED.most)]
}

/** What lost lines were the outline of; edges where they were none. */
function kindOf(group: readonly Bit[], box: Box, bits: readonly Bit[], side: number): LostLines['kind'] {
  const { width, height } = box
  if (Math.min(width, height) < THING.side * side) return 'edge'
  const upright = PIECE * group.filter(({ isUpright }) => isUpright).length
  const across = PIECE * group.length - upright
  const [up, along] = [upright / height, across / width]
  if (up + along < THING.along || Math.min(up, along) < THING.least) return 'edge'
  if (lostIn(box, bits) < THING.lost) return 'edge'
  if (shareOf(group, ({ kind }) => kind !== 'rest') < THING.built) return 'edge'
  return shareOf(group, ({ kind }) => kind === 'opening') < THING.built ? 'thing' : 'opening'
}

/**
 * Finds lost lines that lie together, but for those of what is loose.
 * @returns how long all lines are and how long those that are lost, px, and where these lie
 */
export function findLost(
  lines: readonly ComparedLine[],
  places: Places,
): { total: number; missing: number; lost: LostLines[] } {
  const bits = bitsOf(lines, places)
  const side = Math.max(places.width, places.height)
  const lost = joined(groupsOf(bySquares(bits, places)), bits, side).map((group): LostLines => {
    const box = boxOf(group)
    return { kind: kindOf(group, box, bits, side), box, length: PIECE * group.length }
  })
  const missing = PIECE * bits.filter(({ isLost }) => isLost).length
  return { total: PIECE * bits.length, missing, lost: lost.sort((one, other) => other.length - one.length) }
}
