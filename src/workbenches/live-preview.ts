import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import type { Drawn } from '#src/worker-clients/image-previews.ts'

/** What is to be drawn. */
interface Wanted {
  source: DraftInput
}

/** Draws it; quickly, a rough picture will do at first. */
type Draw<W, D> = (wanted: W, quick: boolean) => Promise<D & { rough?: boolean }>
/** What the canvas holds, and of which picture. */
type Shown<D> = Omit<D, 'bitmap'> & { id: string }

interface Listener<D> {
  onBusy: (busy: boolean) => void
  onMade: (made: D, id: string) => void
  onError: (error: AppError) => void
}

/**
 * Makes previews one after another: while one is made, only the latest change waits. What is rough is made sharp when
 * nothing waits.
 */
class PreviewMaker<W extends Wanted, D> {
  #latest: W | null = null
  #busy = false
  #stopped = false
  readonly #draw: Draw<W, D>
  readonly #listener: Listener<D>

  constructor(draw: Draw<W, D>, listener: Listener<D>) {
    this.#draw = draw
    this.#listener = listener
  }

  want(wanted: W): void {
    this.#latest = wanted
    if (!this.#busy) void this.#make()
  }

  stop(): void {
    this.#stopped = true
  }

  async #make(): Promise<void> {
    this.#busy = true
    this.#listener.onBusy(true)
    for (let wanted = this.#latest; wanted && !this.#stopped; wanted = this.#latest) {
      this.#latest = null
      try {
        for (let quick = true, goesOn = true; goesOn; quick = false) {
          const made = await this.#draw(wanted, quick)
          if (this.#stopped) return
          this.#listener.onMade(made, wanted.source.id)
          goesOn = made.rough === true && !this.#latest
        }
      } catch (thrown) {
        if (!this.#stopped) this.#listener.onError(toAppError(thrown, 'DEVICE_FAILED'))
      }
    }
    this.#busy = false
    if (!this.#stopped) this.#listener.onBusy(false)
  }
}

/**
 * Draws on a canvas what is wanted, as that changes.
 * @param draw the same function each time
 * @param isReady whether what is wanted is complete; nothing is drawn before
 * @returns facts of what is shown; null before it is of the wanted picture
 */
export function useLivePreview<W extends Wanted, D extends Drawn>(
  canvas: RefObject<HTMLCanvasElement | null>,
  wanted: W,
  draw: Draw<W, D>,
  isReady = true,
) {
  const [shown, setShown] = useState<Shown<D> | null>(null)
  const [busy, setBusy] = useState(true)
  const [error, setError] = useState<AppError | null>(null)
  const maker = useRef<PreviewMaker<W, D> | null>(null)
  useEffect(() => {
    const made = new PreviewMaker(draw, {
      onBusy: setBusy,
      onMade: ({ bitmap, ...facts }: D, id) => {
        canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
        setShown({ ...facts, id })
        setError(null)
      },
      onError: setError,
    })
    maker.current = made
    return () => made.stop()
  }, [canvas, draw])
  const want = useEffectEvent(() => {
    if (isReady) maker.current?.want(wanted)
  })
  const values = [isReady, ...Object.values(wanted)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of what is wanted counts
  useEffect(() => want(), values)
  return { shown: shown?.id === wanted.source.id ? shown : null, busy, error }
}
