import { ball, box, type Dice, LEAVES, newGroup } from './build.ts'
import { some } from './lived-things.ts'
import { range } from './rich-furniture.ts'
import type { Finish, Solid } from './solids.ts'

type Place = readonly [number, number]

/** Big slabs one after the other from (x, y) towards the camera, in one row or two. */
export function slabs(dice: Dice, [x, y]: Place, long: number): Solid[] {
  const of = some(dice, 'ground', dice.pick(['plain', 'grain'] as const))
  const [w, d, thick] = [dice.between(0.5, 3), dice.between(0.35, 1.4), dice.between(0.03, 0.15)]
  const [gap, lean, shift] = [dice.between(0.03, 0.5), dice.between(-0.35, 0.35), dice.pick([0, 0, 0.3])]
  const columns = w < 1.2 ? dice.whole(1, 3) : 1
  return range(columns * Math.min(30, long / (d + gap))).map((k) => {
    const i = Math.floor(k / columns)
    const sx = x + lean * i * d + (k % columns) * (w + gap) + dice.between(-shift, shift)
    const sy = y - i * (d + gap)
    return box([sx, sy - d, 0], [sx + w, sy, thick], of)
  })
}

/** A wall with a coping across everything at y, of one piece, of bays between piers, or in courses. */
export function boundary(dice: Dice, y: number, [from, to]: Place): Solid[] {
  const of = some(dice, 'wall', dice.pick(['plain', 'bricks'] as const))
  const [h, cap, over] = [dice.between(1.8, 2.6), dice.between(0.04, 0.14), dice.between(0, 0.08)]
  const kind = dice.pick(['one', 'one', 'piers', 'courses', 'fields'] as const)
  const pitch = kind === 'courses' ? dice.between(0.15, 0.5) : dice.between(1.2, 3.5)
  const coping = box([from, y - over - 0.01, h], [to, y + 0.3 + over, h + cap], {
    ...of,
    tint: Math.min(1, of.tint * 1.05),
  })
  const made = [box([from, y, 0], [to, y + 0.3, h], of), coping]
  if (kind === 'courses')
    return [
      ...made,
      ...range(h / pitch).map((i) => box([from, y - 0.012, i * pitch], [to, y, (i + 1) * pitch - 0.012], of)),
    ]
  if (kind === 'one') return made
  const proud = kind === 'piers' ? 0.08 : 0.015
  const part = kind === 'piers' ? 0.14 : 0.985
  return [
    ...made,
    ...range((to - from) / pitch).map((i) =>
      box(
        [from + i * pitch, y - proud, 0],
        [from + (i + part) * pitch, y, h - (kind === 'piers' ? 0 : 0.02)],
        of,
      ),
    ),
  ]
}

/** Slats between posts at y, upright or level, close or open. */
export function fence(dice: Dice, y: number, [from, to]: Place): Solid[] {
  const of = some(dice, 'wall', 'grain')
  const [h, pitch, part] = [dice.between(0.9, 2.2), dice.between(0.06, 0.2), dice.between(0.4, 0.85)]
  const posts = range((to - from) / 2 + 1).map((i) =>
    box([from + 2 * i, y, 0], [from + 2 * i + 0.09, y + 0.09, h + 0.03], of),
  )
  const slats = dice.chance(0.6)
    ? range((to - from) / pitch).map((i) =>
        box([from + i * pitch, y - 0.03, 0.06], [from + (i + part) * pitch, y, h], of),
      )
    : range(h / pitch).map((i) =>
        box([from, y - 0.03, i * pitch + 0.05], [to, y, (i + part) * pitch + 0.05], of),
      )
  return [...posts, ...slats]
}

/** Ivy: leaves that hang over a wall's top at y. */
export const overWall = (dice: Dice, y: number, top: number, [from, to]: Place): Solid[] => {
  const group = newGroup()
  const wide = dice.between(1, 4)
  const start = dice.between(from, to - wide)
  return range(wide / 0.3).map((i) =>
    ball(
      [start + 0.3 * i, y, top - dice.between(0, 0.25)],
      [0.3, 0.2, dice.between(0.2, 0.6)],
      group,
      true,
      LEAVES satisfies Finish,
    ),
  )
}
