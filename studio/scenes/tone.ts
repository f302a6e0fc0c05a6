// From scene light to a picture: exposure, white balance, a little bloom, and a tone curve: AgX
// (T. Sobotka; the polynomial fit is B. Wrensch's "Minimal AgX Implementation", 2023), or that of sRGB
// (IEC 61966-2-1) with a soft shoulder.
import { toEncoded } from '#kernels/srgb.ts'
import { hash01 } from './sampler.ts'

export interface ToneOptions {
  exposure: number
  /** > 0 warms, < 0 cools. */
  warmth: number
  bloom: number
  /**
   * AgX with contrast and saturation after it, 1 = neutral; null for the curve of sRGB, which keeps tones apart that AgX
   * would bring together.
   */
  agx: { contrast: number; saturation: number } | null
}

function curve(x: number): number {
  const x2 = x * x
  const x4 = x2 * x2
  return 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232
}

const MIN_EV = -12.47393
const MAX_EV = 4.026069

function encode(v: number): number {
  const ev = Math.log2(Math.max(v, 1e-10))
  return curve(Math.min(1, Math.max(0, (ev - MIN_EV) / (MAX_EV - MIN_EV))))
}

/** AgX of one linear colour, in place; the result is display-encoded, 0..1. */
export function agx(c: Float64Array, contrast: number, saturation: number): void {
  const r = Math.max(0, c[0]!)
  const g = Math.max(0, c[1]!)
  const b = Math.max(0, c[2]!)
  let x = encode(0.842479062253094 * r + 0.0784335999999992 * g + 0.0792237451477643 * b)
  let y = encode(0.0423282422610123 * r + 0.878468636469772 * g + 0.0791661274605434 * b)
  let z = encode(0.0423756549057051 * r + 0.0784336 * g + 0.879142973793104 * b)
  x = Math.max(0, x) ** contrast
  y = Math.max(0, y) ** contrast
  z = Math.max(0, z) ** contrast
  const luma = 0.2126 * x + 0.7152 * y + 0.0722 * z
  x = luma + saturation * (x - luma)
  y = luma + saturation * (y - luma)
  z = luma + saturation * (z - luma)
  // The outset works on the same 2.2-encoded values that the published version shows.
  c[0] = 1.19687900512017 * x - 0.0980208811401368 * y - 0.0990297440797205 * z
  c[1] = -0.0528968517574562 * x + 1.15190312990417 * y - 0.0989611768448433 * z
  c[2] = -0.0529716355144438 * x - 0.0980434501171241 * y + 1.15107367264116 * z
}

/** Linear light from which the curve of sRGB bends towards white. */
const SHOULDER = 0.7

/** The curve of sRGB of one linear colour, in place; the result is display-encoded, 0..1. */
function plain(c: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const v = Math.max(0, c[k]!)
    const over = (v - SHOULDER) / (1 - SHOULDER)
    c[k] = toEncoded(over > 0 ? 1 - (1 - SHOULDER) * Math.exp(-over) : v)
  }
}

/** Bright parts at quarter size, blurred twice: what a lens scatters. */
function glow(linear: Float32Array, width: number, height: number, exposure: number): Float32Array {
  const w = Math.ceil(width / 4)
  const h = Math.ceil(height / 4)
  let a = new Float32Array(w * h * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const v = linear[(y * width + x) * 3 + c]! * exposure
        a[((y >> 2) * w + (x >> 2)) * 3 + c]! += Math.min(6, Math.max(0, v - 0.9)) / 16
      }
    }
  }
  const r = Math.max(2, Math.round(width / 260))
  for (let pass = 0; pass < 6; pass++) {
    const b = new Float32Array(a.length)
    const step = pass & 1 ? w : 1
    const span = pass & 1 ? h : w
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const at = pass & 1 ? y : x
        for (let c = 0; c < 3; c++) {
          let sum = 0
          for (let k = -r; k <= r; k++) {
            const d = Math.max(-at, Math.min(span - 1 - at, k))
            sum += a[(y * w + x + d * step) * 3 + c]!
          }
          b[(y * w + x) * 3 + c] = sum / (2 * r + 1)
        }
      }
    }
    a = b
  }
  return a
}

/** Linear RGB (3 numbers a pixel) to 8-bit sRGB. */
export function develop(linear: Float32Array, width: number, height: number, o: ToneOptions): Uint8Array {
  const out = new Uint8Array(width * height * 3)
  const bloom = o.bloom > 0 ? glow(linear, width, height, o.exposure) : null
  const w4 = Math.ceil(width / 4)
  const gain = [1 + o.warmth, 1 + o.warmth * 0.12, 1 - o.warmth]
  const c = new Float64Array(3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3
      for (let k = 0; k < 3; k++) {
        c[k] = linear[i + k]! * o.exposure * gain[k]!
        if (bloom) c[k]! += bloom[((y >> 2) * w4 + (x >> 2)) * 3 + k]! * o.bloom
      }
      if (o.agx) agx(c, o.agx.contrast, o.agx.saturation)
      else plain(c)
      for (let k = 0; k < 3; k++) {
        const dither = hash01(x, y, 90 + k) - 0.5
        out[i + k] = Math.round(Math.min(255, Math.max(0, c[k]! * 255 + dither)))
      }
    }
  }
  return out
}
