/**
 * Colours of a subject without the ground that shines through its edge: blur-fusion foreground estimation,
 * M. Forte, "Approximate Fast Foreground Colour Estimation", ICIP 2021, two passes (wide, then narrow). The
 * estimate is smooth, so it is made on a small copy and refined against the full picture at its edge pixels.
 */

/** Longest side of the small copy on which colours are estimated, px. */
export const ESTIMATE_SIDE = 640
const WIDE_RADIUS = 56
const NARROW_RADIUS = 4

/** Estimated colours at the small size: three planes each, 0..255. */
export interface GroundEstimate {
  width: number
  height: number
  foreground: Float32Array[]
  background: Float32Array[]
}

/** Sliding mean along rows: `out[y, x]` = mean of `source` within `radius`, clipped at the border. */
function blurRows(
  source: Float32Array,
  out: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const scales = new Float64Array(width)
  for (let x = 0; x < width; x++) {
    scales[x] = 1 / (Math.min(x + radius, width - 1) - Math.max(x - radius, 0) + 1)
  }
  for (let row = 0; row < width * height; row += width) {
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += source[row + x]!
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += source[row + x + radius]!
      if (x > radius) sum -= source[row + x - radius - 1]!
      out[row + x] = sum * scales[x]!
    }
  }
}

/** Sliding mean along columns, walked row by row for the cache's sake. */
function blurColumns(
  source: Float32Array,
  out: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const sums = new Float64Array(width)
  const add = (y: number, sign: number) => {
    const row = y * width
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + sign * (source[row + x] as number)
  }
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1)
    if (y - radius - 1 >= 0) add(y - radius - 1, -1)
    const scale = 1 / (Math.min(y + radius, height - 1) - Math.max(y - radius, 0) + 1)
    for (let x = 0; x < width; x++) out[y * width + x] = (sums[x] as number) * scale
  }
}

function blur(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  const middle = new Float32Array(source.length)
  const out = new Float32Array(source.length)
  blurRows(source, middle, width, height, radius)
  blurColumns(middle, out, width, height, radius)
  return out
}

interface Pass {
  image: Float32Array
  alpha: Float32Array
  foreground: Float32Array
  background: Float32Array
}

/** One pass of the estimate for one channel. */
function fuse(pass: Pass, weights: Weights, width: number, height: number, radius: number): Pass {
  const { image, alpha } = pass
  const size = image.length
  const kept = new Float32Array(size)
  const left = new Float32Array(size)
  for (let i = 0; i < size; i++) {
    const a = alpha[i] as number
    kept[i] = (pass.foreground[i] as number) * a
    left[i] = (pass.background[i] as number) * (1 - a)
  }
  const foreground = blur(kept, width, height, radius)
  const background = blur(left, width, height, radius)
  for (let i = 0; i < size; i++) {
    const a = alpha[i] as number
    const b = (background[i] as number) / ((weights.ground[i] as number) + 1e-5)
    const f = (foreground[i] as number) / ((weights.subject[i] as number) + 1e-5)
    const refined = f + a * ((image[i] as number) - a * f - (1 - a) * b)
    foreground[i] = refined < 0 ? 0 : refined > 255 ? 255 : refined
    background[i] = b
  }
  return { image, alpha, foreground, background }
}

interface Weights {
  subject: Float32Array
  ground: Float32Array
}

function weigh(alpha: Float32Array, width: number, height: number, radius: number): Weights {
  const subject = blur(alpha, width, height, radius)
  const ground = new Float32Array(subject.length)
  for (let i = 0; i < ground.length; i++) ground[i] = 1 - subject[i]!
  return { subject, ground }
}

/**
 * Estimates subject and ground colours on a small copy.
 * @param pixels interleaved RGB, 0..255
 * @param alpha 0..1, same size
 */
export function estimateGround(
  pixels: Uint8Array | Uint8ClampedArray,
  alpha: Float32Array,
  width: number,
  height: number,
): GroundEstimate {
  const size = width * height
  if (pixels.length !== size * 3 || alpha.length !== size)
    throw new RangeError('estimateGround: sizes differ')
  const wide = weigh(alpha, width, height, WIDE_RADIUS)
  const narrow = weigh(alpha, width, height, NARROW_RADIUS)
  const estimate: GroundEstimate = { width, height, foreground: [], background: [] }
  for (let channel = 0; channel < 3; channel++) {
    const image = new Float32Array(size)
    for (let i = 0; i < size; i++) image[i] = pixels[i * 3 + channel] as number
    const first = fuse(
      { image, alpha, foreground: image, background: image },
      wide,
      width,
      height,
      WIDE_RADIUS,
    )
    const second = fuse(first, narrow, width, height, NARROW_RADIUS)
    estimate.foreground.push(second.foreground)
    estimate.background.push(second.background)
  }
  return estimate
}

/**
 * Writes the mask into a picture's alpha, and at half-transparent pixels takes the ground's colour out.
 * Fully transparent pixels become 0, 0, 0, 0.
 * @param rgba interleaved RGBA at full size, changed in place
 * @param mask 0..255 at full size
 */
export function cutOut(
  rgba: Uint8Array | Uint8ClampedArray,
  mask: Uint8Array,
  width: number,
  height: number,
  estimate: GroundEstimate,
): void {
  const scaleX = estimate.width / width
  const scaleY = estimate.height / height
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.min(estimate.height - 1, Math.floor((y + 0.5) * scaleY)) * estimate.width
    for (let x = 0; x < width; x++, i++) {
      const m = mask[i] as number
      const at = i * 4
      rgba[at + 3] = m
      if (m === 255) continue
      if (m === 0) {
        rgba[at] = 0
        rgba[at + 1] = 0
        rgba[at + 2] = 0
        continue
      }
      const a = m / 255
      const near = v + Math.min(estimate.width - 1, Math.floor((x + 0.5) * scaleX))
      for (let channel = 0; channel < 3; channel++) {
        const f = (estimate.foreground[channel] as Float32Array)[near] as number
        const b = (estimate.background[channel] as Float32Array)[near] as number
        const refined = f + a * ((rgba[at + channel] as number) - a * f - (1 - a) * b)
        rgba[at + channel] = refined <= 0 ? 0 : refined >= 255 ? 255 : Math.round(refined)
      }
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
