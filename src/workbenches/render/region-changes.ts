import {
  hasStroke,
  MOST_REGION_CHANGES,
  MOST_STROKES,
  type RegionChange,
  type RegionSet,
} from '#contracts/surfaces.ts'

/** The changes with one more; the oldest give way when there are too many. */
export function withChange(changes: readonly RegionChange[], change: RegionChange): RegionChange[] {
  const strokes = changes.filter(hasStroke)
  const oldest = strokes.length >= MOST_STROKES && hasStroke(change) ? strokes[0] : null
  return [...changes.filter((one) => one !== oldest).slice(1 - MOST_REGION_CHANGES), change]
}

/**
 * The changes with another one of the region at this place, or of those in a loop; the last to be made stands last. What was set of it before
 * a region was cut or merged stays where it is: it counts for all that has become of the region.
 */
export function setRegion(
  changes: readonly RegionChange[],
  at: Pick<RegionSet, 'x' | 'y' | 'extent' | 'around'>,
  patch: Pick<RegionSet, 'label' | 'finish'>,
): RegionChange[] {
  const since = changes.findLastIndex((change) => !('x' in change)) + 1
  const there = changes.findIndex(
    (change, k) =>
      k >= since && 'x' in change && change.x === at.x && change.y === at.y && change.extent === at.extent,
  )
  const before = changes[there]
  // Another kind of surface is made of something else: the material of the old one does not stay.
  const kept = before && !patch.label ? before : null
  const others = changes.filter((_, k) => k !== there)
  return withChange(others, { ...at, ...kept, ...patch })
}

/** The changes with the likeliest names of regions that nobody has named. */
export function withNames(
  changes: readonly RegionChange[],
  named: readonly Required<Pick<RegionSet, 'x' | 'y' | 'label'>>[],
): readonly RegionChange[] {
  return named.reduce<readonly RegionChange[]>(
    (all, { x, y, label }) => setRegion(all, { x, y }, { label }),
    changes,
  )
}
