import type { Seen, Vector3 } from '#kernels/seeing/scene.ts'
import { dot, rayOf } from '#kernels/seeing/view.ts'
import { shownAs } from './finishes.ts'
import { type Geometry, inScene } from './geometry.ts'
import { soften, widen } from './planes.ts'
import { occlusionOf, patchesOfSun, shadowsOf } from './shadows.ts'
import type { Source } from './source.ts'

/** Light on each pixel, to be multiplied by the colours of sun and sky. */
export interface LightPlanes {
  direct: Float32Array
  ambient: Float32Array
  /** Of lamps. */
  lamps: Float32Array
}

/** Windows that light a room: those that are seen, and with few of them one that is not. */
function windowsOf(seen: Seen, geometry: Geometry): Pane[] {
  const found = panesOf(seen, geometry)
  if (found.reduce((sum, { area }) => sum + area, 0) > 1.2) return found
  // No window is seen: one to the left behind the camera.
  const [at, normal] = [inScene(geometry, -2.6, 0.5, 0.2), inScene(geometry, 0.85, -0.1, 0.5)]
  return [...found, { at, normal, area: 6 }]
}

/** How thick furniture is taken to be, metres; how soft its shadow from a window is, px; and how deep. */
const FURNITURE = { thick: 0.8, soft: 5, deep: 0.75 } as const

/** Soft shadows of furniture on the floor, from the windows' side. */
function castOf(geometry: Geometry, map: Uint16Array, sun: Vector3): Float32Array {
  const { width, height } = geometry.view
  const shadow = shadowsOf(geometry, map, sun, FURNITURE.thick)
  soften(shadow, FURNITURE.soft)
  const { data } = shadow
  for (let i = 0; i < data.length; i++) data[i] = 1 - FURNITURE.deep * (1 - data[i]!)
  return widen(shadow, map, width, height)
}

/** Where the sun comes to out of doors, 0..1. */
function sunOn(seen: Seen, geometry: Geometry, map: Uint16Array, sun: Vector3): Float32Array {
  const { width, height } = geometry.view
  // Planes of a drawing are as unsure as the names that they follow; what is half sure of a house has most of its shadow.
  const deep = seen.kind === 'drawing' ? seen.regions.map((region) => Math.sqrt(shownAs(seen, region))) : null
  return widen(shadowsOf(geometry, map, sun, seen.setting === 'above' ? 40 : 9, deep), map, width, height)
}

/**
 * Light that is made from planes: for a drawing, which has none.
 * @param open as for `kept`
 */
function made(
  seen: Seen,
  geometry: Geometry,
  map: Uint16Array,
  sun: Vector3,
  open: Float32Array,
): Omit<LightPlanes, 'lamps'> {
  const { view, planes, up, depth } = geometry
  const { width, height, focal } = view
  const indoors = seen.setting === 'indoors'
  const shown = seen.regions.map((region) => shownAs(seen, region))
  const lit = indoors
    ? widen(patchesOfSun(seen, geometry, map, sun), map, width, height)
    : sunOn(seen, geometry, map, sun)
  const cast = indoors ? castOf(geometry, map, sun) : null
  const panes = indoors ? windowsOf(seen, geometry) : []
  const rise = planes.map((plane) => (plane ? dot(plane.normal, up) : 0))
  const facing = planes.map((plane, id) => {
    const straight = plane ? Math.max(0, dot(plane.normal, sun)) : 0
    // Trees and furniture are round: some of each side is lit. Which way a wall out of doors faces is guessed piece by piece.
    const isSoft = plane && (!seen.regions[id]!.plane || (!indoors && Math.abs(rise[id]!) < 0.5))
    return isSoft ? 0.5 * straight + 0.34 : straight
  })
  for (let i = 0, y = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const id = map[i]!
      const plane = planes[id]
      if (!plane) continue
      const near = 1 + shown[id]! * (open[i]! - 1)
      if (!indoors) {
        // Planes of walls are guessed: shadows on them would be bands across even faces.
        lit[i] = 0.8 * facing[id]! * (rise[id]! > 0.5 ? 1 + shown[id]! * (lit[i]! - 1) : 1)
        open[i] = (0.46 + 0.1 * rise[id]!) * near
        continue
      }
      const z = depth[i]!
      const px = ((x + 0.5 - width / 2) * z) / focal
      const py = ((y + 0.5 - height / 2) * z) / focal
      const window = paneLight(panes, px, py, z, plane.normal) * (cast && rise[id]! > 0.5 ? cast[i]! : 1)
      lit[i] = 0.55 * lit[i]! * facing[id]!
      open[i] = near * (0.46 + (rise[id]! < 0 ? -0.06 : 0.04) * rise[id]! + 1.2 * window)
    }
  return { direct: lit, ambient: open }
}

/**
 * Light of the source's own, parted into what the sun gives and what the sky gives; on a backdrop, where none is drawn, that of
 * the planes.
 * @param open how open each pixel is to the light around it, 0..1; becomes the sky's part
 */
function kept(
  seen: Seen,
  geometry: Geometry,
  map: Uint16Array,
  source: Source,
  sun: Vector3,
  open: Float32Array,
): Omit<LightPlanes, 'lamps'> {
  const direct = new Float32Array(open.length)
  const bare = seen.regions.map(({ own }) => own === 'backdrop' && seen.setting === 'outdoors')
  const cast = bare.includes(true) ? sunOn(seen, geometry, map, sun) : null
  for (let i = 0; i < open.length; i++) {
    const isBare = cast && bare[map[i]!]
    // A model's shadows are drawn by its own light: only the deepest corners gain.
    const part = isBare ? 0.9 : source.kind === 'model' ? 0.3 : 0.2
    const own = source.exposure === 1 ? source.shade[i]! : source.shade[i]! ** source.exposure
    const light = own * (1 - part + part * open[i]!)
    const t = Math.min(1, Math.max(0, (light - 0.3) / 0.55))
    const share = t * t * (3 - 2 * t)
    direct[i] = light * share * (isBare ? 0.25 + 0.75 * cast[i]! : 1)
    open[i] = light * (1 - share)
  }
  return { direct, ambient: open }
}

/**
 * Light on each pixel: a model or photograph keeps its own, a drawing is lit by its planes.
 * @param sun unit vector towards the sun
 */
export function lightOf(
  seen: Seen,
  geometry: Geometry,
  map: Uint16Array,
  source: Source,
  sun: Vector3,
): LightPlanes {
  const reach = seen.setting === 'indoors' ? 0.9 : seen.setting === 'above' ? 6 : 1.4
  const occlusion = occlusionOf(geometry, map, reach)
  const { width, height } = geometry.view
  const open = widen(occlusion, map, width, height)
  const lamps = lampsOf(seen, geometry, map, open)
  const own =
    source.kind === 'drawing'
      ? made(seen, geometry, map, sun, open)
      : kept(seen, geometry, map, source, sun, open)
  // Where a model is in its own shadow, little of its lamps would come either.
  if (source.kind !== 'drawing')
    for (let i = 0; i < lamps.length; i++)
      lamps[i] = lamps[i]! * Math.sqrt(Math.max(0.15, Math.min(1, source.shade[i]!)))
  return { ...own, lamps }
}

/** A window as a source of light: of the day for a room, of lamps for what is outside. */
export interface Pane {
  at: Vector3
  normal: Vector3
  area: number
}

/** Windows count up to this many, the largest first, each as so many m² at most. */
const [MOST_PANES, MOST_AREA] = [6, 14]

/** The largest windows that a picture shows. */
export function panesOf(seen: Seen, { view, planes }: Geometry): Pane[] {
  const scale = view.width / seen.width
  return seen.regions
    .filter(({ label, plane }) => label === 'opening' && plane)
    .sort((a, b) => b.pixels - a.pixels)
    .slice(0, MOST_PANES)
    .map(({ id, at, pixels }): Pane => {
      const plane = planes[id]!
      const ray = rayOf(view, at.x * scale, at.y * scale)
      const towards = Math.min(-0.08, dot(plane.normal, ray))
      const far = plane.distance / towards
      const area = (pixels * scale * scale * (far * ray[2]) ** 2) / view.focal ** 2 / -towards
      return {
        at: [ray[0] * far, ray[1] * far, ray[2] * far],
        normal: plane.normal,
        area: Math.min(MOST_AREA, area),
      }
    })
}

/** Light of windows on a point with a normal, about 1 close to one. */
export function paneLight(panes: readonly Pane[], x: number, y: number, z: number, n: Vector3): number {
  let sum = 0
  for (const { at, normal, area } of panes) {
    const dx = at[0] - x
    const dy = at[1] - y
    const dz = at[2] - z
    const square = dx * dx + dy * dy + dz * dz + 0.05
    const size = Math.sqrt(square)
    // Light comes in round the edge of a window's plane as well.
    const here = 0.12 + (0.88 * (n[0] * dx + n[1] * dy + n[2] * dz)) / size
    const there = 0.1 - (0.9 * (normal[0] * dx + normal[1] * dy + normal[2] * dz)) / size
    if (here > 0 && there > 0) sum += (area * here * there) / (Math.PI * square + area)
  }
  return sum
}

/** Lamps of a room: to the right and ahead, and how high they hang over the eye, metres. */
const LAMPS: readonly (readonly [number, number])[] = [
  [-0.9, 2.6],
  [0.9, 4.4],
  [-0.3, 6.4],
]
const OVER_EYE = 0.75

/** Light of lamps under a room's ceiling on a point. */
function bulbLight(bulbs: readonly Vector3[], x: number, y: number, z: number, n: Vector3): number {
  let sum = 0
  for (const bulb of bulbs) {
    const dx = bulb[0] - x
    const dy = bulb[1] - y
    const dz = bulb[2] - z
    const square = dx * dx + dy * dy + dz * dz
    const size = Math.sqrt(square) + 1e-6
    sum += Math.max(0.05, 0.2 + (0.8 * (n[0] * dx + n[1] * dy + n[2] * dz)) / size) / (square + 0.7)
  }
  return 0.85 * sum
}

/**
 * Light of lamps on each pixel, about 1 close to them: those of a room, or what comes out of windows.
 * @param open how open each pixel is to the light around it, 0..1
 */
export function lampsOf(seen: Seen, geometry: Geometry, map: Uint16Array, open: Float32Array): Float32Array {
  const { view, planes, depth } = geometry
  const { width, height, focal } = view
  const panes = panesOf(seen, geometry)
  const bulbs = LAMPS.map(([right, ahead]) => inScene(geometry, right, OVER_EYE, ahead))
  const indoors = seen.setting === 'indoors'
  const out = new Float32Array(map.length)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const plane = planes[map[i]!]
      if (!plane) continue
      const z = depth[i]!
      const px = ((x + 0.5 - width / 2) * z) / focal
      const py = ((y + 0.5 - height / 2) * z) / focal
      const light = indoors
        ? bulbLight(bulbs, px, py, z, plane.normal)
        : paneLight(panes, px, py, z, plane.normal)
      out[i] = open[i]! * light
    }
  return out
}
