import { boxBlur } from '#kernels/lineart/smooth.ts'
import { BLADES, SMOOTH } from '#kernels/seeing/grain.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { meansOf } from './means.ts'
import type { Reading } from './reading.ts'
import { bordersOf } from './settle.ts'

/** Part of a picture that plants have to cover, and that a ground among them has to, to lie open. */
const [PLANTED, WIDE] = [0.16, 0.1]
/** Mean nearness to lines up to which a ground has no joints or kerbs of its own. */
const JOINTED = 0.32
/**
 * Part of a picture from which a model's ground beside an open one goes on in it, where hardly a line parts the
 * two.
 */
const GOES_ON = { part: 0.05, lined: 0.45 } as const

/** Part of a picture from which what is grown beside a loose ground is a lawn in it. */
const LAWN = 0.004

/** What an open ground is: grown over, a lawn in a loose one, loose without anything that grows, or one of the two. */
export type Open = 'grown' | 'lawn' | 'loose' | 'either' | null

/** Part of each region of a model on which no blade of grass shows. @param flecks see flecksOf */
export function evenParts(flecks: Float32Array, map: Uint16Array, count: number): Float32Array {
  return meansOf(
    flecks.map((value) => (value < SMOOTH ? 1 : 0)),
    map,
    count,
  )
}

/**
 * Which regions are open ground: wide, without joints, among many plants. Nobody paves all of a garden. A model of
 * one shows its grass; a photograph's ground shows what it is.
 * @param grain see grainOf @param lawns see lawnsOf; null for what is no model
 */
export function openGrounds(
  { regions, setting, ...size }: Seen,
  { image: { width }, map, source: { kind }, near }: Reading,
  grain: Float32Array,
  lawns: Uint8Array | null,
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
    if (kind === 'drawing') return 'either'
    return grown[id]! > 0.5 * here ? 'grown' : 'loose'
  })
  if (!lawns || !open.some(Boolean)) return open
  const lawn = new Float64Array(regions.length)
  for (let i = 0; i < map.length; i++) lawn[map[i]!] = lawn[map[i]!]! + lawns[i]!
  const borders = bordersOf(map, width, (i) => near[i]! > 0.5, regions.length)
  const onwards = (id: number, known: readonly Open[], isIt: (open: Open) => boolean) =>
    [...borders[id]!].find(
      ([k, { pixels, shown }]) => isIt(known[k]!) && shown < GOES_ON.lined * pixels,
    )?.[0] ?? -1
  const wide = regions.map(({ id, label, pixels }) => {
    if (open[id] || label !== 'ground' || pixels < GOES_ON.part * all) return open[id]!
    return open[onwards(id, open, Boolean)] ?? null
  })
  return regions.map(({ id, label, pixels }): Open => {
    const isLawn = lawn[id]! > 0.5 * map.length * (pixels / all) && pixels > LAWN * all
    if (wide[id] || label !== 'ground' || !isLawn) return wide[id]!
    return onwards(id, wide, (known) => known === 'loose') >= 0 ? 'lawn' : null
  })
}

/** How near to others what is smooth is part of a slab, in parts of the longer side. */
const PLACE = 0.004
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
