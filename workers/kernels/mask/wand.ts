import type { Raster } from '#kernels/raster.ts'

/** What a wand takes. */
export interface WandSettings {
  /** Most that any of red, green and blue may differ from the place that was touched, 0..255. */
  tolerance: number
  /** Only what hangs together with that place; else the colour anywhere in the picture. */
  contiguous: boolean
}

/** Part of the tolerance by which the colours of the edge may go beyond it, so that it is smooth. */
const SOFT = 0.35

/** Mean colour around a place, so that a single grain does not decide. */
function colourAt({ width, height, data }: Raster, x: number, y: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let py = Math.max(0, y - 1); py <= Math.min(height - 1, y + 1); py++) {
    for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px++) {
      const i = 4 * (py * width + px)
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] as number) + (data[i + c] as number)
      count++
    }
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

/** Each pixel's greatest difference from a colour, 0..255. */
function differences({ data }: Raster, [r, g, b]: readonly [number, number, number]): Uint8Array {
  const out = new Uint8Array(data.length / 4)
  for (let i = 0, p = 0; i < out.length; i++, p += 4) {
    const dr = Math.abs((data[p] as number) - r)
    const dg = Math.abs((data[p + 1] as number) - g)
    const db = Math.abs((data[p + 2] as number) - b)
    out[i] = Math.max(dr, dg, db)
  }
  return out
}

/** 255 on what can be reached from a place without leaving the tolerance; spans of rows at a time. */
function flood(away: Uint8Array, width: number, start: number, tolerance: number): Uint8Array {
  const mask = new Uint8Array(away.length)
  const stack = [start]
  mask[start] = 255
  const isOpen = (i: number) => mask[i] === 0 && (away[i] as number) <= tolerance
  for (let seed = stack.pop(); seed !== undefined; seed = stack.pop()) {
    const rowStart = seed - (seed % width)
    let from = seed
    while (from > rowStart && isOpen(from - 1)) mask[--from] = 255
    let to = seed
    while (to + 1 < rowStart + width && isOpen(to + 1)) mask[++to] = 255
    for (const above of [-width, width]) {
      if (rowStart + above < 0 || rowStart + above >= away.length) continue
      for (let i = from + above; i <= to + above; i++) {
        if (!isOpen(i)) continue
        mask[i] = 255
        stack.push(i)
        // The rest of this run is found from here.
        while (i < to + above && (away[i + 1] as number) <= tolerance) i++
      }
    }
  }
  return mask
}

/** Pixels that touch the mask get a part of it by how far their colour is beyond the tolerance. */
function softenEdge(mask: Uint8Array, away: Uint8Array, width: number, tolerance: number): void {
  const room = Math.max(2, SOFT * tolerance)
  const isInside = (i: number) => mask[i] === 255
  for (let i = 0; i < mask.length; i++) {
    const beyond = (away[i] as number) - tolerance
    if (beyond <= 0 || beyond >= room || mask[i] !== 0) continue
    const x = i % width
    const touches =
      (x > 0 && isInside(i - 1)) ||
      (x + 1 < width && isInside(i + 1)) ||
      (i >= width && isInside(i - width)) ||
      (i + width < mask.length && isInside(i + width))
    if (touches) mask[i] = Math.min(254, Math.round(255 * (1 - beyond / room)))
  }
}

/**
 * Selects what has the colour of a place.
 * @param at the place, px; inside the picture
 * @returns width·height values, 255 selected, with a smooth edge
 */
export function selectColour(
  picture: Raster,
  at: { x: number; y: number },
  { tolerance, contiguous }: WandSettings,
): Uint8Array {
  const x = Math.min(picture.width - 1, Math.max(0, Math.floor(at.x)))
  const y = Math.min(picture.height - 1, Math.max(0, Math.floor(at.y)))
  const away = differences(picture, colourAt(picture, x, y))
  const mask = contiguous
    ? flood(away, picture.width, y * picture.width + x, tolerance)
    : away.map((difference) => (difference <= tolerance ? 255 : 0))
  softenEdge(mask, away, picture.width, tolerance)
  return mask
}
