import type { PlanChange, PlanMend, Ruler } from '#contracts/flatplan.ts'
import { ownOf } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { useOwnHistory } from '../own-history.ts'
import type { Bench } from '../use-bench.ts'

/** What was set on a plan by hand. */
interface Edits {
  ruler: Ruler | null
  mends: readonly PlanMend[]
  changes: readonly PlanChange[]
}

const someOf = <T>(list: readonly T[]) => (list.length > 0 ? list : null)

const FORM = {
  of(picture: DraftInput): Edits {
    const { ruler = null, mends = [], changes = [] } = ownOf('flatplan', picture)
    return { ruler, mends, changes }
  },
  kept: ({ ruler, mends, changes }: Edits) => ({ ruler, mends: someOf(mends), changes: someOf(changes) }),
  isBlank: ({ ruler, mends, changes }: Edits) => ruler === null && mends.length + changes.length === 0,
  before(edits: Edits): Edits | undefined {
    if (edits.changes.length > 0) return { ...edits, changes: edits.changes.slice(0, -1) }
    if (edits.mends.length > 0) return { ...edits, mends: edits.mends.slice(0, -1) }
    return edits.ruler ? { ...edits, ruler: null } : undefined
  },
}

/** What was set on a plan by hand, kept with the form, and the way back and forth through it. */
export function usePlanEdits(bench: Bench, source: DraftInput) {
  const { now, latest, ...rest } = useOwnHistory(bench, source, FORM)
  return { ...now, ...rest, latest }
}
export type PlanEdits = ReturnType<typeof usePlanEdits>
