import type { RegionChange, Room } from '#contracts/surfaces.ts'
import { ownOf } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { useOwnHistory } from '../own-history.ts'
import type { Bench } from '../use-bench.ts'

/** What was done to a picture by hand. */
interface Edits {
  regions: readonly RegionChange[]
  room: Room | null
}

const FORM = {
  of(picture: DraftInput): Edits {
    const { regions = [], room = null } = ownOf('render', picture)
    return { regions, room }
  },
  kept: ({ regions, room }: Edits) => ({ regions: regions.length > 0 ? regions : null, room }),
  isBlank: ({ regions, room }: Edits) => regions.length === 0 && room === null,
  before({ regions, room }: Edits): Edits | undefined {
    if (regions.length > 0) return { regions: regions.slice(0, -1), room }
    return room ? { regions, room: null } : undefined
  },
}

/** The changes of a picture's regions and room, kept with the form, and the way back and forth through them. */
export function useRegionEdits(bench: Bench, source: DraftInput) {
  const { now, latest, ...rest } = useOwnHistory(bench, source, FORM)
  return { ...now, ...rest, regionsNow: () => latest().regions }
}
export type RegionEdits = ReturnType<typeof useRegionEdits>
