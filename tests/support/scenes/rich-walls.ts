import { ball, box, type Dice, newGroup } from './build.ts'
import { isFree, type Shell, type Wall } from './lived-room.ts'
import { post, some } from './lived-things.ts'
import { range } from './rich-furniture.ts'
import { crowd } from './rich-things.ts'
import type { Solid } from './solids.ts'

/** Cloth in folds over a stretch of a wall, sheer or heavy. */
export function drapes(dice: Dice, wall: Wall, height: number): Solid[] {
  const of = some(dice, 'wall', 'weave')
  const wide = dice.between(0.35, 1) * (wall.to - wall.from)
  const start = dice.chance(0.5) ? wall.from : wall.to - wide
  const [r, deep] = [dice.between(0.025, 0.06), dice.between(0.005, 0.04)]
  const top = height - dice.pick([0.005, 0.03, 0.15])
  const one = dice.chance(0.5) ? newGroup() : 0
  return range(wide / (1.5 * r)).map((i) => {
    const [x, y] = wall.at(start + r + 1.5 * r * i, 0.11 + (i % 2 ? deep : 0))
    return post(x, y, r, 0.01, top, of, r, one || newGroup())
  })
}

/** Battens on a wall, wide or narrow apart, upright or level, or fields with a raised border. */
export function panelling(dice: Dice, wall: Wall, height: number): Solid[] {
  const of = some(dice, 'wall', 'grain')
  const kind = dice.pick(['upright', 'level', 'fields'] as const)
  if (kind === 'level' && !isFree(wall, wall.from, wall.to)) return []
  const isClear = (a: number, b: number) => isFree(wall, a, b) && b <= wall.to
  const top = dice.chance(0.6) ? height : dice.between(0.9, 1.5)
  const [pitch, thick] = [dice.between(0.25, 0.9), dice.between(0.02, 0.06)]
  const { from, to, put } = wall
  const long = to - from
  if (kind === 'upright')
    return range(long / pitch + 1)
      .map((i) => from + i * pitch)
      .filter((a) => isClear(a, a + thick))
      .map((a) => put(a, a + thick, 0, 0.025, 0, top, of))
  if (kind === 'level')
    return range(top / pitch + 1).map((i) =>
      put(from, to, 0, 0.025, i * pitch, Math.min(top, i * pitch + thick), of),
    )
  return range(long / pitch).flatMap((i) => {
    const [a, b] = [from + (i + 0.1) * pitch, from + (i + 0.9) * pitch]
    if (!isClear(a, b)) return []
    return [put(a, b, 0, 0.02, 0.2, top - 0.15, of), put(a + 0.05, b - 0.05, 0, 0.022, 0.25, top - 0.2, of)]
  })
}

/** Sheets of many sizes flat on a wall. */
export function posters(dice: Dice, wall: Wall): Solid[] {
  const made: Solid[] = []
  for (let a = wall.from + dice.between(0.1, 1); a < wall.to; ) {
    const [w, h, z] = [dice.between(0.25, 1.3), dice.between(0.3, 1.2), dice.between(1.3, 1.8)]
    if (!isFree(wall, a, a + w) || a + w > wall.to - 0.05) break
    const art = some(dice, 'furniture')
    made.push(wall.put(a, a + w, 0, 0.006, z - h / 2, z + h / 2, art))
    if (dice.chance(0.5))
      made.push(
        wall.put(a + w * 0.15, a + w * dice.between(0.5, 0.85), 0, 0.008, z - h * 0.3, z + h * 0.3, {
          ...art,
          tint: art.tint * 0.8,
        }),
      )
    a += w + dice.between(0.05, 0.8)
  }
  return made
}

/** Long boards on a wall with many vases, cups and bottles. */
export function laden(dice: Dice, wall: Wall): Solid[] {
  const wide = dice.between(1.2, Math.max(1.3, wall.to - wall.from))
  const start = dice.between(wall.from, Math.max(wall.from, wall.to - wide))
  const end = Math.min(wall.to, start + wide)
  if (!isFree(wall, start, end)) return []
  const [of, step] = [some(dice, 'furniture', 'grain'), dice.between(0.28, 0.5)]
  const from = dice.between(0.9, 1.5)
  return range(dice.whole(1, 4)).flatMap((i) => [
    wall.put(start, end, 0, 0.24, from + i * step, from + i * step + 0.03, of),
    ...crowd(dice, wall, [start, end], 0.12, from + i * step + 0.03, step - 0.05),
  ])
}

/** A grid of slats that hangs under the ceiling. */
export function hungGrid(dice: Dice, { high: [width, depth, height] }: Shell): Solid[] {
  const of = some(dice, 'ceiling', 'grain')
  const [x, y] = [width * dice.between(0, 0.3), depth * dice.between(0.25, 0.6)]
  const [w, d] = [width * dice.between(0.4, 0.7), depth * dice.between(0.25, 0.4)]
  const [z, pitch] = [height - dice.between(0.12, 0.5), dice.between(0.1, 0.35)]
  const both = dice.chance(0.6)
  const rods = [x + 0.1, x + w - 0.1].flatMap((a) =>
    [y + 0.1, y + d - 0.1].map((b) => post(a, b, 0.01, z + 0.08, height, of)),
  )
  return [
    ...range(w / pitch).map((i) => box([x + i * pitch, y, z], [x + i * pitch + 0.03, y + d, z + 0.08], of)),
    ...(both ? range(d / pitch) : [0, d / pitch]).map((i) =>
      box([x, y + i * pitch, z], [x + w, y + i * pitch + 0.03, z + 0.075], of),
    ),
    ...rods,
  ]
}

/** Lamps of one kind in a row across or along the room. */
export function lampRow(dice: Dice, { high: [width, depth, height] }: Shell): Solid[] {
  const of = some(dice, 'furniture')
  const kind = dice.pick(['globe', 'cone', 'tube', 'disc'] as const)
  const [r, z] = [dice.between(0.07, 0.26), dice.between(1.75, 2.25)]
  const along = dice.chance(0.4)
  const gap = dice.between(0.5, 1.1)
  const [x0, y0] = [width * dice.between(0.2, 0.6), depth * dice.between(0.45, 0.8)]
  return range(dice.whole(2, 6)).flatMap((i) => {
    const [x, y] = [x0 + (along ? 0 : gap * i), y0 + (along ? gap * i * 0.6 : 0)]
    if (x > width - 0.3 || y > depth - 0.3) return []
    const body =
      kind === 'globe'
        ? ball([x, y, z], [r, r, r], newGroup(), false, of)
        : kind === 'tube'
          ? post(x, y, 0.3 * r, z - r, z + r, of)
          : post(
              x,
              y,
              1.3 * r,
              z,
              z + (kind === 'disc' ? 0.05 : 1.2 * r),
              of,
              kind === 'disc' ? 1.3 * r : 0.15 * r,
            )
    return [body, post(x, y, 0.008, z + 0.04, height, of)]
  })
}

/** A rug, round or not, with a border of its own. */
export function rug(dice: Dice, { high: [width, depth] }: Shell): Solid[] {
  const of = some(dice, 'floor', 'weave')
  const [x, y] = [width * dice.between(0.35, 0.65), depth * dice.between(0.45, 0.7)]
  const [w, d] = [Math.min(width - 0.4, dice.between(2, 4)), Math.min(depth * 0.55, dice.between(1.6, 3))]
  if (dice.chance(0.25)) return [post(x, y, Math.min(w, d) / 2, 0, 0.014, of)]
  const made = [box([x - w / 2, y - d / 2, 0], [x + w / 2, y + d / 2, 0.012], of)]
  const inner = { ...of, tint: of.tint * dice.between(0.85, 1) }
  if (dice.chance(0.5))
    made.push(
      box([x - w / 2 + 0.15, y - d / 2 + 0.15, 0], [x + w / 2 - 0.15, y + d / 2 - 0.15, 0.014], inner),
    )
  return made
}
