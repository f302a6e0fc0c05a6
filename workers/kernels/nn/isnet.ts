import type { Plane } from '../raster.ts'

/** Side of the square that IS-Net looks at, px. */
export const ISNET_SIDE = 1024

/**
 * Lays a picture out as IS-Net's input: float32 [1, 3, 1024, 1024], RGB planar, (x − 128) / 256
 * (Qin et al., "Highly Accurate Dichotomous Image Segmentation", ECCV 2022; scaling of the quantised
 * "general use" weights).
 * @param pixels the picture squeezed to 1024 × 1024, interleaved, 0..255
 * @param channels 3 for RGB, 4 for RGBA (alpha is left out)
 */
export function isnetInput(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: 3 | 4,
): Float32Array<ArrayBuffer> {
  const area = ISNET_SIDE * ISNET_SIDE
  if (pixels.length !== area * channels) throw new RangeError('isnetInput: wrong number of pixels')
  const planar = new Float32Array(3 * area)
  for (let i = 0, at = 0; i < area; i++, at += channels) {
    planar[i] = ((pixels[at] as number) - 128) / 256
    planar[area + i] = ((pixels[at + 1] as number) - 128) / 256
    planar[2 * area + i] = ((pixels[at + 2] as number) - 128) / 256
  }
  return planar
}

/**
 * Turns IS-Net's output into an 8-bit mask, 1024 × 1024, 0 = ground, 255 = subject. The ends are cut so that
 * the network's slight haze on the ground and slight transparency of the subject become clean.
 * @param output float32 [1, 1, 1024, 1024] in 0..1
 */
export function isnetMask(output: Float32Array): Uint8Array {
  const mask = new Uint8Array(output.length)
  for (let i = 0; i < output.length; i++) {
    // Uint8Array wraps, so the value is clamped before it is stored.
    const value = ((output[i] as number) - 0.02) * (255 / 0.96)
    mask[i] = value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5
  }
  return mask
}

/** How much of a picture a mask keeps. */
export interface Coverage {
  /** Part of all pixels that are clearly subject (mask ≥ 128), 0..1. */
  solid: number
  /** Bounds of what is more than faintly subject (mask > 12), px; width 0 when there is nothing. */
  left: number
  top: number
  width: number
  height: number
}

/** Measures a mask of 0..255. */
export function measureMask(mask: Uint8Array, width: number, height: number): Coverage {
  let solid = 0
  let left = width
  let right = -1
  let top = height
  let bottom = -1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const value = mask[at] as number
      if (value >= 128) solid++
      if (value <= 12) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  const found = right >= left
  return {
    solid: solid / (width * height),
    left: found ? left : 0,
    top: found ? top : 0,
    width: found ? right - left + 1 : 0,
    height: found ? bottom - top + 1 : 0,
  }
}

/** Share of the picture below which a mask counts as "no subject found". */
export const MIN_SUBJECT = 0.001

/**
 * Applies the user's corrections to a mask, in place: white strokes keep, black strokes remove, clear parts
 * leave the mask as it is.
 * @param mask 0..255
 * @param strokes interleaved RGBA of the same size; its alpha is the stroke's strength
 */
export function correctMask(mask: Uint8Array, strokes: Uint8Array | Uint8ClampedArray): void {
  if (strokes.length !== mask.length * 4) throw new RangeError('correctMask: sizes differ')
  for (let i = 0; i < mask.length; i++) {
    const strength = strokes[i * 4 + 3] as number
    if (strength === 0) continue
    const wanted = (strokes[i * 4 + 1] as number) >= 128 ? 255 : 0
    mask[i] = Math.round(((mask[i] as number) * (255 - strength) + wanted * strength) / 255)
  }
}

/** A mask as a plane of 0..1. */
export function maskPlane(mask: Uint8Array, width: number, height: number): Plane {
  const data = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) data[i] = (mask[i] as number) / 255
  return { width, height, data }
}
