import { resample } from '#kernels/raster/resample.ts'
import { fitWithin } from './cut.ts'
import { estimateColours, mixedOf } from './foreground-estimation.ts'

/** Longest side at which the colours of mixed pixels are found, px; beyond it they are found on a copy. */
const ESTIMATE_SIDE = 2048
/** How much the copy's colours are believed against the picture's own. */
const BELIEVED = 0.1

const bounded = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value)

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
  const size = fitWithin({ width, height }, ESTIMATE_SIDE)
  const isWhole = size.width === width
  const scaled = (data: Uint8Array | Uint8ClampedArray, channels: 1 | 4) =>
    isWhole ? data : resample({ width, height, channels, data }, size.width, size.height, 'linear')
  const mixed = mixedOf(mask, 255)
  const places = mixed.map((at) => {
    const x = at % width
    const u = Math.floor(((x + 0.5) * size.width) / width)
    return Math.floor((((at - x) / width + 0.5) * size.height) / height) * size.width + u
  })
  const colours = estimateColours({ ...size, data: scaled(rgba, 4) }, scaled(mask, 1) as Uint8Array, places)
  for (let i = 0; i < mask.length; i++) {
    rgba[4 * i + 3] = mask[i]!
    if (mask[i] === 0) rgba.fill(0, 4 * i, 4 * i + 3)
  }
  for (let n = 0; n < mixed.length; n++) {
    const p = 4 * mixed[n]!
    const q = 3 * (colours.numbers[places[n]!]! - 1)
    const share = mask[mixed[n]!]! / 255
    const gain = 1 / (BELIEVED + share * share + (1 - share) * (1 - share))
    for (let c = 0; c < 3; c++) {
      const own = colours.own[q + c]!
      const left = rgba[p + c]! - share * own - (1 - share) * colours.ground[q + c]!
      rgba[p + c] = Math.round(bounded(own + share * gain * left, 255))
    }
  }
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
