import { type Matrix3, multiply } from '#kernels/lines/homography.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Corners, planeOf } from './plane.ts'
import { type Footprint, linearOf, type Pyramid, sampleTile, srgbOf } from './pyramid.ts'
import { type Shading, shadingOf } from './shading.ts'

/** A photograph made ready for any number of materials. */
export interface Surface {
  readonly photo: Raster
  /** 0..255 a pixel: how much of it is the surface. */
  readonly mask: Uint8Array
  readonly shading: Shading
}

/** How a material lies on the surface. */
export interface Laying {
  /** A rectangle of the surface's plane in the picture, px. */
  readonly corners: Corners
  /** The rectangle's size, mm. */
  readonly widthMm: number
  readonly heightMm: number
  /** What the tile's width stands for, mm; its height follows from its shape. */
  readonly tileMm: number
  /** Larger or smaller than it is, 1 is true to size. */
  readonly scale: number
  /** Turned on the plane, degrees clockwise. */
  readonly turn: number
  /** How much of the photograph's light is kept, 0..1. */
  readonly keepLight: number
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

/** From a point of the picture to the tile, in repeats. */
function tileMatrix(laying: Laying, pyramid: Pyramid): Matrix3 {
  const { corners, widthMm, heightMm, tileMm, scale, turn } = laying
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
    (cx - cos * cx + sin * cy) / wide,
    sin / high,
    cos / high,
    (cy - sin * cx - cos * cy) / high,
    0,
    0,
    1,
  ]
  return multiply(turned, planeOf(corners, widthMm, heightMm))
}

/** Gains of the last strength of light: they stay the same while a material is moved about. */
const known = new WeakMap<Shading, { keepLight: number; gains: Float32Array }>()

function gainsOf(shading: Shading, mask: Uint8Array, keepLight: number): Float32Array {
  const last = known.get(shading)
  if (last?.keepLight === keepLight) return last.gains
  const level = shading.level ** keepLight
  const gains = last?.gains ?? new Float32Array(shading.log.length)
  for (let i = 0; i < gains.length; i++)
    if (mask[(i / 3) | 0]! > 0) gains[i] = Math.exp(keepLight * shading.log[i]!) * level
  known.set(shading, { keepLight, gains })
  return gains
}

/** Linear light above which a photograph's highlights roll off instead of clipping. */
const KNEE = 0.62

function shoulder(light: number): number {
  return light <= KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp(-(light - KNEE) / (1 - KNEE)))
}

/**
 * Lays a material over a surface: in its perspective, without aliasing, in the photograph's light.
 * @returns the picture with alpha as it was; beyond the plane's horizon the photograph stays
 * @throws RangeError when the corners are not the picture of a rectangle
 */
export function layMaterial({ photo, mask, shading }: Surface, pyramid: Pyramid, laying: Laying): Raster {
  const { width, height } = photo
  const m = tileMatrix(laying, pyramid)
  const data = new Uint8ClampedArray(photo.data)
  const gains = gainsOf(shading, mask, laying.keepLight)
  const rgb = new Float64Array(3)
  const foot: Footprint = { ux: 0, vx: 0, uy: 0, vy: 0 }
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const cover = mask[i]! / 255
      if (cover === 0) continue
      const px = x + 0.5
      const py = y + 0.5
      const w = m[6] * px + m[7] * py + m[8]
      if (w <= 0) continue
      const u = (m[0] * px + m[1] * py + m[2]) / w
      const v = (m[3] * px + m[4] * py + m[5]) / w
      foot.ux = (m[0] - u * m[6]) / w
      foot.vx = (m[3] - v * m[6]) / w
      foot.uy = (m[1] - u * m[7]) / w
      foot.vy = (m[4] - v * m[7]) / w
      sampleTile(pyramid, u, v, foot, rgb)
      for (let c = 0; c < 3; c++) {
        const fresh = shoulder(rgb[c]! * gains[3 * i + c]!)
        // Mixed in linear light: a soft border then neither darkens nor glows.
        const old = linearOf(photo.data[4 * i + c]!)
        data[4 * i + c] = srgbOf(old + (fresh - old) * cover)
      }
    }
  return { width, height, data }
}
