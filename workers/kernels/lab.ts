import { LINEAR_OF_BYTE, toEncoded } from '#kernels/srgb.ts'

/** A picture in CIE Lab (D65): three interleaved values a pixel, L 0..100, a and b about -100..100, rows from the top. */
export interface LabPicture {
  width: number
  height: number
  data: Float32Array
}

const STEPS = 4096
const TOE = 216 / 24389
const SLOPE = 24389 / 27 / 116
const OFFSET = 16 / 116

/** CIE f(t) = t^(1/3) with its linear toe, sampled on 0..1. */
const CUBE_ROOT = Float32Array.from({ length: STEPS + 2 }, (_, i) => {
  const t = i / STEPS
  return t > TOE ? Math.cbrt(t) : SLOPE * t + OFFSET
})

function cubeRoot(t: number): number {
  const x = (t < 0 ? 0 : t > 1 ? 1 : t) * STEPS
  const i = x | 0
  const low = CUBE_ROOT[i]!
  return low + (CUBE_ROOT[i + 1]! - low) * (x - i)
}

/** sRGB bytes → Lab. @param channels bytes a pixel of `bytes`, of which the first three are read */
export function labOfBytes(
  bytes: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  channels: number,
): LabPicture {
  const data = new Float32Array(3 * width * height)
  for (let i = 0, p = 0; i < data.length; i += 3, p += channels) {
    const r = LINEAR_OF_BYTE[bytes[p]!]!
    const g = LINEAR_OF_BYTE[bytes[p + 1]!]!
    const b = LINEAR_OF_BYTE[bytes[p + 2]!]!
    writeLab(r, g, b, data, i)
  }
  return { width, height, data }
}

/** Linear light 0..1 → Lab at `at` of `out`. */
export function writeLab(r: number, g: number, b: number, out: Float32Array, at: number): void {
  const fx = cubeRoot(0.433953 * r + 0.376219 * g + 0.189828 * b)
  const fy = cubeRoot(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const fz = cubeRoot(0.017758 * r + 0.109477 * g + 0.872765 * b)
  out[at] = 116 * fy - 16
  out[at + 1] = 500 * (fx - fy)
  out[at + 2] = 200 * (fy - fz)
}

const cubed = (f: number) => (f > 6 / 29 ? f * f * f : (f - OFFSET) / SLOPE)

/** XYZ, of luminance 0..1, → linear sRGB (IEC 61966-2-1). */
export const linearOfXyz = (x: number, y: number, z: number): [number, number, number] => [
  3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
  -0.969266 * x + 1.8760108 * y + 0.041556 * z,
  0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
]

/** Lab → sRGB encoded 0..1 at `at` of `out`; what no screen shows lies outside 0..1. */
export function writeRgb(l: number, a: number, b: number, out: Float32Array, at: number): void {
  const fy = (l + 16) / 116
  const x = 0.950456 * cubed(fy + a / 500)
  const y = cubed(fy)
  const z = 1.088754 * cubed(fy - b / 200)
  const [red, green, blue] = linearOfXyz(x, y, z)
  // Below 0 the curve goes on as a line, so that a caller can see how far outside a colour lies.
  out[at] = red < 0 ? 12.92 * red : toEncoded(red)
  out[at + 1] = green < 0 ? 12.92 * green : toEncoded(green)
  out[at + 2] = blue < 0 ? 12.92 * blue : toEncoded(blue)
}
