import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/op-params.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { openForRender } from '#src/data/material-files.ts'
import { type LibraryFile, type PlanPreview, previewPlan } from '#src/worker-clients/image.ts'
import type { ReadText } from '#src/worker-clients/vision.ts'

/** Longer side of previews, px: each change is seen within a second. */
const SIDE = 1200

interface Wanted {
  source: DraftInput
  /** Null while there is something to wait for. */
  texts: readonly ReadText[] | null
  params: ParamsOf<'flatplan'>
}

/** What the canvas shows. */
export type ShownPlan = Omit<PlanPreview, 'bitmap'>

/** Materials that were asked for: the store and the network are asked once. */
const opened = new Map<string, LibraryFile>()

async function openOnce(ids: string[]): Promise<LibraryFile[]> {
  const missing = ids.filter((id) => !opened.get(id)?.file)
  if (missing.length > 0) for (const file of await openForRender(missing)) opened.set(file.id, file)
  return ids.flatMap((id) => opened.get(id) ?? [])
}

/** Draws a plan as it would be coloured: while one is made, only the latest change waits. */
export function usePlanPreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  const [shown, setShown] = useState<ShownPlan | null>(null)
  const [busy, setBusy] = useState(true)
  const [error, setError] = useState<AppError | null>(null)
  const latest = useRef<(Wanted & { texts: readonly ReadText[] }) | null>(null)
  const running = useRef(false)
  const live = useRef(true)
  const { source, texts, params } = wanted
  useEffect(() => {
    live.current = true
    return () => {
      live.current = false
    }
  }, [])
  useEffect(() => {
    if (!texts) return
    latest.current = { source, texts, params }
    const drain = async () => {
      running.current = true
      setBusy(true)
      for (let next = latest.current; next && live.current; next = latest.current) {
        latest.current = null
        const { id: key, file } = next.source
        try {
          const { bitmap, ...facts } = await previewPlan(
            { key, file },
            next.texts,
            next.params,
            SIDE,
            openOnce,
          )
          if (!live.current) break
          canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
          setShown(facts)
          setError(null)
        } catch (thrown) {
          if (live.current) setError(toAppError(thrown, 'DEVICE_FAILED'))
        }
      }
      running.current = false
      if (live.current) setBusy(false)
    }
    if (!running.current) void drain()
  }, [canvas, source, texts, params])
  return { shown, busy, error }
}
