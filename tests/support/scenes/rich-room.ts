import type { Vector3 } from '#kernels/seeing/scene.ts'
import { box, type Dice } from './build.ts'
import { type Shell, type Wall, wallsOf } from './lived-room.ts'
import { post, some } from './lived-things.ts'
import { bar, displayTable, range, shelving, sideboard } from './rich-furniture.ts'
import { armchair, deepSofa, diningTable, softBed, stool } from './rich-seats.ts'
import { bigPlant, boundsOf, crowd, frameOf, overlap } from './rich-things.ts'
import { drapes, hungGrid, laden, lampRow, panelling, posters, rug } from './rich-walls.ts'
import type { Solid } from './solids.ts'

const FREE = [
  'bar',
  'bar',
  'display',
  'armchair',
  'armchair',
  'sofa',
  'dining',
  'stool',
  'round',
  'plant',
  'plant',
  'plinth',
] as const
const SIDES = { 0: 'left', 1: 'right', 3: 'back' } as const

/** Something that stands at a wall, over the whole of it where it is shelving. */
function atWall(
  dice: Dice,
  { face, from, to, openings }: Wall,
  { high: [width, depth, height] }: Shell,
): Solid[] {
  const kind = dice.pick([
    'shelves',
    'shelves',
    'sideboard',
    'bar',
    'display',
    'sofa',
    'armchair',
    'bed',
  ] as const)
  const fills = kind === 'shelves' && dice.chance(0.5)
  const wide = {
    shelves: [0.8, 3.2],
    sideboard: [1, 2.8],
    bar: [2, 5],
    display: [1, 2.4],
    sofa: [1.4, 2.8],
    armchair: [0.65, 1.9],
    bed: [1.2, 2],
  }[kind]
  const w = Math.min(fills ? to - from - 0.1 : dice.between(wide[0]!, wide[1]!), to - from - 0.1)
  const a = dice.between(from + w / 2 + 0.05, to - w / 2 - 0.05)
  const here = openings.filter((one) => one.from[0] < a + w / 2 && one.to[0] > a - w / 2)
  const high = kind === 'shelves' || kind === 'bed' || kind === 'bar'
  if (here.some((one) => one.from[1] < 0.6 || high)) return []
  const off = kind === 'bar' ? dice.pick([0.02, 0.7]) : dice.pick([0.03, 0.12])
  const at = [a, depth - off] as const
  const frame =
    face === 3
      ? frameOf(at[0], at[1], 'back')
      : frameOf(face === 0 ? off : width - off, a, SIDES[face as 0 | 1])
  if (kind === 'shelves')
    return shelving(dice, frame, w, fills ? height - 0.02 : dice.between(0.9, Math.min(2.6, height)))
  if (kind === 'sideboard') return sideboard(dice, frame, w)
  if (kind === 'bar') return bar(dice, frame, w)
  if (kind === 'display') return displayTable(dice, frame, w)
  if (kind === 'sofa') return deepSofa(dice, frame, w)
  return kind === 'bed' ? softBed(dice, frame, w) : armchair(dice, frame, w)
}

/** Something that stands free in the room. */
function inMiddle(dice: Dice, { high: [width, depth] }: Shell, near: number, only?: 'bar'): Solid[] {
  const [x, y] = [width * dice.between(0.15, 0.85), dice.between(near + 1.8, depth - 0.6)] as const
  const frame = frameOf(x, y, dice.pick(['free', 'free', 'left', 'right', 'near'] as const))
  const kind = only ?? dice.pick(FREE)
  if (kind === 'bar') {
    const w = dice.between(2, Math.min(5, width * 0.75))
    const of = some(dice, 'furniture', 'grain')
    const middle = frameOf(Math.min(width - w / 2 - 0.1, Math.max(w / 2 + 0.1, x)), y, 'free')
    const stools = dice.chance(0.5)
      ? range(w / 0.7).flatMap((i) => stool(dice, middle.at(-w / 2 + 0.35 + 0.7 * i, 1.25), 0.7, of))
      : []
    return [...bar(dice, middle, w), ...stools]
  }
  if (kind === 'display') return displayTable(dice, frame, dice.between(0.9, 2.2))
  if (kind === 'armchair') return armchair(dice, frame, dice.pick([0.7, 0.7, 1.5]))
  if (kind === 'sofa') return deepSofa(dice, frame, dice.between(1.4, 2.4))
  if (kind === 'dining') return diningTable(dice, [x, y])
  if (kind === 'stool') return stool(dice, [x, y], dice.pick([0.42, 0.7]), some(dice, 'furniture', 'grain'))
  if (kind === 'plant') return bigPlant(dice, x, y)
  const [of, r, h] = [some(dice, 'furniture'), dice.between(0.2, 0.6), dice.between(0.3, 0.6)]
  const low: Vector3 = [x - r, y - r, 0]
  const body =
    kind === 'plinth'
      ? [box(low, [x + r, y + r, h], of)]
      : [post(x, y, r, h - 0.03, h, of), post(x, y, dice.pick([0.03, r * 0.8]), 0, h - 0.03, of)]
  return [...body, ...crowd(dice, frameOf(x, y, 'free'), [-r, r], 0, h, 0.3)]
}

/** What shops and furnished houses have, beside what stands in a room already; `eye` is where the camera is. */
export function richRoom(dice: Dice, shell: Shell, there: readonly Solid[], eye: Vector3): Solid[] {
  const { high } = shell
  const near = eye[1]
  const made: Solid[] = []
  for (const wall of wallsOf(shell)) {
    if (dice.chance(0.3)) made.push(...drapes(dice, wall, high[2]))
    else if (dice.chance(0.35)) made.push(...panelling(dice, wall, high[2]))
    else if (dice.chance(0.4)) made.push(...posters(dice, wall))
    const shelves = dice.chance(0.3) ? laden(dice, wall) : []
    if (shelves.every(({ low }) => low[1] > near + 0.9)) made.push(...shelves)
  }
  if (dice.chance(0.35)) made.push(...hungGrid(dice, shell))
  if (dice.chance(0.45)) made.push(...lampRow(dice, shell))
  if (dice.chance(0.5)) made.push(...rug(dice, shell))
  const taken = [...there, ...made].filter((one) => one.high[2] > 0.03)
  const stand = (piece: readonly Solid[]): boolean => {
    if (piece.length === 0) return false
    const space = boundsOf(piece)
    const tall = space.high[2] > 1.05
    const isIn = space.low[0] > 0 && space.high[0] < high[0] && space.high[1] < high[1]
    const before = space.low[1] < near + 2.4 && space.low[0] < eye[0] + 0.5 && space.high[0] > eye[0] - 0.5
    if (!isIn || space.low[1] < near + (tall ? 1.5 : 1.1) || (tall && before)) return false
    if (taken.some((one) => overlap(one, space))) return false
    made.push(...piece)
    taken.push({ ...piece[0]!, ...space })
    return true
  }
  if (dice.chance(0.6)) range(6).some(() => stand(inMiddle(dice, shell, near, 'bar')))
  for (const wall of wallsOf(shell))
    for (let k = dice.whole(3, 7); k > 0; k--) stand(atWall(dice, wall, shell))
  for (let k = dice.whole(5, 16); k > 0; k--) stand(inMiddle(dice, shell, near))
  return made
}
