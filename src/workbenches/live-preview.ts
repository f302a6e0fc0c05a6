import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'

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

interface Options {
  /** Whether what is wanted is complete; nothing is drawn before. */
  isReady?: boolean
  /** How long nothing may change before what is rough is made sharp, ms; at once when left out. */
  restMs?: number
}

/**
 * Makes previews one after another: while one is made, only the latest change waits. What is rough is made sharp when
 * nothing waits.
 */
class PreviewMaker<W extends Wanted, D> {
  #latest: W | null = null
  #busy = false
  #stopped = false
  /** Ends a rest before its time. */
  #wake: (() => void) | undefined
  readonly #draw: Draw<W, D>
  readonly #restMs: number
  readonly #listener: Listener<D>

  constructor(draw: Draw<W, D>, restMs: number, listener: Listener<D>) {
    this.#draw = draw
    this.#restMs = restMs
    this.#listener = listener
  }

  want(wanted: W): void {
    this.#latest = wanted
    this.#wake?.()
    if (!this.#busy) void this.#make()
  }

  stop(): void {
    this.#stopped = true
    this.#wake?.()
  }

  /** Waits until nothing has changed for a while, or something does. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#restMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
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
          if (made.rough && !this.#latest && this.#restMs > 0) await this.#rest()
          if (this.#stopped) return
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
 * @returns facts of what is shown; null before it is of the wanted picture
 */
export function useLivePreview<W extends Wanted, D extends { bitmap: ImageBitmap }>(
  canvas: RefObject<HTMLCanvasElement | null>,
  wanted: W,
  draw: Draw<W, D>,
  { isReady = true, restMs = 0 }: Options = {},
) {
  const [shown, setShown] = useState<Shown<D> | null>(null)
  const [busy, setBusy] = useState(true)
  const [error, setError] = useState<AppError | null>(null)
  const maker = useRef<PreviewMaker<W, D> | null>(null)
  useEffect(() => {
    const made = new PreviewMaker(draw, restMs, {
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
  }, [canvas, draw, restMs])
  const want = useEffectEvent(() => {
    if (isReady) maker.current?.want(wanted)
  })
  const values = [isReady, ...Object.values(wanted)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of what is wanted counts
  useEffect(() => want(), values)
  return { shown: shown?.id === wanted.source.id ? shown : null, busy, error }
}
