import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { preview } from '#ops/grade/preview.ts'
import type { OpId } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { drawPreview, type ShownBy } from '#src/worker-clients/image-previews.ts'
import { keyed, OPEN } from './preview-files.ts'

/** Longer side while a slider moves, px: enough for most windows, and quick. */
export const MOVING_SIDE = 1024
/** The same once it rests and more can be seen. */
const RESTING_SIDE = 2048
/** A slider that has not moved for this long after it was drawn rests, ms. */
const REST_MS = 300

/** What is drawn; only some operations tell of verticals. */
type LivePreview = Pick<ShownBy<typeof preview>, 'bitmap' | 'width' | 'height'> &
  Partial<Pick<ShownBy<typeof preview>, 'verticals'>>

/** What the canvas holds. */
export interface ShownPreview extends Omit<LivePreview, 'bitmap'> {
  /** Id of the picture that it is of. */
  id: string
}

interface Wanted {
  source: DraftInput
  params: Readonly<Record<string, unknown>>
  /** Another file that the operation works with. */
  more: DraftInput | undefined
}

interface Listener {
  onMade: (made: LivePreview, id: string) => void
  onError: (error: AppError) => void
}

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
  readonly #op: OpId
  readonly #listener: Listener

  constructor(op: OpId, listener: Listener) {
    this.#op = op
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
      const { source, params, more } = this.#latest
      const side = this.#due
      this.#due = 0
      try {
        const work = { op: this.#op, params, inputs: keyed(source, more), side }
        const made: LivePreview = await drawPreview<typeof preview>(work, OPEN)
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

/** Draws what an operation makes of a picture as its parameters change, and sharper once they rest. */
export function useSteadyPreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  op: OpId,
  { source, params, more }: Wanted,
) {
  const [shown, setShown] = useState<ShownPreview | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const maker = useRef<PreviewMaker | null>(null)
  useEffect(() => {
    const made = new PreviewMaker(op, {
      onMade: ({ bitmap, ...facts }, id) => {
        canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
        setShown({ ...facts, id })
        setError(null)
      },
      onError: setError,
    })
    maker.current = made
    return () => made.stop()
  }, [canvas, op])
  useEffect(() => maker.current?.want({ source, params, more }), [source, params, more])
  return {
    shown: shown?.id === source.id ? shown : null,
    error,
    /** Tells whether more can be seen than a moving preview has. */
    setSharp(sharp: boolean) {
      if (maker.current) maker.current.sharp = sharp
    },
  }
}
