import type { Vector3 } from '#kernels/seeing/scene.ts'
import { ball, box, type Dice, finish, newGroup } from './build.ts'
import { dot } from './camera.ts'
import type { Put, Side } from './furniture.ts'
import { post, some } from './lived-things.ts'
import type { Finish, Solid } from './solids.ts'

/** A piece's own frame: a along its back, b away from it. */
export interface Frame {
  put: Put
  at: (a: number, b: number) => readonly [number, number]
}

/** The frame of a piece around (x, y); one that turns its back to the camera stands at 'near'. */
export function frameOf(x: number, y: number, side: Side | 'near'): Frame {
  const at = (a: number, b: number): readonly [number, number] => {
    if (side === 'left') return [x + b, y + a]
    if (side === 'right') return [x - b, y + a]
    return side === 'near' ? [x + a, y + b] : [x + a, y - b]
  }
  const put: Put = (a0, a1, b0, b1, z0, z1, of) => {
    const [[p, q], [r, s]] = [at(a0, b0), at(a1, b1)]
    return box([Math.min(p, r), Math.min(q, s), z0], [Math.max(p, r), Math.max(q, s), z1], of)
  }
  return { at, put }
}

/** Planes of a body, with bounds that hold all of it. */
function convex(
  low: Vector3,
  high: Vector3,
  of: Finish,
  sides: readonly (readonly [Vector3, Vector3])[],
): Solid {
  const planes = sides.map(([n, through]) => {
    const size = Math.hypot(...n)
    const normal: Vector3 = [n[0] / size, n[1] / size, n[2] / size]
    return { normal, distance: dot(normal, through), finish: of }
  })
  return { shape: 'convex', low, high, finish: of, planes }
}

/** A square bar of half a width r between a foot and a head above it. */
export function leg(foot: Vector3, head: Vector3, r: number, of: Finish): Solid {
  const [dx, dy, dz] = [head[0] - foot[0], head[1] - foot[1], head[2] - foot[2]]
  const [x, y, z] = foot
  const low = [0, 1].map((c) => Math.min(foot[c]!, head[c]!) - r)
  const high = [0, 1].map((c) => Math.max(foot[c]!, head[c]!) + r)
  return convex([low[0]!, low[1]!, z], [high[0]!, high[1]!, head[2]], of, [
    [
      [dz, 0, -dx],
      [x + r, y, z],
    ],
    [
      [-dz, 0, dx],
      [x - r, y, z],
    ],
    [
      [0, dz, -dy],
      [x, y + r, z],
    ],
    [
      [0, -dz, dy],
      [x, y - r, z],
    ],
    [[0, 0, 1], head],
    [[0, 0, -1], foot],
  ])
}

/** A pointed flat leaf from its stalk outwards at `turn`, rad, and upwards by `lift`. */
export function leaf(
  from: Vector3,
  turn: number,
  lift: number,
  long: number,
  wide: number,
  of: Finish,
): Solid {
  const along: Vector3 = [Math.cos(turn) * Math.cos(lift), Math.sin(turn) * Math.cos(lift), Math.sin(lift)]
  const across: Vector3 = [-Math.sin(turn), Math.cos(turn), 0]
  const up: Vector3 = [-Math.cos(turn) * Math.sin(lift), -Math.sin(turn) * Math.sin(lift), Math.cos(lift)]
  const on = (u: number, v: number, w: number): Vector3 =>
    [0, 1, 2].map((c) => from[c]! + u * along[c]! + v * across[c]! + w * up[c]!) as unknown as Vector3
  const slanted = (u: number, v: number): Vector3 =>
    [0, 1, 2].map((c) => u * along[c]! + v * across[c]!) as unknown as Vector3
  const tip = on(long, 0, 0)
  const [low, high] = [Math.min, Math.max].map((least, k) =>
    [0, 1, 2].map((c) => least(from[c]!, tip[c]!) + (k ? 1 : -1) * (wide / 2 + 0.01)),
  ) as unknown as [Vector3, Vector3]
  return convex(low, high, of, [
    [up, on(0, 0, 0.004)],
    [[-up[0], -up[1], -up[2]], on(0, 0, -0.004)],
    [slanted(wide, long), tip],
    [slanted(wide, -long), tip],
    [slanted(-2 * wide, long), from],
    [slanted(-2 * wide, -long), from],
    [across, on(0, wide / 2, 0)],
    [slanted(0, -1), on(0, -wide / 2, 0)],
  ])
}

/** A plant of a few stems with large leaves, in a pot that it may lack. */
export function bigPlant(dice: Dice, x: number, y: number, potted = true): Solid[] {
  const of = finish('vegetation', dice.between(0.7, 0.98), [76, 108, 60])
  const high = dice.between(0.7, 2)
  const [r, pot] = [dice.between(0.12, 0.24), potted ? dice.between(0.2, 0.5) : 0]
  const long = dice.between(0.18, 0.42)
  const isRound = dice.chance(0.4)
  const spread = dice.between(0.1, 0.35)
  const made: Solid[] = potted
    ? [post(x, y, r, 0, pot, some(dice, 'furniture'), r * dice.between(0.75, 1))]
    : []
  const count = dice.whole(12, 30)
  const stems = dice.whole(1, 4)
  for (let k = 0; k < stems; k++) {
    const turn = dice.between(0, 6.3)
    const [sx, sy] = [x + spread * Math.cos(turn), y + spread * Math.sin(turn)]
    const top = pot + (high - pot) * dice.between(0.7, 1)
    made.push(leg([x, y, pot * 0.9], [sx, sy, top], 0.012, of))
    for (let i = 0; i < count / stems; i++) {
      const t = dice.between(0.3, 1)
      const out = dice.between(0, 6.3)
      const from: Vector3 = [x + (sx - x) * t, y + (sy - y) * t, pot + (top - pot) * t]
      if (isRound) {
        const at: Vector3 = [
          from[0] + 0.6 * long * Math.cos(out),
          from[1] + 0.6 * long * Math.sin(out),
          from[2],
        ]
        made.push(ball(at, [long * 0.55, long * 0.5, 0.012], newGroup(), false, of))
      } else made.push(leaf(from, out, dice.between(-0.6, 1.1), long, long * dice.between(0.3, 0.6), of))
    }
  }
  return made
}

/** Machines, bottles, bowls, vases and boxes, close together on a board at height z, none higher than `room`. */
export function crowd(
  dice: Dice,
  { at }: Frame,
  [from, to]: readonly [number, number],
  b: number,
  z: number,
  room: number,
): Solid[] {
  const made: Solid[] = []
  const gap = dice.pick([0.01, 0.05, 0.25])
  const only = dice.chance(0.4) ? dice.pick(['vase', 'box', 'bottle', 'bowl'] as const) : null
  const tone = some(dice, 'furniture')
  for (let a = from + 0.12; a < to - 0.12; ) {
    const [r, h] = [dice.between(0.03, 0.11), dice.between(0.3, 0.95) * Math.min(room, 0.42)]
    const [x, y] = at(a, b)
    const of = dice.chance(0.5) ? tone : some(dice, 'furniture')
    const kind = only ?? dice.pick(['vase', 'box', 'bottle', 'bowl', 'box'] as const)
    if (kind === 'box') made.push(box([x - r, y - r, z], [x + r, y + r, z + h], of))
    else if (kind === 'bowl') made.push(post(x, y, r, z, z + 0.3 * h, of))
    else if (kind === 'bottle')
      made.push(post(x, y, 0.5 * r, z, z + 0.65 * h, of), post(x, y, 0.2 * r, z + 0.65 * h, z + h, of))
    else
      made.push(
        ball([x, y, z + 0.38 * h], [r, r, 0.38 * h], newGroup(), false, of),
        post(x, y, 0.45 * r, z + 0.6 * h, z + h, of),
      )
    a += 2 * r + gap * dice.between(0.2, 1.5)
  }
  return made
}

/** The box around some solids. */
export function boundsOf(solids: readonly Solid[]): { low: Vector3; high: Vector3 } {
  const corner = (which: 'low' | 'high', most: (...of: number[]) => number) =>
    [0, 1, 2].map((c) => most(...solids.map((one) => one[which][c]!))) as unknown as Vector3
  return { low: corner('low', Math.min), high: corner('high', Math.max) }
}

type Bounds = Pick<Solid, 'low' | 'high'>

/** Whether two boxes share more than 2 cm each way. */
export const overlap = (a: Bounds, b: Bounds): boolean =>
  [0, 1, 2].every((c) => Math.min(a.high[c]!, b.high[c]!) - Math.max(a.low[c]!, b.low[c]!) > 0.02)
