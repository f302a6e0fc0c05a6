import type { Facts } from './labels-facts.ts'
import type { RoomShares } from './regions-room.ts'
import type { PictureKind } from './regions-sight.ts'
import { LABELS } from './scene.ts'

/** What the naming goes by beside the regions themselves. */
export interface Circumstances {
  kind: PictureKind
  /** Width of the picture over its height. */
  shape: number
  /** Height of the horizon at the picture's middle, in parts of its height from the top. */
  horizon: number
  /** Parts of each region on the sides of the room's box; null without a box. */
  room: readonly RoomShares[] | null
  /** Shares of the names in each region by what is learnt of its pixels. */
  pixels: readonly Float32Array[] | null
}

/** How many numbers describe a region by itself. */
export const OWN_FEATURES = 81
/** Where the shares of the names by what is learnt of pixels begin among them. */
export const PIXEL_FEATURES = 70

/** Shares where nothing is learnt. */
const NO_PIXELS = new Float32Array(LABELS.length)

/** Shares of a room where there is none. */
const NO_ROOM: RoomShares = [0, 0, 0, 0, 0, 0.5, 0.5]

const squash = (value: number) => Math.max(-1.5, Math.min(1.5, value))

/** Numbers of about −1.5..1.5 that describe each region by itself, without its neighbours' names. */
export function featuresOf(facts: readonly Facts[], circumstances: Circumstances): Float32Array[] {
  const { kind, room, pixels, shape, horizon } = circumstances
  const byLight = [...facts.keys()].sort((p, q) => facts[p]!.l - facts[q]!.l)
  const rank = new Float64Array(facts.length)
  let below = 0
  for (const k of byLight) {
    rank[k] = below + facts[k]!.part / 2
    below += facts[k]!.part
  }
  const light = facts.reduce((sum, { l, part }) => sum + part * l, 0)
  const unrest = facts.reduce((sum, { texture, part }) => sum + part * texture, 0)
  const shaded = kind === 'drawing' ? 0 : 1
  return facts.map((one, k) => {
    const [across0, across1, upright, away0, away1, oblique] = one.lines
    let [most, nearest] = [0, k]
    for (const [q, { part }] of one.around) if (part > most) [most, nearest] = [part, q]
    const host = facts[nearest]!
    const level = across0 + across1 + away0 + away1
    const over = horizon - one.top
    const under = one.bottom - horizon
    const [floor, ceiling, back, left, right, foot, head] = room?.[k] ?? NO_ROOM
    let [step, stepBelow] = [0, 0]
    for (const near of one.around.values()) {
      step += near.part * near.step
      stepBelow += near.part * near.step * Math.max(0, near.below)
    }
    const values = [
      2 * Math.sqrt(one.part) - 0.3,
      Math.log10(one.part + 1e-4) / 2 + 1,
      Math.abs(one.x - 0.5) * 2,
      2 * one.y - 1,
      2 * one.top - 1,
      2 * one.bottom - 1,
      (one.right - one.left) * 2 - 0.6,
      (one.bottom - one.top) * 2 - 0.6,
      Math.log((shape * (one.right - one.left)) / (one.bottom - one.top)) / 2,
      2 * one.above - 1,
      3 * one.fall,
      2 * over,
      2 * under,
      over > 0 ? 1 : 0,
      under > 0 ? 1 : 0,
      over > 0 && under > 0 ? 1 : 0,
      2 * one.atTop,
      2 * one.atBottom,
      one.atLeft + one.atRight,
      one.atTop > 0 ? 1 : 0,
      one.atBottom > 0 ? 1 : 0,
      one.atLeft + one.atRight > 0 ? 1 : 0,
      shaded * (one.l / 50 - 1.3),
      shaded * (2 * rank[k]! - 1),
      (shaded * (one.l - host.l)) / 25,
      // Colours and a sky by its colour, which models and drawings do not have.
      ...[0, 0, 0, 0],
      one.texture / 6,
      Math.sqrt(Math.max(0, one.texture)) / 2,
      one.edge / 8,
      (shaded * one.spread) / 10,
      (shaded * one.slope[0]) / 60,
      (shaded * one.slope[1]) / 60,
      2 * one.straight - 1,
      across0 / 2,
      across1 / 2,
      upright / 3,
      away0 / 2,
      away1 / 2,
      oblique / 2,
      (upright - level) / 3,
      (across0 + across1 - away0 - away1) / 3,
      2 * one.solid - 1,
      2 * one.convex - 1,
      2 * one.round - 0.6,
      2 * most - 1,
      2 * Math.sqrt(host.part) - 0.3,
      one.around.size / 20,
      most > 0 ? (one.around.get(nearest)?.below ?? 0) : 0,
      kind === 'model' ? 1 : 0,
      kind === 'drawing' ? 1 : 0,
      0,
      2 * horizon - 1,
      room ? 1 : 0,
      floor,
      ceiling,
      back,
      left + right,
      foot,
      head,
      Math.log1p(upright) / 2 - 0.5,
      Math.log1p(level) / 2 - 0.5,
      Math.log1p(oblique) / 2 - 0.5,
      (upright - level) / (upright + level + 0.5),
      (shaded * (one.l - light)) / 25,
      Math.log((one.texture + 0.3) / (unrest + 0.3)) / 2,
      step / 15,
      stepBelow / 8,
      ...(pixels?.[k] ?? NO_PIXELS),
    ]
    return Float32Array.from(values, squash)
  })
}
