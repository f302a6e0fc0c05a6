import type { Label } from '#kernels/seeing/scene.ts'
import type { Colour } from '#tests/support/line-pictures.ts'
import { ball, box, type Dice, finish, newGroup } from './build.ts'
import type { Finish, Solid } from './solids.ts'

const TONES: readonly Colour[] = [
  [222, 216, 206],
  [164, 128, 92],
  [98, 82, 70],
  [142, 152, 148],
  [186, 96, 70],
  [70, 76, 82],
]
/** A finish of a tone of its own. */
export const some = (dice: Dice, label: Label, pattern: Finish['pattern'] = 'plain'): Finish =>
  finish(label, dice.between(0.74, 1), dice.pick(TONES), pattern)

/** An upright round thing around (x, y) from z0 to z1. */
export function post(
  x: number,
  y: number,
  r: number,
  z0: number,
  z1: number,
  of: Finish,
  top = r,
  group = newGroup(),
): Solid {
  const wide = Math.max(r, top)
  return {
    shape: 'post',
    low: [x - wide, y - wide, z0],
    high: [x + wide, y + wide, z1],
    finish: of,
    topRadius: top,
    group,
  }
}

/** Vases, bowls, cups and boxes on a board at height z. */
export function things(
  dice: Dice,
  at: (a: number, b: number) => readonly [number, number],
  from: number,
  to: number,
  b: number,
  z: number,
): Solid[] {
  const made: Solid[] = []
  for (let a = from + 0.1; a < to - 0.1; a += dice.between(0.13, 0.5)) {
    const [x, y] = at(a, b)
    const [r, h] = [dice.between(0.03, 0.09), dice.between(0.06, 0.26)]
    const of = some(dice, 'furniture')
    const kind = dice.pick(['cup', 'vase', 'box'] as const)
    if (kind === 'box') made.push(box([x - r, y - r, z], [x + r, y + r, z + h], of))
    else if (kind === 'cup') made.push(post(x, y, r * 0.8, z, z + h * 0.6, of, r))
    else made.push(ball([x, y, z + h / 2], [r, r, h / 2], newGroup(), false, of))
  }
  return made
}

/** A round table, a stool, a lamp on a stand or a big vase around (x, y). */
export function roundThing(dice: Dice, x: number, y: number): Solid[] {
  const of = some(dice, 'furniture', 'grain')
  const kind = dice.pick(['table', 'stool', 'stool', 'lamp', 'vase'] as const)
  if (kind === 'vase') {
    const r = dice.between(0.12, 0.25)
    return [ball([x, y, r], [r, r, r], newGroup(), false, of), post(x, y, 0.4 * r, 1.7 * r, 2.3 * r, of)]
  }
  if (kind === 'lamp')
    return [
      post(x, y, 0.15, 0, 0.02, of),
      post(x, y, 0.012, 0, 1.4, of),
      post(x, y, 0.2, 1.3, 1.6, some(dice, 'furniture'), 0.15),
    ]
  const [r, h] = kind === 'table' ? [dice.between(0.3, 0.6), dice.between(0.36, 0.75)] : [0.18, 0.46]
  const legs = dice.chance(0.6) ? 3 : 1
  return [
    post(x, y, r, h - 0.04, h, of),
    ...Array.from({ length: legs }, (_, i) => {
      const out = legs === 1 ? 0 : 0.7 * r
      return post(x + out * Math.cos(2.1 * i), y + out * Math.sin(2.1 * i), 0.02, 0, h - 0.04, of)
    }),
    ...things(dice, (a, b) => [x + a, y + b], -0.6 * r, 0.6 * r, 0, h),
  ]
}
