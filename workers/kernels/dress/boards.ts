import type { Pyramid } from '#kernels/retexture/pyramid.ts'
import type { Label, Seen } from '#kernels/seeing/scene.ts'
import { type Geometry, steepness } from './geometry.ts'
import type { Source } from './source.ts'

/** Which way boards run on what is level: across the view or away from the camera, along the axes of its plane. */
export type Run = 'across' | 'away'

/** Longest side of the tile at which a material's grain is looked at, px. */
const SIDE = 128
/** How much more a tile changes across its grain than along it. */
const GRAIN = 1.8

/** Which way a material's grain runs as it lies without a turn; null where it has none. */
export function grainRun({ levels }: Pyramid): Run | null {
  const { width, height, rgb } = levels.find((level) => Math.max(level.width, level.height) <= SIDE)!
  let [right, down] = [1e-9, 1e-9]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x) + 1
      right += (rgb[3 * (y * width + ((x + 1) % width)) + 1]! - rgb[at]!) ** 2
      down += (rgb[3 * (((y + 1) % height) * width + x) + 1]! - rgb[at]!) ** 2
    }
  if (down > GRAIN * right) return 'across'
  return right > GRAIN * down ? 'away' : null
}

/** What boards may lie on. */
const BOARDED: readonly Label[] = ['floor', 'ground', 'ceiling']
/** Ink from which a pixel is of a line, and how far inside its region it lies, px: outlines tell of the region. */
const [INK, INSIDE] = [0.25, 4]
/** How near to an axis a joint runs (tangent), the length of joints that is needed, m, and how much more of it there is. */
const [NEAR, LENGTH, MORE] = [0.35, 6, 1.6]
/** Cosine to the vertical of the normal of what is level. */
const LEVEL = 0.97

/**
 * Which way joints run that the source draws on its floor, its ground and its ceiling: their length in metres along
 * either axis of the plane decides. A floor and a ceiling without joints are taken to run away from the camera.
 * @param map ids of regions, at the source's size
 */
export function boardRuns(
  seen: Seen,
  geometry: Geometry,
  map: Uint16Array,
  { luma, ink }: Pick<Source, 'luma' | 'ink'>,
): Partial<Record<Label, Run>> {
  const { width, height } = geometry.view
  const level = seen.regions.map(
    (region) =>
      region.plane !== null &&
      BOARDED.includes(region.label) &&
      Math.abs(steepness(geometry, region)) > LEVEL,
  )
  const lengths = new Map<Label, { across: number; away: number }>()
  for (let y = INSIDE; y < height - INSIDE; y++)
    for (let x = INSIDE, i = y * width + INSIDE; x < width - INSIDE; x++, i++) {
      const id = map[i]!
      if (!level[id] || ink[i]! < INK) continue
      const inside =
        map[i - INSIDE] === id &&
        map[i + INSIDE] === id &&
        map[i - INSIDE * width] === id &&
        map[i + INSIDE * width] === id
      if (!inside) continue
      // Along a line the picture does not change.
      const [tx, ty] = [luma[i - width]! - luma[i + width]!, luma[i + 1]! - luma[i - 1]!]
      const long = Math.hypot(tx, ty)
      if (long < 1e-6) continue
      const [a, b, c, d, e, f, g, h, k] = geometry.laid[id]!
      const [px, py] = [x + 0.5, y + 0.5]
      const w = g * px + h * py + k
      const [u, v] = [(a * px + b * py + c) / w, (d * px + e * py + f) / w]
      const du = Math.abs(((a - u * g) * tx + (b - u * h) * ty) / (w * long))
      const dv = Math.abs(((d - v * g) * tx + (e - v * h) * ty) / (w * long))
      const { label } = seen.regions[id]!
      const sum = lengths.get(label) ?? { across: 0, away: 0 }
      lengths.set(label, sum)
      if (dv < NEAR * du) sum.across += du
      else if (du < NEAR * dv) sum.away += dv
    }
  const runs: Partial<Record<Label, Run>> = { floor: 'away', ceiling: 'away' }
  for (const [label, { across, away }] of lengths) {
    if (across > MORE * away && across > LENGTH) runs[label] = 'across'
    else if (away > MORE * across && away > LENGTH) runs[label] = 'away'
  }
  return runs
}
