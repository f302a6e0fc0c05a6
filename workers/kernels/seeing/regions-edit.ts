import { insides } from './region-facts.ts'
import type { Label, Region, Seen, Surface3 } from './scene.ts'
import { dot, groundOf, pointAt, surfaceThrough } from './view.ts'

/** Numbers the regions anew without gaps, with their sizes and a place inside each. */
function renumbered(seen: Seen, map: Uint16Array, from: readonly Region[]): Seen {
  const pixels = from.map(() => 0)
  for (const k of map) pixels[k]!++
  const kept = [...from.keys()].filter((k) => pixels[k]! > 0)
  const id = from.map((_, k) => kept.indexOf(k))
  const parts = { map: map.map((k) => id[k]!), count: kept.length }
  const inside = insides(parts, seen)
  const regions = kept.map((k, next): Region => {
    const isSame = from[k]!.pixels === pixels[k]
    return { ...from[k]!, id: next, pixels: pixels[k]!, at: isSame ? from[k]!.at : inside[next]! }
  })
  return { ...seen, map: parts.map, regions }
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
 * Cuts what a mask covers out of its regions: one that it covers in part becomes two of its name and its plane.
 * @param mask width·height bytes at the size of `seen`, not 0 where it covers
 * @returns the regions, and the ids of those that it covers
 * @throws RangeError for a mask of another size
 */
export function partRegions(seen: Seen, mask: Uint8Array): { seen: Seen; ids: number[] } {
  const { map, regions } = seen
  if (mask.length !== map.length) throw new RangeError('the mask has another size')
  const covered = regions.map(() => 0)
  for (let i = 0; i < mask.length; i++) if (mask[i]) covered[map[i]!]!++
  const parted = regions.filter(({ id, pixels }) => covered[id]! > 0 && covered[id]! < pixels)
  const into = regions.map((region) => {
    const part = parted.indexOf(region)
    return part < 0 ? region.id : regions.length + part
  })
  const cut = () => map.map((id, i) => (mask[i] ? into[id]! : id))
  return {
    seen: parted.length > 0 ? renumbered(seen, cut(), [...regions, ...parted]) : seen,
    ids: into.filter((_, id) => covered[id]! > 0),
  }
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
