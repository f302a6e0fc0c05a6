import type { Label, Vector3 } from '#kernels/seeing/scene.ts'
import { type Colour, random } from '#tests/support/line-pictures.ts'
import type { Face, Finish, Opening, Pattern, Solid } from './solids.ts'

/** Random numbers with the shapes that scenes need. */
export interface Dice {
  /** a..b */
  between(a: number, b: number): number
  whole(a: number, b: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

export function diceOf(seed: number): Dice {
  const next = random(Math.imul(seed + 1, 0x9e3779b1))
  const between = (a: number, b: number) => a + (b - a) * next()
  return {
    between,
    whole: (a, b) => Math.min(b, Math.floor(between(a, b + 1))),
    chance: (share) => next() < share,
    pick: (from) => from[Math.min(from.length - 1, Math.floor(next() * from.length))]!,
  }
}

export const finish = (label: Label, tint: number, colour: Colour, pattern: Pattern = 'plain'): Finish => ({
  label,
  tint,
  colour,
  pattern,
})

export const box = (
  low: Vector3,
  high: Vector3,
  of: Finish,
  faces?: Partial<Record<Face, Finish>>,
  openings?: readonly Opening[],
): Solid => ({ shape: 'box', low, high, finish: of, faces, openings })

export const LEAVES = finish('vegetation', 0.9, [84, 112, 58], 'leaves')
const BARK = finish('vegetation', 0.8, [92, 74, 58], 'grain')
export const GLASS = finish('opening', 0.72, [96, 118, 134])
export const FRAME = finish('opening', 0.95, [58, 60, 62])

/** Ids of trees and posts, below those of boxes and above none. */
let groups = 0
export const newGroup = (): number => {
  groups = (groups % 1e6) + 1
  return -10 - groups
}

/** A tree of leafy balls on a trunk, or a cone, `height` m high at (x, y). */
export function tree(dice: Dice, x: number, y: number, height: number): Solid[] {
  const group = newGroup()
  const radius = height * dice.between(0.018, 0.026)
  const trunk: Solid = {
    shape: 'post',
    low: [x - radius, y - radius, 0],
    high: [x + radius, y + radius, height * 0.55],
    finish: BARK,
    topRadius: radius * 0.7,
    group: newGroup(),
  }
  if (dice.chance(0.2)) {
    const wide = height * dice.between(0.16, 0.22)
    const cone: Solid = {
      shape: 'post',
      low: [x - wide, y - wide, height * 0.15],
      high: [x + wide, y + wide, height],
      finish: LEAVES,
      topRadius: 0.02,
      group,
    }
    return [trunk, cone]
  }
  const crown = height * dice.between(0.24, 0.32)
  const balls = Array.from({ length: 7 }, (_, i): Solid => {
    const r = crown * dice.between(0.5, 0.8)
    const turn = i * 2.4 + dice.between(0, 1)
    const out = i === 0 ? 0 : crown * dice.between(0.3, 0.62)
    const z = height - crown + crown * dice.between(-0.45, 0.4) - (i === 0 ? 0 : crown * 0.1)
    const [bx, by] = [x + out * Math.cos(turn), y + out * Math.sin(turn)]
    return ball([bx, by, z], [r, r, r * 0.85], group, height > 2)
  })
  return [trunk, ...balls]
}

export function ball(
  [x, y, z]: Vector3,
  [rx, ry, rz]: Vector3,
  group: number,
  leafy: boolean,
  of: Finish = LEAVES,
): Solid {
  return {
    shape: 'ball',
    low: [x - rx, y - ry, z - rz],
    high: [x + rx, y + ry, z + rz],
    finish: of,
    leafy,
    group,
  }
}

/** What a scene of one kind consists of besides its camera. */
export interface Model {
  solids: Solid[]
  /** Light from above, 0..1 of what comes from the sun; its direction points to it. */
  sun: Vector3
  /** Colour of the sky over and at the horizon in a photograph; the white model has a white one. */
  sky: readonly [Colour, Colour]
}
