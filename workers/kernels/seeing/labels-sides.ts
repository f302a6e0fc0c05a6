import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import { sharesOf } from './pixel-labels.ts'
import { type Piece, piecesOf } from './regions-pieces.ts'
import type { Sight } from './regions-sight.ts'
import { isBelieved } from './regions-split.ts'
import type { Label, RoomBox } from './scene.ts'

/** Share of the ceiling from which a pixel is seen as it. */
const SEEN = 0.5
/** Part of the picture that a piece of the ceiling is at least which only its pixels tell. */
const LEAST = 0.0003
/** Part of its border with walls and ceiling at which a piece has the other of the two around it; the same of walls. */
const [AROUND, BESIDE] = [0.6, 0.4] as const
/**
 * How far a pixel is beyond an edge of the box for its piece to count, as a part of the longer side: beyond that of the
 * ceiling, and around a corner.
 */
const PAST = { ceiling: 0.006, corner: 0.016 } as const
/** Part of a region that has to lie on its own side of the room for a piece of it on another to be none of it. */
const OWN_SIDE = { ceiling: 0.25, wall: 0.7 } as const
/**
 * Largest piece that a box is believed for, as a part of the picture, and the widest between slats, as a part of the longer
 * side: twice its area over its outline.
 */
const [MOST, NARROW] = [0.012, 0.014] as const
/** Sides of a room's box: its ceiling, and its walls. */
const [CEILING, WALLS] = [1, [2, 3, 4]] as const

/** Of the regions that are asked for: the one that a piece has its longest border with, and the length of all. */
function nextOf({ beside }: Piece, isIt: (id: number) => boolean): { id: number; length: number } {
  let [id, most, length] = [-1, 0, 0]
  for (const [k, border] of beside) {
    if (!isIt(k)) continue
    length += border
    if (border > most) [id, most] = [k, border]
  }
  return { id, length }
}

/** Which pixels may move, between which regions. */
interface Move {
  mask: (i: number) => boolean
  from: (id: number) => boolean
  into: (id: number) => boolean
  /** Part of a piece's border with both at which those that it goes to have to be. */
  around: number
  /** Whether a piece of so many pixels with so long a border may move. */
  may: (pixels: number, outline: number) => boolean
}

/** Gives connected pieces of a map to the regions beside them, in place. */
function move(map: Uint16Array, width: number, { mask, from, into, around, may }: Move): void {
  for (const piece of piecesOf(mask, map, width)) {
    const next = nextOf(piece, into)
    const all = next.length + nextOf(piece, from).length
    const isFree = may(piece.pixels.length, nextOf(piece, () => true).length)
    if (isFree && next.length > around * all) for (const i of piece.pixels) map[i] = next.id
  }
}

/** Part of each region on each side of a room. */
function sidesIn(map: Uint16Array, side: Uint8Array, count: number): number[][] {
  const sums = new Float64Array(5 * count)
  for (let i = 0; i < map.length; i++) sums[5 * map[i]! + side[i]!]!++
  return Array.from({ length: count }, (_, id) => {
    const own = [...sums.subarray(5 * id, 5 * id + 5)]
    const all = own.reduce((total, value) => total + value, 0)
    return own.map((value) => value / Math.max(1, all))
  })
}

/** Wall of the room that each wall is of, as a side of its box; 0 for what is none, or of several. */
function wallsIn(names: Tidy['names'], shares: readonly (readonly number[])[]): number[] {
  return names.map(({ label }, id) =>
    label === 'wall' ? (WALLS.find((wall) => shares[id]![wall]! > OWN_SIDE.wall) ?? 0) : 0,
  )
}

/**
 * Wall of the room that each region is of: 2 back, 3 left, 4 right; 0 for what is no wall, or of several.
 * @param side see roomSides
 */
export function roomWalls({ parts, names }: Tidy, side: Uint8Array): number[] {
  return wallsIn(names, sidesIn(parts.map, side, parts.count))
}

/**
 * Gives what lies beyond an edge of a room's box to the side that is seen there: slats of a white model's ceiling that go
 * over into the wall behind them without a step and are ceiling by their pixels, gaps between slats that were taken for
 * the wall, a piece of the ceiling that reaches down into a wall, and one of a wall that reaches around a corner.
 * @param side see roomSides
 */
export function mendSides({ parts, names }: Tidy, sight: Sight, room: RoomBox, side: Uint8Array): Tidy {
  const { width, height } = sight
  const map = parts.map.slice()
  const isNamed = (label: Label) => {
    const list = names.map((name) => name.label === label)
    return (id: number) => list[id]!
  }
  const [isWall, isCeiling] = [isNamed('wall'), isNamed('ceiling')]
  const isOver = (i: number) => side[i] === CEILING && isWall(map[i]!)
  const upwards = { from: isWall, into: isCeiling }
  if (sight.kind === 'model' && sight.pixels) {
    const shares = sharesOf('ceiling', sight.pixels, width, height)
    const mask = (i: number) => isOver(i) && shares[i]! > SEEN
    move(map, width, { ...upwards, mask, around: 0, may: (pixels) => pixels > LEAST * map.length })
  }
  if (!isBelieved(room)) return withoutEmpty({ parts: { ...parts, map }, names })
  const longer = Math.max(width, height)
  const below = width * Math.round(PAST.ceiling * longer)
  const isSmall = (pixels: number) => pixels < MOST * map.length
  const isNarrow = (pixels: number, outline: number) =>
    isSmall(pixels) && 2 * pixels < NARROW * longer * outline
  const isFarOver = (i: number) => isOver(i) && side[i + below] === CEILING
  move(map, width, { ...upwards, mask: isFarOver, around: AROUND, may: isNarrow })
  const shares = sidesIn(map, side, parts.count)
  const isUnder = (i: number) =>
    isCeiling(map[i]!) && side[i]! > CEILING && shares[map[i]!]![CEILING]! > OWN_SIDE.ceiling
  move(map, width, { from: isCeiling, into: isWall, mask: isUnder, around: AROUND, may: isSmall })
  const wallOf = wallsIn(names, shares)
  const past = Math.round(PAST.corner * longer)
  for (const wall of WALLS) {
    const into = (id: number) => wallOf[id] === wall
    const from = (id: number) => wallOf[id]! > 0 && wallOf[id] !== wall
    const isThere = (i: number) => side[i] === wall
    const mask = (i: number) => isThere(i) && from(map[i]!) && isThere(i - past) && isThere(i + past)
    move(map, width, { from, into, mask, around: BESIDE, may: isSmall })
  }
  return withoutEmpty({ parts: { ...parts, map }, names })
}
