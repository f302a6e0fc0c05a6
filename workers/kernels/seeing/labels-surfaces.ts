import type { Named } from './labels.ts'
import type { Facts } from './labels-facts.ts'
import { bordersOf } from './labels-shapes.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import { REACH, type Surfaces, surfacesIn } from './surfaces-cells.ts'
import { type Tones, tonesOf } from './surfaces-tones.ts'

/** Part of a picture that a thing on the floor covers at least, and a thing among walls at most. */
const [LEAST, MOST] = [0.0015, 0.04] as const
/**
 * Change of colour, as logarithms, from which what a border parts from the floor is made of something else, and what
 * does not meet it.
 */
const [OTHER, STRANGE] = [0.1, 0.6] as const
/** Steps of light, as logarithms, within which colours are compared, how many there are, and the darkest. */
const [BIN, BINS, DARKEST] = [0.25, 20, -4.6] as const
/** Part of a surface from which a step of light is one of its own, and no border to something else. */
const SEEN = 0.02
/** Part of its outline at which a shadow has floor, unrest of a floor that has grain, ΔE, and that of a shadow by it. */
const [ENCLOSED, GRAINY, LIKE] = [0.6, 1, 0.5] as const

/** Lengths of upright edges, in roots of its area, from which something is clad with slats, and of level ones by them. */
const [UPRIGHT, LEVEL] = [18, 0.2] as const
/** Part of all walls that slats on them cover at most. */
const MOST_SLATS = 0.3

/** How far each surface's colour lies from that of the main one where that is as bright, as logarithms. */
function distancesFrom(
  main: number,
  { of: surfaces, count }: Pick<Surfaces, 'of' | 'count'>,
  { warm, cold, light }: Tones,
): Float64Array {
  const binOf = (i: number) => Math.max(0, Math.min(BINS - 1, Math.floor((light[i]! - DARKEST) / BIN)))
  const sums = new Float64Array(3 * BINS)
  for (let i = 0; i < surfaces.length; i++) {
    if (surfaces[i] !== main) continue
    const bin = 3 * binOf(i)
    sums[bin] = sums[bin]! + warm[i]!
    sums[bin + 1] = sums[bin + 1]! + cold[i]!
    sums[bin + 2]!++
  }
  const all = sums.reduce((sum, value, k) => (k % 3 === 2 ? sum + value : sum), 0)
  const seen = Array.from({ length: BINS }, (_, bin) => bin).filter((bin) => sums[3 * bin + 2]! > SEEN * all)
  const nearest = Array.from({ length: BINS }, (_, bin) =>
    seen.reduce((best, one) => (Math.abs(one - bin) < Math.abs(best - bin) ? one : best), seen[0] ?? 0),
  )
  const off = new Float64Array(3 * count)
  for (let i = 0; i < surfaces.length; i++) {
    const surface = surfaces[i]!
    if (surface < 0) continue
    const bin = 3 * nearest[binOf(i)]!
    const n = Math.max(1, sums[bin + 2]!)
    off[3 * surface] = off[3 * surface]! + warm[i]! - sums[bin]! / n
    off[3 * surface + 1] = off[3 * surface + 1]! + cold[i]! - sums[bin + 1]! / n
    off[3 * surface + 2]!++
  }
  return Float64Array.from(
    { length: count },
    (_, k) => Math.hypot(off[3 * k]!, off[3 * k + 1]!) / Math.max(1, off[3 * k + 2]!),
  )
}

/** Furniture that has floor around it, and the grain of one where light and shade leave it as it is. */
function liesOnFloor({ parts, names }: Tidy, sight: Sight): boolean[] {
  const isFloor = (id: number) => names[id]!.label === 'floor'
  const [grain, pixels] = [new Float64Array(parts.count), new Float64Array(parts.count)]
  let [floor, all] = [0, 0]
  for (let i = 0; i < parts.map.length; i++) {
    const id = parts.map[i]!
    grain[id] = grain[id]! + sight.texture[i]!
    pixels[id]!++
    if (!isFloor(id)) continue
    floor += sight.texture[i]!
    all++
  }
  const usual = floor / Math.max(1, all)
  if (usual <= GRAINY) return names.map(() => false)
  const borders = bordersOf(parts, sight)
  return names.map(({ label }, id) => {
    if (label !== 'furniture' || grain[id]! <= LIKE * usual * pixels[id]!) return false
    let [around, at] = [0, 0]
    for (const [other, [length]] of borders[id]!) {
      around += length
      if (isFloor(other)) at += length
    }
    return at >= ENCLOSED * around
  })
}

/**
 * Tells a photograph's floor from what else was taken for it, which become regions of their own, and gives it the
 * shadows on it that were taken for things.
 * @param parts as they were before those of one name were joined
 */
export function partFloor(tidy: Tidy, parts: Parts, sight: Sight): Tidy {
  const { width } = sight
  const { map } = tidy.parts
  const lies = liesOnFloor(tidy, sight)
  const may = tidy.names.map(({ label }, id) => (lies[id] || label === 'floor' ? 1 : 0))
  const isIt = new Uint8Array(map.length)
  for (let i = 0; i < map.length; i++) isIt[i] = may[map[i]!]!
  const first = isIt.indexOf(1)
  if (first < 0) return tidy
  const [top, end] = [Math.floor(first / width), Math.floor(isIt.lastIndexOf(1) / width) + 1]
  const tones = tonesOf(sight, Math.max(0, top - 2 * REACH), Math.min(sight.height, end + 2 * REACH))
  const found = surfacesIn(parts, isIt, tones, width)
  if (found.count === 0) return tidy
  const pixels = new Int32Array(found.count)
  for (const surface of found.of) if (surface >= 0) pixels[surface]!++
  const main = pixels.reduce((best, value, surface) => (value > pixels[best]! ? surface : best), 0)
  const names = [...tidy.names]
  const ids = new Map<number, number>()
  const take = (surface: number, name: Named) => ids.set(surface, names.push(name) - 1)
  take(main, { label: 'floor', sure: 0 })
  const distances = distancesFrom(main, found, tones)
  for (const [surface, around] of found.near.entries()) {
    if (surface === main || pixels[surface]! < LEAST * map.length) continue
    const isApart = (around.get(main) ?? 0) < 0
    if (distances[surface]! > (isApart ? OTHER : STRANGE))
      take(surface, { label: 'floor', sure: 0, own: true })
    else if (isApart) ids.set(surface, ids.get(main)!)
  }
  const next = map.slice()
  const count = new Int32Array(names.length)
  for (let i = 0; i < map.length; i++) {
    const id = ids.get(found.of[i]!)
    if (id === undefined || (names[id]!.own && lies[map[i]!])) continue
    next[i] = id
    const n = ++count[id]!
    names[id]!.sure += (tidy.names[map[i]!]!.sure - names[id]!.sure) / n
  }
  return withoutEmpty({ parts: { map: next, count: names.length }, names })
}

const isClad = ({ lines: [over, under, upright] }: Facts) =>
  upright > UPRIGHT && Math.max(over, under) < LEVEL * upright

/**
 * Tells what is built of something else than a photograph's walls outdoors and was taken for one of them: slats, also
 * behind a pane, and what has another colour than the largest wall has in such light, as the posts of an arbour. Both
 * are small.
 * @param facts of the regions, as `names`
 */
export function partWalls(
  names: readonly Named[],
  facts: readonly Facts[],
  { map, count }: Parts,
  sight: Sight,
): Named[] {
  const walls = [...names.keys()].filter((id) => names[id]!.label === 'wall')
  if (walls.length === 0) return [...names]
  const main = walls.reduce((best, id) => (facts[id]!.pixels > facts[best]!.pixels ? id : best))
  const top = Math.min(...walls.map((id) => facts[id]!.top))
  const bottom = Math.max(...walls.map((id) => facts[id]!.bottom))
  const tones = tonesOf(sight, Math.floor(top * sight.height), Math.ceil(bottom * sight.height))
  const distances = distancesFrom(main, { of: new Int32Array(map), count }, tones)
  const partOf = (ids: readonly number[]) => ids.reduce((sum, id) => sum + facts[id]!.part, 0)
  // Where slats are most of what was seen as walls, they are the walls.
  const clad = new Set(walls.filter((id) => isClad(facts[id]!)))
  const areSlats = partOf([...clad]) < MOST_SLATS * partOf(walls)
  const isOther = (id: number) => distances[id]! > STRANGE || (areSlats && clad.has(id))
  const own = new Set(walls.filter((id) => id !== main && facts[id]!.part < MOST && isOther(id)))
  return names.map((name, id) => (own.has(id) ? { ...name, own: true as const } : name))
}
