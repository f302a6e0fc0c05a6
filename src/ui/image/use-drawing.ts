import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'

/** Draws what is wanted; quickly, a rough picture will do at first. */
export type Draw<W, D> = (wanted: W, quick: boolean) => Promise<D & { rough?: boolean }>

interface Listener<W, D> {
  onBusy: (busy: boolean) => void
  onMade: (made: D, wanted: W) => void
  onError: (error: AppError) => void
}

export interface DrawingOptions {
  /** Whether what is wanted is complete; nothing is drawn before. */
  isReady?: boolean
  /** How long nothing may change before what is rough is made sharp, ms; at once when left out. */
  restMs?: number
}

/**
 * Makes drawings one after another: while one is made, only the latest change waits. What is rough is made sharp when
 * nothing waits.
 */
class DrawingMaker<W, D> {
  #latest: W | null = null
  #busy = false
  #stopped = false
  /** Ends a rest before its time. */
  #wake: (() => void) | undefined
  readonly #draw: Draw<W, D>
  readonly #restMs: number
  readonly #listener: Listener<W, D>

  constructor(draw: Draw<W, D>, restMs: number, listener: Listener<W, D>) {
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
          this.#listener.onMade(made, wanted)
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
 * Draws what is wanted, as that changes.
 * @param draw the same function each time
 * @param onMade gets each drawing and what it is of
 */
export function useDrawing<W extends object, D>(
  wanted: W,
  draw: Draw<W, D>,
  onMade: (made: D, wanted: W) => void,
  { isReady = true, restMs = 0 }: DrawingOptions = {},
): { busy: boolean; error: AppError | null } {
  const [busy, setBusy] = useState(true)
  const [error, setError] = useState<AppError | null>(null)
  const maker = useRef<DrawingMaker<W, D> | null>(null)
  const take = useEffectEvent((made: D, of: W) => {
    onMade(made, of)
    setError(null)
  })
  useEffect(() => {
    const made = new DrawingMaker<W, D>(draw, restMs, {
      onBusy: setBusy,
      onMade: (drawn, of) => take(drawn, of),
      onError: setError,
    })
    maker.current = made
    return () => made.stop()
  }, [draw, restMs])
  const want = useEffectEvent(() => {
    if (isReady) maker.current?.want(wanted)
  })
  const values = [isReady, ...Object.values(wanted)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of what is wanted counts
  useEffect(() => want(), values)
  return { busy, error }
}
