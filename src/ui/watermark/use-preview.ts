import { useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { OwnWatermark } from '#src/data/settings/watermark.ts'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { watermarkOnDevice } from '#src/worker-clients/image-files.ts'

/** Longer side of the preview, px: sharp at its width on a dense screen. */
const SIDE = 960

/**
 * The picture with the watermark as it is set now. While one preview is drawn, only the latest change waits,
 * so that a slider is followed as fast as the device can.
 */
export function usePreview(picture: Blob | null, { settings, logo }: OwnWatermark) {
  const [made, setMade] = useState<Blob>()
  const [error, setError] = useState<AppError | null>(null)
  const wanted = useRef<{ picture: Blob; settings: typeof settings; logo: Blob | null } | null>(null)
  const busy = useRef(false)
  const live = useRef(false)
  useEffect(() => {
    live.current = true
    return () => {
      live.current = false
    }
  }, [])
  useEffect(() => {
    if (!picture) return
    wanted.current = { picture, settings, logo }
    if (busy.current) return
    busy.current = true
    void (async () => {
      while (wanted.current && live.current) {
        const next = wanted.current
        wanted.current = null
        try {
          const { blob } = await watermarkOnDevice(next.picture, next.settings, next.logo, {
            longerSide: SIDE,
          })
          if (!live.current) break
          setMade(blob)
          setError(null)
        } catch (thrown) {
          if (live.current) setError(toAppError(thrown, 'DEVICE_FAILED'))
        }
      }
      busy.current = false
    })()
  }, [picture, settings, logo])
  return { url: useObjectUrl(made), error }
}
