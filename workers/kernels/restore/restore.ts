import { findNoise, type Rows, readRows } from '#kernels/grade/noise.ts'
import { gaussianBlur, guidedSmooth } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import { blockStep } from './blocks.ts'
import { denoisePlane } from './denoise.ts'

/** How a picture is cleaned; each 0..1. */
export interface RestoreSettings {
  /** How much of the noise goes. */
  strength: number
  /** How much of a JPEG's blocks goes. */
  deblock: number
  sharpen: number
}

/** What was found in a picture, in 8-bit steps. */
interface Flaws {
  luma: number
  colour: number
  /** See blockStep. */
  blocks: number
}

/** Rows that are worked on at a time, and rows around them that are looked at. */
const [STRIP, REACH] = [256, 24]
/** Noise below this is not seen, 8-bit. */
const LEAST_NOISE = 0.8
/** Quantisation error of a JPEG, in relation to the step at the borders of its blocks. */
const ERROR_OF_STEP = 2.2
/** Part of a detail's size by which sharpening may go beyond the brightest and darkest neighbour. */
const OVERSHOOT = 0.08

/** Sharpens brightness in place; nothing gets much brighter or darker than what is beside it, so no rims appear. */
function sharpen(rows: Rows, amount: number, noise: number): void {
  const { width, height, y } = rows
  const blurred = y.slice()
  gaussianBlur(blurred, width, height, 1.3, new Float32Array(y.length))
  const source = y.slice()
  for (let row = 0; row < height; row++) {
    const up = Math.max(0, row - 1) * width
    const down = Math.min(height - 1, row + 1) * width
    for (let x = 0; x < width; x++) {
      const i = row * width + x
      const [left, right] = [x > 0 ? x - 1 : x, x < width - 1 ? x + 1 : x]
      let [low, high] = [source[i]!, source[i]!]
      for (const line of [up, row * width, down]) {
        for (const column of [left, x, right]) {
          const value = source[line + column]!
          if (value < low) low = value
          if (value > high) high = value
        }
      }
      const detail = source[i]! - blurred[i]!
      const size = Math.abs(detail)
      const kept = size * (size / (size + noise + 0.5))
      const room = OVERSHOOT * (high - low)
      const made = source[i]! + amount * (detail < 0 ? -kept : kept)
      y[i] = Math.min(high + room, Math.max(low - room, made))
    }
  }
}

/** Blocks are nearer to each other where there is time for it. */
function stepFor({ width, height }: Raster): number {
  const pixels = width * height
  return pixels < 3e6 ? 2 : pixels < 12e6 ? 3 : 5
}

function write(picture: Raster, rows: Rows, skip: number, from: number, to: number): void {
  const { width, data } = picture
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      const i = (skip + y - from) * width + x
      const p = 4 * (y * width + x)
      const [light, cr, cb] = [rows.y[i]!, rows.cr[i]!, rows.cb[i]!]
      data[p] = light + cr
      data[p + 1] = light - (0.2126 * cr + 0.0722 * cb) / 0.7152
      data[p + 2] = light + cb
    }
  }
}

/** One Chinese line about what was found and done. */
function describe(flaws: Flaws, { strength, deblock, sharpen: sharp }: RestoreSettings): string {
  const found = [
    ...(flaws.luma > LEAST_NOISE && strength > 0 ? ['噪点'] : []),
    ...(flaws.blocks > 0 && deblock > 0 ? ['压缩块'] : []),
  ]
  if (found.length > 0) return `已清理${found.join('与')}${sharp > 0 ? '，并锐化' : ''}`
  return sharp > 0 ? '没有发现明显的噪点与压缩块，只做了锐化' : '没有发现明显的噪点与压缩块，画面基本不变'
}

/**
 * Cleans a picture without making anything up: noise and a JPEG's blocks are measured and taken out by their own
 * measure, then brightness is sharpened. A clean picture stays as it is but for the sharpening.
 * @param report called with 0..1
 * @returns a new picture of the same size, alpha kept, and one Chinese line about what was found
 */
export function restore(
  picture: Raster,
  settings: RestoreSettings,
  report: (done: number) => void = () => undefined,
): { picture: Raster; note: string } {
  const { width, height } = picture
  const flaws: Flaws = { ...findNoise(picture), blocks: blockStep(picture) }
  const out: Raster = { width, height, data: picture.data.slice() }
  const grain = flaws.luma > LEAST_NOISE ? 1.4 * settings.strength * flaws.luma : 0
  const quantised = ERROR_OF_STEP * settings.deblock * flaws.blocks
  const luma = Math.hypot(grain, quantised)
  const colour = Math.hypot(
    flaws.colour > LEAST_NOISE ? 3 * settings.strength * flaws.colour : 0,
    2 * quantised,
  )
  const step = stepFor(picture)
  // A JPEG's colour comes in blocks of 16 px.
  const reach = quantised > 0 ? 10 : 4
  for (let from = 0; from < height; from += STRIP) {
    const to = Math.min(height, from + STRIP)
    const top = Math.max(0, from - REACH)
    const read = readRows(picture, top, Math.min(height, to + REACH))
    const rows: Rows = { ...read, y: denoisePlane(read.y, width, read.height, luma, step) }
    if (colour > 1) {
      guidedSmooth(rows.cr, width, rows.height, reach, colour)
      guidedSmooth(rows.cb, width, rows.height, reach, colour)
    }
    if (settings.sharpen > 0) sharpen(rows, 1.6 * settings.sharpen, flaws.luma * (1 - settings.strength))
    write(out, rows, from - top, from, to)
    report(to / height)
  }
  return { picture: out, note: describe(flaws, settings) }
}
