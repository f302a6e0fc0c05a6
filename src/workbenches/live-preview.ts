import { type RefObject, useState } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { type Draw, type DrawingOptions, useDrawing } from '#src/ui/image/use-drawing.ts'

/** What the canvas holds, and of which picture. */
type Shown<D> = Omit<D, 'bitmap'> & { id: string }

/**
 * Draws a preview of a picture on a canvas as what is wanted changes.
 * @param draw the same function each time
 * @returns facts of what is shown; null before it is of the wanted picture
 */
export function useLivePreview<W extends { source: DraftInput }, D extends { bitmap: ImageBitmap }>(
  canvas: RefObject<HTMLCanvasElement | null>,
  wanted: W,
  draw: Draw<W, D>,
  options?: DrawingOptions,
) {
  const [shown, setShown] = useState<Shown<D> | null>(null)
  const take = ({ bitmap, ...facts }: D, { source }: W) => {
    canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
    setShown({ ...facts, id: source.id })
  }
  const state = useDrawing(wanted, draw, take, options)
  return { ...state, shown: shown?.id === wanted.source.id ? shown : null }
}
