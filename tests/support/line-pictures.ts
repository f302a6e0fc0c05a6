import type { Raster } from '#kernels/raster.ts'

/** sRGB, 0..255. */
export type Colour = readonly [number, number, number]

/** Opaque picture from a colour at each pixel centre, in unit coordinates 0..1. */
export function picture(width: number, height: number, paint: (x: number, y: number) => Colour): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // 4×4 samples a pixel, so that edges are anti-aliased as a renderer's are.
      const sum = [0, 0, 0]
      for (let s = 0; s < 16; s++) {
        const colour = paint((x + ((s & 3) + 0.5) / 4) / width, (y + ((s >> 2) + 0.5) / 4) / height)
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + colour[c]! / 16
      }
      data.set([...sum, 255], (y * width + x) * 4)
    }
  }
  return { width, height, data }
}

/** Repeatable random numbers 0..1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Adds Gaussian noise of the given sigma to all three channels alike-distributed, in place. */
export function addNoise(image: Raster, sigma: number, seed: number): Raster {
  const next = random(seed)
  for (let i = 0; i < image.data.length; i++) {
    if (i % 4 === 3) continue
    const gauss = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    image.data[i] = image.data[i]! + sigma * gauss
  }
  return image
}

/** A grey of 0..255. */
export const grey = (v: number): Colour => [v, v, v]

/** A small facade: sky, wall, windows with frames, a door, ground. */
export function facade(x: number, y: number): Colour {
  if (y > 0.82) return [150, 140, 125]
  if (x < 0.1 || x > 0.9 || y < 0.15) return [205, 222, 240]
  const wx = ((x - 0.1) / 0.8) * 4
  const wy = ((y - 0.15) / 0.67) * 3
  const fx = wx - Math.floor(wx)
  const fy = wy - Math.floor(wy)
  if (fx > 0.25 && fx < 0.75 && fy > 0.25 && fy < 0.75) return [52, 66, 84]
  return [214, 196, 170]
}

/** A curtain wall: many panes between bars, long lines all over. */
export function curtainWall(x: number, y: number): Colour {
  if (y > 0.95 || y < 0.05 || x < 0.05 || x > 0.95) return [206, 214, 224]
  const across = (((x - 0.05) / 0.9) * 9) % 1
  const up = (((y - 0.05) / 0.9) * 7) % 1
  if (across < 0.14 || up < 0.12) return [222, 220, 214]
  return [70, 92, 112]
}

/** Overlapping leaves of many greens: a texture without a straight line. */
export function foliage(size: number): Raster {
  const next = random(5)
  const image = picture(size, size, () => [60, 90, 45])
  for (let n = 0; n < 900; n++) {
    const cx = next() * size
    const cy = next() * size
    const r = (0.008 + 0.02 * next()) * size
    const colour = [40 + 90 * next(), 70 + 110 * next(), 30 + 50 * next()]
    for (let y = Math.max(0, Math.floor(cy - r)); y < Math.min(size, cy + r); y++) {
      for (let x = Math.max(0, Math.floor(cx - r)); x < Math.min(size, cx + r); x++) {
        if (Math.hypot(x - cx, (y - cy) * 1.7) < r) image.data.set(colour, (y * size + x) * 4)
      }
    }
  }
  return image
}
