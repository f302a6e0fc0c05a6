import type { Raster } from '../raster.ts'
import { measureMask } from './isnet.ts'

/** A rectangle of whole px within a picture. */
export interface Region {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/** The sides of a rectangle, px; right and bottom are the first px outside. */
export interface Sides {
  left: number
  top: number
  right: number
  bottom: number
}

/** A place in a picture, px. */
export interface Place {
  x: number
  y: number
}

/** The sides of what a mask shows. */
export function boxOf(mask: Uint8Array, size: Size): Sides {
  const { left, top, width, height } = measureMask(mask, size.width, size.height)
  return { left, top, right: left + width, bottom: top + height }
}

/**
 * A rectangle on whole px, widened by a part of its longer side and kept within the picture; one px at least.
 * @param margin 0..1
 */
export function regionAround(box: Sides, { width, height }: Size, margin: number): Region {
  const more = margin * Math.max(box.right - box.left, box.bottom - box.top)
  const start = (value: number, most: number) => Math.min(most - 1, Math.max(0, Math.floor(value - more)))
  const left = start(box.left, width)
  const top = start(box.top, height)
  return {
    left,
    top,
    width: Math.max(1, Math.min(width, Math.ceil(box.right + more)) - left),
    height: Math.max(1, Math.min(height, Math.ceil(box.bottom + more)) - top),
  }
}

/** A part of a picture, as a picture of its own. */
export function cropPicture(picture: Raster, { left, top, width, height }: Region): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    const from = 4 * ((top + y) * picture.width + left)
    data.set(picture.data.subarray(from, from + 4 * width), 4 * width * y)
  }
  return { width, height, data }
}

/** A part of a picture's mask. */
export function cropMask(mask: Uint8Array, of: Size, { left, top, width, height }: Region): Uint8Array {
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * of.width + left
    out.set(mask.subarray(from, from + width), width * y)
  }
  return out
}

/** A mask of a whole picture that shows what a mask of a part of it shows: each px becomes the larger of both. */
export function pasteMask(into: Uint8Array, of: Size, mask: Uint8Array, region: Region): void {
  for (let y = 0; y < region.height; y++) {
    const to = (region.top + y) * of.width + region.left
    for (let x = 0; x < region.width; x++) {
      const value = mask[y * region.width + x] as number
      if (value > (into[to + x] as number)) into[to + x] = value
    }
  }
}

/** Clears a mask outside a rectangle, in place. */
export function clearOutside(mask: Uint8Array, { width, height }: Size, box: Sides): void {
  const left = Math.min(width, Math.max(0, Math.round(box.left)))
  const right = Math.min(width, Math.max(left, Math.round(box.right)))
  for (let y = 0; y < height; y++) {
    const row = y * width
    const isInside = y >= Math.round(box.top) && y < Math.round(box.bottom)
    if (isInside) {
      mask.fill(0, row, row + left)
      mask.fill(0, row + right, row + width)
    } else mask.fill(0, row, row + width)
  }
}
