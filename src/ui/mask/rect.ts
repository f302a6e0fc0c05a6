/** A rectangle of whole pixels; right and bottom are the first ones outside. */
export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

export function isEmpty({ left, top, right, bottom }: Rect): boolean {
  return right <= left || bottom <= top
}

/** The smallest rectangle that holds both. */
export function union(a: Rect | null, b: Rect): Rect {
  if (!a || isEmpty(a)) return b
  if (isEmpty(b)) return a
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

/** The part of a rectangle that lies inside width × height. */
export function clip({ left, top, right, bottom }: Rect, width: number, height: number): Rect {
  return {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(width, Math.ceil(right)),
    bottom: Math.min(height, Math.ceil(bottom)),
  }
}
