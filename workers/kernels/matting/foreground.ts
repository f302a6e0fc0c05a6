import { resample } from '../resample/resample.ts'
import { fitWithin } from './cut.ts'
import { estimateColours, mixedOf } from './own-colours.ts'

/** Longest side at which the colours of mixed pixels are found, px; beyond it they are found on a copy. */
const ESTIMATE_SIDE = 2048
/** How much the copy's colours are believed against the picture's own. */
const BELIEVED = 0.1

/** The picture and its mask, or a small copy of both. */
function copyOf(data: Uint8Array | Uint8ClampedArray, mask: Uint8Array, width: number, height: number) {
  const size = fitWithin({ width, height }, ESTIMATE_SIDE)
  if (size.width === width) return { ...size, data, mask }
  return {
    ...size,
    data: resample({ width, height, channels: 4, data }, size.width, size.height, 'linear'),
    mask: resample({ width, height, channels: 1, data: mask }, size.width, size.height, 'linear'),
  }
}

/** Where a pixel lies along a side of a copy that is `most` + 1 px long. */
const placeOn = (x: number, scale: number, most: number) => bounded((x + 0.5) * scale - 0.5, most)

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
  const copy = copyOf(rgba, mask, width, height)
  const [scaleX, scaleY] = [copy.width / width, copy.height / height]
  const mixed = mixedOf(mask, 255)
  // Of each mixed pixel the four places on the copy that it lies between.
  const corners = new Int32Array(4 * mixed.length)
  for (let n = 0; n < mixed.length; n++) {
    const x = mixed[n]! % width
    const u = placeOn(x, scaleX, copy.width - 1)
    const v = placeOn((mixed[n]! - x) / width, scaleY, copy.height - 1)
    const [left, right] = [Math.floor(u), Math.ceil(u)]
    const [above, below] = [Math.floor(v) * copy.width, Math.ceil(v) * copy.width]
    corners[4 * n] = above + left
    corners[4 * n + 1] = above + right
    corners[4 * n + 2] = below + left
    corners[4 * n + 3] = below + right
  }
  const { numbers, own, ground } = estimateColours(copy, copy.mask, corners)
  for (let i = 0; i < mask.length; i++) {
    rgba[4 * i + 3] = mask[i]!
    if (mask[i]! > 0) continue
    rgba[4 * i] = 0
    rgba[4 * i + 1] = 0
    rgba[4 * i + 2] = 0
  }
  const near = new Int32Array(4)
  for (let n = 0; n < mixed.length; n++) {
    const at = mixed[n]!
    const x = at % width
    const fx = placeOn(x, scaleX, copy.width - 1) % 1
    const fy = placeOn((at - x) / width, scaleY, copy.height - 1) % 1
    for (let corner = 0; corner < 4; corner++) near[corner] = 3 * (numbers[corners[4 * n + corner]!]! - 1)
    const share = mask[at]! / 255
    const gain = 1 / (BELIEVED + share * share + (1 - share) * (1 - share))
    for (let c = 0; c < 3; c++) {
      const f = between(own, near, c, fx, fy)
      const b = between(ground, near, c, fx, fy)
      const left = rgba[4 * at + c]! - share * f - (1 - share) * b
      rgba[4 * at + c] = Math.round(bounded(f + share * gain * left, 255))
    }
  }
}

const bounded = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)

/** Bilinear mean of four values, `c` behind the places `near`. */
function between(plane: Float32Array, near: Int32Array, c: number, fx: number, fy: number): number {
  const first = plane[near[0]! + c]!
  const third = plane[near[2]! + c]!
  const above = first + fx * (plane[near[1]! + c]! - first)
  const under = third + fx * (plane[near[3]! + c]! - third)
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
