import { useEffect, useEffectEvent, useState } from 'react'
import { toastError } from '#src/state/toasts.ts'
import { type PointedRegion, pointAtRegion } from '#src/worker-clients/image-previews.ts'

/** The region that is pointed at, read anew after each preview. @param busy whether a preview is on its way */
export function usePointed(busy: boolean) {
  const [region, setRegion] = useState<PointedRegion | null>(null)
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null)
  const read = useEffectEvent(async () => {
    if (!place) return
    try {
      setRegion(await pointAtRegion(place.x, place.y))
    } catch (thrown) {
      toastError(thrown)
    }
  })
  useEffect(() => {
    if (place && !busy) void read()
  }, [place, busy])
  return {
    region,
    /** Points at a place, parts of the sides. */
    point(x: number, y: number) {
      setPlace({ x, y })
    },
    leave() {
      setPlace(null)
      setRegion(null)
    },
  }
}
