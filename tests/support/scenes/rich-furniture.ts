import type { Dice } from './build.ts'
import { post, some } from './lived-things.ts'
import { crowd, type Frame } from './rich-things.ts'
import type { Finish, Solid } from './solids.ts'

/** 0, 1, … below a count. */
export const range = (count: number) => Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => i)

/** A front of slats, of half-round staves, of panels, or plain, over a body's b = d. */
function front(dice: Dice, { put, at }: Frame, w: number, d: number, h: number, of: Finish): Solid[] {
  const kind = dice.pick(['plain', 'slats', 'staves', 'panels'] as const)
  const pitch = kind === 'panels' ? dice.between(0.35, 0.8) : dice.between(0.05, 0.14)
  if (kind === 'plain') return []
  return range(w / pitch).map((i) => {
    const a = -w / 2 + i * pitch
    if (kind === 'slats') return put(a, a + 0.6 * pitch, d, d + 0.025, 0.05, h, of)
    if (kind === 'panels') return put(a + 0.02, a + pitch - 0.02, d, d + 0.015, 0.1, h - 0.06, of)
    const [x, y] = at(a + pitch / 2, d)
    return post(x, y, pitch / 2, 0.04, h, of)
  })
}

/** A counter of a shop or a bar with what stands on it. */
export function bar(dice: Dice, frame: Frame, w: number): Solid[] {
  const [h, d, over] = [dice.between(0.9, 1.2), dice.between(0.5, 0.8), dice.between(0.02, 0.2)]
  const [of, top] = [some(dice, 'furniture', 'grain'), some(dice, 'furniture')]
  const { put } = frame
  const thick = dice.between(0.03, 0.1)
  const made = [
    put(-w / 2, w / 2, 0, d, 0, h, of),
    put(-w / 2 - over, w / 2 + over, -0.02, d + over + 0.03, h, h + thick, top),
    ...front(dice, frame, w, d, h, of),
  ]
  if (dice.chance(0.5)) {
    const a = dice.between(-w / 2 + 0.3, w / 2 - 0.5)
    const metal = some(dice, 'furniture')
    made.push(
      put(a, a + 0.45, 0.1, 0.45, h + thick + 0.12, h + thick + 0.42, metal),
      put(a, a + 0.45, 0.1, 0.48, h + thick, h + thick + 0.06, metal),
      put(a + 0.03, a + 0.42, 0.1, 0.24, h + thick, h + thick + 0.3, metal),
    )
  }
  const [from, to] = [dice.between(-w / 2, 0), dice.between(0, w / 2)]
  return [...made, ...crowd(dice, frame, [from, to], d * dice.between(0.4, 0.8), h + thick, 0.4)]
}

/** A low cabinet on feet or a plinth, with doors or drawers and things on it. */
export function sideboard(dice: Dice, frame: Frame, w: number): Solid[] {
  const { put } = frame
  const [h, d, foot] = [dice.between(0.4, 0.85), dice.between(0.35, 0.5), dice.pick([0, 0.06, 0.16])]
  const of = some(dice, 'furniture', 'grain')
  const [cols, rows] = [dice.whole(2, 5), dice.whole(1, 3)]
  const [p, q] = [w / cols, (h - foot - 0.03) / rows]
  const doors = range(cols * rows).map((k) => {
    const [a, z] = [-w / 2 + (k % cols) * p, foot + Math.floor(k / cols) * q]
    return put(a + 0.008, a + p - 0.008, d, d + 0.018, z + 0.008, z + q - 0.008, of)
  })
  const feet = [-w / 2 + 0.1, w / 2 - 0.14].flatMap((a) =>
    [0.04, d - 0.08].map((b) => put(a, a + 0.04, b, b + 0.04, 0, foot, of)),
  )
  const from = dice.between(-w / 2, 0)
  return [
    put(-w / 2, w / 2, 0, d, foot, h, of),
    ...doors,
    ...(foot > 0 ? feet : []),
    ...crowd(dice, frame, [from, w / 2], d / 2, h, 0.5),
  ]
}

/** A table with a shelf below, both with boxes. */
export function displayTable(dice: Dice, frame: Frame, w: number): Solid[] {
  const { put } = frame
  const [h, d, low] = [dice.between(0.7, 0.95), dice.between(0.5, 0.9), dice.between(0.12, 0.3)]
  const of = some(dice, 'furniture', 'grain')
  const legs = [-w / 2, w / 2 - 0.05].flatMap((a) =>
    [0, d - 0.05].map((b) => put(a, a + 0.05, b, b + 0.05, 0, h, of)),
  )
  return [
    put(-w / 2, w / 2, 0, d, h, h + 0.04, of),
    put(-w / 2 + 0.02, w / 2 - 0.02, 0.02, d - 0.02, low, low + 0.03, of),
    ...legs,
    ...crowd(dice, frame, [-w / 2, w / 2], d * 0.35, h + 0.04, 0.3),
    ...crowd(dice, frame, [-w / 2, w / 2], d * 0.6, low + 0.03, h - low - 0.1),
  ]
}

/** Books upright, side by side, of different heights, and some lying. */
function books(dice: Dice, { put }: Frame, from: number, to: number, z: number, room: number): Solid[] {
  const made: Solid[] = []
  const tones = range(4).map(() => some(dice, 'furniture'))
  for (let a = from; a < to - 0.06; ) {
    const [wide, high] = [dice.between(0.02, 0.055), dice.between(0.6, 0.92) * Math.min(room, 0.33)]
    made.push(put(a, a + wide, 0.05, dice.between(0.2, 0.25), z, z + high, dice.pick(tones)))
    a += wide + (dice.chance(0.1) ? dice.between(0.05, 0.4) : 0.001)
  }
  return made
}

/** Shelves from the floor up, in bays, full of things or books; with a back or open. */
export function shelving(dice: Dice, frame: Frame, w: number, h: number): Solid[] {
  const { put } = frame
  const d = dice.between(0.28, 0.4)
  const of = some(dice, 'furniture', 'grain')
  const thick = dice.between(0.015, 0.045)
  const bays = Math.max(1, Math.round(w / dice.between(0.6, 1.4)))
  const rows = Math.max(2, Math.round(h / dice.between(0.3, 0.5)))
  const [p, q] = [w / bays, (h - thick) / rows]
  const isBooks = dice.chance(0.4)
  const made = range(rows + 1).map((k) => put(-w / 2, w / 2, 0, d, k * q, k * q + thick, of))
  made.push(
    ...range(bays + 1)
      .map((i) => -w / 2 + i * p)
      .map((a) => put(a - thick / 2, a + thick / 2, 0, d, 0, h, of)),
  )
  if (dice.chance(0.7)) made.push(put(-w / 2, w / 2, 0, 0.012, 0, h, { ...of, tint: of.tint * 0.92 }))
  for (let k = 0; k < bays * rows; k++) {
    if (dice.chance(0.12)) continue
    const [a, z] = [-w / 2 + (k % bays) * p, Math.floor(k / bays) * q + thick]
    const span = [a + thick, a + p - thick] as const
    if (dice.chance(isBooks ? 0.8 : 0.15)) made.push(...books(dice, frame, span[0], span[1], z, q - thick))
    else if (Math.floor(k / bays) === 0 && dice.chance(0.4))
      made.push(put(span[0], span[1], d - 0.02, d, z, z + q - thick, of))
    else made.push(...crowd(dice, frame, span, d * 0.55, z, q - 2 * thick))
  }
  return made
}
