import type { Label, Region, Seen, Surface3 } from './scene.ts'
import { dot, groundOf, pointAt, surfaceThrough } from './view.ts'

/** Numbers the regions anew without gaps, with their sizes and a place inside each. */
function renumbered(seen: Seen, map: Uint16Array, from: readonly Region[]): Seen {
  const { width } = seen
  const pixels = new Float64Array(from.length)
  const [sumX, sumY] = [new Float64Array(from.length), new Float64Array(from.length)]
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    pixels[k]!++
    sumX[k] = sumX[k]! + (i % width)
    sumY[k] = sumY[k]! + Math.floor(i / width)
  }
  const id = new Int32Array(from.length).fill(-1)
  const kept = from.flatMap((region, k) => {
    if (pixels[k] === 0) return []
    id[k] = 0
    return [{ region, k }]
  })
  for (const [next, { k }] of kept.entries()) id[k] = next
  // The pixel nearest to the middle is inside, however the region is bent.
  const best = new Float64Array(from.length).fill(Number.POSITIVE_INFINITY)
  const at = new Int32Array(from.length)
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    const away = (i % width) - sumX[k]! / pixels[k]!
    const down = Math.floor(i / width) - sumY[k]! / pixels[k]!
    const far = away * away + down * down
    if (far >= best[k]!) continue
    best[k] = far
    at[k] = i
  }
  return {
    ...seen,
    map: map.map((k) => id[k]!),
    regions: kept.map(({ region, k }, next) => ({
      ...region,
      id: next,
      pixels: pixels[k]!,
      at:
        region.pixels === pixels[k]
          ? region.at
          : { x: (at[k]! % width) + 0.5, y: Math.floor(at[k]! / width) + 0.5 },
    })),
  }
}

/**
 * Makes one region of several; it has the name and the plane of the largest. Ids are numbered anew.
 * @param ids regions of `seen`; fewer than two change nothing
 * @throws RangeError for an id that there is not
 */
export function mergeRegions(seen: Seen, ids: readonly number[]): Seen {
  const chosen = ids.map((id) => {
    const region = seen.regions[id]
    if (!region) throw new RangeError(`there is no region ${id}`)
    return region
  })
  if (chosen.length < 2) return seen
  const main = chosen.reduce((best, region) => (region.pixels > best.pixels ? region : best))
  const into = Uint16Array.from(seen.regions.keys())
  for (const id of ids) into[id] = main.id
  // What one of its kind was given by hand is not lost.
  const finish = main.finish ?? chosen.find((region) => region.finish && region.label === main.label)?.finish
  const made = { ...main, sure: 1, ...(finish !== undefined && { finish }) }
  return renumbered(
    seen,
    seen.map.map((k) => into[k]!),
    seen.regions.map((region) => (region === main ? made : region)),
  )
}

/**
 * Cuts what a mask covers out of its regions: one new region for it, with the name and the plane of the one that most
 * of it comes from. Ids are numbered anew.
 * @param mask width·height bytes at the size of `seen`, not 0 where it covers
 * @throws RangeError for a mask of another size
 */
export function splitRegion(seen: Seen, mask: Uint8Array): Seen {
  if (mask.length !== seen.map.length) throw new RangeError('the mask has another size')
  const covered = new Float64Array(seen.regions.length)
  for (let i = 0; i < mask.length; i++) if (mask[i]) covered[seen.map[i]!]!++
  const most = covered.reduce((best, value, k) => (value > covered[best]! ? k : best), 0)
  const origin = seen.regions[most]
  if (!origin || covered[most] === 0) return seen
  const next = seen.regions.length
  return renumbered(
    seen,
    seen.map.map((k, i) => (mask[i] ? next : k)),
    // What was parted by hand is not the same thing.
    [...seen.regions.with(most, { ...origin, sure: 1 }), { ...origin, id: next, sure: 1 }],
  )
}

/** The plane of a region that is given a name: level ones lie on the ground, upright ones stand at its lower end. */
function planeFor(seen: Seen, { id, plane }: Region, label: Label): Surface3 | null {
  const { view, setting, width } = seen
  if (label === 'sky' || label === 'vegetation' || label === 'furniture') return null
  const ground = groundOf(view, setting)
  if (label === 'ground' || label === 'floor' || label === 'water')
    return seen.regions.find((other) => other.label === label && other.plane)?.plane ?? ground
  // What lies level cannot be a wall: it stands where it ends.
  const isLevel = plane && Math.abs(dot(plane.normal, view.axes[1])) > 0.9
  if (plane && !(isLevel && (label === 'wall' || label === 'opening'))) return plane
  const lowest = seen.map.lastIndexOf(id)
  const foot = pointAt(view, ground, (lowest % width) + 0.5, Math.floor(lowest / width) + 1)
  const [x, y, z] = view.axes[2]
  return foot ? surfaceThrough([-x, -y, -z], foot) : null
}

/**
 * Gives a region another name, and a plane that goes with it.
 * @throws RangeError for an id that there is not
 */
export function relabel(seen: Seen, id: number, label: Label): Seen {
  const before = seen.regions[id]
  if (!before) throw new RangeError(`there is no region ${id}`)
  const { own: _, ...region } = before
  const next = { ...region, label, sure: 1, plane: planeFor(seen, region, label) }
  return { ...seen, regions: seen.regions.map((other) => (other === before ? next : other)) }
}
