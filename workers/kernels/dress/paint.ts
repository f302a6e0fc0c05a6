import { lightOfKelvin } from '#kernels/colour-temperature.ts'
import { cloudNoise, hash } from '#kernels/relight/noise.ts'
import { type Light, skyAt, starAt } from '#kernels/relight/skies.ts'
import { horizonAt, rayOf } from '#kernels/seeing/view.ts'
import { type Air, BY_DAY } from './air.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { meanOf, shownAs } from './finishes.ts'
import type { LightPlanes } from './light.ts'
import type { Finish, Look } from './look.ts'
import { spread } from './planes.ts'
import { LEAST_SHADE, type Prepared } from './prepare.ts'

/** All that the painting of pixels needs. */
export interface Scene {
  prepared: Prepared
  look: Look
  air: Air
  light: LightPlanes
  around: Environment
  finishes: readonly (Finish | null)[]
  /** Sky at each pixel, linear light; null where the source's stays. */
  sky: Float32Array | null
  seed: number
}

/** Sky over a picture, linear light, three values a pixel: found at a third of the size, for it is soft; null without any. */
export function skyOf({ geometry, seen }: Prepared, air: Air, seed: number): Float32Array | null {
  if (!air.sky || seen.regions.every(({ label }) => label !== 'sky')) return null
  const { width, height } = geometry.view
  const horizon = Math.min(1.15 * height, Math.max(0.25 * height, horizonAt(geometry.view, width / 2)))
  const at = 0.5 + Math.max(-0.9, Math.min(0.9, 0.8 * Math.sin(air.azimuth)))
  const [w, h] = [Math.ceil(width / 3), Math.ceil(height / 3)]
  const small = new Float32Array(3 * w * h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i += 3)
      small.set(
        skyAt(air.sky, (x + 0.5) / w, Math.min(1, (3 * y + 1.5) / horizon), width / horizon, at, seed),
        i,
      )
  const out = spread(small, w, h, width, height)
  const stars = air.sky.stars
  for (let i = 0; i < width * height; i++) {
    const x = i % width
    const y = (i - x) / width
    const star = stars > 0 ? starAt(x, y, stars, seed) * Math.max(0, 1 - y / horizon) : 0
    const grain = 1 + 0.012 * (hash(x, y, 77) - 0.5)
    for (let c = 3 * i; c < 3 * i + 3; c++) out[c] = out[c]! * grain + star
  }
  return out
}

/** Colour of lamps, and how strong they are. */
const LAMP = lightOfKelvin(3800)
const LAMPLIGHT = 0.73

/** Panes seen from outside: surroundings mirrored over a dim room, which is lit when it gets dark. */
function paintPane(scene: Scene, i: number, id: number, x: number, y: number, out: Float32Array): void {
  const { prepared, air, light, around, seed } = scene
  const { geometry, source, level } = prepared
  const glow = air.lamps * (0.4 + 0.45 * hash(id, 3, seed))
  if (source.kind === 'photo') {
    // Its panes mirror what was there.
    paintSolid(scene, i, 3 * i, null, out)
    for (let c = 0; c < 3; c++) out[c] = out[c]! + 0.55 * Math.max(0, glow - BY_DAY.outdoors) * LAMP[c]!
    return
  }
  const { normal } = geometry.planes[id]!
  const ray = rayOf(geometry.view, x + 0.5, y + 0.5)
  const towards = ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2]
  const facing = Math.min(1, Math.max(0, -towards))
  const [rx, ry, rz] = [0, 1, 2].map((c) => ray[c]! - 2 * towards * normal[c]!) as [number, number, number]
  readEnvironment(around, geometry, [rx, ry, rz], out)
  const mirrored = 0.3 + 0.6 * (1 - facing) ** 2
  const detail = source.kind === 'drawing' ? 0.8 : Math.min(2, source.shade[i]! / level[id]!)
  const lit = light.direct[i]! + light.ambient[i]!
  const shown = glow * (0.25 + 0.75 * detail ** 1.4)
  for (let c = 0; c < 3; c++) {
    const room = 0.07 * (0.4 + lit) * detail * air.skyLight[c]! + 0.86 * shown * LAMP[c]!
    out[c] = room * (1 - 0.6 * mirrored) + mirrored * out[c]!
  }
}

/** What is seen through the windows of a room. */
function paintView(scene: Scene, i: number, id: number, x: number, y: number, out: Float32Array): void {
  const { prepared, air, around } = scene
  const { geometry, source, level, bare } = prepared
  if (source.kind === 'photo') {
    for (let c = 0; c < 3; c++) out[c] = bare[3 * i + c]! * source.shade[i]! * air.outside[c]!
    return
  }
  readEnvironment(around, geometry, rayOf(geometry.view, x + 0.5, y + 0.5), out)
  const detail = source.kind === 'drawing' ? 1 : Math.min(1.5, source.shade[i]! / level[id]!) ** 1.5
  for (let c = 0; c < 3; c++) out[c] = 0.16 * air.outside[c]! + 1.7 * out[c]! * detail
}

/** Light that leaves gain by what shines through them. */
const THROUGH = [1.5, 1.42, 1.1] as const

/** Crowns and leaves by noise, of the size that they have in the scene: round lumps lit from above and the sun's side. */
function leafiness(scene: Scene, i: number, x: number, y: number, crowns: number): number {
  const { view, depth } = scene.prepared.geometry
  const unit = depth[i]! / view.focal
  const [u, v] = [x * unit, y * unit]
  const side = Math.sin(scene.air.azimuth) * 0.12
  const crown = cloudNoise(1.1 * u, 1.3 * v, 31, 2) - cloudNoise(1.1 * (u + side), 1.3 * (v - 0.16), 31, 2)
  const leaf = unit < 0.03 ? cloudNoise(9 * u, 11 * v, 37, 3) - 0.5 : 0
  return Math.max(0.35, Math.min(1.7, 1 + crowns * 2.6 * crown + 1.1 * leaf))
}

/** How far a material's pattern gives way to one of the source's own. */
const PLAIN = 0.97

/** Paints a pixel of a solid surface. */
function paintSolid(scene: Scene, i: number, at: number, mean: Light | null, out: Float32Array): void {
  const { prepared, air, light } = scene
  const { albedo } = prepared.memo
  const direct = light.direct[i]!
  const ambient = light.ambient[i]!
  const lamps = LAMPLIGHT * air.lamps * light.lamps[i]!
  const plain = mean ? PLAIN * prepared.busy[i]! : 0
  for (let c = 0; c < 3; c++) {
    const laid = albedo[at + c]! + (mean ? plain * (mean[c]! - albedo[at + c]!) : 0)
    out[c] = laid * (direct * air.sunLight[c]! + ambient * air.skyLight[c]! + lamps * LAMP[c]!)
  }
}

/** Paints what stands before a photograph's sky, as leaves do that are too small to be a region, without the old sky's light. */
function paintBefore(scene: Scene, i: number, out: Float32Array): void {
  const { behind, source, bare } = scene.prepared
  paintSolid(scene, i, 3 * i, null, out)
  const shade = Math.max(LEAST_SHADE, source.shade[i]!)
  for (let c = 0; c < 3; c++)
    out[c] = out[c]! * Math.min(1, behind!.before[3 * i + c]! / Math.max(1e-4, bare[3 * i + c]! * shade))
}

/** The air of a clear day is in a photograph already. */
function addHaze({ prepared, air }: Scene, i: number, out: Float32Array): void {
  const far = prepared.geometry.depth[i]!
  const clear = prepared.source.kind === 'photo' ? 0 : 0.0012
  const lost = 1 - Math.exp(-far * (clear + 0.03 * air.haze))
  for (let c = 0; c < 3; c++) out[c] = out[c]! + (0.85 * air.hazeColour[c]! - out[c]!) * lost
}

/** Part of the height below the horizon within which crowns give way to low plants. */
const LOW = 0.25

/** Light that reaches the camera, linear, three values a pixel; without reflections of the scene in itself. */
export function paintScene(scene: Scene): Float32Array {
  const { prepared, look, sky } = scene
  const { seen, map, geometry, source, bare, behind } = prepared
  const { width, height } = geometry.view
  const indoors = seen.setting === 'indoors'
  const labels = seen.regions.map(({ label }) => label)
  // What a backdrop has of a pattern is a grid, which is nothing.
  const means = scene.finishes.map((finish, id) =>
    finish?.material && labels[id] !== 'vegetation' && seen.regions[id]!.own !== 'backdrop'
      ? meanOf(finish)
      : null,
  )
  const out = new Float32Array(3 * map.length)
  const [pixel, pane] = [new Float32Array(3), new Float32Array(3)]
  const shown = seen.regions.map((region) => shownAs(seen, region))
  const horizon = horizonAt(geometry.view, width / 2)
  for (let y = 0, i = 0; y < height; y++) {
    // What grows far below the eye is low and has no crowns.
    const crowns = Math.min(1, Math.max(0.15, 1 - (y - horizon) / (LOW * height)))
    for (let x = 0; x < width; x++, i++) {
      const id = map[i]!
      const label = labels[id]
      const at = 3 * i
      const open = sky && behind && (label === 'sky' || label === 'vegetation') ? behind.cover[i]! : 0
      if (open > 0) {
        paintBefore(scene, i, pixel)
        if (open < 1) addHaze(scene, i, pixel)
        for (let c = 0; c < 3; c++) out[at + c] = pixel[c]! + open * (sky![at + c]! - pixel[c]!)
        continue
      }
      if (label === 'sky') {
        for (let c = at; c < at + 3; c++) out[c] = sky ? sky[c]! : bare[c]! * source.shade[i]!
        continue
      }
      if (label === 'opening' && indoors && (scene.finishes[id] || source.kind === 'photo'))
        paintView(scene, i, id, x, y, pixel)
      else paintSolid(scene, i, at, means[id]!, pixel)
      if (label === 'opening' && !indoors) {
        paintPane(scene, i, id, x, y, pane)
        for (let c = 0; c < 3; c++) pixel[c] = shown[id]! * pane[c]! + (1 - shown[id]!) * pixel[c]!
      }
      // A plant in a room is near, and its leaves are those that the source shows.
      if (label === 'vegetation' && !indoors && look.planting > 0 && source.kind !== 'photo') {
        const { planting } = look
        const leafy =
          1 + planting * (leafiness(scene, i, x, y, crowns) - 1) * (source.kind === 'drawing' ? 1 : 0.6)
        // Leaves let light through, the more and the yellower where they are lit.
        for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! * leafy * (1 + (leafy * THROUGH[c]! - 1) * planting)
      }
      if (!indoors) addHaze(scene, i, pixel)
      out.set(pixel, at)
    }
  }
  return out
}
