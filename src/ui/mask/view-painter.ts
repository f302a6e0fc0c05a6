import type { MaskDocument } from './mask-document.ts'
import { type Look, onCanvas, paintView } from './paint-view.ts'
import { clip, isEmpty, type Rect, union } from './rect.ts'

/** Dense screens are painted with at most this many pixels a CSS px: a mask has no finer detail to show. */
const DENSEST = 2

interface View {
  scale: number
  x: number
  y: number
}

/** Keeps a canvas of the window's size up to date with a mask: only what has changed is painted, once a frame. */
export class ViewPainter {
  readonly #mask: MaskDocument
  #canvas: HTMLCanvasElement | null = null
  #placing: View = { scale: 1, x: 0, y: 0 }
  #look: Look = { red: 0, green: 0, blue: 0, opacity: 0 }
  #dirty: Rect | null = null
  #frame = 0

  constructor(mask: MaskDocument) {
    this.#mask = mask
  }

  /** Begins to follow the mask on a canvas; returns how to stop. */
  attach(canvas: HTMLCanvasElement): () => void {
    this.#canvas = canvas
    const stop = this.#mask.onPaint((rect) => {
      this.#dirty = union(this.#dirty, rect)
      this.#frame ||= requestAnimationFrame(() => this.#paintDirty())
    })
    return () => {
      stop()
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      this.#canvas = null
    }
  }

  /** Paints everything anew, for another view, size or look. */
  place(view: View, width: number, height: number, look: Look): void {
    const canvas = this.#canvas
    if (!canvas) return
    const density = Math.min(DENSEST, window.devicePixelRatio || 1)
    this.#placing = { scale: view.scale * density, x: view.x * density, y: view.y * density }
    this.#look = look
    const [wide, high] = [Math.round(width * density), Math.round(height * density)]
    if (canvas.width !== wide) canvas.width = wide
    if (canvas.height !== high) canvas.height = high
    canvas.getContext('2d')?.clearRect(0, 0, wide, high)
    this.#dirty = null
    this.#paint(this.#mask.bounds())
  }

  #paintDirty(): void {
    this.#frame = 0
    const dirty = this.#dirty
    this.#dirty = null
    if (dirty) this.#paint(dirty)
  }

  #paint(rect: Rect): void {
    const context = this.#canvas?.getContext('2d')
    if (!context || isEmpty(rect)) return
    const { width, height } = context.canvas
    const area = clip(onCanvas(rect, this.#placing), width, height)
    if (isEmpty(area)) return
    const pixels = paintView(this.#mask, area, this.#placing, this.#look)
    context.putImageData(new ImageData(pixels, area.right - area.left), area.left, area.top)
  }
}
