/**
 * Zoom and pan as pure state. A view maps a picture onto a box: box = picture · scale + offset, in CSS px,
 * so scale 1 shows one pixel of the picture on one CSS pixel.
 */
export interface View {
  scale: number
  x: number
  y: number
}
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}

/** Largest magnification: single pixels become visible squares. */
export const MAX_SCALE = 16
/** Part of a picture's fitted scale that one may still zoom out to. */
const OUTMOST = 0.5

/** Style of an element that a view lays over the picture's place in the box. */
export function placeOf({ x, y, scale }: View, { width, height }: Size) {
  return { transform: `translate(${x}px, ${y}px)`, width: width * scale, height: height * scale }
}

/** The view that shows the whole picture in the middle of the box, never enlarged past its own pixels ×2. */
export function fitView(box: Size, picture: Size, padding = 0): View {
  if (picture.width <= 0 || picture.height <= 0 || box.width <= 0 || box.height <= 0)
    return { scale: 1, x: 0, y: 0 }
  const wide = Math.max(1, box.width - 2 * padding) / picture.width
  const high = Math.max(1, box.height - 2 * padding) / picture.height
  return centred(box, picture, Math.min(wide, high, 2))
}

/** The picture at a scale, in the middle of the box. */
export function centred(box: Size, picture: Size, scale: number): View {
  return {
    scale,
    x: (box.width - picture.width * scale) / 2,
    y: (box.height - picture.height * scale) / 2,
  }
}

/** Part of the box that a place which is looked at takes. */
const LOOKED_AT = 0.4
/** It is enlarged no further than this. */
const CLOSE = 3

/** The view that shows a place of the picture close by, with what is around it; px of the picture. */
export function viewOf(
  box: Size,
  picture: Size,
  place: { left: number; top: number; width: number; height: number },
): View {
  const fitted = fitView(box, picture).scale
  const wanted = LOOKED_AT * Math.min(box.width / place.width, box.height / place.height)
  const scale = Math.max(fitted, Math.min(wanted, Math.max(CLOSE, fitted)))
  const x = box.width / 2 - scale * (place.left + place.width / 2)
  const y = box.height / 2 - scale * (place.top + place.height / 2)
  return clampView({ scale, x, y }, box, picture)
}

/** Scales that a picture may be seen at in this box. */
export function scaleRange(box: Size, picture: Size): { min: number; max: number } {
  const fitted = fitView(box, picture).scale
  return { min: Math.min(1, fitted * OUTMOST), max: Math.max(MAX_SCALE, fitted) }
}

/**
 * Keeps the picture in reach: where it is smaller than the box on an axis it stays inside it, where it is
 * larger it leaves no more than half of the box empty.
 */
export function clampView(view: View, box: Size, picture: Size): View {
  const axis = (offset: number, side: number, room: number) => {
    if (side <= room) return Math.min(Math.max(offset, 0), room - side)
    const spare = room / 2
    return Math.min(Math.max(offset, room - side - spare), spare)
  }
  return {
    scale: view.scale,
    x: axis(view.x, picture.width * view.scale, box.width),
    y: axis(view.y, picture.height * view.scale, box.height),
  }
}

/** Scales by a factor; the point of the picture under `at` (box coordinates) stays under it. */
export function zoomAt(view: View, at: Point, factor: number, range: { min: number; max: number }): View {
  const scale = Math.min(Math.max(view.scale * factor, range.min), range.max)
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** Moves by CSS pixels. */
export function panBy(view: View, dx: number, dy: number): View {
  return { scale: view.scale, x: view.x + dx, y: view.y + dy }
}

/** The pixel of the picture that lies under a point of the box. */
export function toPicture(view: View, at: Point): Point {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }
}

/** Two fingers before and after: zoom about their middle, and pan with it. */
export function pinch(
  view: View,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  range: { min: number; max: number },
): View {
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const spread = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y)
  const from = middle(before)
  const to = middle(after)
  const factor = spread(before) > 0 ? spread(after) / spread(before) : 1
  return panBy(zoomAt(view, from, factor, range), to.x - from.x, to.y - from.y)
}

/** Whether two pictures have the same shape, so that one can be laid over the other. */
export function sameAspect(a: Size, b: Size, tolerance = 0.015): boolean {
  if (!a.width || !a.height || !b.width || !b.height) return false
  return Math.abs((a.width / a.height) * (b.height / b.width) - 1) <= tolerance
}
