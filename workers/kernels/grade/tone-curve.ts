import { toEncoded, toLinear } from '#kernels/srgb.ts'
import type { GradeSettings, GradeTarget } from './settings.ts'
import { percentiles, ramp, shoulder } from './tones.ts'

/** Steps of the tables over 0..1. */
export const TONE_STEPS = 1024

/** What becomes of the local mean of brightness, and of the detail on it. */
export interface ToneCurve {
  /** Encoded result for encoded 0..1, TONE_STEPS + 1 values. */
  curve: Float32Array
  /** Factor of the detail, by the local mean. */
  detail: Float32Array
  /** Stops of exposure in it. */
  stops: number
}

/** Logarithm (base 2) of the light of encoded 0..1, a breath above black. */
const LOG_LIGHT = Float32Array.from({ length: TONE_STEPS + 1 }, (_, i) =>
  Math.log2(0.002 + toLinear(i / TONE_STEPS)),
)

/** Stops that bring the log-average (Reinhard et al. 2002) towards the key; dark is changed more than light. */
function autoStops(luma: Float32Array, target: GradeTarget): number {
  let sum = 0
  for (const v of luma) sum += LOG_LIGHT[v <= 0 ? 0 : v >= 1 ? TONE_STEPS : (v * TONE_STEPS + 0.5) | 0]!
  const wanted = Math.log2(target.key) - sum / luma.length
  const [middle, high] = percentiles(luma, [0.6, 0.97])
  // A light subject on a dark ground must not be burnt away, whatever the mean says.
  const room = Math.log2(0.8 / Math.max(0.02, toLinear(middle!)))
  const headroom = Math.log2(0.95 / Math.max(0.02, toLinear(high!))) + target.over
  const stops = wanted > 0 ? Math.min(0.9 * wanted, room, headroom) : 0.3 * wanted
  return Math.min(target.stops[1], Math.max(target.stops[0], stops))
}

/** Power curve on both sides of a pivot: steeper there by 1 + amount, flat at the ends. */
function sCurve(v: number, pivot: number, amount: number): number {
  const power = 1 + amount
  return v < pivot ? pivot * (v / pivot) ** power : 1 - (1 - pivot) * ((1 - v) / (1 - pivot)) ** power
}

/**
 * Exposure, end points, shadows and highlights, and contrast in one curve for the local mean of brightness, from the
 * brightness of a small copy.
 * @param luma encoded 0..1
 */
export function toneCurve(luma: Float32Array, target: GradeTarget, settings: GradeSettings): ToneCurve {
  const stops = autoStops(luma, target) + settings.exposure * 0.02
  const [dark, low, middle, high, light] = percentiles(luma, [0.005, 0.1, 0.5, 0.9, 0.995])
  const expose = (v: number): number => toEncoded(toLinear(v) * 2 ** stops)
  const most = expose(Math.max(light!, 0.5))
  const exposed = (v: number): number => shoulder(expose(v), 0.6, Math.max(most, 1.0001))
  // End points: pulled towards their targets, never so far that a soft picture turns harsh.
  const pull = Math.min(0.12, Math.max(-0.02, (exposed(dark!) - target.black) * 0.85))
  const lift = exposed(light!) - pull
  const stretch = Math.min(1.22, Math.max(1, target.white / Math.max(0.3, lift)))
  const placed = (v: number): number => shoulder(Math.max(0, exposed(v) - pull) * stretch, 0.85, 1.0001)
  // A picture that is contrasty already gets less, a flat one more.
  const spread = placed(high!) - placed(low!)
  const amount = Math.min(
    0.9,
    Math.max(-0.5, target.contrast * (1 + 2 * (0.55 - spread)) + settings.contrast * 0.007),
  )
  const pivot = Math.min(0.6, Math.max(0.3, placed(middle!)))
  const need = ramp(0.5 - placed(low!), 0.1, 0.45)
  const curve = new Float32Array(TONE_STEPS + 1)
  const detail = new Float32Array(TONE_STEPS + 1)
  const clarity = Math.max(-0.8, target.clarity + settings.clarity * 0.012)
  for (let i = 0; i <= TONE_STEPS; i++) {
    const v = i / TONE_STEPS
    let x = placed(v)
    x += target.shadows * need * 1.5 * x * (1 - x) ** 5
    x -= target.highlights * 0.9 * x ** 6 * (1 - x)
    x = sCurve(x, pivot, amount)
    curve[i] = x
    const gain = Math.min(2, Math.max(0.6, x / Math.max(0.02, v)))
    // Middle tones carry clarity; deep shadows would only show noise, and highlights would clip.
    const share = ramp(v, 0.02, 0.2) * (1 - 0.7 * ramp(v, 0.75, 1))
    detail[i] = gain ** 0.8 * (1 + clarity * share)
  }
  return { curve, detail, stops }
}
