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
  #size = { width: 0, height: 0 }
  #dirty: Rect | null = null
  /** Everything is to be painted, for another view, size or look. */
  #isStale = false
  #frame = 0

  constructor(mask: MaskDocument) {
    this.#mask = mask
  }

  /** Begins to follow the mask on a canvas; returns how to stop. */
  attach(canvas: HTMLCanvasElement): () => void {
    this.#canvas = canvas
    const stop = this.#mask.onPaint((rect) => {
      this.#dirty = union(this.#dirty, rect)
      this.#schedule()
    })
    return () => {
      stop()
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      this.#canvas = null
    }
  }

  /** Shows the mask at another place, on a canvas of `width` × `height` CSS px, or in another look. */
  place(view: View, width: number, height: number, look: Look): void {
    const density = Math.min(DENSEST, window.devicePixelRatio || 1)
    this.#placing = { scale: view.scale * density, x: view.x * density, y: view.y * density }
    this.#look = look
    this.#size = { width: Math.round(width * density), height: Math.round(height * density) }
    this.#isStale = true
    this.#schedule()
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => this.#paintFrame())
  }

  #paintFrame(): void {
    this.#frame = 0
    const dirty = this.#isStale ? this.#mask.bounds() : this.#dirty
    this.#dirty = null
    if (this.#isStale) this.#wipe()
    this.#isStale = false
    if (dirty) this.#paint(dirty)
  }

  #wipe(): void {
    const canvas = this.#canvas
    if (!canvas) return
    const { width, height } = this.#size
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    canvas.getContext('2d')?.clearRect(0, 0, width, height)
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
