// Daylight: the analytic sky of A. J. Preetham, P. Shirley and B. Smits, "A Practical Analytic Model for Daylight",
// SIGGRAPH 1999 (Perez distribution of Y, x, y), with a procedural layer of thin cloud and a sun disc of its own.
// Luminance is in kcd/m², sunlight in klx, so scenes are exposed by a plain factor.
import { fbm } from './noise.ts'

export type Rgb = [number, number, number]

export interface SkyOptions {
  /** Height of the sun over the horizon and its azimuth (0 = +z, 90 = +x), degrees. */
  elevation: number
  azimuth: number
  turbidity?: number
  /** 0 = clear, 1 = overcast with the analytic sky gone. */
  overcast?: number
  /** Thin cloud seen by the camera, 0..1. */
  clouds?: number
  /** Factors on sky and sun. */
  skyScale?: number
  sunScale?: number
  /** Angular radius of the sun disc, degrees: 0.27 in nature. */
  sunRadius?: number
  /** Radiance of a plain backdrop that replaces the analytic sky; sunlight is then white as well. */
  plain?: Rgb
  /** Colour of the ground under the horizon. */
  ground?: Rgb
}

export interface Sky {
  sunDirection: Rgb
  sunIrradiance: Rgb
  sunCosRadius: number
  /** Radiance along a unit direction; `detailed` adds the clouds that only the camera and mirrors need. */
  radiance(x: number, y: number, z: number, detailed: boolean, out: Float64Array): void
}

type Five = [number, number, number, number, number]

function perez(c: Five, theta: number, gamma: number): number {
  const cosT = Math.max(0.02, Math.cos(theta))
  const cosG = Math.cos(gamma)
  return (1 + c[0] * Math.exp(c[1] / cosT)) * (1 + c[2] * Math.exp(c[3] * gamma) + c[4] * cosG * cosG)
}

function zenithChroma(t: number, s: number, k: number[][]): number {
  let sum = 0
  for (let row = 0; row < 3; row++) {
    const c = k[row]!
    sum += t ** (2 - row) * (c[0]! * s ** 3 + c[1]! * s ** 2 + c[2]! * s + c[3]!)
  }
  return sum
}

const ZX = [
  [0.00166, -0.00375, 0.00209, 0],
  [-0.02903, 0.06377, -0.03202, 0.00394],
  [0.11693, -0.21196, 0.06052, 0.25886],
]
const ZY = [
  [0.00275, -0.0061, 0.00317, 0],
  [-0.04214, 0.0897, -0.04153, 0.00516],
  [0.15346, -0.26756, 0.0667, 0.26688],
]

/** Colour of direct sunlight at the ground, from air mass with Rayleigh and Ångström terms at three wavelengths. */
function sunlight(elevation: number, turbidity: number): Rgb {
  const degrees = Math.max(elevation, 1)
  const mass = 1 / (Math.sin((degrees * Math.PI) / 180) + 0.15 * (degrees + 3.885) ** -1.253)
  const beta = 0.04608 * turbidity - 0.04586
  const through = (lambda: number) =>
    Math.exp(-0.008735 * lambda ** -4.08 * mass) * Math.exp(-beta * lambda ** -1.3 * mass)
  // Extraterrestrial illuminance is about 133 klx; the factors balance it to white at D65.
  return [133 * 1.04 * through(0.65), 133 * through(0.55), 133 * 0.98 * through(0.45)]
}

/** Makes the sky of one scene. */
export function makeSky(options: SkyOptions): Sky {
  const { elevation, azimuth, turbidity: t = 2.8, overcast = 0, clouds = 0 } = options
  const skyScale = options.skyScale ?? 1
  const sunScale = options.sunScale ?? 1
  const el = (elevation * Math.PI) / 180
  const az = (azimuth * Math.PI) / 180
  const sun: Rgb = [Math.cos(el) * Math.sin(az), Math.sin(el), Math.cos(el) * Math.cos(az)]
  const s = Math.PI / 2 - el
  const chi = (4 / 9 - t / 120) * (Math.PI - 2 * s)
  const zenithY = Math.max(1, (4.0453 * t - 4.971) * Math.tan(chi) - 0.2155 * t + 2.4192)
  const zx = zenithChroma(t, s, ZX)
  const zy = zenithChroma(t, s, ZY)
  const cY: Five = [
    0.1787 * t - 1.463,
    -0.3554 * t + 0.4275,
    -0.0227 * t + 5.3251,
    0.1206 * t - 2.5771,
    -0.067 * t + 0.3703,
  ]
  const cx: Five = [
    -0.0193 * t - 0.2592,
    -0.0665 * t + 0.0008,
    -0.0004 * t + 0.2125,
    -0.0641 * t - 0.8989,
    -0.0033 * t + 0.0452,
  ]
  const cy: Five = [
    -0.0167 * t - 0.2608,
    -0.095 * t + 0.0092,
    -0.0079 * t + 0.2102,
    -0.0441 * t - 1.6537,
    -0.0109 * t + 0.0529,
  ]
  const nY = perez(cY, 0, s)
  const nx = perez(cx, 0, s)
  const ny = perez(cy, 0, s)
  const direct = sunlight(elevation, t)
  const mean = (direct[0] + direct[1] + direct[2]) / 3
  const light: Rgb = options.plain ? [mean, mean, mean] : direct
  const ground = options.ground ?? [1.2, 1.15, 1]

  function analytic(y: number, gamma: number, out: Float64Array): void {
    const theta = Math.acos(Math.min(1, Math.max(0.01, y)))
    const Y = (zenithY * perez(cY, theta, gamma)) / nY
    const x = (zx * perez(cx, theta, gamma)) / nx
    const yy = (zy * perez(cy, theta, gamma)) / ny
    const X = (x / yy) * Y
    const Z = ((1 - x - yy) / yy) * Y
    out[0] = Math.max(0, 3.2406 * X - 1.5372 * Y - 0.4986 * Z)
    out[1] = Math.max(0, -0.9689 * X + 1.8758 * Y + 0.0415 * Z)
    out[2] = Math.max(0, 0.0557 * X - 0.204 * Y + 1.057 * Z)
  }

  const scratch = new Float64Array(3)
  function radiance(x: number, y: number, z: number, detailed: boolean, out: Float64Array): void {
    if (options.plain) {
      const lift = 0.6 + 0.4 * Math.max(0, y)
      for (let c = 0; c < 3; c++) out[c] = options.plain[c]! * lift * skyScale
      return
    }
    const up = Math.max(y, 0.012)
    const cosG = Math.min(1, Math.max(-1, x * sun[0] + y * sun[1] + z * sun[2]))
    analytic(up, Math.max(0.12, Math.acos(cosG)), scratch)
    const grey = zenithY * 1.5 * (1 + 2 * up) * 0.5
    let cover = overcast
    let white = grey
    if (detailed && clouds > 0 && y > 0) {
      const px = x / (y + 0.12)
      const pz = z / (y + 0.12)
      const warp = fbm(px * 0.7 + 3.1, pz * 0.7, 3, 11)
      const n = fbm(px * 0.9 + warp * 1.1, pz * 1.7 + warp * 0.8, 6, 7)
      const amount = Math.min(1, Math.max(0, (n - 0.44) * 4.2)) * clouds * Math.min(1, y * 7)
      cover = Math.min(1, cover + amount)
      white = zenithY * (1.6 + 1.2 * Math.max(0, cosG) ** 4)
    }
    for (let c = 0; c < 3; c++) {
      const tint = c === 2 ? 1.04 : 1
      let value = scratch[c]! * (1 - cover) + white * tint * cover
      if (y < 0) value *= 1 + y * 0.5
      out[c] = (y < -0.01 ? ground[c]! : value) * skyScale
    }
  }

  return {
    sunDirection: sun,
    sunIrradiance: [light[0] * sunScale, light[1] * sunScale, light[2] * sunScale],
    sunCosRadius: Math.cos(((options.sunRadius ?? 0.35) * Math.PI) / 180),
    radiance,
  }
}
