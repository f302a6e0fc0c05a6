import { BLIND, CHANNELS, type Level, MISSING } from './level.ts'
import type { Matches } from './match.ts'

/** How strongly a pixel keeps the colour that was copied: a difference at the border fades within 1/√HOLD px. */
const HOLD = 0.002

/** Over-relaxation, and the most sweeps over the hole. */
const OVER = 1.9
const MOST_ROUNDS = 80
/** Mean change of a value by a sweep under which it is done, 8-bit steps: what is left to come is about ten times that. */
const STILL = 0.05

const SIDES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const

/**
 * Joins the copied pixels to each other and to the known picture without seams: solves for the colours whose
 * differences between neighbours are those of the sources, the known picture being fixed (Pérez, Gangnet,
 * Blake: Poisson Image Editing, SIGGRAPH 2003). Successive over-relaxation in the order of rows.
 */
export function blendSeams(level: Level, matches: Matches, places: Int32Array): void {
  const { width, height, data, hole } = level
  const pixels = level.targets.filter((pixel) => hole[pixel] === MISSING)
  const source = (pixel: number) => matches.at[places[pixel] as number] as number
  const order = new Int32Array(hole.length)
  pixels.forEach((pixel, n) => {
    order[pixel] = n
  })
  // What the differences to the neighbours and the neighbours that are known add up to; those that are not, by their order.
  const wanted = new Float32Array(pixels.length * 3)
  const beside = new Int32Array(pixels.length * 4).fill(3 * pixels.length)
  const share = new Float32Array(pixels.length).fill(HOLD)
  const values = new Float32Array(3 * pixels.length + 3)
  for (let n = 0; n < pixels.length; n++) {
    const pixel = pixels[n] as number
    const own = source(pixel)
    const x = pixel % width
    const y = (pixel - x) / width
    for (let c = 0; c < 3; c++) {
      values[3 * n + c] = at(data, pixel, c)
      wanted[3 * n + c] = HOLD * at(data, pixel, c)
    }
    for (let side = 0; side < 4; side++) {
      const [dx, dy] = SIDES[side] as readonly [number, number]
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      const step = dy * width + dx
      const other = pixel + step
      if (hole[other] === BLIND) continue
      share[n] = (share[n] as number) + 1
      const isMissing = hole[other] === MISSING
      if (isMissing) beside[4 * n + side] = 3 * (order[other] as number)
      const from = isMissing ? source(other) : -1
      for (let c = 0; c < 3; c++) {
        let difference = at(data, own, c) - at(data, own + step, c)
        if (isMissing) difference = (difference + at(data, from - step, c) - at(data, from, c)) / 2
        else difference += at(data, other, c)
        wanted[3 * n + c] = (wanted[3 * n + c] as number) + difference
      }
    }
  }
  relax(values, wanted, beside, share)
  for (let n = 0; n < pixels.length; n++)
    data.set(values.subarray(3 * n, 3 * n + 3), (pixels[n] as number) * CHANNELS)
}

const at = (data: Float32Array, pixel: number, channel: number) => data[pixel * CHANNELS + channel] as number

/**
 * Sweeps over the pixels until they are still.
 * @param values three a pixel, and three of 0 at the end, for neighbours that are not among the pixels; changed
 * @param wanted three a pixel: what its neighbours are added to
 * @param beside four a pixel: where in `values` its neighbours are
 * @param share of each pixel: what that is divided by
 */
function relax(values: Float32Array, wanted: Float32Array, beside: Int32Array, share: Float32Array): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let change = 0
    for (let n = 0; n < share.length; n++) {
      const [west, east] = [beside[4 * n] as number, beside[4 * n + 1] as number]
      const [north, south] = [beside[4 * n + 2] as number, beside[4 * n + 3] as number]
      const by = OVER / (share[n] as number)
      for (let c = 0; c < 3; c++) {
        const sum =
          (values[west + c] as number) +
          (values[east + c] as number) +
          (values[north + c] as number) +
          (values[south + c] as number) +
          (wanted[3 * n + c] as number)
        const own = values[3 * n + c] as number
        const step = by * sum - OVER * own
        values[3 * n + c] = own + step
        change += Math.abs(step)
      }
    }
    if (change < STILL * values.length) return
  }
}
