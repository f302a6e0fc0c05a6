import { type Matrix3, multiply } from '#kernels/lines/homography.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { Gains } from './gains.ts'
import { type Corners, type Point, planeOf } from './plane.ts'
import type { Pyramid } from './pyramid.ts'
import { type Shading, shadingOf } from './shading.ts'
import { newSpan, SPAN, type Span, sampleSpan } from './span.ts'
import { mixedSrgb, shownSrgb } from './tone.ts'

/** A photograph made ready for any number of materials. */
export interface Surface {
  readonly photo: Raster
  /** 0..255 a pixel: how much of it is the surface. */
  readonly mask: Uint8Array
  readonly shading: Shading
}

/** A plane that the surface, or a part of it, lies on. */
export interface Place {
  /** A rectangle of the plane in the picture, px. */
  readonly corners: Corners
  /** The rectangle's size, mm. */
  readonly widthMm: number
  readonly heightMm: number
  /** Where the pattern begins: its origin from the rectangle's upper left corner, mm; that corner when left out. */
  readonly origin?: Point
  /** 0..255 a pixel: the part of the surface; all of it when left out. */
  readonly mask?: Uint8Array
}

/** How a material lies on the surface. */
export interface Laying {
  /** The planes of the surface, one at least; their parts do not overlap. */
  readonly places: readonly Place[]
  /** What the tile's width stands for, mm; its height follows from its shape. */
  readonly tileMm: number
  /** Larger or smaller than it is, 1 is true to size. */
  readonly scale: number
  /** Turned on the plane, degrees clockwise. */
  readonly turn: number
  /** How much of the photograph's light is kept, 0..1. */
  readonly keepLight: number
  /** True while something moves: quicker, and less sharp where the surface is seen at a slant. */
  readonly quick?: boolean
}

/**
 * Reads the light off a photograph's surface, once for all materials that are tried on it.
 * @param mask 0..255 a pixel, as large as the photograph
 * @throws RangeError for a mask of another size
 */
export function prepareSurface(photo: Raster, mask: Uint8Array): Surface {
  if (mask.length !== photo.width * photo.height) throw new RangeError('the mask has another size')
  return { photo, mask, shading: shadingOf(photo, mask) }
}

/** Most probes of a pixel; the same when it has to be quick. */
const PROBES = { best: 8, quick: 4 }
/** Rows between two reports. */
const ROWS = 64

/** From a point of the picture to the tile, in repeats. */
function tileMatrix(place: Place, { tileMm, scale, turn }: Laying, pyramid: Pyramid): Matrix3 {
  const { corners, widthMm, heightMm, origin = { x: 0, y: 0 } } = place
  const tile = pyramid.levels[0]!
  const wide = tileMm * scale
  const high = (wide * tile.height) / tile.width
  const angle = (-turn * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // Turned about the rectangle's middle, so that a turn does not carry the pattern away.
  const cx = widthMm / 2
  const cy = heightMm / 2
  const turned: Matrix3 = [
    cos / wide,
    -sin / wide,
    (cx - origin.x - cos * cx + sin * cy) / wide,
    sin / high,
    cos / high,
    (cy - origin.y - sin * cx - cos * cy) / high,
    0,
    0,
    1,
  ]
  return multiply(turned, planeOf(corners, widthMm, heightMm))
}

/** A material on its way onto a plane of a picture. */
interface Work {
  surface: Surface
  /** 0..255 a pixel: what lies on the plane. */
  mask: Uint8Array
  pyramid: Pyramid
  /** From a point of the picture to the tile, in repeats. */
  matrix: Matrix3
  span: Span
  data: Uint8ClampedArray
}

/** Paints the pixels from column `x` of row `y` on with the span's colours in the photograph's light. */
function paint(
  { surface: { photo }, mask, data, span: { count, rgb } }: Work,
  gains: Float32Array,
  x: number,
  y: number,
): void {
  const first = y * photo.width + x
  for (let k = 0; k < count; k++) {
    const i = first + k
    const cover = mask[i]!
    for (let c = 0; c < 3; c++) {
      const light = rgb[3 * k + c]! * gains[3 * (x + k) + c]!
      // Mixed in linear light: a soft border then neither darkens nor glows.
      data[4 * i + c] =
        cover === 255
          ? shownSrgb(light)
          : mixedSrgb(light, LINEAR_OF_BYTE[photo.data[4 * i + c]!]!, cover / 255)
    }
  }
}

/** Lays one row, by spans of pixels that are covered and in front of the horizon. */
function layRow(work: Work, y: number, gains: Float32Array): void {
  const { surface, mask, pyramid, matrix, span } = work
  const { u: us, v: vs } = span
  const { width } = surface.photo
  const py = y + 0.5
  const u0 = matrix[1] * py + matrix[2]
  const v0 = matrix[4] * py + matrix[5]
  const w0 = matrix[7] * py + matrix[8]
  const ux = matrix[0]
  const vx = matrix[3]
  const wx = matrix[6]
  const first = y * width
  for (let x = 0; x < width; ) {
    let n = 0
    for (; n < SPAN && x + n < width && mask[first + x + n]! > 0; n++) {
      const px = x + n + 0.5
      const w = wx * px + w0
      if (w <= 0) break
      us[n] = (ux * px + u0) / w
      vs[n] = (vx * px + v0) / w
    }
    if (n > 0) {
      span.count = n
      const k = n >> 1
      const u = us[k]!
      const v = vs[k]!
      const w = wx * (x + k + 0.5) + w0
      const right = { u: (ux - u * wx) / w, v: (vx - v * wx) / w }
      const down = { u: (matrix[1] - u * matrix[7]) / w, v: (matrix[4] - v * matrix[7]) / w }
      sampleSpan(pyramid, span, right, down)
      paint(work, gains, x, y)
    }
    // What ended a short span is not covered or lies beyond the horizon.
    x += n < SPAN ? n + 1 : n
  }
}

/**
 * Lays a material over a surface: in its perspective, without aliasing, in the photograph's light.
 * @param report called with 0..1
 * @returns the picture with alpha as it was; beyond a plane's horizon the photograph stays
 * @throws RangeError when the corners are not the picture of a rectangle
 */
export function layMaterial(
  surface: Surface,
  pyramid: Pyramid,
  laying: Laying,
  report: (done: number) => void = () => {},
): Raster {
  const { width, height, data: source } = surface.photo
  const light = new Gains(surface.shading, width, height, laying.keepLight)
  const span = newSpan(laying.quick ? PROBES.quick : PROBES.best)
  const data = new Uint8ClampedArray(source)
  const works = laying.places.map((place): Work => {
    const matrix = tileMatrix(place, laying, pyramid)
    return { surface, mask: place.mask ?? surface.mask, pyramid, matrix, span, data }
  })
  for (let y = 0; y < height; y++) {
    if (y % ROWS === 0) report(y / height)
    const gains = light.row(y)
    for (const work of works) layRow(work, y, gains)
  }
  return { width, height, data }
}
