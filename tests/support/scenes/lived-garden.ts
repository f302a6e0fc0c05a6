import type { Colour } from '#tests/support/line-pictures.ts'
import { ball, box, type Dice, finish, LEAVES, newGroup, tree } from './build.ts'
import type { Finish, Solid } from './solids.ts'

const GROUNDS: readonly Finish[] = [
  finish('ground', 0.92, [106, 118, 66], 'lawn'),
  finish('ground', 0.96, [120, 130, 74], 'lawn'),
  finish('ground', 0.95, [176, 168, 154], 'lawn'),
  finish('ground', 0.95, [188, 180, 164], 'grain'),
  finish('ground', 0.9, [150, 148, 144], 'plain'),
]
const STONES: readonly Colour[] = [
  [150, 146, 138],
  [112, 108, 100],
]
const SLAB = finish('ground', 0.97, [170, 166, 158])

/** Thin blades around (x, y), up to `spread` m from it. */
export function tuft(dice: Dice, x: number, y: number, spread = 0.3): Solid[] {
  const group = newGroup()
  const height = dice.between(0.25, 0.7)
  return Array.from({ length: 14 }, (): Solid => {
    const [bx, by] = [x + dice.between(-spread, spread), y + dice.between(-spread, spread)]
    return {
      shape: 'post',
      low: [bx - 0.03, by - 0.03, 0],
      high: [bx + 0.03, by + 0.03, height * dice.between(0.5, 1)],
      finish: LEAVES,
      topRadius: 0.002,
      group,
    }
  })
}

export function hedge(dice: Dice, x: number, y: number): Solid[] {
  const [long, high] = [dice.between(2, 12), dice.between(0.4, 2)]
  const group = newGroup()
  const puffs = Array.from({ length: Math.round(long / 0.5) }, (_, i) =>
    ball([x + i * 0.5, y, high * 0.6], [0.42, 0.4, high * 0.5], group, true),
  )
  return [box([x, y - 0.3, 0], [x + long, y + 0.3, high * 0.8], LEAVES), ...puffs]
}

/** Trees in a row behind everything, so that little sky is left. */
export function backdrop(dice: Dice, far: number): Solid[] {
  const made: Solid[] = []
  const height = dice.between(5, 12)
  for (let x = -40; x < 40; x += dice.between(2.5, 5)) {
    const r = dice.between(1.6, 3.4)
    const group = newGroup()
    for (let k = 0; k < 4; k++)
      made.push(
        ball(
          [x + dice.between(-1, 1), far + dice.between(-2, 2), height * dice.between(0.2, 0.85)],
          [r, r, r * dice.between(0.8, 1.3)],
          group,
          true,
        ),
      )
  }
  return made
}

function stone(dice: Dice, x: number, y: number): Solid {
  const r = dice.between(0.25, 0.9)
  const of = finish('other', dice.between(0.8, 0.95), dice.pick(STONES), 'grain')
  return ball(
    [x, y, r * 0.25],
    [r, r * dice.between(0.6, 1), r * dice.between(0.35, 0.7)],
    newGroup(),
    false,
    of,
  )
}

function path(dice: Dice, x: number, from: number): Solid[] {
  const lean = dice.between(-0.5, 0.5)
  return Array.from({ length: 9 }, (_, i) => {
    const [sx, sy] = [x + lean * i, from - 0.9 * i]
    return box([sx, sy - 0.32, 0], [sx + 1.3, sy + 0.3, 0.04], SLAB)
  })
}

/** A roof of beams on posts, open at its sides, with a screen of slats. */
export function pergola(dice: Dice, x: number, y: number): Solid[] {
  const of = finish('wall', dice.between(0.75, 0.95), [140, 108, 80], 'grain')
  const over: Finish = { ...of, label: 'roof' }
  const [w, d, h] = [dice.between(3, 5), dice.between(2.5, 4), dice.between(2.4, 2.9)]
  const posts = [0, 1].flatMap((i) =>
    [0, 1].map((j) =>
      box(
        [x + i * (w - 0.12), y + j * (d - 0.12), 0],
        [x + i * (w - 0.12) + 0.12, y + j * (d - 0.12) + 0.12, h],
        of,
      ),
    ),
  )
  const beams = Array.from({ length: Math.floor(w / 0.4) }, (_, i) =>
    box([x + i * 0.4, y - 0.3, h + 0.02], [x + i * 0.4 + 0.06, y + d + 0.3, h + 0.16], over),
  )
  const edge = [y, y + d - 0.1].map((at) =>
    box([x - 0.3, at, h - 0.14], [x + w + 0.3, at + 0.1, h + 0.02], over),
  )
  const screen = Array.from({ length: Math.floor(w / 0.12) }, (_, i) =>
    box([x + i * 0.12, y + d - 0.05, 0.2], [x + i * 0.12 + 0.05, y + d, h - 0.1], of),
  )
  const deck = box([x - 0.4, y - 0.4, 0], [x + w + 0.4, y + d + 0.3, dice.pick([0.04, 0.15, 0.3])], SLAB)
  return [deck, ...posts, ...beams, ...edge, ...(dice.chance(0.6) ? screen : [])]
}

/** Slats before a stretch of a front at y = 0, from z to the next storey. */
function louvres(dice: Dice): Solid[] {
  const of = finish('wall', dice.between(0.7, 1), [150, 112, 80], 'grain')
  const [x, z, wide] = [dice.between(-6, 3), dice.pick([0.1, 3.1]), dice.between(1, 3)]
  const pitch = dice.pick([0.1, 0.15, 0.2])
  const upright = dice.chance(0.7)
  const count = Math.floor((upright ? wide : 2.6) / pitch)
  return Array.from({ length: count }, (_, i) =>
    upright
      ? box([x + i * pitch, -0.06, z], [x + (i + 0.6) * pitch, 0, z + 2.7], of)
      : box([x, -0.06, z + i * pitch], [x + wide, 0, z + (i + 0.6) * pitch], of),
  )
}

export function seat(dice: Dice, x: number, y: number): Solid[] {
  const of = finish('furniture', dice.between(0.8, 0.95), [150, 110, 76], 'grain')
  const legs = [0, 0.5].flatMap((a) =>
    [0, 0.5].map((b) => box([x + a, y + b, 0], [x + a + 0.05, y + b + 0.05, 0.4], of)),
  )
  return [
    box([x, y, 0.38], [x + 0.55, y + 0.55, 0.46], of),
    box([x, y + 0.5, 0.46], [x + 0.55, y + 0.57, 0.9], of),
    ...legs,
  ]
}

/** The ground of a garden in place of bare paving. */
export const livedGround = (dice: Dice): Finish => dice.pick(GROUNDS)

/** What grows and lies around a house whose front is at y = 0. */
export function livedGarden(dice: Dice): Solid[] {
  const made: Solid[] = []
  const before = () => [dice.between(-9, 9), -dice.between(1.2, 9)] as const
  if (dice.chance(0.55)) made.push(...backdrop(dice, dice.between(14, 28)))
  for (let k = dice.whole(0, 6); k > 0; k--) made.push(...tuft(dice, ...before()))
  for (let k = dice.whole(0, 3); k > 0; k--) made.push(stone(dice, ...before()))
  for (let k = dice.whole(0, 2); k > 0; k--)
    made.push(...hedge(dice, dice.between(-14, 4), dice.pick([-dice.between(0.8, 4), dice.between(9, 14)])))
  if (dice.chance(0.4)) made.push(...path(dice, dice.between(-4, 3), -0.6))
  if (dice.chance(0.3)) made.push(...pergola(dice, dice.between(-9, 5), -dice.between(3, 6)))
  if (dice.chance(0.4)) made.push(...louvres(dice))
  if (dice.chance(0.3))
    made.push(
      box(
        [-14, -dice.between(0, 3), 0],
        [-6.5, 0.3, dice.between(1.8, 2.6)],
        finish('wall', 0.97, [226, 222, 214]),
      ),
    )
  for (let k = dice.whole(0, 2); k > 0; k--) made.push(...seat(dice, ...before()))
  if (dice.chance(0.4)) {
    const side = dice.chance(0.5) ? 1 : -1
    made.push(...tree(dice, side * dice.between(4, 9), -dice.between(2, 6), dice.between(5, 9)))
  }
  return made
}
