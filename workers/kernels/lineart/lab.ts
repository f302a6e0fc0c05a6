import { fitInside } from '#kernels/fit-inside.ts'
import { writeLab } from '#kernels/lab.ts'
import { areaMeans } from '#kernels/raster/area-means.ts'
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

/** Mean linear-light RGB of each working pixel (interleaved). */
function shrinkLinear({ width, height, data }: Raster, to: { width: number; height: number }): Float32Array {
  const read = (y: number, row: Float32Array) => {
    for (let x = 0, i = 0, p = 4 * y * width; x < width; x++, p += 4) {
      // Straight alpha over white paper, blended in the encoded values as browsers do.
      const alpha = data[p + 3]! / 255
      const paper = 255 * (1 - alpha) + 0.5
      for (let c = 0; c < 3; c++, i++) row[i] = LINEAR_OF_BYTE[(data[p + c]! * alpha + paper) | 0]!
    }
  }
  return areaMeans({ width, height, channels: 3, read }, to)
}

/**
 * Picture → CIE Lab (D65) planes at the working size. Transparent parts are seen on white paper; averaging is
 * done in linear light, so fine patterns keep their brightness. The input is not changed.
 */
export function toLab(image: Raster): Lab {
  const { width, height } = fitInside(image, WORK_SIDE)
  const linear = shrinkLinear(image, { width, height })
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
