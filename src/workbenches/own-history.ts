import { useRef } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { editPicture } from './own-edits.ts'
import type { Bench } from './use-bench.ts'

interface History<E> {
  past: E[]
  future: E[]
  /** What the last change was about: another one of the same is no step of its own. */
  about: string | null
}

/** What a picture's own edits are to those who edit them. */
interface Form<E> {
  of: (picture: DraftInput) => E
  /** As they are kept with the picture: null for what says nothing. */
  kept: (edits: E) => Readonly<Record<string, unknown>>
  isBlank: (edits: E) => boolean
  /** The last step of a form that was left and opened again. */
  before: (edits: E) => E | undefined
}

/** Most steps back. */
const MOST_STEPS = 200

/** By picture: a look at a result in between forgets nothing. */
const histories = new Map<string, History<unknown>>()

function historyOf<E>(id: string): History<E> {
  const found = histories.get(id) ?? { past: [], future: [], about: null }
  histories.set(id, found)
  return found as History<E>
}

/** What was edited by hand on a picture, kept with the form, and the way back and forth through it. */
export function useOwnHistory<E extends object>({ setInputs }: Bench, source: DraftInput, form: Form<E>) {
  const latest = useRef(source)
  latest.current = source
  const history = historyOf<E>(source.id)
  const put = (edits: E) => setInputs((previous) => editPicture(previous, source.id, form.kept(edits)))
  const now = form.of(source)
  const isBlank = form.isBlank(now)
  return {
    now,
    isBlank,
    /** The edits as they are, however long ago they were asked for. */
    latest: () => form.of(latest.current),
    change(patch: Partial<E>, about: string | null = null) {
      const before = form.of(latest.current)
      if (about === null || history.about !== about) history.past.push(before)
      history.past.splice(0, history.past.length - MOST_STEPS)
      history.about = about
      history.future = []
      put({ ...before, ...patch })
    },
    canUndo: history.past.length > 0 || !isBlank,
    canRedo: history.future.length > 0,
    undo() {
      const before = history.past.pop() ?? form.before(now)
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
