import { CHANNELS, type Level } from './level.ts'
import type { Matches } from './match.ts'

/** How strongly a pixel keeps the colour that was copied: a difference at the border fades within 1/√HOLD px. */
const HOLD = 0.002

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
 * @param rounds sweeps over the hole
 */
export function blendSeams(level: Level, matches: Matches, places: Int32Array, rounds: number): void {
  const { width, height, data, hole } = level
  const pixels = level.targets.filter((pixel) => hole[pixel])
  const source = (pixel: number) => matches.at[places[pixel] as number] as number
  // What the differences to the neighbours should add up to, and the neighbours that are there.
  const wanted = new Float32Array(pixels.length * 3)
  const beside = new Int32Array(pixels.length * 4).fill(-1)
  for (let n = 0; n < pixels.length; n++) {
    const pixel = pixels[n] as number
    const own = source(pixel)
    const x = pixel % width
    const y = (pixel - x) / width
    for (let side = 0; side < 4; side++) {
      const [dx, dy] = SIDES[side] as readonly [number, number]
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      const step = dy * width + dx
      const other = pixel + step
      beside[4 * n + side] = other
      const theirs = places[other] as number
      const from = hole[other] && theirs >= 0 ? (matches.at[theirs] as number) : -1
      for (let c = 0; c < 3; c++) {
        let difference = at(data, own, c) - at(data, own + step, c)
        if (from >= 0) difference = (difference + at(data, from - step, c) - at(data, from, c)) / 2
        wanted[3 * n + c] = (wanted[3 * n + c] as number) + difference
      }
    }
  }
  relax(data, pixels, wanted, beside, rounds)
}

const at = (data: Float32Array, pixel: number, channel: number) => data[pixel * CHANNELS + channel] as number

function relax(
  data: Float32Array,
  pixels: Int32Array,
  wanted: Float32Array,
  beside: Int32Array,
  rounds: number,
): void {
  const over = 1.9
  // What keeps each colour, and what it is divided by in the end.
  const held = new Float64Array(pixels.length * 3)
  const share = new Float64Array(pixels.length)
  for (let n = 0; n < pixels.length; n++) {
    for (let c = 0; c < 3; c++) held[3 * n + c] = HOLD * at(data, pixels[n] as number, c)
    let count = 0
    for (let side = 4 * n; side < 4 * n + 4; side++) if ((beside[side] as number) >= 0) count++
    share[n] = count + HOLD
  }
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < pixels.length; n++) {
      let r = 0
      let g = 0
      let b = 0
      for (let side = 4 * n; side < 4 * n + 4; side++) {
        const from = (beside[side] as number) * CHANNELS
        if (from < 0) continue
        r += data[from] as number
        g += data[from + 1] as number
        b += data[from + 2] as number
      }
      const t = (pixels[n] as number) * CHANNELS
      const w = 3 * n
      const by = share[n] as number
      const [red, green, blue] = [data[t] as number, data[t + 1] as number, data[t + 2] as number]
      data[t] = red + over * ((r + (wanted[w] as number) + (held[w] as number)) / by - red)
      data[t + 1] = green + over * ((g + (wanted[w + 1] as number) + (held[w + 1] as number)) / by - green)
      data[t + 2] = blue + over * ((b + (wanted[w + 2] as number) + (held[w + 2] as number)) / by - blue)
    }
  }
}
