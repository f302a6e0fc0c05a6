/** Peak signal to noise ratio of two pictures of equal size, dB; 8-bit samples, all alike. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * a.length) / sum)
}

/** Luma of RGB, ITU-R BT.601, 0..255. */
export function luma(rgb: Uint8Array): Float64Array {
  const out = new Float64Array(rgb.length / 3)
  for (let i = 0; i < out.length; i++) {
    out[i] = 0.299 * (rgb[3 * i] ?? 0) + 0.587 * (rgb[3 * i + 1] ?? 0) + 0.114 * (rgb[3 * i + 2] ?? 0)
  }
  return out
}

const TAPS = 11
const SIGMA = 1.5

/** The Gaussian window of 11 taps, valid part only. */
function blur(plane: Float64Array, width: number, height: number) {
  const taps = Float64Array.from({ length: TAPS }, (_, i) => Math.exp(-((i - 5) ** 2) / (2 * SIGMA * SIGMA)))
  const total = taps.reduce((sum, tap) => sum + tap, 0)
  const outWidth = width - TAPS + 1
  const outHeight = height - TAPS + 1
  const rows = new Float64Array(outWidth * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < outWidth; x++) {
      let sum = 0
      for (let t = 0; t < TAPS; t++) sum += (taps[t] ?? 0) * (plane[y * width + x + t] ?? 0)
      rows[y * outWidth + x] = sum / total
    }
  }
  const out = new Float64Array(outWidth * outHeight)
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      let sum = 0
      for (let t = 0; t < TAPS; t++) sum += (taps[t] ?? 0) * (rows[(y + t) * outWidth + x] ?? 0)
      out[y * outWidth + x] = sum / total
    }
  }
  return out
}

/**
 * Mean structural similarity of the luma of two RGB pictures, 0..1 (Wang, Bovik, Sheikh and Simoncelli, 2004:
 * Gaussian window of 11 × 11 with σ 1.5, K1 = .01, K2 = .03).
 */
export function ssim(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  const [x, y] = [luma(a), luma(b)]
  const product = (p: Float64Array, q: Float64Array) => p.map((value, i) => value * (q[i] ?? 0))
  const mean = (plane: Float64Array) => blur(plane, width, height)
  const [mx, my, xx, yy, xy] = [
    mean(x),
    mean(y),
    mean(product(x, x)),
    mean(product(y, y)),
    mean(product(x, y)),
  ]
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  let sum = 0
  for (let i = 0; i < mx.length; i++) {
    const [u, v] = [mx[i] ?? 0, my[i] ?? 0]
    const covariance = (xy[i] ?? 0) - u * v
    const variances = (xx[i] ?? 0) - u * u + (yy[i] ?? 0) - v * v
    sum += ((2 * u * v + c1) * (2 * covariance + c2)) / ((u * u + v * v + c1) * (variances + c2))
  }
  return sum / mx.length
}

/** Weights of one output pixel on source pixels from `start` on. */
interface Row {
  start: number
  weights: Float64Array
}

function lanczosRows(from: number, to: number): Row[] {
  const scale = from / to
  const widen = Math.max(1, scale)
  const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale
    const start = Math.max(0, Math.ceil(centre - 3 * widen - 0.5))
    const end = Math.min(from, Math.floor(centre + 3 * widen - 0.5) + 1)
    const weights = Float64Array.from({ length: end - start }, (_, t) => {
      const x = (start + t + 0.5 - centre) / widen
      return Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
    })
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { start, weights: weights.map((weight) => weight / sum) }
  })
}

/**
 * The textbook's lanczos3 over every pixel of an RGB picture, in floating point: what resamplers that shrink
 * beforehand (libvips by a box, decoders by the cosine transform) come near to.
 */
export function lanczosReference(
  rgb: Uint8Array,
  [width, height]: readonly [number, number],
  [toWidth, toHeight]: readonly [number, number],
): Uint8Array {
  const across = lanczosRows(width, toWidth)
  const rows = new Float32Array(3 * toWidth * height)
  for (let y = 0; y < height; y++) {
    for (const [x, { start, weights }] of across.entries()) {
      const sums = [0, 0, 0]
      for (let t = 0, at = 3 * (y * width + start); t < weights.length; t++) {
        const weight = weights[t] ?? 0
        for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + weight * (rgb[at++] ?? 0)
      }
      rows.set(sums, 3 * (y * toWidth + x))
    }
  }
  const out = new Uint8ClampedArray(3 * toWidth * toHeight)
  const stride = 3 * toWidth
  for (const [y, { start, weights }] of lanczosRows(height, toHeight).entries()) {
    for (let x = 0; x < stride; x++) {
      let sum = 0
      for (let t = 0; t < weights.length; t++)
        sum += (weights[t] ?? 0) * (rows[(start + t) * stride + x] ?? 0)
      out[y * stride + x] = sum
    }
  }
  return new Uint8Array(out.buffer)
}
