import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** What the canvas shows, kept in the address so that a reload and the back button keep it. */
export interface BenchView {
  /** Batch id of the run on show. */
  run: string | null
  /** Task shown large. */
  task: string | null
}

export interface ViewControl {
  view: BenchView
  /** Changes what is shown, in the same entry of the browser's history. */
  setView: (next: Partial<BenchView>) => void
  /** Shows a run or a task over what was there: the browser's back button goes back to that. */
  openView: (next: Partial<BenchView>) => void
  /** Goes to what lies below: a step back in the browser's history where that is the entry before. */
  leaveView: (next: Partial<BenchView>) => void
}

const KEYS = ['run', 'task'] as const
/** In the state of an entry of the history: the query of the entry that it was opened from. */
const BELOW = 'below'

function withView(search: URLSearchParams, next: Partial<BenchView>): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const key of KEYS) {
    const value = next[key]
    if (value) changed.set(key, value)
    else if (value === null) changed.delete(key)
  }
  return changed
}

/** The view and what changes it; other parts of the address stay as they are. */
export function useView(): ViewControl {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const below: unknown = useLocation().state?.[BELOW]
  const run = search.get('run')
  const task = search.get('task')
  // A second press before the first has come through must not go back twice.
  const leaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has come through when this changes
  useEffect(() => {
    leaving.current = false
  }, [search])

  const setView = useCallback(
    (next: Partial<BenchView>) =>
      setSearch((previous) => withView(previous, next), {
        replace: true,
        preventScrollReset: true,
        state: below === undefined ? null : { [BELOW]: below },
      }),
    [setSearch, below],
  )
  const openView = useCallback(
    (next: Partial<BenchView>) => {
      const isOver = next.task ? !task : !run && !task
      if (!isOver) return setView(next)
      setSearch(withView(search, next), { preventScrollReset: true, state: { [BELOW]: search.toString() } })
    },
    [setSearch, setView, search, run, task],
  )
  const leaveView = useCallback(
    (next: Partial<BenchView>) => {
      if (below !== withView(search, next).toString()) return setView(next)
      if (leaving.current) return
      leaving.current = true
      navigate(-1)
    },
    [navigate, setView, search, below],
  )
  const view = useMemo(() => ({ run, task }), [run, task])
  return { view, setView, openView, leaveView }
}

/** The view below what is on show: the overview of its run, or the input. */
export function viewBelow(
  view: BenchView,
  run: readonly unknown[],
  batch: { readonly on: boolean },
): Partial<BenchView> {
  return view.task && (batch.on || run.length > 1) ? { task: null } : { run: null, task: null }
}
