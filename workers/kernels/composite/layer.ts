import type { Placing } from '#contracts/scenes.ts'
import { resample } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Box, rectOf, type Size } from './placing.ts'

/** A picture with straight alpha that lies somewhere in a frame; it may stick out. */
export interface Layer extends Raster {
  left: number
  top: number
}

/**
 * Share of the bytes that premultiplied pixels use: sharp filters swing over an edge, and what is cut off of alpha but
 * not of colours would be a bright rim.
 */
const HEADROOM = 0.85

/** Premultiplied copy of a part of a picture, with headroom; left and right exchanged where asked. */
function cropPremultiplied(cut: Raster, box: Box, flip: boolean): Uint8ClampedArray {
  const out = new Uint8ClampedArray(4 * box.width * box.height)
  for (let y = 0, to = 0; y < box.height; y++) {
    const row = (box.top + y) * cut.width
    for (let x = 0; x < box.width; x++, to += 4) {
      const at = 4 * (row + box.left + (flip ? box.width - 1 - x : x))
      const alpha = HEADROOM * cut.data[at + 3]!
      if (alpha === 0) continue
      for (let c = 0; c < 3; c++) out[to + c] = (cut.data[at + c]! * alpha) / 255
      out[to + 3] = alpha
    }
  }
  return out
}

/** Premultiplied pixels with headroom become straight ones, in place. */
function unpremultiply(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!
    const factor = alpha ? 255 / alpha : 0
    // A colour above its alpha is what the filter swung over: it would become a speck.
    for (let c = 0; c < 3; c++) data[at + c] = Math.min(data[at + c]!, alpha) * factor
    data[at + 3] = alpha / HEADROOM
  }
}

/** Catmull-Rom weights of the four neighbours of a place between the second and the third. */
function cubicWeights(t: number, into: Float64Array): void {
  into[0] = ((-0.5 * t + 1) * t - 0.5) * t
  into[1] = (1.5 * t - 2.5) * t * t + 1
  into[2] = ((-1.5 * t + 2) * t + 0.5) * t
  into[3] = (0.5 * t - 0.5) * t * t
}

/** Turns premultiplied pixels about their middle; what lies outside is transparent. */
function turnPixels(source: Raster, degrees: number): Raster {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // Two pixels more than the corners reach, and the same parity as before, so that the middle stays.
  const reach = (long: number, across: number) => Math.ceil(Math.abs(long) + Math.abs(across)) + 2
  const width = reach(source.width * cos, source.height * sin)
  const height = reach(source.width * sin, source.height * cos)
  const data = new Uint8ClampedArray(4 * width * height)
  const wx = new Float64Array(4)
  const wy = new Float64Array(4)
  for (let y = 0, to = 0; y < height; y++) {
    const dy = y + 0.5 - height / 2
    for (let x = 0; x < width; x++, to += 4) {
      const dx = x + 0.5 - width / 2
      const u = cos * dx + sin * dy + source.width / 2 - 0.5
      const v = -sin * dx + cos * dy + source.height / 2 - 0.5
      if (u < -1 || v < -1 || u > source.width || v > source.height) continue
      const left = Math.floor(u)
      const top = Math.floor(v)
      cubicWeights(u - left, wx)
      cubicWeights(v - top, wy)
      let r = 0
      let g = 0
      let b = 0
      let a = 0
      for (let j = 0; j < 4; j++) {
        const row = top - 1 + j
        if (row < 0 || row >= source.height) continue
        for (let i = 0; i < 4; i++) {
          const column = left - 1 + i
          if (column < 0 || column >= source.width) continue
          const weight = wy[j]! * wx[i]!
          const at = 4 * (row * source.width + column)
          r += weight * source.data[at]!
          g += weight * source.data[at + 1]!
          b += weight * source.data[at + 2]!
          a += weight * source.data[at + 3]!
        }
      }
      data[to] = r
      data[to + 1] = g
      data[to + 2] = b
      data[to + 3] = a
    }
  }
  return { width, height, data }
}

function cropStraight(cut: Raster, { left, top, width, height }: Box): Uint8ClampedArray {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    const from = 4 * ((top + y) * cut.width + left)
    data.set(cut.data.subarray(from, from + 4 * width), 4 * width * y)
  }
  return data
}

/**
 * Lays a cut-out out in a frame: flipped, scaled, turned about its middle. One that is neither comes as it is, pixel
 * by pixel.
 * @param cut cut-out with straight alpha
 * @param box bounds of what is in it
 */
export function layOut(cut: Raster, box: Box, placing: Placing, frame: Size): Layer {
  const rect = rectOf(placing, box, frame)
  const width = Math.max(1, Math.round(rect.width))
  const height = Math.max(1, Math.round(rect.height))
  const isWhole = width === box.width && height === box.height
  const left = rect.left + (rect.width - width) / 2
  const top = rect.top + rect.height - height
  if (isWhole && !placing.flip && placing.turn === 0)
    return { left: Math.round(left), top: Math.round(top), width, height, data: cropStraight(cut, box) }
  const crop = cropPremultiplied(cut, box, placing.flip)
  const pixels = isWhole
    ? crop
    : new Uint8ClampedArray(
        resample({ width: box.width, height: box.height, channels: 4, data: crop }, width, height, 'cubic')
          .buffer,
      )
  const turned =
    placing.turn === 0
      ? { width, height, data: pixels }
      : turnPixels({ width, height, data: pixels }, placing.turn)
  unpremultiply(turned.data)
  return {
    ...turned,
    left: Math.round(left - (turned.width - width) / 2),
    top: Math.round(top - (turned.height - height) / 2),
  }
}
