import type { Raster } from '#kernels/raster.ts'
import { hash } from './noise.ts'

/** Where and how strongly things fall: 0..1 of each pixel. */
type Allowed = (i: number) => number

/** Brightens a pixel towards a colour of the sky's light, 0..255. */
function brighten(picture: Raster, i: number, towards: number, share: number): void {
  for (let c = 0; c < 3; c++) {
    const now = picture.data[4 * i + c]!
    picture.data[4 * i + c] = now + Math.max(0, towards - now) * share
  }
}

interface Drop {
  x: number
  y: number
  long: number
  /** Half width, px. */
  half: number
  share: number
}

const SLANT = -0.14

/** A streak with soft sides and ends. */
function streak(picture: Raster, drop: Drop, light: number, allowed: Allowed): void {
  const { width, height } = picture
  const reach = Math.ceil(2.2 * drop.half)
  for (let t = 0; t < drop.long; t++) {
    const y = Math.round(drop.y + t)
    if (y < 0 || y >= height) continue
    const middle = drop.x + SLANT * t
    const along = Math.max(0, Math.sin((Math.PI * (t + 0.5)) / drop.long)) ** 0.7
    for (let x = Math.floor(middle - reach); x <= middle + reach; x++) {
      if (x < 0 || x >= width) continue
      const across = Math.exp(-(((x - middle) / drop.half) ** 2))
      const i = y * width + x
      brighten(picture, i, light, drop.share * along * across * allowed(i))
    }
  }
}

/** Falling things in depths: how many in a picture of 3:2, and how large at 1024 px. */
const RAIN = [
  { count: 5200, long: 13, half: 0.42, share: 0.13 },
  { count: 1900, long: 30, half: 0.55, share: 0.17 },
  { count: 330, long: 74, half: 0.9, share: 0.16 },
] as const
const SNOW = [
  { count: 5200, radius: 0.75, share: 0.6 },
  { count: 1500, radius: 1.35, share: 0.72 },
  { count: 230, radius: 2.6, share: 0.66 },
  { count: 26, radius: 7, share: 0.26 },
] as const

/**
 * Adds streaks of rain in three depths: far ones are short, thin and many.
 * @param light brightness that drops reach, 0..255
 */
export function addRain(picture: Raster, light: number, allowed: Allowed): void {
  const { width, height } = picture
  const unit = Math.max(width, height) / 1024
  const wide = width / height / 1.5
  RAIN.forEach(({ count, long, half, share }, depth) => {
    for (let n = 0; n < count * wide; n++) {
      const drop: Drop = {
        x: (hash(n, depth, 1) * 1.2 - 0.05) * width,
        y: (hash(n, depth, 2) * 1.15 - 0.15) * height,
        long: Math.max(4, long * unit * (0.6 + 0.8 * hash(n, depth, 3))),
        half: Math.max(0.45, half * unit),
        share: share * (0.35 + hash(n, depth, 4)),
      }
      streak(picture, drop, light, allowed)
    }
  })
}

/**
 * Adds snowflakes in four depths; near ones are few, large and out of focus, and none is quite round.
 * @param light brightness that flakes reach, 0..255
 */
export function addSnow(picture: Raster, light: number, allowed: Allowed): void {
  const { width, height } = picture
  const unit = Math.max(width, height) / 1024
  const wide = width / height / 1.5
  SNOW.forEach(({ count, radius, share }, depth) => {
    for (let n = 0; n < count * wide; n++) {
      const cx = hash(n, depth, 11) * width
      const cy = hash(n, depth, 12) * height
      const r = Math.max(0.6, radius * unit * (0.6 + 0.8 * hash(n, depth, 13)))
      const [lean, long] = [hash(n, depth, 14) - 0.5, 1.15 + 0.5 * hash(n, depth, 15)]
      const reach = Math.ceil(1.9 * r * long)
      // Blurred flakes are flat discs, sharp ones have a bright middle.
      const power = depth === 3 ? 3 : 1
      for (let y = Math.max(0, Math.floor(cy - reach)); y <= Math.min(height - 1, cy + reach); y++) {
        for (let x = Math.max(0, Math.floor(cx - reach)); x <= Math.min(width - 1, cx + reach); x++) {
          const [dx, dy] = [x - cx - lean * (y - cy), (y - cy) / long]
          const fall = Math.exp(-(((dx * dx + dy * dy) / (r * r)) ** power))
          const i = y * width + x
          if (fall > 0.02) brighten(picture, i, light, share * fall * allowed(i))
        }
      }
    }
  })
}
