import { useCallback, useEffect, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { useIsOffline } from '#src/data/api/network.ts'
import { useUser } from '#src/data/api/session.ts'
import { syncWholeHistory } from '#src/data/tasks/task-sync.ts'

/**
 * Brings the whole history of the account onto this device while the list is open, so that filters and counts
 * are right and the next visit works without a network.
 */
export function useWholeHistory(): { busy: boolean; error: AppError | null; retry: () => void } {
  const userId = useUser()?.id
  const isOffline = useIsOffline()
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another round
  useEffect(() => {
    if (!userId || isOffline) return undefined
    const controller = new AbortController()
    setBusy(true)
    setError(null)
    syncWholeHistory(controller.signal)
      .catch((thrown: unknown) => !controller.signal.aborted && setError(toAppError(thrown)))
      .finally(() => !controller.signal.aborted && setBusy(false))
    return () => {
      controller.abort()
      setBusy(false)
    }
  }, [userId, isOffline, tries])
  return { busy, error, retry: useCallback(() => setTries((now) => now + 1), []) }
}
