import type { Plane, Raster } from '#kernels/raster.ts'
import { type Atmosphere, type AtmosphereLook, LOOKS } from './looks.ts'
import { cloudNoise, hash } from './noise.ts'
import { skyAt, starAt } from './skies.ts'
import { findSky, type Sky } from './sky.ts'
import { addRain, addSnow } from './weather.ts'
import { findWindows } from './windows.ts'

const WARM = [1, 0.66, 0.32] as const
const MIDDLE = 0.18

const TO_LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})
const STEPS = 8192
const TO_SRGB = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, step) => {
  const v = step / STEPS
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
})

/** 8-bit sRGB of linear light; what is brighter than white is pressed together, not cut. */
function toSrgb(light: number): number {
  const v = light <= 0.8 ? light : 0.8 + 0.2 * (1 - Math.exp(-(light - 0.8) / 0.2))
  return TO_SRGB[Math.max(0, Math.min(STEPS, Math.round(v * STEPS)))] as number
}

function bilinear({ width, height, data }: Plane, u: number, v: number): number {
  const [x, y] = [
    Math.max(0, Math.min(width - 1, u * width - 0.5)),
    Math.max(0, Math.min(height - 1, v * height - 0.5)),
  ]
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const top = (data[y0 * width + x0] as number) * (1 - x + x0) + (data[y0 * width + x1] as number) * (x - x0)
  const bottom =
    (data[y1 * width + x0] as number) * (1 - x + x0) + (data[y1 * width + x1] as number) * (x - x0)
  return top * (1 - y + y0) + bottom * (y - y0)
}

/** Mean linear colour of the old sky in each row, so that it can be taken out of leaves and edges. */
function oldSky({ width, height, data }: Raster, sky: Sky): Float32Array {
  const rows = new Float32Array(3 * height)
  const last = [0, 0, 0]
  for (let y = 0; y < height; y++) {
    let [r, g, b, n] = [0, 0, 0, 0]
    for (let x = 0; x < width; x += 2) {
      const i = y * width + x
      if ((sky.cover.data[i] as number) < 0.95) continue
      r += TO_LINEAR[data[4 * i] as number] as number
      g += TO_LINEAR[data[4 * i + 1] as number] as number
      b += TO_LINEAR[data[4 * i + 2] as number] as number
      n++
    }
    if (n > 8) last.splice(0, 3, r / n, g / n, b / n)
    rows.set(last, 3 * y)
  }
  return rows
}

/** How far away a row probably is, 0 (near) to 1 (at the horizon); things above it count as half way. */
function depthOfRow(y: number, height: number, horizon: number): number {
  if (y <= horizon) return 0.62
  return 0.62 * (1 - (y - horizon) / Math.max(1, height - horizon)) ** 1.2
}

interface Scene {
  look: AtmosphereLook
  sky: Sky
  windows: Plane | null
  rows: Float32Array
  horizon: number
  seed: number
}

/** Leaves turn yellow to red, or white under snow, by how green they are. */
function turnLeaves(
  light: [number, number, number],
  look: AtmosphereLook,
  x: number,
  y: number,
  unit: number,
): void {
  const [r, g, b] = light
  const green = Math.max(0, Math.min(1, (g - Math.max(b, 0.82 * r)) / (0.25 * g + 0.004)))
  if (green <= 0) return
  if (look.leaves > 0) {
    const kind = cloudNoise(x / unit, y / unit, 5, 3)
    const share = look.leaves * green * 0.92
    const target = [g * (1.15 + 0.9 * kind), g * (0.78 - 0.42 * kind), b * 0.55]
    for (let c = 0; c < 3; c++) light[c] = (light[c] as number) * (1 - share) + (target[c] as number) * share
  }
  if (look.snowCover > 0) {
    const patch = cloudNoise((4 * x) / unit, (4 * y) / unit, 9, 4)
    const share = look.snowCover * green * Math.max(0, Math.min(1, 2.6 * patch - 0.7))
    const white = 0.35 + 1.6 * g
    for (let c = 0; c < 3; c++) light[c] = (light[c] as number) * (1 - share) + Math.min(0.9, white) * share
  }
}

function lightScene(
  light: [number, number, number],
  scene: Scene,
  u: number,
  v: number,
  y: number,
  height: number,
): void {
  const { look, windows, horizon, sky } = scene
  const luma = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  const lit = Math.min(1, Math.sqrt(luma))
  const gain = 2 ** look.exposure * (Math.max(luma, 1e-4) / MIDDLE) ** (look.contrast - 1)
  const before = luma
  for (let c = 0; c < 3; c++) {
    const grey = luma + ((light[c] as number) - luma) * look.saturation
    const tint = (look.shadows[c] as number) * (1 - lit) + (look.lights[c] as number) * lit
    light[c] = Math.max(0, grey * gain * tint)
  }
  const glow = windows ? look.windows * bilinear(windows, u, v) : 0
  if (glow > 0.01) {
    const inside = 0.3 + 1.1 * Math.min(0.6, before)
    for (let c = 0; c < 3; c++) {
      const warm = inside * (WARM[c] as number)
      light[c] = (light[c] as number) * (1 - 0.7 * glow) + warm * glow
    }
  }
  const haze = look.haze * (sky.part > 0 ? 1 : 0.25) * depthOfRow(y, height, horizon)
  for (let c = 0; c < 3; c++)
    light[c] = (light[c] as number) * (1 - haze) + (look.sky.horizon[c] as number) * haze
}

/** Rows at a time between two reports. */
const ROWS = 64

/**
 * Gives a picture another time of day, weather or season: the sky is found and replaced by a procedural one,
 * the light and the colours of the scene follow, windows are lit, haze, rain, snow and leaves are added.
 * Indoors, where no sky is found, light and colours alone change.
 * @param mask width·height values; only what is above 0 changes, in proportion; everything when left out
 * @param settings strength 0 (as it was) to 1
 */
export function relight(
  picture: Raster,
  mask: Uint8Array | null,
  settings: { atmosphere: Atmosphere; strength: number },
  report: (done: number) => void = () => {},
): Raster {
  const { width, height, data } = picture
  const look = LOOKS[settings.atmosphere]
  const sky = findSky(picture)
  report(0.3)
  const scene: Scene = {
    look,
    sky,
    windows: look.windows > 0 ? findWindows(picture, sky.cover) : null,
    rows: oldSky(picture, sky),
    horizon: sky.part > 0 ? Math.max(sky.horizon, 0.35 * height) : 0.4 * height,
    seed: 3,
  }
  report(0.4)
  const out: Raster = { width, height, data: new Uint8ClampedArray(data.length) }
  const light: [number, number, number] = [0, 0, 0]
  const unit = 0.06 * Math.max(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const share = settings.strength * (mask ? (mask[i] as number) / 255 : 1)
      const cover = sky.cover.data[i] as number
      const bare = Math.max(0.2, 1 - cover)
      for (let c = 0; c < 3; c++) {
        const old = TO_LINEAR[data[4 * i + c] as number] as number
        light[c] = cover > 0 ? Math.max(0, (old - cover * (scene.rows[3 * y + c] as number)) / bare) : old
      }
      turnLeaves(light, look, x, y, unit)
      lightScene(light, scene, x / width, y / height, y, height)
      if (cover > 0) {
        const v = y / Math.max(1, scene.horizon)
        const above = skyAt(look.sky, x / width, v, width / Math.max(1, scene.horizon), scene.seed)
        const star = look.sky.stars > 0 ? starAt(x, y, look.sky.stars, scene.seed) * (1 - v) : 0
        const grain = (hash(x, y, 77) - 0.5) * 0.004
        for (let c = 0; c < 3; c++)
          light[c] =
            (light[c] as number) * (1 - cover) +
            ((above[c] as number) + star + grain * (above[c] as number)) * cover
      }
      for (let c = 0; c < 3; c++) {
        const old = data[4 * i + c] as number
        out.data[4 * i + c] = old + (toSrgb(light[c] as number) - old) * share
      }
      out.data[4 * i + 3] = data[4 * i + 3] as number
    }
    if (y % ROWS === 0) report(0.4 + (0.5 * y) / height)
  }
  if (look.weather === 'rain') addRain(out, mask, settings.strength)
  if (look.weather === 'snow') addSnow(out, mask, settings.strength)
  report(1)
  return out
}
