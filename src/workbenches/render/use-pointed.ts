import { useEffect, useEffectEvent, useState } from 'react'
import type { PointedRegion } from '#ops/render/preview.ts'
import { toastError } from '#src/state/toasts.ts'
import { askPreview, type Shown } from '#src/worker-clients/image-previews.ts'

/** A region that is pointed at; the bitmap is its outline. */
export type Pointed = Shown<PointedRegion>

/** The region that is pointed at, read anew after each preview. @param busy whether a preview is on its way */
export function usePointed(busy: boolean) {
  const [region, setRegion] = useState<Pointed | null>(null)
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null)
  const read = useEffectEvent(async () => {
    if (!place) return
    try {
      setRegion(await askPreview<Pointed | null>('render', { at: place }))
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
