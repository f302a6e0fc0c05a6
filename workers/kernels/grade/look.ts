import type { GradeAnalysis } from './analyse.ts'
import { type GuidedMap, guidedMap } from './guided.ts'
import { type Encoded, findHaze, hazeAmount, hazeFactor } from './haze.ts'
import { GRADE_TARGETS, type GradeSettings } from './settings.ts'
import type { Small } from './small.ts'
import { type ToneCurve, toneCurve } from './tone-curve.ts'
import { toEncoded } from './tones.ts'
import { balanceGains, balanceTable, estimateCast, type Gains } from './white-balance.ts'

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
const BASE_WINDOW = 14
const BASE_EDGE = 0.09

/** The small copy after white balance, encoded. */
function balanced(small: Small, gains: Gains): Encoded {
  const { width, height } = small
  const count = width * height
  const planes = [small.r, small.g, small.b].map((plane, c) => {
    const table = balanceTable(gains[c]!)
    const out = new Float32Array(count)
    for (let i = 0; i < count; i++) out[i] = table[Math.round(toEncoded(plane[i]!) * (table.length - 1))]!
    return out
  })
  const [r, g, b] = planes as [Float32Array, Float32Array, Float32Array]
  const luma = new Float32Array(count)
  for (let i = 0; i < count; i++) luma[i] = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
  return { width, height, r, g, b, luma }
}

/** Brightness of the small copy once haze is changed. */
function dehazed(small: Encoded, through: GuidedMap, air: Gains, amount: number): Float32Array {
  const luma = small.luma.slice()
  if (amount === 0) return luma
  const light = 0.2126 * air[0] + 0.7152 * air[1] + 0.0722 * air[2]
  for (let i = 0; i < luma.length; i++) {
    const v = luma[i]!
    const factor = hazeFactor(through.slope[i]! * v + through.offset[i]!, amount)
    luma[i] = Math.min(1, Math.max(0, (v - light) * factor + light))
  }
  return luma
}

/** Turns an analysis and settings into curves, tables and small maps. */
export function makeLook(analysis: GradeAnalysis, settings: GradeSettings): Look {
  const target = GRADE_TARGETS[settings.preset]
  const gains = balanceGains(estimateCast(analysis.small, target.whiteFromLight), target, settings)
  const small = balanced(analysis.small, gains)
  const found = findHaze(small)
  const haze = hazeAmount(found.evidence, target.dehaze, settings.dehaze)
  const luma = dehazed(small, found.through, found.air, haze)
  return {
    gains,
    balance: [balanceTable(gains[0]), balanceTable(gains[1]), balanceTable(gains[2])],
    air: found.air,
    haze,
    through: found.through,
    base: guidedMap(luma, luma, small.width, small.height, BASE_WINDOW, BASE_EDGE),
    tone: toneCurve(luma, target, settings),
    vibrance: target.vibrance + settings.vibrance * 0.009,
    sharpen: Math.max(0, target.sharpen * (1 + settings.sharpen * (settings.sharpen < 0 ? 0.01 : 0.02))),
    noise: Math.max(0, target.noise * (1 + settings.noise * (settings.noise < 0 ? 0.01 : 0.02))),
  }
}
