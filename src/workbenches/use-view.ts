import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What the canvas shows, kept in the address so that a reload and the back button keep it. */
export interface BenchView {
  /** Batch id of the run on show. */
  run: string | null
  /** Task shown large. */
  task: string | null
}

const KEYS = ['run', 'task'] as const

/** The view and its setter; other parts of the address stay as they are. */
export function useView(): [BenchView, (next: Partial<BenchView>) => void] {
  const [search, setSearch] = useSearchParams()
  const run = search.get('run')
  const task = search.get('task')
  const setView = useCallback(
    (next: Partial<BenchView>) =>
      setSearch(
        (previous) => {
          const changed = new URLSearchParams(previous)
          for (const key of KEYS) {
            const value = next[key]
            if (value) changed.set(key, value)
            else if (value === null) changed.delete(key)
          }
          return changed
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  )
  return [useMemo(() => ({ run, task }), [run, task]), setView]
}
