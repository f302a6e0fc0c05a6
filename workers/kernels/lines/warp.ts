import type { Raster } from '#kernels/raster.ts'
import { type Upright, uprightSize } from './upright.ts'

const PHASES = 256
/** Catmull–Rom weights (Keys 1981, a = −1/2) of four neighbours, for 256 positions between two pixels. */
const CUBIC = Float32Array.from({ length: (PHASES + 1) * 4 }, (_, i) => {
  const t = (i >> 2) / PHASES
  switch (i & 3) {
    case 0:
      return ((2 - t) * t - 1) * t * 0.5
    case 1:
      return ((3 * t - 5) * t * t + 2) * 0.5
    case 2:
      return ((4 - 3 * t) * t + 1) * t * 0.5
    default:
      return (t - 1) * t * t * 0.5
  }
})

/** The same in whole numbers of 1 / 2048: opaque pixels need no division, and whole numbers are twice as fast. */
const SHIFT = 11
const WHOLE = Int32Array.from(CUBIC, (weight) => Math.round(weight * 2 ** SHIFT))
for (let i = 0; i < WHOLE.length; i += 4) {
  // White must stay white: what rounding has lost goes to a neighbour in the middle.
  const sum = WHOLE[i]! + WHOLE[i + 1]! + WHOLE[i + 2]! + WHOLE[i + 3]!
  WHOLE[i + 1] = WHOLE[i + 1]! + 2 ** SHIFT - sum
}
/** Bits dropped between the two directions, so that sums stay within 31 bits. */
const BETWEEN = 5
const LAST = 2 * SHIFT - BETWEEN
const HALF = 2 ** (LAST - 1)

function isOpaque({ data }: Raster): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false
  return true
}

/** One pixel of a picture with alpha, weighted by it, so that hidden colours do not bleed in. */
function takeAlpha(
  source: Raster,
  sx: number,
  sy: number,
  px: number,
  py: number,
  out: Uint8ClampedArray,
  o: number,
): void {
  const { width, height, data } = source
  let [r, g, b, a] = [0, 0, 0, 0]
  for (let j = 0; j < 4; j++) {
    const row = Math.min(height - 1, Math.max(0, sy - 1 + j)) * width
    for (let i = 0; i < 4; i++) {
      const q = (row + Math.min(width - 1, Math.max(0, sx - 1 + i))) * 4
      const w = CUBIC[py + j]! * CUBIC[px + i]! * data[q + 3]!
      r += w * data[q]!
      g += w * data[q + 1]!
      b += w * data[q + 2]!
      a += w
    }
  }
  out[o + 3] = a
  if (a <= 0) return
  out[o] = r / a
  out[o + 1] = g / a
  out[o + 2] = b / a
}

/** One opaque pixel: 4 × 4 neighbours, borders repeated. */
function takeOpaque(
  source: Raster,
  sx: number,
  sy: number,
  px: number,
  py: number,
  out: Uint8ClampedArray,
  o: number,
): void {
  const { width, height, data } = source
  const inside = sx >= 1 && sx < width - 2
  const c0 = inside ? (sx - 1) * 4 : Math.min(width - 1, Math.max(0, sx - 1)) * 4
  const c1 = inside ? c0 + 4 : Math.min(width - 1, Math.max(0, sx)) * 4
  const c2 = inside ? c0 + 8 : Math.min(width - 1, Math.max(0, sx + 1)) * 4
  const c3 = inside ? c0 + 12 : Math.min(width - 1, Math.max(0, sx + 2)) * 4
  const w0 = WHOLE[px]!
  const w1 = WHOLE[px + 1]!
  const w2 = WHOLE[px + 2]!
  const w3 = WHOLE[px + 3]!
  let r = HALF
  let g = HALF
  let b = HALF
  for (let j = 0; j < 4; j++) {
    const y = sy - 1 + j
    const row = (y < 0 ? 0 : y >= height ? height - 1 : y) * width * 4
    const v = WHOLE[py + j]!
    const q0 = row + c0
    const q1 = row + c1
    const q2 = row + c2
    const q3 = row + c3
    r += v * ((w0 * data[q0]! + w1 * data[q1]! + w2 * data[q2]! + w3 * data[q3]!) >> BETWEEN)
    g += v * ((w0 * data[q0 + 1]! + w1 * data[q1 + 1]! + w2 * data[q2 + 1]! + w3 * data[q3 + 1]!) >> BETWEEN)
    b += v * ((w0 * data[q0 + 2]! + w1 * data[q1 + 2]! + w2 * data[q2 + 2]! + w3 * data[q3 + 2]!) >> BETWEEN)
  }
  out[o] = r >> LAST
  out[o + 1] = g >> LAST
  out[o + 2] = b >> LAST
  out[o + 3] = 255
}

/**
 * Carries out a turn: each pixel of the result is read from the picture by bicubic interpolation.
 * @param step hears the done share, 0..1
 */
export function setUpright(source: Raster, plan: Upright, step: (p: number) => void = () => {}): Raster {
  const { width, height } = uprightSize(plan, source.width, source.height)
  const unit = Math.max(source.width, source.height)
  const data = new Uint8ClampedArray(width * height * 4)
  const take = isOpaque(source) ? takeOpaque : takeAlpha
  const m = plan.toSource
  const pitch = (2 * plan.halfWidth) / width
  const midX = source.width / 2 - 0.5
  const midY = source.height / 2 - 0.5
  for (let y = 0; y < height; y++) {
    const ny = plan.y + (y + 0.5 - height / 2) * pitch
    for (let x = 0; x < width; x++) {
      const nx = plan.x + (x + 0.5 - width / 2) * pitch
      const k = 1 / (m[6] * nx + m[7] * ny + m[8])
      const ux = k * (m[0] * nx + m[1] * ny + m[2])
      const uy = k * (m[3] * nx + m[4] * ny + m[5])
      const far = unit * (1 + plan.lens * (ux * ux + uy * uy))
      const sx = midX + far * ux
      const sy = midY + far * uy
      const ix = Math.floor(sx)
      const iy = Math.floor(sy)
      const px = ((sx - ix) * PHASES + 0.5) | 0
      const py = ((sy - iy) * PHASES + 0.5) | 0
      take(source, ix, iy, px * 4, py * 4, data, (y * width + x) * 4)
    }
    if ((y & 127) === 0) step(y / height)
  }
  return { width, height, data }
}
