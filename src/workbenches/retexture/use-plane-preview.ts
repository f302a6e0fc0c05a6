import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/op-params.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { openForPreview } from '#src/data/material-files.ts'
import { previewRetexture, type RetexturePreview } from '#src/worker-clients/image-previews.ts'

/** Longer side at most while something moves, px: each change is seen within a tenth of a second. */
const MOVING_SIDE = 1024
/** The same at most once it rests. */
const RESTING_SIDE = 2048
/** What has not changed for this long after it was drawn rests, ms. */
const REST_MS = 300
const STEP = 64

export interface Wanted {
  source: DraftInput
  mask: DraftInput
  style: DraftInput | undefined
  laying: Pick<ParamsOf<'retexture'>, 'material' | 'keepLight' | 'scale' | 'turn'>
  /** Empty where the lines are to tell. */
  corners: readonly number[]
}

/** Where the material lies in the preview that is shown. */
type Shown = Omit<RetexturePreview, 'bitmap'>

interface Listener {
  onMade: (made: RetexturePreview) => void
  onError: (error: AppError) => void
  /** Longer side that can be seen, px of the screen. */
  seen: () => number
}

/** As many px as are seen, in steps, so that a scroll bar asks for no other copy. */
const stepUp = (side: number) => Math.max(STEP, Math.ceil(side / STEP) * STEP)

/** Makes previews one after another: while one is made, only the latest change waits; at rest a sharper one follows. */
class PreviewMaker {
  #latest: Wanted | null = null
  /** The material that was laid last: opening one asks the store and the network. */
  #material: { key: string; opened: ReturnType<typeof openForPreview> } | null = null
  #due: 'moving' | 'resting' | null = null
  #busy = false
  #stopped = false
  #rest: ReturnType<typeof setTimeout> | undefined
  readonly #listener: Listener

  constructor(listener: Listener) {
    this.#listener = listener
  }

  want(wanted: Wanted): void {
    this.#latest = wanted
    this.#ask('moving')
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#rest)
  }

  #ask(due: 'moving' | 'resting'): void {
    clearTimeout(this.#rest)
    this.#due = due
    if (!this.#busy) void this.#make()
  }

  async #draw({ source, mask, style, laying, corners }: Wanted, side: number, quick: boolean) {
    const key = style?.id ?? laying.material
    if (this.#material?.key !== key) this.#material = { key, opened: openForPreview(laying.material, style) }
    const material = await this.#material.opened
    const painted = { key: `${mask.id} ${mask.file.size} ${mask.file.lastModified}`, file: mask.file }
    const settings = { ...laying, corners: [...corners] }
    return previewRetexture({ key: source.id, file: source.file }, painted, material, settings, side, quick)
  }

  async #make(): Promise<void> {
    this.#busy = true
    while (this.#due && this.#latest && !this.#stopped) {
      const isQuick = this.#due === 'moving'
      this.#due = null
      const side = Math.min(isQuick ? MOVING_SIDE : RESTING_SIDE, stepUp(this.#listener.seen()))
      try {
        const made = await this.#draw(this.#latest, side, isQuick)
        if (this.#stopped) break
        this.#listener.onMade(made)
        if (isQuick && !this.#due) this.#rest = setTimeout(() => this.#ask('resting'), REST_MS)
      } catch (thrown) {
        this.#material = null
        if (!this.#stopped) this.#listener.onError(toAppError(thrown, 'DEVICE_FAILED'))
      }
    }
    this.#busy = false
  }
}

/** Draws the material on a canvas as corners and sliders move. */
export function usePlanePreview(canvas: RefObject<HTMLCanvasElement | null>, wanted: Wanted) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const maker = useRef<PreviewMaker | null>(null)
  useEffect(() => {
    const made = new PreviewMaker({
      onMade: ({ bitmap, ...place }) => {
        canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
        setShown(place)
        setError(null)
      },
      onError: setError,
      seen: () => {
        const { width = 0, height = 0 } = canvas.current?.getBoundingClientRect() ?? {}
        return Math.round(Math.max(width, height) * window.devicePixelRatio)
      },
    })
    maker.current = made
    return () => made.stop()
  }, [canvas])
  useEffect(() => maker.current?.want(wanted), [wanted])
  return { shown, error }
}
