import { fillPolygon, polygonArea } from './fill-polygon.ts'
import type { MaskDocument } from './mask-document.ts'
import type { MaskTool } from './mask-tools.ts'
import { type Dab, pressed, reachOf, stamp } from './stamp.ts'

/** Where the pointer is, px of the picture, and how hard it presses (0..1; 1 for a mouse). */
export interface PenPoint {
  x: number
  y: number
  pressure: number
}

interface Point {
  x: number
  y: number
}

/** What is being drawn and is not part of the mask yet, px of the picture. */
export type Draft =
  | {
      kind: 'outline'
      points: readonly Point[]
      /** Its end is joined to its beginning. */
      closed: boolean
      /** Points from the beginning that were set one by one; the rest follows the pointer. */
      corners: number
    }
  | { kind: 'box'; from: Point; to: Point }
  | { kind: 'line'; points: readonly Point[] }

/** How the pointer acts now. */
export interface PenState {
  tool: MaskTool
  /** Brush diameter, px of the picture. */
  size: number
  hardness: number
  /** Takes out of the mask instead of adding. */
  subtract: boolean
  /** Draws lines over the thing instead of boxes. */
  scribble: boolean
  /** Keeps a rectangle square. */
  square: boolean
  /** Picture px in a CSS px. */
  pixel: number
}

/** What a pointing tool asks for when the pointer has done its part. */
export type Ask =
  | { kind: 'wand' | 'region'; at: Point; subtract: boolean }
  | { kind: 'point'; at: Point; subtract: boolean }
  | { kind: 'box'; box: { left: number; top: number; right: number; bottom: number }; subtract: boolean }
  | { kind: 'line'; points: readonly Point[]; subtract: boolean }

interface Needs {
  mask: MaskDocument
  /** Shows what is being drawn. */
  onDraft: (draft: Draft | null) => void
  onAsk: (ask: Ask) => void
}

/** A drag shorter than this is a click, CSS px. */
const CLICK = 4
/** How near to its first point a polygon closes, CSS px. */
const CLOSING = 12
/** Points of a stroke closer than this part of the brush change nothing that can be seen. */
const SPACING = 0.06

/** Turns what a pointer does on the picture into changes of the mask, by tool. */
export class MaskGesture {
  readonly #needs: Needs
  #pen: PenState | null = null
  #last: Dab | null = null
  #points: Point[] = []
  /** Corners of the polygon in hand; it outlives single clicks. */
  #corners: Point[] = []

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The pointer is down and draws. */
  get drawing(): boolean {
    return this.#pen !== null
  }

  /** A polygon has been begun and is not closed. */
  get open(): boolean {
    return this.#corners.length > 0
  }

  down(point: PenPoint, pen: PenState): void {
    if (pen.tool === 'hand') return
    this.#pen = pen
    if (pen.tool === 'brush' || pen.tool === 'erase') {
      this.#needs.mask.begin()
      this.#last = null
      this.#brush(point, pen)
    } else if (pen.tool === 'wand' || pen.tool === 'region') {
      this.#pen = null
      this.#needs.onAsk({ kind: pen.tool, at: point, subtract: pen.subtract })
    } else if (pen.tool === 'polygon') this.#corner(point, pen)
    else this.#points = [{ x: point.x, y: point.y }]
  }

  /** The pointer moved, with the points that it passed. */
  move(passed: readonly PenPoint[], square: boolean): void {
    const pen = this.#pen
    const end = passed.at(-1)
    if (!pen || !end) return
    if (pen.tool === 'brush' || pen.tool === 'erase') for (const point of passed) this.#brush(point, pen)
    else if (pen.tool === 'lasso' || (pen.tool === 'smart' && pen.scribble)) {
      this.#points.push(...passed.map(({ x, y }) => ({ x, y })))
      const points = [...this.#points]
      this.#needs.onDraft(
        pen.tool === 'lasso'
          ? { kind: 'outline', points, closed: true, corners: 0 }
          : { kind: 'line', points },
      )
    } else if (pen.tool === 'rect' || pen.tool === 'smart') {
      const from = this.#points[0] as Point
      const to = square && pen.tool === 'rect' ? squared(from, end) : { x: end.x, y: end.y }
      this.#points = [from, to]
      this.#needs.onDraft({ kind: 'box', from, to })
    }
  }

  /** Where the pointer hovers, for the next side of a polygon. */
  hover(point: Point): void {
    if (this.open) this.#showCorners(point)
  }

  up(): void {
    const pen = this.#pen
    this.#pen = null
    if (!pen) return
    if (pen.tool === 'brush' || pen.tool === 'erase') this.#needs.mask.end()
    else if (pen.tool !== 'polygon') this.#finish(pen)
  }

  #finish(pen: PenState): void {
    this.#needs.onDraft(null)
    const points = this.#points
    const from = points[0]
    const to = points.at(-1)
    if (!from || !to) return
    const isClick = points.every(({ x, y }) => Math.hypot(x - from.x, y - from.y) < CLICK * pen.pixel)
    if (pen.tool === 'smart') this.#ask(pen, from, to, isClick)
    else if (isClick) return
    else if (pen.tool === 'lasso') this.#fill(points, pen.subtract)
    else this.#fill(corners(from, to), pen.subtract)
  }

  /** Drops what the pointer is drawing, as when a second finger starts to pinch. */
  abandon(): void {
    if (!this.#pen) return
    if (this.#needs.mask.live) this.#needs.mask.cancel()
    if (this.#pen.tool === 'polygon') this.back()
    else this.#needs.onDraft(null)
    this.#pen = null
  }

  /** Closes the polygon in hand. */
  close(subtract: boolean): void {
    const points = this.#corners
    this.drop()
    if (points.length > 2) this.#fill(points, subtract)
  }

  /** Takes the last corner of the polygon back. */
  back(): void {
    this.#corners.pop()
    this.#showCorners()
  }

  /** Gives the polygon in hand up. */
  drop(): void {
    this.#corners = []
    this.#needs.onDraft(null)
  }

  #showCorners(next?: Point): void {
    const corners = this.#corners.length
    const points = next ? [...this.#corners, next] : [...this.#corners]
    this.#needs.onDraft(corners > 0 ? { kind: 'outline', points, closed: false, corners } : null)
  }

  #brush(point: PenPoint, { tool, size, hardness, subtract }: PenState): void {
    const { mask } = this.#needs
    const dab = { x: point.x, y: point.y, radius: (size * pressed(point.pressure)) / 2 }
    const last = this.#last ?? dab
    if (this.#last && Math.hypot(dab.x - last.x, dab.y - last.y) < size * SPACING) return
    this.#last = dab
    mask.touch(reachOf(last, dab, mask.width, mask.height))
    const erase = (tool === 'erase') !== subtract
    mask.show(stamp(mask, last, dab, { hardness, erase }))
  }

  #corner(point: Point, pen: PenState): void {
    const first = this.#corners[0]
    const last = this.#corners.at(-1)
    const near = (a: Point | undefined, px: number) =>
      a !== undefined && Math.hypot(point.x - a.x, point.y - a.y) < px * pen.pixel
    const isClosing = this.#corners.length > 2 && (near(first, CLOSING) || near(last, CLICK))
    if (isClosing) this.close(pen.subtract)
    else if (!near(last, CLICK)) {
      this.#corners.push({ x: point.x, y: point.y })
      this.#showCorners()
    }
  }

  #fill(points: readonly Point[], subtract: boolean): void {
    const { mask } = this.#needs
    mask.edit(polygonArea(points, mask.width, mask.height), () => fillPolygon(mask, points, subtract))
  }

  #ask({ scribble, subtract }: PenState, from: Point, to: Point, isClick: boolean): void {
    const { onAsk } = this.#needs
    if (isClick) onAsk({ kind: 'point', at: from, subtract })
    else if (scribble) onAsk({ kind: 'line', points: this.#points, subtract })
    else {
      const box = {
        left: Math.min(from.x, to.x),
        top: Math.min(from.y, to.y),
        right: Math.max(from.x, to.x),
        bottom: Math.max(from.y, to.y),
      }
      onAsk({ kind: 'box', box, subtract })
    }
  }
}

function squared(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return { x: from.x + side * Math.sign(to.x - from.x), y: from.y + side * Math.sign(to.y - from.y) }
}

/** Corners of a rectangle, on whole pixels. */
function corners(from: Point, to: Point): Point[] {
  const [left, right] = [Math.round(Math.min(from.x, to.x)), Math.round(Math.max(from.x, to.x))]
  const [top, bottom] = [Math.round(Math.min(from.y, to.y)), Math.round(Math.max(from.y, to.y))]
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}
