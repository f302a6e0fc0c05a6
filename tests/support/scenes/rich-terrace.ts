import { ball, box, type Dice, newGroup } from './build.ts'
import { tuft } from './lived-garden.ts'
import { post, some } from './lived-things.ts'
import { range } from './rich-furniture.ts'
import { armchair, lightChair, stool } from './rich-seats.ts'
import { bigPlant, crowd, frameOf } from './rich-things.ts'
import type { Finish, Solid } from './solids.ts'

type Place = readonly [number, number]

const raise = (z: number, solids: readonly Solid[]): Solid[] =>
  solids.map((one) => ({
    ...one,
    low: [one.low[0], one.low[1], one.low[2] + z],
    high: [one.high[0], one.high[1], one.high[2] + z],
    ...(one.shape === 'convex'
      ? {
          planes: one.planes.map((plane) => ({ ...plane, distance: plane.distance + z * plane.normal[2] })),
        }
      : {}),
  }))

/** A table low or high, round or not, around (x, y). */
function table(dice: Dice, [x, y]: Place, of: Finish): Solid[] {
  const [w, d, h] = [dice.between(0.5, 1.6), dice.between(0.45, 0.8), dice.pick([0.35, 0.45, 0.72])]
  const top = dice.chance(0.4)
    ? [post(x, y, d / 2, h - 0.04, h, of), post(x, y, dice.pick([0.03, d * 0.4]), 0, h - 0.04, of)]
    : [
        box([x - w / 2, y - d / 2, h - 0.04], [x + w / 2, y + d / 2, h], of),
        ...[-1, 1].flatMap((s) =>
          [-1, 1].map((t) => {
            const [a, b] = [x + s * (w / 2 - 0.05), y + t * (d / 2 - 0.05)]
            return box([a - 0.025, b - 0.025, 0], [a + 0.025, b + 0.025, h - 0.04], of)
          }),
        ),
      ]
  return dice.chance(0.5) ? [...top, ...crowd(dice, frameOf(x, y, 'free'), [-d / 2, d / 2], 0, h, 0.3)] : top
}

/** Chairs of one kind and a table between them, along x from `from` to `to`, at height z. */
export function terrace(dice: Dice, [from, to]: Place, y: number, z: number): Solid[] {
  const kind = dice.pick(['arm', 'arm', 'light', 'stool', 'lounger'] as const)
  const of = some(dice, 'furniture', 'grain')
  const made: Solid[] = []
  for (let x = from + 0.5; x < to - 0.5; x += dice.between(0.85, 1.9)) {
    const side = dice.pick(['near', 'left', 'right', 'back'] as const)
    const at = frameOf(x, y + dice.between(-0.25, 0.25), side)
    if (dice.chance(0.3)) made.push(...table(dice, [x, y], of))
    else if (kind === 'arm') made.push(...armchair(dice, at, dice.pick([0.7, 0.7, 1.4])))
    else if (kind === 'light') made.push(...lightChair(dice, at, of))
    else if (kind === 'stool') made.push(...stool(dice, [x, y], 0.45, of))
    else
      made.push(
        at.put(-0.32, 0.32, 0, 1.3, 0.28, 0.36, of),
        at.put(-0.32, 0.32, 0, 0.12, 0.36, dice.between(0.7, 0.95), of),
        ...[-0.28, 0.22].flatMap((a) =>
          [0.08, 1.15].map((b) => at.put(a, a + 0.06, b, b + 0.06, 0, 0.28, of)),
        ),
      )
  }
  return raise(z, made)
}

/** Pots or lanterns in a row, each with what grows in it. */
export function potRow(dice: Dice, [from, to]: Place, y: number, z: number): Solid[] {
  const of = some(dice, 'furniture')
  const [r, h, pitch] = [dice.between(0.12, 0.3), dice.between(0.2, 0.55), dice.between(0.45, 1.2)]
  const kind = dice.pick(['blades', 'ball', 'leaves', 'none'] as const)
  return range((to - from) / pitch).flatMap((i) => {
    const x = from + (i + 0.5) * pitch
    const pot = post(x, y, r * 0.8, z, z + h, of, r)
    if (kind === 'blades') return [pot, ...raise(z + h - 0.03, tuft(dice, x, y, r * 0.8))]
    if (kind === 'ball')
      return [pot, ball([x, y, z + h + r * 0.7], [r * 1.3, r * 1.3, r], newGroup(), dice.chance(0.7))]
    return kind === 'none' ? [pot] : [pot, ...raise(z + h - 0.05, bigPlant(dice, x, y, false))]
  })
}

/** Bunches of blades close together along a line: a border that hides the feet of what is behind it. */
export const border = (dice: Dice, [from, to]: Place, y: number): Solid[] =>
  range((to - from) / 0.4).flatMap((i) => tuft(dice, from + 0.4 * i, y + dice.between(-0.2, 0.2)))
