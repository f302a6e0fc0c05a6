import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { meansOf } from './means.ts'
import type { Reading } from './reading.ts'
import { bordersOf } from './settle.ts'
import type { Source } from './source.ts'

/** Part of a picture that plants have to cover, and that a ground among them has to, to lie open. */
const [PLANTED, WIDE] = [0.16, 0.1]
/** Mean nearness to lines up to which a ground has no joints or kerbs of its own. */
const JOINTED = 0.32
/**
 * Part of a picture from which a model's ground beside an open one goes on in it, where hardly a line parts the
 * two.
 */
const GOES_ON = { part: 0.05, lined: 0.45 } as const

/** What an open ground is: grown over, loose without anything that grows, or one of the two. */
export type Open = 'grown' | 'loose' | 'either' | null
/** Half windows, parts of the longer side, of grain and of the place that it belongs to. */
const [GRAIN, PLACE] = [0.002, 0.004]
/**
 * Mean grain, stops, up to which a place of a model is smooth, and from which blades are drawn on it; and most that
 * counts.
 */
const [SMOOTH, BLADES, MOST] = [0.005, 0.01, 0.03]

/** How far each pixel's light is off that around it, stops: blades of grass show by it. */
export function flecksOf({ luma }: Source, width: number): Float32Array {
  const height = luma.length / width
  const light = luma.map((value) => Math.log2(0.03 + Math.sqrt(value)))
  const out = light.slice()
  const radius = Math.max(1, Math.round(GRAIN * Math.max(width, height)))
  boxBlur(out, width, height, radius, new Float32Array(luma.length))
  return out.map((value, i) => Math.min(MOST, Math.abs(light[i]! - value)))
}

/** Part of each region of a model on which no blade of grass shows. @param flecks see flecksOf */
export function evenParts(flecks: Float32Array, map: Uint16Array, count: number): Float32Array {
  return meansOf(
    flecks.map((value) => (value < SMOOTH ? 1 : 0)),
    map,
    count,
  )
}

/** Where a model's surface has the grain of grass, 0..1. @param flecks see flecksOf */
export function grainOf(flecks: Float32Array, width: number): Float32Array {
  const height = flecks.length / width
  const out = flecks.slice()
  const radius = Math.max(1, Math.round(PLACE * Math.max(width, height)))
  for (let pass = 0; pass < 2; pass++) boxBlur(out, width, height, radius, new Float32Array(out.length))
  return out.map((value) => Math.min(1, Math.max(0, (value - SMOOTH) / (BLADES - SMOOTH))))
}

/**
 * Which regions are open ground: wide, without joints, among many plants. Nobody paves all of a garden. A model of
 * one shows its grass; a photograph's ground shows what it is.
 * @param grain see grainOf
 */
export function openGrounds(
  { regions, setting, ...size }: Seen,
  { image: { width }, map, source: { kind }, near }: Reading,
  grain: Float32Array,
): Open[] {
  const lined = new Float64Array(regions.length)
  const grown = new Float64Array(regions.length)
  for (let i = 0; i < map.length; i++) {
    lined[map[i]!] = lined[map[i]!]! + near[i]!
    grown[map[i]!] = grown[map[i]!]! + grain[i]!
  }
  const all = size.width * size.height
  const planted = regions.reduce((sum, { label, pixels }) => sum + (label === 'vegetation' ? pixels : 0), 0)
  const isGarden = setting === 'outdoors' && kind !== 'photo' && planted > PLANTED * all
  const open = regions.map(({ id, label, pixels }): Open => {
    const here = map.length * (pixels / all)
    if (!isGarden || label !== 'ground' || pixels < WIDE * all || lined[id]! > JOINTED * here) return null
    if (kind === 'line') return 'either'
    return grown[id]! > 0.5 * here ? 'grown' : 'loose'
  })
  if (kind !== 'clay' || !open.some(Boolean)) return open
  const borders = bordersOf(map, width, (i) => near[i]! > 0.5, regions.length)
  return regions.map(({ id, label, pixels }) => {
    if (open[id] || label !== 'ground' || pixels < GOES_ON.part * all) return open[id]!
    const goesOn = [...borders[id]!].find(
      ([k, { pixels, shown }]) => open[k] && shown < GOES_ON.lined * pixels,
    )
    return goesOn ? open[goesOn[0]]! : null
  })
}

/** How much a slab gains at its border, where its edge was taken for grain. */
const WIDER = 2.2
/** From how smooth a place on a slab reaches as far as that is smooth, and how far, in parts of the longer side. */
const [CORE, REACH] = [0.8, 0.011] as const

/** Places that are 1. */
function setIn(is: Float32Array): number[] {
  const places: number[] = []
  for (let i = 0; i < is.length; i++) if (is[i] === 1) places.push(i)
  return places
}

/** Px of an edge that are as uneven as blades are. */
const EDGE = 3

/** Adds what is smooth around places that are, up to some steps, and the edge around that. */
function reachSmooth(is: Float32Array, width: number, isSmooth: (i: number) => boolean, steps: number): void {
  const around = (places: readonly number[], isOne: (i: number) => boolean) => {
    const next: number[] = []
    const take = (j: number) => {
      if (is[j] !== 0 || !isOne(j)) return
      is[j] = 1
      next.push(j)
    }
    for (const i of places) {
      if (i % width > 0) take(i - 1)
      if ((i + 1) % width > 0) take(i + 1)
      take(i - width)
      take(i + width)
    }
    return next
  }
  let last = setIn(is)
  for (let step = 0; step < steps && last.length > 0; step++) last = around(last, isSmooth)
  last = setIn(is)
  for (let step = 0; step < EDGE; step++) last = around(last, () => true)
}

/**
 * Adds the slabs and stones in a model's lawn to the smooth things among leaves, in place.
 * @param things 0..1 @param open see openGrounds @param flecks see flecksOf @param grain see grainOf
 */
export function addSlabs(
  things: Float32Array,
  map: Uint16Array,
  width: number,
  open: readonly Open[],
  flecks: Float32Array,
  grain: Float32Array,
): void {
  if (!open.includes('grown')) return
  const isGrown = (i: number) => open[map[i]!] === 'grown'
  const height = map.length / width
  const side = Math.max(width, height)
  const slabs = grain.map((value, i) => (isGrown(i) ? 1 - value : 0))
  const radius = Math.max(1, Math.round(PLACE * side))
  boxBlur(slabs, width, height, radius, new Float32Array(slabs.length))
  const whole = slabs.map((value) => (WIDER * value > CORE ? 1 : 0))
  reachSmooth(whole, width, (i) => isGrown(i) && flecks[i]! < BLADES, Math.round(REACH * side))
  boxBlur(whole, width, height, 1, new Float32Array(whole.length))
  for (let i = 0; i < map.length; i++)
    if (isGrown(i)) things[i] = Math.max(things[i]!, Math.min(1, WIDER * slabs[i]!), whole[i]!)
}
