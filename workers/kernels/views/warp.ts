import type { Raster } from '#kernels/raster.ts'
import type { Vector3, View } from '#kernels/seeing/scene.ts'
import { type Crop, type Pose, projectInto } from './poses.ts'
import { levelOf } from './sight.ts'

/** Rounds in which the place of a pixel is found, and what is near enough, px. */
const ROUNDS = 6
const CLOSE = 0.03
/** Step over which it is told how a place moves with its neighbours, px. */
const STEP = 0.75
/** A pixel stands for so many of the source's at most along a line: further on the relief folds. */
const MOST_SQUEEZED = 4

/** Where each pixel of a moved camera's picture comes from, px. */
export interface Source {
  width: number
  height: number
  x: Float32Array
  y: Float32Array
}

/** Value between pixels; the borders are repeated. */
function between(values: Float32Array, width: number, height: number, x: number, y: number): number {
  const px = Math.min(width - 1.001, Math.max(0, x - 0.5))
  const py = Math.min(height - 1.001, Math.max(0, y - 0.5))
  const [x0, y0] = [Math.floor(px), Math.floor(py)]
  const [fx, fy] = [px - x0, py - y0]
  const i = y0 * width + x0
  return (
    (values[i]! * (1 - fx) + values[i + 1]! * fx) * (1 - fy) +
    (values[i + width]! * (1 - fx) + values[i + width + 1]! * fx) * fy
  )
}

/** Finds places in the first picture by where the moved camera sees them (Newton's method). */
class Finder {
  readonly #nearness: Float32Array
  readonly #view: View
  readonly #pose: Pose
  readonly #ahead: Vector3
  readonly #at = new Float64Array(2)
  readonly #right = new Float64Array(2)
  readonly #below = new Float64Array(2)
  /** The place that was found last, px. */
  x = 0
  y = 0

  constructor(nearness: Float32Array, view: View, pose: Pose) {
    this.#nearness = nearness
    this.#view = view
    this.#pose = pose
    this.#ahead = levelOf(view).ahead
  }

  #see(out: Float64Array, x: number, y: number): void {
    const { width, height } = this.#view
    const near = between(this.#nearness, width, height, x, y)
    projectInto(out, this.#view, this.#ahead, this.#pose, [x, y, near])
  }

  /** Looks for what is seen at (tx, ty), from (x, y) on. */
  find(tx: number, ty: number): void {
    for (let round = 0; round < ROUNDS; round++) {
      this.#see(this.#at, this.x, this.y)
      const [ox, oy] = [tx - this.#at[0]!, ty - this.#at[1]!]
      if (Number.isNaN(ox) || (Math.abs(ox) < CLOSE && Math.abs(oy) < CLOSE)) return
      this.#see(this.#right, this.x + STEP, this.y)
      this.#see(this.#below, this.x, this.y + STEP)
      const [a, c] = [(this.#right[0]! - this.#at[0]!) / STEP, (this.#right[1]! - this.#at[1]!) / STEP]
      const [b, d] = [(this.#below[0]! - this.#at[0]!) / STEP, (this.#below[1]! - this.#at[1]!) / STEP]
      const det = a * d - b * c
      if (!(det > 1 / MOST_SQUEEZED ** 2)) {
        this.x += ox
        this.y += oy
        continue
      }
      this.x += (d * ox - b * oy) / det
      this.y += (a * oy - c * ox) / det
    }
  }
}

/**
 * Where the pixels of a moved camera's picture come from: the place that the move brings there.
 * @param nearness see Relief, eased off so that nothing moves by more than half a pixel more than its neighbour
 * @param view its size is that of the answer and of `nearness`
 */
export function sourceOf(nearness: Float32Array, view: View, pose: Pose, crop: Crop): Source {
  const { width, height } = view
  const source = {
    width,
    height,
    x: new Float32Array(width * height),
    y: new Float32Array(width * height),
  }
  const finder = new Finder(nearness, view, pose)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x === 0) {
        finder.x = y > 0 ? source.x[i - width]! : 0.5
        finder.y = y > 0 ? source.y[i - width]! + 1 : 0.5
      } else finder.x++
      finder.find(
        width / 2 + crop.x + (x + 0.5 - width / 2) / crop.zoom,
        height / 2 + crop.y + (y + 0.5 - height / 2) / crop.zoom,
      )
      source.x[i] = finder.x
      source.y[i] = finder.y
    }
  }
  return source
}

/** Weights of a cubic that passes through the pixels (Catmull and Rom 1974). */
function cubic(t: number, out: Float64Array): void {
  const [t2, t3] = [t * t, t * t * t]
  out[0] = -0.5 * t3 + t2 - 0.5 * t
  out[1] = 1.5 * t3 - 2.5 * t2 + 1
  out[2] = -1.5 * t3 + 2 * t2 + 0.5 * t
  out[3] = 0.5 * t3 - 0.5 * t2
}

/** Colours of a picture between its pixels, sharp. */
class Sampler {
  readonly #picture: Raster
  readonly #wx = new Float64Array(4)
  readonly #wy = new Float64Array(4)

  constructor(picture: Raster) {
    this.#picture = picture
  }

  into(out: Uint8ClampedArray, to: number, x: number, y: number): void {
    const { width, height, data } = this.#picture
    const px = Math.min(width - 1, Math.max(0, x - 0.5))
    const py = Math.min(height - 1, Math.max(0, y - 0.5))
    const [x0, y0] = [Math.floor(px), Math.floor(py)]
    cubic(px - x0, this.#wx)
    cubic(py - y0, this.#wy)
    let [r, g, b] = [0, 0, 0]
    for (let j = 0; j < 4; j++) {
      const row = Math.min(height - 1, Math.max(0, y0 + j - 1)) * width
      for (let k = 0; k < 4; k++) {
        const i = 4 * (row + Math.min(width - 1, Math.max(0, x0 + k - 1)))
        const weight = this.#wy[j]! * this.#wx[k]!
        r += weight * data[i]!
        g += weight * data[i + 1]!
        b += weight * data[i + 2]!
      }
    }
    out[to] = r
    out[to + 1] = g
    out[to + 2] = b
    out[to + 3] = 255
  }
}

/**
 * Draws a picture as the moved camera sees it.
 * @param picture in the proportion of `source`, of any size
 */
export function drawFrom(picture: Raster, { width: w, height: h, x: sx, y: sy }: Source): Raster {
  const { width, height } = picture
  const out: Raster = { width, height, data: new Uint8ClampedArray(4 * width * height) }
  const sampler = new Sampler(picture)
  const [kx, ky] = [width / w, height / h]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [gx, gy] = [(x + 0.5) / kx, (y + 0.5) / ky]
      sampler.into(out.data, 4 * i, kx * between(sx, w, h, gx, gy), ky * between(sy, w, h, gx, gy))
    }
  }
  return out
}
