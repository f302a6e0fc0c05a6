import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { type GradePreview, previewGrade } from '#src/worker-clients/image-previews.ts'

/** Longer side while a slider moves, px: enough for most windows, and quick. */
export const MOVING_SIDE = 1024
/** The same once it rests and more can be seen. */
const RESTING_SIDE = 2048
/** A slider that has not moved for this long after it was drawn rests, ms. */
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
}

interface Listener {
  onMade: (made: GradePreview, id: string) => void
  onError: (error: AppError) => void
}

const keyed = ({ id, file }: DraftInput) => ({ key: id, file })

/** Makes previews one after another: while one is made, only the latest change waits. */
class PreviewMaker {
  #latest: Wanted | null = null
  /** Side of the preview that is due, px; 0 when none is. */
  #due = 0
  #busy = false
  #stopped = false
  #sharp = false
  #drawn = 0
  #rest: ReturnType<typeof setTimeout> | undefined
  readonly #listener: Listener

  constructor(listener: Listener) {
    this.#listener = listener
  }

  want(wanted: Wanted): void {
    this.#latest = wanted
    this.#ask(MOVING_SIDE)
  }

  /** Whether more can be seen than a moving preview has. */
  set sharp(sharp: boolean) {
    this.#sharp = sharp
    if (sharp && this.#drawn === MOVING_SIDE) this.#ask(RESTING_SIDE)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#rest)
  }

  #ask(side: number): void {
    clearTimeout(this.#rest)
    this.#due = side
    if (!this.#busy) void this.#make()
  }

  async #make(): Promise<void> {
    this.#busy = true
    while (this.#due > 0 && this.#latest && !this.#stopped) {
      const { source, params, lut } = this.#latest
      const side = this.#due
      this.#due = 0
      try {
        const made = await previewGrade(keyed(source), params, lut ? keyed(lut) : null, side)
        if (this.#stopped) break
        this.#listener.onMade(made, source.id)
        this.#drawn = side
        if (this.#due === 0 && this.#sharp && side === MOVING_SIDE)
          this.#rest = setTimeout(() => this.#ask(RESTING_SIDE), REST_MS)
      } catch (thrown) {
        if (!this.#stopped) this.#listener.onError(toAppError(thrown, 'DEVICE_FAILED'))
      }
    }
    this.#busy = false
  }
}

/** Draws what the one-click work makes of a picture, as its parameters change. */
export function useGradePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  source: DraftInput,
  params: ParamsOf<'grade'>,
  lut: DraftInput | undefined,
) {
  const [shown, setShown] = useState<ShownPreview | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const maker = useRef<PreviewMaker | null>(null)
  useEffect(() => {
    const made = new PreviewMaker({
      onMade: ({ bitmap, ...facts }, id) => {
        canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
        setShown({ ...facts, id })
        setError(null)
      },
      onError: setError,
    })
    maker.current = made
    return () => made.stop()
  }, [canvas])
  useEffect(() => maker.current?.want({ source, params, lut }), [source, params, lut])
  return {
    shown: shown?.id === source.id ? shown : null,
    error,
    /** Tells whether more can be seen than a moving preview has. */
    setSharp(sharp: boolean) {
      if (maker.current) maker.current.sharp = sharp
    },
  }
}
