import type { Matrix3 } from '#kernels/lines/homography.ts'
import { cloudNoise } from '#kernels/relight/noise.ts'
import type { Pyramid } from '#kernels/retexture/pyramid.ts'
import { newSpan, SPAN, type Span, sampleSpan } from '#kernels/retexture/span.ts'
import type { Label } from '#kernels/seeing/scene.ts'
import { pyramidFor } from './finishes.ts'
import type { Finish } from './look.ts'
import type { Prepared } from './prepare.ts'

/** How a finish lies on a region. */
interface Lying {
  pyramid: Pyramid
  /** From the picture, px, to repeats of the tile. */
  matrix: Matrix3
  /** Factors that move the material's mean to its tint. */
  gain: readonly [number, number, number]
  /** How much broad change lies over it, so that repeats are not seen. */
  uneven: number
}

const PROBES = 6
/** What grows or lies loose is uneven over metres. */
const UNEVEN = { ground: 0.16, vegetation: 0.3, roof: 0.06, water: 0.05 } as const

/** Longest side of the tile at which a material's grain is looked at, px; how much more it changes across the grain. */
const [GRAIN_SIDE, GRAIN] = [128, 1.8] as const

/** Whether a material's grain runs across the tile, as boards that lie from left to right. */
function hasGrainAcross({ levels }: Pyramid): boolean {
  const { width, height, rgb } = levels.find((level) => Math.max(level.width, level.height) <= GRAIN_SIDE)!
  let [right, down] = [1e-9, 1e-9]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x) + 1
      right += (rgb[3 * (y * width + ((x + 1) % width)) + 1]! - rgb[at]!) ** 2
      down += (rgb[3 * (((y + 1) % height) * width + x) + 1]! - rgb[at]!) ** 2
    }
  return down > GRAIN * right
}

/** What boards run away from the camera on. */
const BOARDED: ReadonlySet<Label> = new Set(['floor', 'ceiling'])

function lyingOf(finish: Finish, laid: Matrix3, label: Label): Lying | null {
  const { material, colour, tint, scale = 1 } = finish
  if (!material) return null
  const pyramid = pyramidFor(material)
  const turn = (finish.turn ?? 0) + (BOARDED.has(label) && hasGrainAcross(pyramid) ? 90 : 0)
  const tile = pyramid.levels[0]!
  const wide = (material.repeatMm * scale) / 1000
  const high = (wide * tile.height) / tile.width
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const [a, b, c, d, e, f, g, h, i] = laid
  const matrix: Matrix3 = [
    (cos * a + sin * d) / wide,
    (cos * b + sin * e) / wide,
    (cos * c + sin * f) / wide,
    (cos * d - sin * a) / high,
    (cos * e - sin * b) / high,
    (cos * f - sin * c) / high,
    g,
    h,
    i,
  ]
  const mean = pyramid.levels.at(-1)!.rgb
  const gain = (k: number) => 1 + tint * (colour[k]! / Math.max(0.004, mean[k]!) - 1)
  const uneven = UNEVEN[label as keyof typeof UNEVEN] ?? 0
  return { pyramid, matrix, gain: [gain(0), gain(1), gain(2)], uneven }
}

/** Lays a run of pixels of one region. */
function layRun(lying: Lying, span: Span, albedo: Float32Array, at: number, x: number, y: number): void {
  const { pyramid, matrix: m, gain, uneven } = lying
  const { count, u: us, v: vs, rgb } = span
  const py = y + 0.5
  const [u0, v0, w0] = [m[1] * py + m[2], m[4] * py + m[5], m[7] * py + m[8]]
  for (let k = 0; k < count; k++) {
    const px = x + k + 0.5
    const w = Math.max(1e-5, m[6] * px + w0)
    us[k] = (m[0] * px + u0) / w
    vs[k] = (m[3] * px + v0) / w
  }
  const k = count >> 1
  const w = Math.max(1e-5, m[6] * (x + k + 0.5) + w0)
  const [u, v] = [us[k]!, vs[k]!]
  const right = { u: (m[0] - u * m[6]) / w, v: (m[3] - v * m[6]) / w }
  const down = { u: (m[1] - u * m[7]) / w, v: (m[4] - v * m[7]) / w }
  sampleSpan(pyramid, span, right, down)
  const broad = uneven > 0 ? 1 + uneven * 2 * (cloudNoise(0.61 * u, 0.61 * v, 5, 3) - 0.5) : 1
  for (let n = 0; n < 3 * count; n += 3)
    for (let c = 0; c < 3; c++) albedo[at + n + c] = rgb[n + c]! * gain[c]! * broad
}

/**
 * Writes the colours of the regions that are asked for into the memo: materials in perspective.
 * @param wanted which regions are written
 */
export function layFinishes(
  { seen, geometry, map, bare, memo: { albedo } }: Prepared,
  finishes: readonly (Finish | null)[],
  wanted: readonly boolean[],
): void {
  const { width, height } = geometry.view
  const lying = finishes.map((finish, id) => {
    const laid = geometry.laid[id]
    return finish && laid && wanted[id] ? lyingOf(finish, laid, seen.regions[id]!.label) : null
  })
  const span = newSpan(PROBES)
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; ) {
      const id = map[i]!
      let run = 1
      while (run < SPAN && x + run < width && map[i + run] === id) run++
      if (wanted[id]) {
        const lies = lying[id]
        const finish = finishes[id]
        span.count = run
        if (lies) layRun(lies, span, albedo, 3 * i, x, y)
        else if (finish)
          for (let k = 3 * i; k < 3 * (i + run); k += 3)
            for (let c = 0; c < 3; c++) albedo[k + c] = finish.colour[c]!
        else for (let k = 3 * i; k < 3 * (i + run); k++) albedo[k] = bare[k]!
      }
      x += run
      i += run
    }
}
