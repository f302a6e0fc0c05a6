import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/ops.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { openForPreview } from '#src/data/material-files.ts'
import { previewRetexture } from '#src/worker-clients/image.ts'

/** Longer side of the preview, px. */
const SIDE = 960

export interface Wanted {
  source: DraftInput
  mask: DraftInput
  style: DraftInput | undefined
  params: ParamsOf<'retexture'>
}

/** Where the material lies in the preview that is shown. */
export interface Shown {
  corners: readonly number[]
  sure: boolean
}

async function make({ source, mask, style, params }: Wanted) {
  const material = await openForPreview(params.material, style)
  const painted = { key: `${mask.id} ${mask.file.size} ${mask.file.lastModified}`, file: mask.file }
  return previewRetexture({ key: source.id, file: source.file }, painted, material, params, SIDE)
}

/** Draws the material on a canvas as corners and sliders move: while one is made, only the latest change waits. */
export function usePlanePreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const latest = useRef<Wanted | null>(null)
  const busy = useRef(false)
  const live = useRef(true)
  const { source, mask, style, params } = wanted
  useEffect(() => {
    live.current = true
    return () => {
      live.current = false
    }
  }, [])
  useEffect(() => {
    latest.current = { source, mask, style, params }
    const drain = async () => {
      busy.current = true
      while (latest.current && live.current) {
        const next = latest.current
        latest.current = null
        try {
          const { bitmap, corners, sure } = await make(next)
          if (!live.current) break
          canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
          setShown({ corners, sure })
          setError(null)
        } catch (thrown) {
          if (live.current) setError(toAppError(thrown, 'DEVICE_FAILED'))
        }
      }
      busy.current = false
    }
    if (!busy.current) void drain()
  }, [canvas, source, mask, style, params])
  return { shown, error }
}
