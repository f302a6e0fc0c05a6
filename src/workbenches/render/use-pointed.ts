import { useEffect, useState } from 'react'
import type { Stroke } from '#contracts/surfaces.ts'
import type { PointedExtent, PointedRegion, Pointing } from '#ops/render/preview.ts'
import { toastError } from '#src/state/toasts.ts'
import { askPreview, type Shown } from '#src/worker-clients/image-previews.ts'

/** A region that is pointed at; the bitmap is its outline. */
export type Pointed = Shown<PointedRegion>

/** The region that is pointed at, read anew after each preview. @param busy whether a preview is on its way */
export function usePointed(busy: boolean) {
  const [region, setRegion] = useState<Pointed | null>(null)
  const [place, setPlace] = useState<Pointing | null>(null)
  useEffect(() => {
    if (!place || busy) return
    let isStale = false
    // An answer that comes after the panel was closed, or another place was pointed at, must not open the region again.
    const show = (found: Pointed | null) => {
      if (!isStale) setRegion(found)
    }
    askPreview<Pointed | null>('render', place).then(show, toastError)
    return () => {
      isStale = true
    }
  }, [place, busy])
  return {
    region,
    /** Points at a place, parts of the sides. */
    point(x: number, y: number) {
      setPlace({ at: { x, y }, extent: 'region' })
    },
    /** Points at all in a loop. @param at its middle */
    surround(at: { x: number; y: number }, around: Stroke) {
      setPlace({ at, extent: 'region', around })
    },
    /** Takes more or less of what is there. */
    take(extent: PointedExtent) {
      setPlace((now) => now && { ...now, extent })
    },
    leave() {
      setPlace(null)
      setRegion(null)
    },
  }
}
