import { writeLab } from '#kernels/lab.ts'
import { guidedSmooth } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import { ramp } from '#kernels/seeing/ramp.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { busyOf } from './edges.ts'
import { meansOf } from './means.ts'
import type { Reading } from './reading.ts'
import { readPhoto } from './source.ts'

/** Surfaces that get a finish of their own in a photographed room. */
const SURFACES: ReadonlySet<Label> = new Set(['floor', 'wall', 'ceiling'])
/** How much more pattern than lines a surface has that is none, and that surely is speckled. */
const SPECKLED = [0.3, 0.5] as const
/** Half the window of speckles, in parts of the longer side: narrower shadows would go with them. */
const FLECKS = 0.004
/** Light that is told apart, stops, and its values in a stop. */
const [DARKEST, BRIGHTEST, TOLD] = [-8, 0, 32] as const
/** Half the window, in parts of the longer side, and stops, in which what is left of them is smoothed. */
const [LEFT, FAINT] = [0.01, 0.3] as const
/**
 * What lies on a surface and was seen as a part of it, such as a leg: how far its colour is off the surface's, in a and b
 * of Lab, and its light off the light around it, stops.
 */
const [COLOUR, LIGHT] = [
  [6, 12],
  [0.8, 1.4],
] as const

/**
 * How far each region is a speckled surface of a photographed room, 0..1: terrazzo, carpet, pebbles. Those have pattern
 * all over and hardly a line, where boards and tiles have both. A floor is one, whatever stands on it.
 */
export function speckledRegions({ regions, setting }: Seen, { map, source, near, busy }: Reading): number[] {
  if (source.kind !== 'photo' || setting !== 'indoors') return regions.map(() => 0)
  const ofRegions = (of: readonly number[]): number[] => {
    const [ids, count] = [map.map((id) => of[id]!), 1 + Math.max(...of)]
    const [pattern, lines] = [meansOf(busy, ids, count), meansOf(near, ids, count)]
    return of.map((k) => ramp(pattern[k]! - lines[k]!, ...SPECKLED))
  }
  const each = ofRegions(regions.map(({ id }) => id))
  const floor = regions.find(({ label, own }) => label === 'floor' && !own)?.id
  const isFloor = (region: Region) => region.label === 'floor' && !region.own
  const floors = ofRegions(regions.map((region) => (isFloor(region) ? floor! : region.id)))
  return regions.map((region) =>
    SURFACES.has(region.label) ? Math.max(each[region.id]!, floors[region.id]!) : 0,
  )
}

/**
 * Median of a plane, in stops, around each pixel that is taken, of those that are (a moving histogram: T. Huang, G. Yang,
 * G. Tang, "A Fast Two-Dimensional Median Filtering Algorithm", 1979); the plane's own value elsewhere.
 */
function medianWithin(
  plane: Float32Array,
  isTaken: (i: number) => boolean,
  { width, height }: { width: number; height: number },
  radius: number,
): Float32Array {
  const out = plane.slice()
  const most = (BRIGHTEST - DARKEST) * TOLD
  const binOf = (i: number) => Math.round(Math.max(0, Math.min(most, (plane[i]! - DARKEST) * TOLD)))
  const counts = new Uint32Array(most + 1)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height - 1, y + radius)]
    counts.fill(0)
    // How many there are, the bin of the median, and how many lie under it.
    let [all, bin, under] = [0, 0, 0]
    const change = (x: number, by: 1 | -1) => {
      for (let row = top; row <= bottom; row++) {
        const i = row * width + x
        if (!isTaken(i)) continue
        const at = binOf(i)
        counts[at] = counts[at]! + by
        all += by
        if (at < bin) under += by
      }
    }
    for (let x = 0; x < Math.min(radius, width); x++) change(x, 1)
    for (let x = 0; x < width; x++) {
      if (x + radius < width) change(x + radius, 1)
      if (x > radius) change(x - radius - 1, -1)
      if (!isTaken(y * width + x)) continue
      while (2 * under > all) under -= counts[--bin]!
      while (2 * (under + counts[bin]!) <= all && bin < most) under += counts[bin++]!
      out[y * width + x] = DARKEST + bin / TOLD
    }
  }
  return out
}

/** How far the colour of each pixel is off its region's where regions are taken, in a and b of Lab. */
function coloursOff({ data }: Raster, map: Uint16Array, taken: readonly boolean[]): Float32Array {
  const lab = new Float32Array(3)
  const planes = [new Float32Array(map.length), new Float32Array(map.length)] as const
  for (let i = 0; i < map.length; i++) {
    if (!taken[map[i]!]) continue
    const [r, g, b] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
    writeLab(LINEAR_OF_BYTE[r]!, LINEAR_OF_BYTE[g]!, LINEAR_OF_BYTE[b]!, lab, 0)
    planes[0][i] = lab[1]!
    planes[1][i] = lab[2]!
  }
  const [a, b] = planes.map((plane) => meansOf(plane, map, taken.length)) as [Float32Array, Float32Array]
  return planes[0].map((value, i) => Math.hypot(value - a[map[i]!]!, planes[1][i]! - b[map[i]!]!))
}

/**
 * A reading whose speckled surfaces are smooth, for what lies there now has another grain: neither light nor edges tell of
 * the speckles, only of shadows, of lines and of what stands there.
 * @param speckled see speckledRegions
 */
export function withoutSpeckles(reading: Reading, speckled: readonly number[]): Reading {
  if (!speckled.some((share) => share > 0)) return reading
  const { source, map, image, near } = reading
  const { width, height } = image
  const side = Math.max(width, height)
  const stops = source.luma.map((value) => Math.log2(Math.max(2 ** DARKEST, value)))
  const taken = speckled.map((share) => share > 0)
  const smooth = medianWithin(stops, (i) => taken[map[i]!]!, image, Math.max(2, Math.round(FLECKS * side)))
  guidedSmooth(smooth, width, height, Math.max(3, Math.round(LEFT * side)), FAINT)
  const off = coloursOff(image, map, taken)
  const luma = source.luma.map((value, i) => {
    const share = speckled[map[i]!]!
    if (share === 0) return value
    const stands = Math.max(ramp(off[i]!, ...COLOUR), ramp(Math.abs(stops[i]! - smooth[i]!), ...LIGHT))
    return value + share * (1 - near[i]! * stands) * (2 ** smooth[i]! - value)
  })
  const calm = readPhoto(luma, map, image, speckled.length)
  return { ...reading, source: calm, busy: busyOf(calm, width, height) }
}
