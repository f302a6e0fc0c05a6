import { resample } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { dither, toCode } from './linear.ts'
import type { Size } from './placing.ts'

/** Where the wall of a studio turns into its floor, share of the height, and how softly. */
const FLOOR = { at: 0.68, soft: 0.16 }

function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** A ground of one colour. */
export function plainGround(colour: string, { width, height }: Size): Raster {
  const [r, g, b] = rgbOf(colour)
  const data = new Uint8ClampedArray(4 * width * height)
  for (let at = 0; at < data.length; at += 4) {
    data[at] = r
    data[at + 1] = g
    data[at + 2] = b
    data[at + 3] = 255
  }
  return { width, height, data }
}

/** A studio's ground of one colour: a lit wall that bends into the floor, darker towards the corners. */
export function studioGround(colour: string, { width, height }: Size): Raster {
  const light = rgbOf(colour).map((code) => LINEAR_OF_BYTE[code]!)
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const v = (y + 0.5) / height
    const bend = 1 / (1 + Math.exp(-(v - FLOOR.at) / (FLOOR.soft / 4)))
    const floor = 0.9 + (0.12 * Math.max(0, v - FLOOR.at)) / (1 - FLOOR.at)
    for (let x = 0; x < width; x++, at += 4) {
      const dx = ((x + 0.5) / width - 0.5) * 1.15
      const dy = v - 0.46
      const glow = 1.08 - 0.62 * Math.min(0.5, dx * dx + dy * dy)
      const shade = glow * (1 + (floor - 1) * bend)
      const noise = dither(x, y)
      for (let c = 0; c < 3; c++) data[at + c] = toCode(light[c]! * shade) + noise
      data[at + 3] = 255
    }
  }
  return { width, height, data }
}

/** A picture scaled to fill a frame; what sticks out on two sides is cut off alike. */
export function coverGround(picture: Raster, { width, height }: Size): Raster {
  if (picture.width === width && picture.height === height)
    return { width, height, data: picture.data.slice() }
  const scale = Math.max(width / picture.width, height / picture.height)
  const box = {
    width: Math.max(1, Math.min(picture.width, Math.round(width / scale))),
    height: Math.max(1, Math.min(picture.height, Math.round(height / scale))),
  }
  const left = (picture.width - box.width) >> 1
  const top = (picture.height - box.height) >> 1
  const crop = new Uint8ClampedArray(4 * box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = 4 * ((top + y) * picture.width + left)
    crop.set(picture.data.subarray(from, from + 4 * box.width), 4 * box.width * y)
  }
  const scaled = resample({ ...box, channels: 4, data: crop }, width, height, 'cubic')
  return { width, height, data: new Uint8ClampedArray(scaled.buffer) }
}

/** Lays what is transparent in a ground on white. */
export function solidGround(picture: Raster): Raster {
  const { data } = picture
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!
    if (alpha === 255) continue
    for (let c = 0; c < 3; c++) data[at + c] = (data[at + c]! * alpha + 255 * (255 - alpha)) / 255
    data[at + 3] = 255
  }
  return picture
}
