import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/ops.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { type GradePreview, previewGrade } from '#src/worker-clients/image.ts'

/** Longer side while a slider moves, and once it rests, px. */
const MOVING_SIDE = 1024
const RESTING_SIDE = 2048
/** A slider that has not moved for this long rests, ms. */
const REST_MS = 300

/** What the canvas holds. */
export interface ShownPreview extends Omit<GradePreview, 'bitmap'> {
  /** Id of the picture that it is of. */
  id: string
}

interface Wanted {
  source: DraftInput
  params: ParamsOf<'grade'>
  lut: DraftInput | undefined
  side: number
}

const keyed = ({ id, file }: DraftInput) => ({ key: id, file })

function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  canvas?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}

/**
 * Draws what the one-click work makes of a picture. While one preview is made only the latest change waits, so that a
 * slider is followed as fast as the device can; once it rests the preview becomes sharp.
 */
export function useGradePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  source: DraftInput,
  params: ParamsOf<'grade'>,
  lut: DraftInput | undefined,
) {
  const [shown, setShown] = useState<ShownPreview | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const wanted = useRef<Wanted | null>(null)
  const busy = useRef(false)
  const live = useRef(false)
  useEffect(() => {
    live.current = true
    return () => {
      live.current = false
    }
  }, [])
  useEffect(() => {
    const makeNext = async () => {
      busy.current = true
      while (wanted.current && live.current) {
        const { source: picture, params: settings, lut: table, side } = wanted.current
        wanted.current = null
        try {
          const made = await previewGrade(keyed(picture), settings, table ? keyed(table) : null, side)
          if (!live.current) break
          const { bitmap, ...facts } = made
          draw(canvas.current, bitmap)
          setShown({ ...facts, id: picture.id })
          setError(null)
        } catch (thrown) {
          if (live.current) setError(toAppError(thrown, 'DEVICE_FAILED'))
        }
      }
      busy.current = false
    }
    const ask = (side: number) => {
      wanted.current = { source, params, lut, side }
      if (!busy.current) void makeNext()
    }
    ask(MOVING_SIDE)
    const timer = setTimeout(() => ask(RESTING_SIDE), REST_MS)
    return () => clearTimeout(timer)
  }, [canvas, source, params, lut])
  return { shown: shown?.id === source.id ? shown : null, error }
}
