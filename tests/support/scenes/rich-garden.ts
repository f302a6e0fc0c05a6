import type { Vector3 } from '#kernels/seeing/scene.ts'
import { ball, box, type Dice, finish, newGroup } from './build.ts'
import { hedge, tuft } from './lived-garden.ts'
import { post, some } from './lived-things.ts'
import { range } from './rich-furniture.ts'
import { lightChair, stool } from './rich-seats.ts'
import { border, potRow, terrace } from './rich-terrace.ts'
import { bigPlant, boundsOf, frameOf, leaf, leg } from './rich-things.ts'
import type { Solid } from './solids.ts'

type Place = readonly [number, number]

const WATER = finish('water', 0.74, [88, 124, 136], 'waves')
const SMOOTH = finish('vegetation', 0.9, [92, 120, 66])

/** Smooth balls that overlap: one large stone, or a few side by side, with blades before them. */
export function boulders(dice: Dice, [x, y]: Place): Solid[] {
  const of = some(dice, 'other')
  const size = dice.between(0.25, 1.1)
  const one = dice.chance(0.6) ? newGroup() : 0
  const grown = range(dice.pick([0, 1, 4])).flatMap(() =>
    tuft(dice, x + size * dice.between(-1.3, 1.3), y - size * dice.between(0.4, 1.1)),
  )
  const stones = range(dice.whole(2, 6)).map(() => {
    const r = size * dice.between(0.45, 1)
    const at: Vector3 = [
      x + size * dice.between(-1, 1),
      y + size * dice.between(-0.7, 0.7),
      r * dice.between(0.1, 0.4),
    ]
    return ball(at, [r, r * dice.between(0.7, 1), r * dice.between(0.5, 0.9)], one || newGroup(), false, of)
  })
  return [...stones, ...grown]
}

/** Water in a raised rim, or level with the ground in a flat one, with leaves on it. */
export function basin(dice: Dice, [x, y]: Place): Solid[] {
  const raised = dice.chance(0.6)
  const [w, d, h] = [
    dice.between(1.5, 6),
    dice.between(1, 3),
    raised ? dice.between(0.2, 0.5) : dice.between(0.03, 0.08),
  ]
  const rim = dice.between(0.12, 0.4)
  const of = some(dice, raised ? 'wall' : 'ground')
  const level = h - (raised ? dice.between(0.03, 0.12) : 0.02)
  const pads = range(dice.pick([0, 8, 20])).map(() => {
    const r = dice.between(0.07, 0.22)
    const [px, py] = [x + dice.between(r, w - r), y + dice.between(r, d - r)]
    return post(px, py, r, level - 0.01, level + 0.008, SMOOTH)
  })
  return [
    box([x - rim, y - rim, 0], [x + w + rim, y, h], of),
    box([x - rim, y + d, 0], [x + w + rim, y + d + rim, h], of),
    box([x - rim, y, 0], [x, y + d, h], of),
    box([x + w, y, 0], [x + w + rim, y + d, h], of),
    box([x, y, 0], [x + w, y + d, level], WATER),
    ...pads,
  ]
}

/** A deck of boards, or a terrace of stone, with a step before it. */
export function deck(dice: Dice, [x, y]: Place): Solid[] {
  const of = some(dice, 'ground', 'grain')
  const [w, d, h] = [dice.between(2, 8), dice.between(1.5, 4), dice.between(0.1, 0.5)]
  const pitch = dice.chance(0.5) ? dice.between(0.12, 0.25) : d
  const boards = range(d / pitch).map((i) =>
    box([x, y + i * pitch, h - 0.03], [x + w, y + (i + 1) * pitch - (pitch < d ? 0.008 : 0), h], of),
  )
  const sx = x + dice.between(0, w / 2)
  return [
    box([x + 0.02, y + 0.02, 0], [x + w - 0.02, y + d - 0.02, h - 0.02], { ...of, tint: of.tint * 0.9 }),
    ...boards,
    ...(h > 0.2 ? [box([sx, y - 0.35, 0], [sx + dice.between(0.8, w / 2 + 0.8), y, h / 2], of)] : []),
  ]
}

/** A low wall around a bed with what grows in it. */
function plantingBed(dice: Dice, [x, y]: Place): Solid[] {
  const of = some(dice, 'wall')
  const [w, d, h] = [dice.between(1.5, 7), dice.between(0.6, 1.5), dice.between(0.25, 0.7)]
  const group = newGroup()
  const puffs = range(w / 0.4).map((i) => {
    const r = dice.between(0.25, 0.5)
    return ball([x + 0.3 + 0.4 * i, y + d / 2, h + r * 0.4], [r, d * 0.45, r], group, dice.chance(0.5))
  })
  return [
    box([x, y, 0], [x + w, y + 0.15, h], of),
    box([x, y, 0], [x + 0.15, y + d, h], of),
    box([x + w - 0.15, y, 0], [x + w, y + d, h], of),
    box([x, y + 0.15, 0], [x + w, y + d, h - 0.06], finish('ground', 0.85, [92, 78, 62], 'grain')),
    ...puffs,
  ]
}

/** Thin stalks in a row, with a few leaves. */
export function bamboo(dice: Dice, [x, y]: Place): Solid[] {
  const [long, high] = [dice.between(1, 6), dice.between(1.5, 5)]
  const [leaves, size] = [dice.pick([0, 4, 9]), dice.between(0.15, 0.4)]
  return range(long * dice.between(4, 12)).flatMap(() => {
    const [sx, sy] = [x + dice.between(0, long), y + dice.between(-0.25, 0.25)]
    const lean = dice.between(-0.25, 0.25)
    const top = high * dice.between(0.75, 1)
    const stalk = leg([sx, sy, 0], [sx + lean, sy, top], dice.between(0.008, 0.022), SMOOTH)
    const out = range(leaves).map(() => {
      const t = dice.between(0.4, 1)
      const from: Vector3 = [sx + lean * t, sy, top * t]
      return leaf(from, dice.between(0, 6.3), dice.between(-0.7, 0.8), size, size * 0.25, SMOOTH)
    })
    return [stalk, ...out]
  })
}

/** A tree of several leaning stems under a light crown. */
export function manyStems(dice: Dice, [x, y]: Place): Solid[] {
  const high = dice.between(2.5, 6)
  const bark = finish('vegetation', dice.between(0.6, 0.95), [112, 96, 78], 'grain')
  const group = newGroup()
  return range(dice.whole(2, 6)).flatMap(() => {
    const turn = dice.between(0, 6.3)
    const out = high * dice.between(0.08, 0.3)
    const top: Vector3 = [x + out * Math.cos(turn), y + out * Math.sin(turn), high * dice.between(0.65, 0.9)]
    const r = high * dice.between(0.1, 0.2)
    return [
      leg([x + 0.1 * Math.cos(turn), y + 0.1 * Math.sin(turn), 0], top, dice.between(0.02, 0.06), bark),
      ...range(3).map(() =>
        ball(
          [top[0] + dice.between(-r, r), top[1] + dice.between(-r, r), top[2] + dice.between(-r, r) * 0.6],
          [r, r, r * 0.7],
          group,
          true,
        ),
      ),
    ]
  })
}

/** Table with chairs, a bench, or cushions to sit on. */
function sitting(dice: Dice, [x, y]: Place): Solid[] {
  const of = some(dice, 'furniture', 'grain')
  const kind = dice.pick(['table', 'bench', 'cushions', 'stools'] as const)
  if (kind === 'cushions')
    return range(dice.whole(2, 5)).map((i) =>
      ball([x + 0.8 * i, y + dice.between(-0.4, 0.4), 0.11], [0.3, 0.3, 0.12], newGroup(), false, of),
    )
  if (kind === 'stools')
    return range(dice.whole(1, 4)).flatMap((i) =>
      stool(dice, [x + 0.6 * i, y + dice.between(-0.3, 0.3)], 0.45, of),
    )
  if (kind === 'bench') {
    const [w, thick] = [dice.between(1.2, 3), dice.between(0.05, 0.2)]
    const feet = [0.1, w - 0.35].map((a) => box([x + a, y, 0], [x + a + 0.25, y + 0.4, 0.45 - thick], of))
    return [box([x, y - 0.02, 0.45 - thick], [x + w, y + 0.44, 0.45], of), ...feet]
  }
  const w = dice.between(0.9, 2)
  const legs = [0.05, w - 0.1].flatMap((a) =>
    [0.05, 0.7].map((b) => box([x + a, y + b, 0], [x + a + 0.05, y + b + 0.05, 0.7], of)),
  )
  return [
    box([x, y, 0.7], [x + w, y + 0.8, 0.74], of),
    ...legs,
    ...lightChair(dice, frameOf(x + w / 2, y - 0.5, 'near'), of),
    ...lightChair(dice, frameOf(x + w / 2, y + 1.3, 'back'), of),
  ]
}

function planter(dice: Dice, [x, y]: Place): Solid[] {
  const [of, h] = [some(dice, 'furniture'), dice.between(0.3, 0.7)]
  const r = dice.between(0.2, 0.45)
  const body = dice.chance(0.5)
    ? box([x - r, y - r, 0], [x + r, y + r, h], of)
    : post(x, y, r, 0, h, of, r * 0.8)
  const group = newGroup()
  return [
    body,
    ...range(4).map(() =>
      ball(
        [x + dice.between(-r, r) * 0.6, y + dice.between(-r, r) * 0.6, h + r * 0.5],
        [r * 0.7, r * 0.7, r * 0.8],
        group,
        true,
      ),
    ),
  ]
}

/** Grass in bunches over a stretch. */
const meadow = (dice: Dice, [x, y]: Place): Solid[] =>
  range(dice.whole(4, 12)).flatMap(() => tuft(dice, x + dice.between(-2, 2), y + dice.between(-0.6, 0.6)))

/** Chairs and tables on a deck, among blades and pots. */
function seatedDeck(dice: Dice, [x, y]: Place): Solid[] {
  const floor = deck(dice, [x, y])
  const { low, high } = boundsOf(floor)
  return [
    ...floor,
    ...terrace(dice, [low[0], high[0]], (y + high[1]) / 2, high[2]),
    ...(dice.chance(0.5) ? border(dice, [low[0], high[0]], low[1] - 0.25) : []),
    ...(dice.chance(0.4) ? potRow(dice, [low[0], high[0]], high[1] - 0.3, high[2]) : []),
  ]
}

/** One thing that stands in a garden. */
export function standing(dice: Dice, at: Place): Solid[] {
  const kind = dice.pick([
    boulders,
    boulders,
    basin,
    basin,
    plantingBed,
    bamboo,
    manyStems,
    sitting,
    sitting,
    planter,
    meadow,
    meadow,
    deck,
    seatedDeck,
    'plant',
    'hedge',
    'pots',
    'border',
  ] as const)
  if (kind === 'plant') return bigPlant(dice, at[0], at[1], dice.chance(0.4))
  const along = [at[0], at[0] + dice.between(1.5, 5)] as const
  if (kind === 'pots') return potRow(dice, along, at[1], 0)
  if (kind === 'border') return border(dice, along, at[1])
  return kind === 'hedge' ? hedge(dice, at[0], at[1]) : kind(dice, at)
}
