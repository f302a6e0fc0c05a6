import { useEffect, useState } from 'react'
import { type OpenedShare, openShare } from '#src/worker-clients/share.ts'

/** A share by its id: undefined while it is read, null when there is none. */
export function useShare(id: string | null): OpenedShare | null | undefined {
  const [found, setFound] = useState<{ id: string; share: OpenedShare | null }>()
  useEffect(() => {
    if (!id) return
    let gone = false
    openShare(id)
      .catch(() => null)
      .then((share) => {
        if (!gone) setFound({ id, share })
      })
    return () => {
      gone = true
    }
  }, [id])
  if (!id) return null
  return found?.id === id ? found.share : undefined
}
