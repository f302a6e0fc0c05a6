import type { Raster } from '#kernels/raster.ts'

/** A tile at one size: linear light, three values a pixel, 0..1. */
interface Level {
  width: number
  height: number
  rgb: Float32Array
}

/** A tile at its own size and at ever halved ones, down to 1 px (L. Williams: Pyramidal Parametrics, 1983). */
export interface Pyramid {
  readonly levels: readonly Level[]
}

const LINEAR = Float32Array.from({ length: 256 }, (_, v) => {
  const s = v / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
})

/** Linear light 0..1 of an sRGB value 0..255. */
export function linearOf(value: number): number {
  return LINEAR[value]!
}

const STEPS = 4096
const SRGB = Float32Array.from({ length: STEPS + 1 }, (_, k) => {
  const l = k / STEPS
  return 255 * (l <= 0.0031308 ? 12.92 * l : 1.055 * l ** (1 / 2.4) - 0.055)
})

/** sRGB value 0..255 of linear light; what is over 1 is white. */
export function srgbOf(light: number): number {
  const at = Math.min(1, Math.max(0, light)) * STEPS
  const below = Math.floor(at)
  return SRGB[below]! + (SRGB[Math.min(STEPS, below + 1)]! - SRGB[below]!) * (at - below)
}

function halve({ width, height, rgb }: Level): Level {
  const w = Math.max(1, width >> 1)
  const h = Math.max(1, height >> 1)
  const out = new Float32Array(w * h * 3)
  // An odd side gives its last line to the last half as well, so that the tile still repeats.
  for (let y = 0; y < h; y++) {
    const y0 = Math.floor((y * height) / h)
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * height) / h))
    for (let x = 0; x < w; x++) {
      const x0 = Math.floor((x * width) / w)
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * width) / w))
      const count = (x1 - x0) * (y1 - y0)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) sum += rgb[3 * (j * width + i) + c]!
        out[3 * (y * w + x) + c] = sum / count
      }
    }
  }
  return { width: w, height: h, rgb: out }
}

/** Builds the pyramid of a tile; alpha is taken as opaque. */
export function pyramidOf({ width, height, data }: Raster): Pyramid {
  const rgb = new Float32Array(width * height * 3)
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = LINEAR[data[4 * i + c]!]!
  const levels: Level[] = [{ width, height, rgb }]
  for (let last = levels[0]!; last.width > 1 || last.height > 1; last = levels.at(-1)!)
    levels.push(halve(last))
  return { levels }
}

/** Adds `share` of the tile at (u, v), in repeats, of one level, bilinear and repeating. */
function addLevel(
  { width, height, rgb }: Level,
  u: number,
  v: number,
  share: number,
  out: Float64Array,
): void {
  const x = (u - Math.floor(u)) * width - 0.5
  const y = (v - Math.floor(v)) * height - 0.5
  const xf = Math.floor(x)
  const yf = Math.floor(y)
  const fx = x - xf
  const fy = y - yf
  const x0 = xf < 0 ? width - 1 : xf
  const x1 = xf + 1 >= width ? 0 : xf + 1
  const y0 = (yf < 0 ? height - 1 : yf) * width
  const y1 = (yf + 1 >= height ? 0 : yf + 1) * width
  const a = share * (1 - fx) * (1 - fy)
  const b = share * fx * (1 - fy)
  const c = share * (1 - fx) * fy
  const d = share * fx * fy
  const ia = 3 * (y0 + x0)
  const ib = 3 * (y0 + x1)
  const ic = 3 * (y1 + x0)
  const id = 3 * (y1 + x1)
  out[0]! += a * rgb[ia]! + b * rgb[ib]! + c * rgb[ic]! + d * rgb[id]!
  out[1]! += a * rgb[ia + 1]! + b * rgb[ib + 1]! + c * rgb[ic + 1]! + d * rgb[id + 1]!
  out[2]! += a * rgb[ia + 2]! + b * rgb[ib + 2]! + c * rgb[ic + 2]! + d * rgb[id + 2]!
}

/** Most probes along the longer axis of a pixel's footprint. */
const PROBES = 8

/** A pixel's footprint on the tile: how far one px to the right and one px down lead, in repeats. */
export interface Footprint {
  ux: number
  vx: number
  uy: number
  vy: number
}

/**
 * The tile's mean colour over a footprint, in linear light: probes along its longer axis, from the levels that
 * suit its shorter one (J. McCormack et al.: Feline, 1999).
 * @param out three values, overwritten
 */
export function sampleTile(
  { levels }: Pyramid,
  u: number,
  v: number,
  foot: Footprint,
  out: Float64Array,
): void {
  const { width, height } = levels[0]!
  const right = Math.hypot(foot.ux * width, foot.vx * height)
  const down = Math.hypot(foot.uy * width, foot.vy * height)
  const isRight = right >= down
  const longer = Math.max(right, down, 1e-6)
  const shorter = Math.max(Math.min(right, down), longer / PROBES)
  const count = Math.max(1, Math.min(PROBES, Math.ceil(longer / Math.max(1, shorter))))
  const level = Math.min(levels.length - 1, Math.max(0, Math.log2(Math.max(shorter, longer / count))))
  const below = Math.floor(level)
  const part = level - below
  const du = (isRight ? foot.ux : foot.uy) / count
  const dv = (isRight ? foot.vx : foot.vy) / count
  out.fill(0)
  for (let k = 0; k < count; k++) {
    const at = k - (count - 1) / 2
    const pu = u + du * at
    const pv = v + dv * at
    addLevel(levels[below]!, pu, pv, (1 - part) / count, out)
    if (part > 0) addLevel(levels[below + 1]!, pu, pv, part / count, out)
  }
}
