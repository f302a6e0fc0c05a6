import { useRef } from 'react'
import type { RegionChange, Room } from '#contracts/surfaces.ts'
import { ownOf } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { editPicture } from '../own-edits.ts'
import type { Bench } from '../use-bench.ts'

/** What was done to a picture by hand. */
interface Edits {
  regions: readonly RegionChange[]
  room: Room | null
}

interface History {
  past: Edits[]
  future: Edits[]
  /** What the last change was about: another one of the same is no step of its own. */
  about: string | null
}

/** Most steps back. */
const MOST_STEPS = 200

/** By picture: a look at a result in between forgets nothing. */
const histories = new Map<string, History>()

function historyOf(id: string): History {
  const found = histories.get(id) ?? { past: [], future: [], about: null }
  histories.set(id, found)
  return found
}

function editsOf(picture: DraftInput): Edits {
  const { regions = [], room = null } = ownOf('render', picture)
  return { regions, room }
}

/** The last step of a form that was left and opened again. */
function stepBefore({ regions, room }: Edits): Edits | undefined {
  if (regions.length > 0) return { regions: regions.slice(0, -1), room }
  return room ? { regions, room: null } : undefined
}

/** The changes of a picture's regions and room, kept with the form, and the way back and forth through them. */
export function useRegionEdits({ setInputs }: Bench, source: DraftInput) {
  const latest = useRef(source)
  latest.current = source
  const history = historyOf(source.id)
  const put = ({ regions, room }: Edits) =>
    setInputs((previous) =>
      editPicture(previous, source.id, { regions: regions.length > 0 ? regions : null, room }),
    )
  const now = editsOf(source)
  const isBlank = now.regions.length === 0 && now.room === null
  const change = (patch: Partial<Edits>, about: string | null = null) => {
    const before = editsOf(latest.current)
    if (about === null || history.about !== about) history.past.push(before)
    history.past.splice(0, history.past.length - MOST_STEPS)
    history.about = about
    history.future = []
    put({ ...before, ...patch })
  }
  return {
    ...now,
    isBlank,
    /** The regions as they are, however long ago they were asked for. */
    regionsNow: () => editsOf(latest.current).regions,
    change,
    canUndo: history.past.length > 0 || !isBlank,
    canRedo: history.future.length > 0,
    undo() {
      const before = history.past.pop() ?? stepBefore(now)
      if (!before) return
      history.future.push(now)
      history.about = null
      put(before)
    },
    redo() {
      const next = history.future.pop()
      if (!next) return
      history.past.push(now)
      history.about = null
      put(next)
    },
  }
}
export type RegionEdits = ReturnType<typeof useRegionEdits>
