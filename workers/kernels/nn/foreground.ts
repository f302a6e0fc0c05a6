import { fitWithin } from './cut.ts'
import { estimateColours } from './own-colours.ts'
import { resample } from './resample.ts'

/** Longest side at which the colours of mixed pixels are found, px; beyond it they are found on a copy. */
const ESTIMATE_SIDE = 2048
/** How much the copy's colours are believed against the picture's own. */
const BELIEVED = 0.1

/** The colours of mixed pixels, of the picture itself or of its small copy. */
function coloursOf(rgba: Uint8Array | Uint8ClampedArray, mask: Uint8Array, width: number, height: number) {
  const size = fitWithin({ width, height }, ESTIMATE_SIDE)
  if (size.width === width) return { ...size, ...estimateColours({ width, height, data: rgba }, mask) }
  const data = resample({ width, height, channels: 4, data: rgba }, size.width, size.height, 'linear')
  const shares = resample({ width, height, channels: 1, data: mask }, size.width, size.height, 'linear')
  return { ...size, ...estimateColours({ ...size, data }, shares) }
}

/**
 * Writes the mask into a picture's alpha, and at half-transparent pixels takes the ground's colour out.
 * Fully transparent pixels become 0, 0, 0, 0.
 * @param rgba interleaved RGBA, changed in place
 * @param mask 0..255, one a pixel
 */
export function cutOut(
  rgba: Uint8Array | Uint8ClampedArray,
  mask: Uint8Array,
  width: number,
  height: number,
): void {
  const copy = coloursOf(rgba, mask, width, height)
  const [scaleX, scaleY] = [copy.width / width, copy.height / height]
  for (let y = 0, i = 0; y < height; y++) {
    const v = bounded((y + 0.5) * scaleY - 0.5, copy.height - 1)
    const below = v < copy.height - 1 ? 3 * copy.width : 0
    for (let x = 0; x < width; x++, i++) {
      const m = mask[i]!
      const at = 4 * i
      rgba[at + 3] = m
      if (m === 255) continue
      if (m === 0) {
        rgba.fill(0, at, at + 3)
        continue
      }
      const u = bounded((x + 0.5) * scaleX - 0.5, copy.width - 1)
      const p = 3 * (Math.floor(v) * copy.width + Math.floor(u))
      const right = u < copy.width - 1 ? 3 : 0
      const [fx, fy] = [u % 1, v % 1]
      const share = m / 255
      const gain = 1 / (BELIEVED + share * share + (1 - share) * (1 - share))
      for (let c = 0; c < 3; c++) {
        const own = between(copy.own, p + c, right, below, fx, fy)
        const ground = between(copy.ground, p + c, right, below, fx, fy)
        const left = rgba[at + c]! - share * own - (1 - share) * ground
        rgba[at + c] = Math.round(bounded(own + share * gain * left, 255))
      }
    }
  }
}

const bounded = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)

/** Bilinear mean of four values: at `p`, `right` and `below` of it. */
function between(
  plane: Float32Array,
  p: number,
  right: number,
  below: number,
  fx: number,
  fy: number,
): number {
  const above = plane[p]! + fx * (plane[p + right]! - plane[p]!)
  const under = plane[p + below]! + fx * (plane[p + below + right]! - plane[p + below]!)
  return above + fy * (under - above)
}

/**
 * Lays a cut-out on a plain ground, in place; the picture is opaque afterwards.
 * @param rgba interleaved RGBA, straight alpha
 * @param colour red, green, blue, 0..255
 */
export function layOnColour(
  rgba: Uint8Array | Uint8ClampedArray,
  colour: readonly [number, number, number],
): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] as number
    if (alpha === 255) continue
    for (let channel = 0; channel < 3; channel++) {
      const ground = colour[channel] as number
      const value = ((rgba[at + channel] as number) * alpha + ground * (255 - alpha)) / 255
      rgba[at + channel] = Math.round(value)
    }
    rgba[at + 3] = 255
  }
}
