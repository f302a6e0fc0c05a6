import type { RegionChange, RegionSet, Stroke } from '#contracts/surfaces.ts'
import { relabel } from '#kernels/seeing/regions-edit.ts'
import { mergeAlong, splitAlong } from '#kernels/seeing/regions-strokes.ts'
import type { Seen, Spot } from '#kernels/seeing/scene.ts'

/** Id of the region at a place, parts of the sides. */
export function regionAt({ map, width, height }: Seen, x: number, y: number): number {
  const px = Math.min(width - 1, Math.floor(x * width))
  const py = Math.min(height - 1, Math.floor(y * height))
  return map[py * width + px]!
}

function setRegion(seen: Seen, { x, y, label, finish }: RegionSet): Seen {
  const id = regionAt(seen, x, y)
  const isOther = label !== undefined && label !== seen.regions[id]!.label
  const named = isOther ? relabel(seen, id, label) : seen
  const { finish: before, ...region } = named.regions[id]!
  // Another kind of surface is made of something else: the material of the old one does not stay.
  const made = finish ?? (isOther ? undefined : before)
  const next = made === undefined ? region : { ...region, finish: made }
  return { ...named, regions: named.regions.map((other) => (other.id === id ? next : other)) }
}

/**
 * Does to a picture's regions what the user did, in that order: strokes make one region of several or cut one, and a
 * region takes the name and the finish that it was given along into what becomes of it.
 */
export function changeRegions(seen: Seen, changes: readonly RegionChange[]): Seen {
  const spots = (stroke: Stroke): Spot[] =>
    stroke.map(([x, y]) => ({ x: x * seen.width, y: y * seen.height }))
  return changes.reduce((now, change) => {
    if ('merge' in change) return mergeAlong(now, spots(change.merge))
    if ('split' in change) return splitAlong(now, spots(change.split), change.closed)
    return setRegion(now, change)
  }, seen)
}
