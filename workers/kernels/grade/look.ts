import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import type { GradeAnalysis } from './analyse.ts'
import { type Encoded, findHaze, type Haze, hazeAmount, hazeFactor } from './haze.ts'
import { GRADE_TARGETS, type GradeSettings } from './settings.ts'
import type { Small } from './small.ts'
import { type ToneCurve, toneCurve } from './tone-curve.ts'
import { balanceGains, balanceTable, type Gains } from './white-balance.ts'

/** Everything that the loop over the pixels needs, from an analysis and settings; no pixel of the picture itself. */
export interface Look {
  gains: Gains
  /** Encoded value 0..1 by 8-bit value, in quarter steps. */
  balance: readonly [Float32Array, Float32Array, Float32Array]
  air: readonly [number, number, number]
  /** Above 0 takes haze away, below 0 adds it. */
  haze: number
  through: GuidedMap
  /** Local mean of brightness, by brightness. */
  base: GuidedMap
  tone: ToneCurve
  vibrance: number
  sharpen: number
  noise: number
}

/** Window and edge threshold of the local mean: 3 % of the longer side, an eighth of the tonal range. */
const BASE_WINDOW = 12
const BASE_EDGE = 0.09

/** The small copy after white balance, encoded. */
function balanced(small: Small, tables: Look['balance']): Encoded {
  const { width, height, encoded } = small
  const count = width * height
  const planes = encoded.map((plane, c) => {
    const table = tables[c]!
    const steps = table.length - 1
    const out = new Float32Array(count)
    for (let i = 0; i < count; i++) out[i] = table[(plane[i]! * steps + 0.5) | 0]!
    return out
  })
  const [r, g, b] = planes as [Float32Array, Float32Array, Float32Array]
  const luma = new Float32Array(count)
  for (let i = 0; i < count; i++) luma[i] = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
  return { width, height, r, g, b, luma }
}

/** Brightness of the small copy once haze is changed. */
function dehazed({ luma: before }: Encoded, { through, air }: Haze, amount: number): Float32Array {
  const luma = before.slice()
  if (amount === 0) return luma
  const light = 0.2126 * air[0] + 0.7152 * air[1] + 0.0722 * air[2]
  for (let i = 0; i < luma.length; i++) {
    const v = luma[i]!
    const factor = hazeFactor(through.slope[i]! * v + through.offset[i]!, amount)
    luma[i] = Math.min(1, Math.max(0, (v - light) * factor + light))
  }
  return luma
}

interface Balanced {
  gains: Gains
  balance: Look['balance']
  small: Encoded
  haze: Haze
}

interface Cleared {
  from: Balanced
  amount: number
  luma: Float32Array
  base: GuidedMap
}

/** The steps that were done last for an analysis: a slider that moves repeats only those after its own. */
const done = new WeakMap<GradeAnalysis, { balanced: Balanced; cleared: Cleared }>()

function balanceStep(analysis: GradeAnalysis, gains: Gains): Balanced {
  const last = done.get(analysis)?.balanced
  if (last?.gains.every((gain, c) => gain === gains[c])) return last
  const balance: Look['balance'] = [balanceTable(gains[0]), balanceTable(gains[1]), balanceTable(gains[2])]
  const small = balanced(analysis.small, balance)
  return { gains, balance, small, haze: findHaze(small) }
}

function clearStep(analysis: GradeAnalysis, from: Balanced, amount: number): Cleared {
  const last = done.get(analysis)?.cleared
  if (last && last.from === from && last.amount === amount) return last
  const luma = dehazed(from.small, from.haze, amount)
  const { width, height } = from.small
  return { from, amount, luma, base: guidedMap(luma, luma, width, height, BASE_WINDOW, BASE_EDGE) }
}

/** Turns an analysis and settings into curves, tables and small maps. */
export function makeLook(analysis: GradeAnalysis, settings: GradeSettings): Look {
  const target = GRADE_TARGETS[settings.preset]
  const { light, whole } = analysis.cast
  const gains = balanceGains(target.whiteFromLight ? light : whole, target, settings)
  const balanced = balanceStep(analysis, gains)
  const { haze: found, balance } = balanced
  const haze = hazeAmount(found.evidence, target.dehaze, settings.dehaze)
  const cleared = clearStep(analysis, balanced, haze)
  done.set(analysis, { balanced, cleared })
  return {
    gains,
    balance,
    air: found.air,
    haze,
    through: found.through,
    base: cleared.base,
    tone: toneCurve(cleared.luma, target, settings),
    vibrance: target.vibrance + settings.vibrance * 0.009,
    sharpen: Math.max(0, target.sharpen * (1 + settings.sharpen * (settings.sharpen < 0 ? 0.01 : 0.02))),
    noise: Math.max(0, target.noise * (1 + settings.noise * (settings.noise < 0 ? 0.01 : 0.02))),
  }
}
