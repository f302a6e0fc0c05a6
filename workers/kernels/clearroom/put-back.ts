import { randomFrom } from '#contracts/random.ts'
import { project } from '#kernels/lines/homography.ts'
import type { Raster } from '#kernels/raster.ts'
import { HOLE, type Sheet, type Where } from './sheet.ts'

/** Colour (three values), share of the hole and weight at a place of a sheet, between its pixels. */
function readSheet({ width, height, rgb, state }: Sheet, x: number, y: number, out: Float64Array): void {
  const px = Math.min(width - 1, Math.max(0, x - 0.5))
  const py = Math.min(height - 1, Math.max(0, y - 0.5))
  const [x0, y0] = [Math.floor(px), Math.floor(py)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const [fx, fy] = [px - x0, py - y0]
  out.fill(0)
  for (let k = 0; k < 4; k++) {
    const i = (k < 2 ? y0 : y1) * width + (k & 1 ? x1 : x0)
    if (state[i] === 0) continue
    const share = (k & 1 ? fx : 1 - fx) * (k < 2 ? 1 - fy : fy)
    out[4] = out[4]! + share
    if (state[i] === HOLE) out[3] = out[3]! + share
    for (let c = 0; c < 3; c++) out[c] = out[c]! + share * rgb[3 * i + c]!
  }
}

/** Sum of four places of a pixel: where the sheet is finer than the picture, its texture must not flicker. */
function readPixel(sheet: Sheet, x: number, y: number, out: Float64Array, one: Float64Array): void {
  out.fill(0)
  for (let k = 0; k < 4; k++) {
    const at = project(sheet.toPlane, x + 0.25 + 0.5 * (k & 1), y + 0.25 + 0.5 * (k >> 1))
    if (at.w <= 0) continue
    readSheet(sheet, (at.x - sheet.left) * sheet.scale, (at.y - sheet.top) * sheet.scale, one)
    for (let v = 0; v < 5; v++) out[v] = out[v]! + one[v]!
  }
}

/**
 * Puts what was filled back into the picture, as the camera sees it. Changes `out`.
 * @param grain of a plain side (see grainOf), or null where the sheet has its texture already
 */
export function putBack(
  out: Raster,
  sheet: Sheet,
  { sides, side, mask }: Where,
  grain: Float32Array | null,
): void {
  const { width, height, data } = out
  const value = new Float64Array(5)
  const one = new Float64Array(5)
  const kinds = grain ? grain.length / 3 : 0
  const random = randomFrom(11)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (sides[i] !== side) continue
      readPixel(sheet, x, y, value, one)
      const share = mask[i]! > 127 ? 1 : value[4]! > 0 ? value[3]! / value[4]! : 0
      if (share === 0 || value[4]! === 0) continue
      const from = 3 * Math.floor(random() * kinds)
      for (let c = 0; c < 3; c++) {
        const filled = value[c]! / value[4]! + (kinds > 0 ? grain![from + c]! : 0)
        data[4 * i + c] = data[4 * i + c]! * (1 - share) + share * filled
      }
    }
  }
}
