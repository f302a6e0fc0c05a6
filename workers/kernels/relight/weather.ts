import type { Raster } from '#kernels/raster.ts'
import { hash } from './noise.ts'

/** Adds light to a pixel, as much as the mask allows there. */
function brighten(picture: Raster, mask: Uint8Array | null, x: number, y: number, amount: number): void {
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return
  const i = y * picture.width + x
  const share = amount * (mask ? (mask[i] as number) / 255 : 1)
  for (let c = 0; c < 3; c++) {
    const now = picture.data[4 * i + c] as number
    picture.data[4 * i + c] = now + (232 - now) * share
  }
}

/** Streaks of rain in three depths, slanted a little; far ones are short, thin and many. */
export function addRain(picture: Raster, mask: Uint8Array | null, strength: number): void {
  const { width, height } = picture
  const unit = Math.max(width, height) / 1024
  for (const [depth, count, length, light] of [
    [0, 1500, 14, 0.1],
    [1, 700, 28, 0.13],
    [2, 160, 60, 0.16],
  ] as const) {
    for (let n = 0; n < count; n++) {
      const x0 = hash(n, depth, 1) * width * 1.1
      const y0 = hash(n, depth, 2) * height * 1.2 - 0.1 * height
      const long = length * unit * (0.6 + 0.8 * hash(n, depth, 3))
      const strong = strength * light * (0.5 + hash(n, depth, 4))
      const thick = Math.max(1, Math.round((depth === 2 ? 1.6 : 1) * unit))
      for (let t = 0; t < long; t++) {
        const fade = Math.sin((Math.PI * t) / long)
        const x = Math.round(x0 - 0.16 * t)
        for (let w = 0; w < thick; w++) brighten(picture, mask, x + w, Math.round(y0 + t), strong * fade)
      }
    }
  }
}

/** Snowflakes in three depths; near ones are few, large and out of focus. */
export function addSnow(picture: Raster, mask: Uint8Array | null, strength: number): void {
  const { width, height } = picture
  const unit = Math.max(width, height) / 1024
  for (const [depth, count, radius, light] of [
    [0, 1400, 0.9, 0.7],
    [1, 420, 1.7, 0.75],
    [2, 46, 4.6, 0.42],
  ] as const) {
    for (let n = 0; n < count; n++) {
      const cx = hash(n, depth, 11) * width
      const cy = hash(n, depth, 12) * height
      const r = radius * unit * (0.6 + 0.8 * hash(n, depth, 13))
      for (let y = Math.floor(cy - 2 * r); y <= cy + 2 * r; y++) {
        for (let x = Math.floor(cx - 2 * r); x <= cx + 2 * r; x++) {
          const fall = Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (r * r))
          if (fall > 0.02) brighten(picture, mask, x, y, strength * light * fall)
        }
      }
    }
  }
}
