import { writeLab } from '#kernels/lab.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'

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
      r += part * LINEAR_OF_BYTE[(data[p]! * alpha + paper + 0.5) | 0]!
      g += part * LINEAR_OF_BYTE[(data[p + 1]! * alpha + paper + 0.5) | 0]!
      b += part * LINEAR_OF_BYTE[(data[p + 2]! * alpha + paper + 0.5) | 0]!
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
  const lab = new Float32Array(3)
  let coloured = false
  for (let i = 0; i < count; i++) {
    writeLab(linear[i * 3]!, linear[i * 3 + 1]!, linear[i * 3 + 2]!, lab, 0)
    l[i] = lab[0]!
    a[i] = lab[1]!
    b[i] = lab[2]!
    if (Math.abs(a[i]!) > GREY_CHROMA || Math.abs(b[i]!) > GREY_CHROMA) coloured = true
  }
  return { width, height, l, a, b, coloured }
}
