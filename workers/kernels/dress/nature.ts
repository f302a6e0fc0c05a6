import type { Colour } from '#kernels/relight/colour.ts'
import { cloudNoise } from '#kernels/relight/noise.ts'
import { turnSeason } from '#kernels/relight/season.ts'
import { SNOW } from '#kernels/relight/thing.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { horizonAt } from '#kernels/seeing/view.ts'
import { type Geometry, steepness } from './geometry.ts'
import type { Look } from './look.ts'

/** Albedo of snow. */
const SNOWY = 0.83
/** Width of a tree that turns as one, and of a patch of dry grass, metres. */
const [TREE, PATCH] = [3.2, 2.4]

/** How far leaves turn in autumn, and the part of the height below the horizon within which trees give way to plants. */
const [TURNED, LOW] = [0.78, 0.14]

/** What of a look changes what grows and lies under the sky. */
export function natureOf(
  { season, weather }: Look,
  { setting }: Seen,
): { season: Look['season']; snow: boolean } {
  return setting === 'indoors' ? { season: 'keep', snow: false } : { season, snow: weather === 'snow' }
}

const spread = (noise: number) => Math.max(0, Math.min(1, 0.5 + 2.1 * (noise - 0.5)))

/** How much snow lies, 0..1, by place in metres: a closed cover on what lies level, some on leaves. */
function snowOf(rise: number, leafy: boolean, u: number, v: number): number {
  const patch = cloudNoise(0.9 * u, 0.9 * v, 9, 3)
  if (leafy) return 0.75 * Math.max(0, Math.min(1, 3.2 * (cloudNoise(5 * u, 6 * v, 19, 3) - 0.42)))
  return rise > 0.45 ? Math.max(0.35, Math.min(0.97, 0.75 + 1.3 * (patch - 0.4))) : 0
}

/**
 * Turns what grows to its season, and lets snow lie; in place, in the regions that are asked for.
 * @param albedo linear light, three values a pixel
 */
export function changeNature(
  seen: Seen,
  geometry: Geometry,
  map: Uint16Array,
  { season, snow }: ReturnType<typeof natureOf>,
  wanted: readonly boolean[],
  albedo: Float32Array,
): void {
  if (season === 'keep' && !snow) return
  const { width, height } = geometry.view
  const rises = seen.regions.map((region) => steepness(geometry, region))
  const open = seen.regions.map(
    ({ id, label }) => wanted[id] && (label === 'vegetation' || label === 'ground' || label === 'roof'),
  )
  const light: Colour = [0, 0, 0]
  const place = { tree: 0, lawn: 0, ground: 0 }
  const horizon = horizonAt(geometry.view, width / 2)
  for (let y = 0, i = 0; y < height; y++) {
    // What grows far below the eye is no tree.
    const low = seen.setting === 'above' ? 0 : Math.min(1, Math.max(0, (y - horizon) / (LOW * height) - 0.4))
    for (let x = 0; x < width; x++, i++) {
      const id = map[i]!
      const laid = open[id] ? geometry.laid[id] : null
      if (!laid) continue
      const leafy = seen.regions[id]!.label === 'vegetation'
      const w = Math.max(1e-5, laid[6] * (x + 0.5) + laid[7] * (y + 0.5) + laid[8])
      const u = (laid[0] * (x + 0.5) + laid[1] * (y + 0.5) + laid[2]) / w
      const v = (laid[3] * (x + 0.5) + laid[4] * (y + 0.5) + laid[5]) / w
      const at = 3 * i
      light[0] = albedo[at]!
      light[1] = albedo[at + 1]!
      light[2] = albedo[at + 2]!
      place.ground = leafy ? low : 1
      place.tree = leafy
        ? spread(cloudNoise(u / TREE, v / TREE, 5, 2)) + 0.35 * (cloudNoise(6 * u, 6 * v, 8, 2) - 0.5)
        : 0
      place.lawn = leafy && low === 0 ? 0 : spread(cloudNoise(u / PATCH, v / PATCH, 15, 3))
      turnSeason(light, season, leafy && season === 'autumn' ? TURNED : 1, place)
      // Leaves that have turned are brighter than green ones.
      const bright = leafy && season === 'autumn' ? 1 + 0.35 * (1 - low) : 1
      const lies = snow ? snowOf(rises[id]!, leafy, u, v) : 0
      for (let c = 0; c < 3; c++) albedo[at + c] = bright * light[c]! * (1 - lies) + lies * SNOWY * SNOW[c]!
    }
  }
}
