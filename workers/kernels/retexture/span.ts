import type { Level, Pyramid } from './pyramid.ts'

/** Pixels of a row that share a footprint, which changes slowly along it. */
export const SPAN = 8

/** Neighbouring pixels of a row on a tile: where they lie and what they see. */
export interface Span {
  /** How many of the SPAN pixels there are. */
  count: number
  /** Places on the tile, in repeats. */
  readonly u: Float64Array
  readonly v: Float64Array
  /** Mean colours, linear light, three values a pixel. */
  readonly rgb: Float64Array
  /** Most probes along the longer axis of a pixel's footprint: with fewer, what is seen at a slant is blurred. */
  readonly probes: number
}

/** An empty span, to be filled again and again. */
export function newSpan(probes: number): Span {
  return {
    count: 0,
    u: new Float64Array(SPAN),
    v: new Float64Array(SPAN),
    rgb: new Float64Array(3 * SPAN),
    probes,
  }
}

/** Adds `share` of a level's colour to each pixel: `probes` bilinear samples a pixel, (du, dv) repeats apart. */
function addLevel(span: Span, level: Level, probes: number, du: number, dv: number, share: number): void {
  const { count, u: us, v: vs, rgb: out } = span
  const { width, height, rgb } = level
  const each = share / probes
  const first = -(probes - 1) / 2
  for (let k = 0; k < count; k++) {
    let u = us[k]! + first * du
    let v = vs[k]! + first * dv
    let r = 0
    let g = 0
    let b = 0
    for (let probe = 0; probe < probes; probe++) {
      const x = (u - Math.floor(u)) * width - 0.5
      const y = (v - Math.floor(v)) * height - 0.5
      const xf = Math.floor(x)
      const yf = Math.floor(y)
      const fx = x - xf
      const fy = y - yf
      const x0 = 3 * (xf < 0 ? width - 1 : xf)
      const x1 = 3 * (xf + 1 >= width ? 0 : xf + 1)
      const y0 = 3 * width * (yf < 0 ? height - 1 : yf)
      const y1 = 3 * width * (yf + 1 >= height ? 0 : yf + 1)
      const ia = y0 + x0
      const ib = y0 + x1
      const ic = y1 + x0
      const id = y1 + x1
      const d = fx * fy
      const c = fy - d
      const o = fx - d
      const a = 1 - fx - c
      r += a * rgb[ia]! + o * rgb[ib]! + c * rgb[ic]! + d * rgb[id]!
      g += a * rgb[ia + 1]! + o * rgb[ib + 1]! + c * rgb[ic + 1]! + d * rgb[id + 1]!
      b += a * rgb[ia + 2]! + o * rgb[ib + 2]! + c * rgb[ic + 2]! + d * rgb[id + 2]!
      u += du
      v += dv
    }
    out[3 * k] = out[3 * k]! + each * r
    out[3 * k + 1] = out[3 * k + 1]! + each * g
    out[3 * k + 2] = out[3 * k + 2]! + each * b
  }
}

/** How far one px leads on a tile, in repeats. */
interface Step {
  readonly u: number
  readonly v: number
}

/**
 * Fills a span with the tile's mean colours over the pixels' footprint, in linear light: probes along its longer axis,
 * from the levels that suit its shorter one (J. McCormack et al.: Feline, 1999).
 * @param right step of one px to the right @param down step of one px down
 */
export function sampleSpan({ levels }: Pyramid, span: Span, right: Step, down: Step): void {
  const { width, height } = levels[0]!
  const across = Math.sqrt((right.u * width) ** 2 + (right.v * height) ** 2)
  const along = Math.sqrt((down.u * width) ** 2 + (down.v * height) ** 2)
  const longer = Math.max(across, along, 1e-6)
  const shorter = Math.max(Math.min(across, along), longer / span.probes)
  const probes = Math.max(1, Math.min(span.probes, Math.ceil(longer / Math.max(1, shorter))))
  const level = Math.min(levels.length - 1, Math.max(0, Math.log2(Math.max(shorter, longer / probes))))
  const below = Math.floor(level)
  const part = level - below
  const { u: du, v: dv } = across >= along ? right : down
  span.rgb.fill(0)
  addLevel(span, levels[below]!, probes, du / probes, dv / probes, 1 - part)
  if (part === 0) return
  // The texels above are twice as wide: half of the probes see as much.
  const fewer = (probes + 1) >> 1
  addLevel(span, levels[below + 1]!, fewer, du / fewer, dv / fewer, part)
}
