import type { Raster } from '#kernels/raster.ts'

/** CIE Lab planes of the working picture: l in 0..100, a and b in about -100..100, rows from the top. */
export interface Lab {
  width: number
  height: number
  l: Float32Array
  a: Float32Array
  b: Float32Array
  /** False for a grey picture, whose a and b are all nearly zero: colour work can be skipped. */
  coloured: boolean
}

/** Longest side, in pixels, at which lines are looked for; larger pictures are drawn from this size. */
const WORK_SIDE = 1440
/** Chroma under which a picture counts as grey. */
const GREY_CHROMA = 3

const SRGB_TO_LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const v = i / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

const CUBE_STEPS = 4096
/** CIE f(t) = t^(1/3) with its linear toe, sampled on 0..1; t is clamped to that range by the caller. */
const CUBE_ROOT = Float32Array.from({ length: CUBE_STEPS + 2 }, (_, i) => {
  const t = i / CUBE_STEPS
  return t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * (t / 116) + 16 / 116
})

function cubeRoot(t: number): number {
  const x = (t < 0 ? 0 : t > 1 ? 1 : t) * CUBE_STEPS
  const i = x | 0
  const low = CUBE_ROOT[i]!
  return low + (CUBE_ROOT[i + 1]! - low) * (x - i)
}

/** Size at which the analysis runs: the picture's own up to 1440 px in the longer side, else scaled to that. */
function workSize(width: number, height: number): { width: number; height: number } {
  const longer = Math.max(width, height)
  if (longer <= WORK_SIDE) return { width, height }
  const scale = WORK_SIDE / longer
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Adds one source row, area-averaged to `width` columns, to the linear-light accumulator row at `at`. */
function addRow(
  image: Raster,
  y: number,
  into: Float32Array,
  at: number,
  width: number,
  weight: number,
): void {
  const { data } = image
  const step = image.width / width
  const row = y * image.width * 4
  for (let x = 0; x < width; x++) {
    const from = x * step
    const to = Math.min(image.width, from + step)
    let r = 0
    let g = 0
    let b = 0
    for (let sx = Math.floor(from); sx < to; sx++) {
      const part = Math.min(to, sx + 1) - Math.max(from, sx)
      const p = row + sx * 4
      // Straight alpha over white paper, blended in the encoded values as browsers do.
      const alpha = data[p + 3]! / 255
      const paper = 255 * (1 - alpha)
      r += part * SRGB_TO_LINEAR[(data[p]! * alpha + paper + 0.5) | 0]!
      g += part * SRGB_TO_LINEAR[(data[p + 1]! * alpha + paper + 0.5) | 0]!
      b += part * SRGB_TO_LINEAR[(data[p + 2]! * alpha + paper + 0.5) | 0]!
    }
    const scale = weight / (to - from)
    const q = at + x * 3
    into[q] = into[q]! + r * scale
    into[q + 1] = into[q + 1]! + g * scale
    into[q + 2] = into[q + 2]! + b * scale
  }
}

/** Mean linear-light RGB of each working pixel (interleaved), by area averaging. */
function shrinkLinear(image: Raster, width: number, height: number): Float32Array {
  const linear = new Float32Array(width * height * 3)
  const step = image.height / height
  for (let y = 0; y < height; y++) {
    const from = y * step
    const to = Math.min(image.height, from + step)
    for (let sy = Math.floor(from); sy < to; sy++) {
      const part = (Math.min(to, sy + 1) - Math.max(from, sy)) / (to - from)
      addRow(image, sy, linear, y * width * 3, width, part)
    }
  }
  return linear
}

/**
 * Picture → CIE Lab (D65) planes at the working size. Transparent parts are seen on white paper; averaging is
 * done in linear light, so fine patterns keep their brightness. The input is not changed.
 */
export function toLab(image: Raster): Lab {
  const { width, height } = workSize(image.width, image.height)
  const linear = shrinkLinear(image, width, height)
  const count = width * height
  const l = new Float32Array(count)
  const a = new Float32Array(count)
  const b = new Float32Array(count)
  let coloured = false
  for (let i = 0; i < count; i++) {
    const red = linear[i * 3]!
    const green = linear[i * 3 + 1]!
    const blue = linear[i * 3 + 2]!
    const fx = cubeRoot(0.433953 * red + 0.376219 * green + 0.189828 * blue)
    const fy = cubeRoot(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
    const fz = cubeRoot(0.017758 * red + 0.109477 * green + 0.872765 * blue)
    l[i] = 116 * fy - 16
    a[i] = 500 * (fx - fy)
    b[i] = 200 * (fy - fz)
    if (Math.abs(a[i]!) > GREY_CHROMA || Math.abs(b[i]!) > GREY_CHROMA) coloured = true
  }
  return { width, height, l, a, b, coloured }
}
