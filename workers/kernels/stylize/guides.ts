import type { LabPicture } from '#kernels/lab.ts'
import { boxBlur, guidedSmooth } from '#kernels/lineart/smooth.ts'

/** What says which part of the style belongs where: values of one channel, one a pixel, in steps of L. */
export interface Guides {
  /** Brightness without texture. */
  tone: Float32Array
  /** How much texture there is. */
  texture: Float32Array
}

/** Half the windows of the guides, px. */
const [TONE_REACH, TEXTURE_REACH] = [4, 6]

/** Every third value from `channel`. */
export function channelOf({ data }: LabPicture, channel: number): Float32Array {
  const out = new Float32Array(data.length / 3)
  for (let i = 0, p = channel; i < out.length; i++, p += 3) out[i] = data[p]!
  return out
}

/** Guides of a picture at its own size. */
export function guidesOf(picture: LabPicture): Guides {
  const { width, height } = picture
  const light = channelOf(picture, 0)
  const texture = new Float32Array(light.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const across = x + 1 < width ? light[i + 1]! - light[i]! : 0
      const down = y + 1 < height ? light[i + width]! - light[i]! : 0
      // Edges of things are no texture: they count little more than a strong grain.
      texture[i] = Math.min(12, Math.abs(across) + Math.abs(down))
    }
  }
  const spare = new Float32Array(light.length)
  boxBlur(light, width, height, TONE_REACH, spare)
  boxBlur(texture, width, height, TEXTURE_REACH, spare)
  return { tone: light, texture }
}

/** What is marked of a guide, in order; every n-th of many. */
function sorted(values: Float32Array, marked: Uint8Array | null): Float32Array {
  const step = Math.max(1, Math.floor(values.length / 50_000))
  const picked: number[] = []
  for (let i = 0; i < values.length; i += step) if (!marked || marked[i]! > 127) picked.push(values[i]!)
  return Float32Array.from(picked).sort()
}

/** Value at a share 0..1 of sorted values, between neighbours. */
function valueAt(values: Float32Array, share: number): number {
  const at = share * (values.length - 1)
  const low = Math.floor(at)
  const next = Math.min(values.length - 1, low + 1)
  return values[low]! + (at - low) * (values[next]! - values[low]!)
}

/** Steps of the curve from one distribution to the other. */
const SHARES = 32
/** Between the second and the third of every four values, steps of L, from which a guide says something. */
const LEAST_VARIETY = 0.4

/**
 * Gives a guide the distribution of another one, in place. One that hardly varies, as a bare wall's, only gets its
 * middle: its grain shall not decide.
 */
export function fitGuide(
  own: Float32Array,
  ownMarked: Uint8Array | null,
  theirs: Float32Array,
  theirsMarked: Uint8Array | null,
): void {
  const [from, to] = [sorted(own, ownMarked), sorted(theirs, theirsMarked)]
  if (from.length === 0 || to.length === 0) return
  const variety = Math.min(1, (valueAt(from, 0.75) - valueAt(from, 0.25)) / LEAST_VARIETY)
  const [middle, wanted] = [valueAt(from, 0.5), valueAt(to, 0.5)]
  const knots = Array.from({ length: SHARES + 1 }, (_, i) => valueAt(from, i / SHARES))
  const values = Array.from({ length: SHARES + 1 }, (_, i) => valueAt(to, i / SHARES))
  for (let i = 0; i < own.length; i++) {
    const value = own[i]!
    let k = 0
    while (k < SHARES - 1 && knots[k + 1]! < value) k++
    const span = knots[k + 1]! - knots[k]!
    const part = span > 0 ? Math.min(1, Math.max(0, (value - knots[k]!) / span)) : 0.5
    const matched = values[k]! + part * (values[k + 1]! - values[k]!)
    own[i] = variety * matched + (1 - variety) * (wanted + value - middle)
  }
}

/** Rise of brightness a pixel, in steps of L, from which an edge begins to count and at which it counts wholly. */
const [FAINT, CLEAR] = [1.2, 5]

/**
 * Edges of things, 0..1 a pixel, a few pixels wide: what stays where brightness is smoothed, so that grain, leaves
 * and brickwork count little.
 */
export function structureOf(picture: LabPicture): Float32Array {
  const { width, height } = picture
  const light = channelOf(picture, 0)
  guidedSmooth(light, width, height, 4, 5)
  const edges = new Float32Array(light.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const across = light[x + 1 < width ? i + 1 : i]! - light[x > 0 ? i - 1 : i]!
      const down = light[y + 1 < height ? i + width : i]! - light[y > 0 ? i - width : i]!
      const rise = Math.hypot(across, down) / 2
      edges[i] = Math.min(1, Math.max(0, (rise - FAINT) / (CLEAR - FAINT)))
    }
  }
  const wide = widest(edges, width, height)
  boxBlur(wide, width, height, 1, edges)
  return wide
}

/** The largest of the values within one pixel. */
function widest(plane: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
          most = Math.max(most, plane[v * width + u]!)
      }
      out[y * width + x] = most
    }
  }
  return out
}
