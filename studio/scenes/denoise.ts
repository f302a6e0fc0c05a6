// Dual-buffer non-local means with feature weights: F. Rousselle, C. Knaus, M. Zwicker, "Adaptive Rendering with
// Non-Local Means Filtering" (2012) and "Robust Denoising using Feature and Color Information" (2013).
// The weights for one half of the samples come from the other half, so noise does not vote for itself.
// Works on irradiance (radiance over albedo), so textures are left alone.

/** Numbers for each pixel in a frame buffer: colour of both halves, then albedo 3, normal 3, distance 1. */
export const CHANNELS = 13
const RADIUS = 6
/** Step between neighbours in the second pass. */
const WIDE = 3
/** Support under which a pixel counts as standing alone. */
const ALONE = 2.5
const PATCH = 2
const DEMOD = 0.04

export interface DenoiseOptions {
  /** 0 = off; 1 = as published; larger smooths more. */
  strength: number
}

interface Band {
  width: number
  rows: number
  /** Demodulated halves, their variance, and features, planar. */
  half: Float32Array[][]
  variance: Float32Array[]
  features: Float32Array[]
  /** Sum of the weights that each pixel found in the first pass: 1 when it stands alone. */
  support: Float32Array
}

function loadBand(frame: Float32Array, width: number, from: number, to: number): Band {
  const rows = to - from
  const n = rows * width
  const plane = () => new Float32Array(n)
  const half = [
    [plane(), plane(), plane()],
    [plane(), plane(), plane()],
  ]
  const raw = [plane(), plane(), plane()]
  const features = Array.from({ length: 7 }, plane)
  for (let i = 0; i < n; i++) {
    const k = (from * width + i) * CHANNELS
    for (let c = 0; c < 3; c++) {
      const albedo = frame[k + 6 + c]! + DEMOD
      const a = frame[k + c]! / albedo
      const b = frame[k + 3 + c]! / albedo
      half[0]![c]![i] = a
      half[1]![c]![i] = b
      raw[c]![i] = (a - b) * (a - b) * 0.5
    }
    for (let f = 0; f < 7; f++) features[f]![i] = frame[k + 6 + f]!
  }
  return { width, rows, half, variance: raw.map((p) => blur(p, width, rows, 2)), features, support: plane() }
}

/** Box blur of radius r, with the border repeated. */
function blur(src: Float32Array, width: number, rows: number, r: number): Float32Array {
  const tmp = new Float32Array(src.length)
  const out = new Float32Array(src.length)
  blurInto(src, tmp, out, width, rows, r)
  return out
}

function blurInto(
  src: Float32Array,
  tmp: Float32Array,
  out: Float32Array,
  width: number,
  rows: number,
  r: number,
): void {
  const inv = 1 / (2 * r + 1)
  for (let y = 0; y < rows; y++) {
    const o = y * width
    let sum = 0
    for (let k = -r; k <= r; k++) sum += src[o + Math.max(0, Math.min(width - 1, k))]!
    for (let x = 0; x < width; x++) {
      tmp[o + x] = sum * inv
      sum += src[o + Math.min(width - 1, x + r + 1)]! - src[o + Math.max(0, x - r)]!
    }
  }
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let k = -r; k <= r; k++) sum += tmp[Math.max(0, Math.min(rows - 1, k)) * width + x]!
    for (let y = 0; y < rows; y++) {
      out[y * width + x] = sum * inv
      sum += tmp[Math.min(rows - 1, y + r + 1) * width + x]! - tmp[Math.max(0, y - r) * width + x]!
    }
  }
}

/** Squared colour distance of each pixel to its neighbour at (dx, dy), less what noise explains. */
function distances(b: Band, half: number, dx: number, dy: number, k2: number, out: Float32Array): void {
  const { width, rows, variance } = b
  const color = b.half[half]!
  for (let y = 0; y < rows; y++) {
    const yy = Math.max(0, Math.min(rows - 1, y + dy))
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      const q = yy * width + Math.max(0, Math.min(width - 1, x + dx))
      let d = 0
      for (let c = 0; c < 3; c++) {
        const e = color[c]![p]! - color[c]![q]!
        const vp = variance[c]![p]!
        const vq = variance[c]![q]!
        const floor = color[c]![p]! * 0.012
        d += (e * e - (vp + (vq < vp ? vq : vp))) / (1e-8 + floor * floor + k2 * (vp + vq))
      }
      out[p] = d / 3
    }
  }
}

function featureWeights(b: Band, dx: number, dy: number, out: Float32Array): void {
  const { width, rows, features: f } = b
  for (let y = 0; y < rows; y++) {
    const yy = Math.max(0, Math.min(rows - 1, y + dy))
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      const q = yy * width + Math.max(0, Math.min(width - 1, x + dx))
      const a = (f[0]![p]! - f[0]![q]!) ** 2 + (f[1]![p]! - f[1]![q]!) ** 2 + (f[2]![p]! - f[2]![q]!) ** 2
      const n = (f[3]![p]! - f[3]![q]!) ** 2 + (f[4]![p]! - f[4]![q]!) ** 2 + (f[5]![p]! - f[5]![q]!) ** 2
      const z = (f[6]![p]! - f[6]![q]!) / (0.04 * f[6]![p]! + 0.02)
      out[p] = Math.exp(-(a * 60 + n * 10 + z * z))
    }
  }
}

/** One pass over the band: neighbours lie `stride` pixels apart. Replaces the halves and their variance. */
function filterPass(b: Band, stride: number, k2: number): void {
  const n = b.rows * b.width
  const sums = [0, 1].map(() => [0, 1, 2, 3].map(() => new Float32Array(n)))
  const raw = new Float32Array(n)
  const tmp = new Float32Array(n)
  const patch = new Float32Array(n)
  const feature = new Float32Array(n)
  for (let j = -RADIUS; j <= RADIUS; j++) {
    for (let i = -RADIUS; i <= RADIUS; i++) {
      const dx = i * stride
      const dy = j * stride
      featureWeights(b, dx, dy, feature)
      for (let half = 0; half < 2; half++) {
        distances(b, half, dx, dy, k2, raw)
        blurInto(raw, tmp, patch, b.width, b.rows, PATCH)
        gather(b, 1 - half, dx, dy, patch, feature, sums[1 - half]!)
      }
    }
  }
  for (let half = 0; half < 2; half++) {
    const s = sums[half]!
    if (stride === 1) for (let p = 0; p < n; p++) b.support[p]! += s[3]![p]! / 2
    for (let c = 0; c < 3; c++) {
      for (let p = 0; p < n; p++) if (s[3]![p]! > 0) b.half[half]![c]![p] = s[c]![p]! / s[3]![p]!
    }
  }
  for (let c = 0; c < 3; c++) {
    for (let p = 0; p < n; p++) raw[p] = (b.half[0]![c]![p]! - b.half[1]![c]![p]!) ** 2 * 0.5
    b.variance[c] = blur(raw, b.width, b.rows, 4)
  }
}

/**
 * Filters rows [y0, y1) of the frame and writes linear RGB, 3 numbers a pixel, into `out`. A second pass with wider
 * steps takes out the low-frequency blotches that a small window leaves.
 */
export function denoiseRows(
  frame: Float32Array,
  width: number,
  height: number,
  y0: number,
  y1: number,
  options: DenoiseOptions,
  out: Float32Array,
): void {
  const halo = (RADIUS + PATCH) * (1 + WIDE)
  const from = Math.max(0, y0 - halo)
  const to = Math.min(height, y1 + halo)
  const b = loadBand(frame, width, from, to)
  if (options.strength > 0) {
    const k2 = 0.5 * 0.5 * options.strength
    filterPass(b, 1, k2)
    filterPass(b, WIDE, k2)
  }
  const linear = remodulate(b)
  for (let y = y0; y < y1; y++) {
    for (let x = 0; x < width; x++) {
      const p = (y - from) * width + x
      const alone = options.strength > 0 && b.support[p]! < ALONE
      for (let c = 0; c < 3; c++) {
        out[(y * width + x) * 3 + c] = alone ? hemIn(b, linear[c]!, x, y - from) : linear[c]![p]!
      }
    }
  }
}

/** Mean of both halves, times albedo again. */
function remodulate(b: Band): Float32Array[] {
  return [0, 1, 2].map((c) => {
    const [h0, h1, albedo] = [b.half[0]![c]!, b.half[1]![c]!, b.features[c]!]
    return h0.map((v, p) => ((v + h1[p]!) / 2) * (albedo[p]! + DEMOD))
  })
}

/**
 * Value of a pixel that found no likeness, such as one on an edge: kept within the range of its well-supported
 * neighbours (with a margin), since an edge is a mixture of what lies on both sides.
 */
function hemIn(b: Band, plane: Float32Array, x: number, y: number): number {
  let lo = Number.POSITIVE_INFINITY
  let hi = 0
  let count = 0
  for (let j = Math.max(0, y - 1); j <= Math.min(b.rows - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(b.width - 1, x + 1); i++) {
      const q = j * b.width + i
      if (b.support[q]! < ALONE) continue
      count++
      if (plane[q]! < lo) lo = plane[q]!
      if (plane[q]! > hi) hi = plane[q]!
    }
  }
  const own = plane[y * b.width + x]!
  return count < 2 ? own : Math.min(hi * 1.1, Math.max(lo * 0.9, own))
}

function gather(
  b: Band,
  half: number,
  dx: number,
  dy: number,
  patch: Float32Array,
  feature: Float32Array,
  sums: Float32Array[],
): void {
  const { width, rows } = b
  const [r, g, bl] = b.half[half]!
  const [sr, sg, sb, sw] = sums
  for (let y = 0; y < rows; y++) {
    const yy = y + dy
    if (yy < 0 || yy >= rows) continue
    const x0 = Math.max(0, -dx)
    const x1 = Math.min(width, width - dx)
    for (let x = x0; x < x1; x++) {
      const p = y * width + x
      const d = patch[p]!
      if (d > 6) continue
      const w = (d > 0 ? Math.exp(-d) : 1) * feature[p]!
      if (w < 1e-3) continue
      const q = yy * width + x + dx
      sr![p]! += w * r![q]!
      sg![p]! += w * g![q]!
      sb![p]! += w * bl![q]!
      sw![p]! += w
    }
  }
}
