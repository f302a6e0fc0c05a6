import type { Vector3 } from '#kernels/seeing/scene.ts'
import type { Colour } from '#tests/support/line-pictures.ts'
import { ball, box, type Dice, finish, newGroup, tree } from './build.ts'
import type { Finish, Solid } from './solids.ts'

const FABRICS: readonly Colour[] = [
  [176, 164, 148],
  [92, 106, 118],
  [150, 92, 70],
  [120, 128, 108],
  [200, 194, 184],
]
const WOODS: readonly Colour[] = [
  [150, 108, 70],
  [96, 66, 44],
  [190, 154, 112],
]
const fabric = (dice: Dice): Finish =>
  finish('furniture', dice.between(0.84, 0.98), dice.pick(FABRICS), 'weave')
const wood = (dice: Dice): Finish => finish('furniture', dice.between(0.84, 0.98), dice.pick(WOODS), 'grain')

/** A box by its place in the piece's own frame: a along the wall, b away from it, z up. */
export type Put = (
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  z0: number,
  z1: number,
  of: Finish,
) => Solid

/** Which wall a piece stands with its back to. */
export type Side = 'left' | 'right' | 'back' | 'free'

/** Puts boxes around (x, y); depth grows into the room from the wall that the piece's back faces. */
export function putter(x: number, y: number, side: Side): Put {
  return (a0, a1, b0, b1, z0, z1, of) => {
    if (side === 'left') return box([x + b0, y + a0, z0], [x + b1, y + a1, z1], of)
    if (side === 'right') return box([x - b1, y + a0, z0], [x - b0, y + a1, z1], of)
    return box([x + a0, y - b1, z0], [x + a1, y - b0, z1], of)
  }
}

function sofa(dice: Dice, put: Put, w: number): Solid[] {
  const of = fabric(dice)
  const arm = 0.18
  const seats = w > 1.7 ? 3 : 2
  const each = (w - 2 * arm) / seats
  const cushions = Array.from({ length: seats }, (_, i) => {
    const from = -w / 2 + arm + i * each
    return [
      put(from + 0.01, from + each - 0.01, 0.24, 0.9, 0.26, 0.44, of),
      put(from + 0.02, from + each - 0.02, 0.2, 0.38, 0.44, 0.82, of),
    ]
  }).flat()
  return [
    put(-w / 2, w / 2, 0, 0.88, 0.08, 0.26, of),
    put(-w / 2, w / 2, 0, 0.22, 0.26, 0.76, of),
    put(-w / 2, -w / 2 + arm, 0.02, 0.9, 0.08, 0.6, of),
    put(w / 2 - arm, w / 2, 0.02, 0.9, 0.08, 0.6, of),
    ...cushions,
  ]
}

function table(dice: Dice, put: Put, w: number, d: number, h: number): Solid[] {
  const of = wood(dice)
  const [a, b, leg] = [w / 2, d, 0.06]
  const corners = [
    [-a + 0.04, 0.04],
    [a - 0.1, 0.04],
    [-a + 0.04, b - 0.1],
    [a - 0.1, b - 0.1],
  ] as const
  return [
    put(-a, a, 0, b, h - 0.05, h, of),
    ...corners.map(([p, q]) => put(p, p + leg, q, q + leg, 0, h - 0.05, of)),
  ]
}

function bed(dice: Dice, put: Put): Solid[] {
  const of = fabric(dice)
  const w = dice.between(0.75, 0.95)
  const sheet = finish('furniture', 0.97, [226, 222, 214], 'weave')
  return [
    put(-w - 0.05, w + 0.05, 0, 0.12, 0, 1.1, of),
    put(-w, w, 0.1, 2.1, 0.08, 0.32, wood(dice)),
    put(-w + 0.02, w - 0.02, 0.12, 2.06, 0.32, 0.52, sheet),
    put(-w + 0.1, -0.06, 0.16, 0.56, 0.52, 0.64, sheet),
    put(0.06, w - 0.1, 0.16, 0.56, 0.52, 0.64, sheet),
    put(-w - 0.6, -w - 0.12, 0, 0.42, 0, 0.5, wood(dice)),
    put(w + 0.12, w + 0.6, 0, 0.42, 0, 0.5, wood(dice)),
  ]
}

function shelf(dice: Dice, put: Put, w: number, h: number): Solid[] {
  const of = wood(dice)
  const rows = Math.max(2, Math.round(h / 0.4))
  const boards = Array.from({ length: rows + 1 }, (_, i) => {
    const z = (i * (h - 0.03)) / rows
    return put(-w / 2, w / 2, 0, 0.32, z, z + 0.03, of)
  })
  const books = Array.from({ length: rows }, (_, i) => {
    const from = dice.between(-w / 2 + 0.05, 0)
    const z = (i * (h - 0.03)) / rows + 0.03
    const long = dice.between(0.15, w / 2.2)
    return put(from, from + long, 0.06, 0.24, z, z + dice.between(0.14, 0.26), fabric(dice))
  })
  const sides = [-w / 2, w / 2 - 0.03].map((a) => put(a, a + 0.03, 0, 0.32, 0, h, of))
  return [...boards, ...sides, put(-w / 2, w / 2, 0, 0.02, 0, h, of), ...books]
}

function cabinet(dice: Dice, put: Put, w: number, h: number, d: number): Solid[] {
  const of = wood(dice)
  const doors = Math.max(2, Math.round(w / 0.5))
  const leaves = Array.from({ length: doors }, (_, i) => {
    const from = -w / 2 + (i * w) / doors
    return put(from + 0.006, from + w / doors - 0.006, d, d + 0.02, 0.08, h - 0.03, of)
  })
  return [put(-w / 2, w / 2, 0, d, 0, h, of), ...leaves]
}

function chair(dice: Dice, x: number, y: number, towards: 1 | -1): Solid[] {
  const of = fabric(dice)
  const at = (x0: number, x1: number, y0: number, y1: number, z0: number, z1: number) => {
    const [p, q] = [y + towards * y0, y + towards * y1]
    return box([x + x0, Math.min(p, q), z0], [x + x1, Math.max(p, q), z1], of)
  }
  const legs = [-0.21, 0.17].flatMap((a) => [-0.2, 0.16].map((b) => at(a, a + 0.04, b, b + 0.04, 0, 0.43)))
  return [at(-0.22, 0.22, -0.21, 0.21, 0.43, 0.48), at(-0.22, 0.22, -0.22, -0.18, 0.48, 0.9), ...legs]
}

/** A table with chairs on both long sides and a lamp above it, around (x, y). */
export function diningSet(dice: Dice, x: number, y: number, ceiling: number): Solid[] {
  const w = dice.between(1.4, 2)
  const chairs = [-w / 4, w / 4].flatMap((off) => [
    ...chair(dice, x + off, y - 0.6, 1),
    ...chair(dice, x + off, y + 0.6, -1),
  ])
  const group = newGroup()
  const metal = finish('furniture', 0.9, [60, 58, 56])
  const lamp = ball([x, y, 1.75], [0.22, 0.22, 0.16], group, false, metal)
  const rod: Solid = {
    shape: 'post',
    low: [x - 0.012, y - 0.012, 1.9],
    high: [x + 0.012, y + 0.012, ceiling],
    finish: metal,
    topRadius: 0.012,
    group,
  }
  return [...table(dice, putter(x, y + 0.42, 'free'), w, 0.84, 0.75), ...chairs, lamp, rod]
}

/** A sofa's low table in the middle of the room. */
export const lowTable = (dice: Dice, x: number, y: number): Solid[] =>
  dice.chance(0.5)
    ? table(dice, putter(x, y + 0.3, 'free'), 1.1, 0.6, 0.36)
    : [box([x - 0.5, y - 0.3, 0], [x + 0.5, y + 0.3, 0.34], wood(dice))]

/** A counter with a top that overhangs. */
export function counter(dice: Dice, x: number, y: number, w: number): Solid[] {
  const put = putter(x, y, 'free')
  return [
    put(-w / 2 + 0.05, w / 2 - 0.05, 0.05, 0.65, 0, 0.98, wood(dice)),
    put(-w / 2, w / 2, 0, 0.72, 0.98, 1.04, finish('furniture', 0.95, [190, 188, 184])),
  ]
}

/** A plant in a pot. */
export function pottedPlant(dice: Dice, x: number, y: number): Solid[] {
  const pot: Solid = {
    shape: 'post',
    low: [x - 0.16, y - 0.16, 0],
    high: [x + 0.16, y + 0.16, 0.36],
    finish: finish('furniture', 0.88, [128, 122, 114]),
    topRadius: 0.19,
    group: newGroup(),
  }
  const height = dice.between(1.3, 1.9)
  return [pot, ...tree(dice, x, y, height)]
}

/** Something that stands at a wall around (x, y), at most `room` m wide; `low` where a window is above it. */
export function wallPiece(dice: Dice, at: Vector3, side: Side, room: number, low: boolean): Solid[] {
  const put = putter(at[0], at[1], side)
  const w = Math.min(room, dice.between(1.6, 2.4))
  const kinds = low ? (['sofa', 'low'] as const) : (['sofa', 'shelf', 'tall', 'low', 'bed'] as const)
  const kind = dice.pick(kinds)
  if (kind === 'bed' && room >= 3.2) return bed(dice, put)
  if (kind === 'shelf') return shelf(dice, put, w, dice.between(1.6, 2.2))
  if (kind === 'tall') return cabinet(dice, put, w, dice.between(1.9, 2.3), 0.55)
  if (kind === 'low') return cabinet(dice, put, w, dice.between(0.45, 0.8), 0.4)
  return sofa(dice, put, w)
}
