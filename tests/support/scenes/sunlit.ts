import type { Setting, Vector3 } from '#kernels/seeing/scene.ts'
import type { Dice, Model } from './build.ts'
import { type Field, gathered, sunlight } from './light.ts'
import { isFree, type World } from './world.ts'

/** Light of a white model as a path tracer shows it: the sun, and what sky and lit surfaces give back. */
export interface Sunlit {
  /** Light that reaches each pixel. */
  light: Float32Array
  /** How much of a surface's own lightness is seen: a model of one material has none. */
  own: number
  /** From reflected light to lightness, 0..1. */
  tone: (light: number) => number
}

/** Share of light that a white model gives back. */
const WHITE = 0.8
/** Half width of the sun's disc, at a clear and at a hazy sky. */
const DISCS = [0.01, 0.03, 0.1] as const

/** How far off, m, nothing stands before the sun. */
const FAR = 200

/** A sun that shines in through one of a room's windows. */
function sunThrough({ solids }: Model, dice: Dice): Vector3 | null {
  const [room] = solids
  if (room?.shape !== 'room' || !room.openings) return null
  const panes = room.openings.filter(({ pane }) => pane.tint > 1)
  if (panes.length === 0) return null
  const { face } = dice.pick(panes)
  const out = face & 1 ? 1 : -1
  const across = dice.between(-1.2, 1.2)
  const up = dice.between(0.35, 1.3)
  return face < 2 ? [out, across, up] : [across, out, up]
}

/** A sun from anywhere, neither at the horizon nor overhead. */
function sunFrom(dice: Dice): Vector3 {
  const turn = dice.between(0, 2 * Math.PI)
  return [Math.cos(turn), Math.sin(turn), dice.between(0.35, 2)]
}

/** Curves by which cameras and renderers show light: that of the screen alone, and two with a shoulder. */
const CURVES = [
  (v: number) => Math.min(1, v) ** (1 / 2.2),
  (v: number) => Math.min(1, (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14)) ** (1 / 2.2),
  (v: number) => (v / (v + 0.55)) ** 0.75 * 1.05,
] as const

/** Light of a scene in the sun or under a grey sky. */
export function sunlit(world: World, field: Field, model: Model, setting: Setting, dice: Dice): Sunlit {
  const indoors = setting === 'indoors'
  const sun = (indoors && sunThrough(model, dice)) || sunFrom(dice)
  const strength = dice.chance(0.25) ? 0 : indoors ? dice.between(2, 8) : dice.between(1.5, 9)
  const direct = sunlight(world, field, sun, dice.pick(DISCS))
  const rest = indoors ? dice.between(0.1, 0.5) : dice.between(0.25, 0.6)
  const far = Math.hypot(...sun)
  const around = gathered(world, field, (place, hit) => {
    // From outside as through a pane.
    if (!hit.finish) return 1
    if (hit.finish.tint > 1) return indoors ? 4 : 1
    const { nx, ny, nz } = hit
    const facing = (nx * sun[0] + ny * sun[1] + nz * sun[2]) / far
    const isLit =
      strength > 0 && facing > 0 && isFree(world, place, sun[0] / far, sun[1] / far, sun[2] / far, FAR)
    return WHITE * (rest + (isLit ? strength * facing : 0))
  })
  const light = around.map((v, i) => v + strength * direct[i]!)
  const sorted = light.filter((_, i) => field.surface[i] !== -1).sort()
  // Where the sun falls into a room it may be too bright to be shown, but not on all that is outdoors.
  const share = indoors ? dice.between(0.6, 0.95) : dice.between(0.9, 0.99)
  const at = sorted[Math.floor(share * (sorted.length - 1))] ?? 1
  const gain = dice.between(0.35, indoors ? 1.1 : 0.95) / (WHITE * Math.max(at, 1e-3))
  const curve = dice.pick(CURVES)
  return {
    light,
    own: dice.chance(0.5) ? 0 : dice.between(0, 1),
    tone: (v) => Math.min(0.99, curve(gain * v)),
  }
}

/** A surface's lightness when only a part of its own is seen. */
export const whitened = (tint: number, own: number): number => WHITE + own * (tint - WHITE)
