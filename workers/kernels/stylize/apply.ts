import type { ColourTable } from '#kernels/grade/cube-apply.ts'
import type { Raster } from '#kernels/raster.ts'

/** A part of a picture, px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** What is added to the changed colours of a box, found on a smaller copy of it. */
export interface Change {
  width: number
  height: number
  /** Encoded RGB, three values a pixel, in parts of 1. */
  rgb: Float32Array
  /** Luma of the copy's changed colours, by which edges of the picture are told apart, 0..1. */
  light: Float32Array
}

/** Difference of luma at which a pixel of the copy counts half. */
const ALIKE = 0.12

/** Luma of encoded RGB. */
export function lightOf(rgb: Float32Array, at: number): number {
  return 0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!
}

/** Reads a change for the pixels of a larger box: joint bilateral upsampling (J. Kopf et al., SIGGRAPH 2007). */
class ChangeReader {
  readonly #change: Change
  readonly #box: Box
  readonly sum = new Float32Array(3)

  constructor(change: Change, box: Box) {
    this.#change = change
    this.#box = box
  }

  /** Fills `sum` for a pixel of the box whose changed colour has this luma. */
  read(x: number, y: number, light: number): void {
    const { width, height, rgb, light: lights } = this.#change
    const u = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / this.#box.width - 0.5))
    const v = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / this.#box.height - 0.5))
    const [x0, y0] = [Math.floor(u), Math.floor(v)]
    const [pu, pv] = [u - x0, v - y0]
    let [r, g, b, total] = [0, 0, 0, 0]
    for (let corner = 0; corner < 4; corner++) {
      const right = corner & 1
      const below = corner >> 1
      const part = (right ? pu : 1 - pu) * (below ? pv : 1 - pv)
      if (part === 0) continue
      const i = Math.min(height - 1, y0 + below) * width + Math.min(width - 1, x0 + right)
      const away = (lights[i]! - light) / ALIKE
      const weight = part / (1 + away * away)
      total += weight
      r += weight * rgb[3 * i]!
      g += weight * rgb[3 * i + 1]!
      b += weight * rgb[3 * i + 2]!
    }
    this.sum[0] = r / total
    this.sum[1] = g / total
    this.sum[2] = b / total
  }
}

/**
 * Changes the colours of a box of a picture by a table, and adds a change that was found on a smaller copy; in place.
 * @param mask 0..255 a pixel of the picture, how much of the change shows; null for all of it
 * @param report called with 0..1
 */
export function applyChange(
  picture: Raster,
  mask: Uint8Array | null,
  box: Box,
  table: ColourTable,
  change: Change | null,
  report: (done: number) => void,
): void {
  const { width, data } = picture
  const rgb = new Float32Array(3)
  const reader = change && new ChangeReader(change, box)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const i = (box.top + y) * width + box.left + x
      const part = mask ? mask[i]! / 255 : 1
      if (part === 0 || data[4 * i + 3] === 0) continue
      for (let c = 0; c < 3; c++) rgb[c] = data[4 * i + c]! / 255
      table(rgb, 0)
      reader?.read(x, y, lightOf(rgb, 0))
      for (let c = 0; c < 3; c++) {
        const made = 255 * (rgb[c]! + (reader ? reader.sum[c]! : 0))
        const before = data[4 * i + c]!
        // A clamped array rounds to the nearest.
        data[4 * i + c] = before + part * (Math.min(255, Math.max(0, made)) - before)
      }
    }
    if (y % 64 === 63) report((y + 1) / box.height)
  }
}
