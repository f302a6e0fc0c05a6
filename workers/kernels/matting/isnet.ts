/** Side of the square that IS-Net looks at, px. */
export const ISNET_SIDE = 1024

/** Side of the blocks that are looked at for grain, px. */
const BLOCK = 16
/** Standard deviation of the grain that a perfectly smooth block gets, in steps of 255. */
const GRAIN = 10
/** Mean step between neighbours from which a block has grain enough of its own. */
const GRAINY = 1.6

/** How much grain each block lacks, 0..1: 1 where neighbours hardly differ. */
function findSmoothBlocks(pixels: Uint8Array | Uint8ClampedArray, channels: 3 | 4): Float32Array {
  const across = ISNET_SIDE / BLOCK
  const lack = new Float32Array(across * across)
  for (let block = 0; block < lack.length; block++) {
    const top = Math.floor(block / across) * BLOCK
    const left = (block % across) * BLOCK
    let steps = 0
    for (let y = top; y < top + BLOCK; y++) {
      let at = (y * ISNET_SIDE + left) * channels + 1
      for (let x = 1; x < BLOCK; x++, at += channels) {
        steps += Math.abs((pixels[at] as number) - (pixels[at + channels] as number))
      }
    }
    lack[block] = Math.max(0, 1 - steps / (BLOCK * (BLOCK - 1)) / GRAINY)
  }
  return lack
}

/**
 * Lays out one row of a picture, with grain as its blocks lack it.
 * @param state of the linear congruential generator
 * @returns its state after the row
 */
function layRow(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: number,
  lack: Float32Array,
  y: number,
  state: number,
  planar: Float32Array,
): number {
  const area = ISNET_SIDE * ISNET_SIDE
  // Sum of two bytes of the generator: a triangle, standard deviation 104 before scaling.
  const scale = GRAIN / 104.5 / 256
  const blocks = (y >> 4) * (ISNET_SIDE / BLOCK)
  for (let x = 0, i = y * ISNET_SIDE, at = i * channels; x < ISNET_SIDE; x++, i++, at += channels) {
    const strength = (lack[blocks + (x >> 4)] as number) * scale
    for (let channel = 0; channel < 3; channel++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      const grain = ((state >>> 24) + ((state >>> 16) & 255) - 255) * strength
      planar[channel * area + i] = ((pixels[at + channel] as number) - 128) / 256 + grain
    }
  }
  return state
}

/**
 * Lays a picture out as IS-Net's input: float32 [1, 3, 1024, 1024], RGB planar, (x − 128) / 256
 * (Qin et al., "Highly Accurate Dichotomous Image Segmentation", ECCV 2022; scaling of the quantised
 * "general use" weights).
 *
 * The network has only seen photographs: on the perfectly smooth grounds of renderings and drawings it sees
 * subjects everywhere. Smooth blocks therefore get the grain of a photograph; blocks with detail are left as
 * they are, since grain would cost them hair-fine parts. The grain is the same at every run.
 * @param pixels the picture squeezed to 1024 × 1024, interleaved, 0..255
 * @param channels 3 for RGB, 4 for RGBA (alpha is left out)
 */
export function isnetInput(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: 3 | 4,
): Float32Array<ArrayBuffer> {
  const area = ISNET_SIDE * ISNET_SIDE
  if (pixels.length !== area * channels) throw new RangeError('isnetInput: wrong number of pixels')
  const lack = findSmoothBlocks(pixels, channels)
  const planar = new Float32Array(3 * area)
  let state = 1
  for (let y = 0; y < ISNET_SIDE; y++) state = layRow(pixels, channels, lack, y, state, planar)
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
  /** Part of all pixels that are rather subject than ground (mask ≥ 128), 0..1. */
  solid: number
  /** Part of all pixels that are subject beyond doubt (mask ≥ 230), 0..1. */
  sure: number
  /** Part of all pixels between subject and ground (mask 26..229), 0..1. */
  unsure: number
  /** Bounds of what is more than faintly subject (mask > 12), px; width 0 when there is nothing. */
  left: number
  top: number
  width: number
  height: number
}

/** Measures a mask of 0..255. */
export function measureMask(mask: Uint8Array, width: number, height: number): Coverage {
  let solid = 0
  let sure = 0
  let unsure = 0
  let left = width
  let right = -1
  let top = height
  let bottom = -1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const value = mask[at] as number
      if (value >= 128) solid++
      if (value >= 230) sure++
      else if (value >= 26) unsure++
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
    sure: sure / (width * height),
    unsure: unsure / (width * height),
    left: found ? left : 0,
    top: found ? top : 0,
    width: found ? right - left + 1 : 0,
    height: found ? bottom - top + 1 : 0,
  }
}

/** Share of the picture below which a mask is taken for empty. */
const MIN_SUBJECT = 0.001
/** A subject has an inside: where nearly all of a mask is in between, the network was guessing. */
const MIN_CERTAINTY = 0.15

/** Whether a mask shows a subject at all, or only haze and guesses. */
export function hasSubject({ solid, sure, unsure }: Coverage): boolean {
  return solid >= MIN_SUBJECT && sure >= MIN_CERTAINTY * unsure
}

/** Empties a network's mask that only guesses, in place; see hasSubject. */
export function dropGuesses(mask: Uint8Array, width: number, height: number): void {
  if (!hasSubject(measureMask(mask, width, height))) mask.fill(0)
}

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
