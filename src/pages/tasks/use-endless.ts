import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { loadMoreTasks } from '#src/data/tasks.ts'

const PAGE = 60

/**
 * Shows a long list page by page while its end comes into sight, and fetches older tasks when those at hand
 * run out.
 * @param available how many are at hand
 */
export function useEndless(available: number): {
  limit: number
  end: RefObject<HTMLDivElement | null>
  busy: boolean
  error: AppError | null
  more: () => void
} {
  const [limit, setLimit] = useState(PAGE)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [exhausted, setExhausted] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const more = useCallback(async () => {
    if (limit < available) return setLimit(limit + PAGE)
    setBusy(true)
    setError(null)
    try {
      if (await loadMoreTasks()) setLimit(limit + PAGE)
      else setExhausted(true)
    } catch (thrown) {
      setError(toAppError(thrown))
    } finally {
      setBusy(false)
    }
  }, [limit, available])
  const resting = busy || error !== null || (exhausted && limit >= available)
  useEffect(() => {
    if (!end.current || resting) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void more()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [more, resting])
  return { limit, end, busy, error, more: () => void more() }
}
