/** A part of a mask, in whole px; right and bottom are the first ones outside. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** The smallest area that holds all of a mask's values above 0, and `margin` px more; null of an empty mask. */
export function areaOf(mask: Uint8Array, width: number, height: number, margin: number): Area | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    const row = mask.subarray(y * width, (y + 1) * width)
    const first = row.findIndex((value) => value > 0)
    if (first < 0) continue
    if (top > y) top = y
    bottom = y
    left = Math.min(left, first)
    right = Math.max(
      right,
      row.findLastIndex((value) => value > 0),
    )
  }
  if (bottom < 0) return null
  return {
    left: Math.max(0, left - margin),
    top: Math.max(0, top - margin),
    right: Math.min(width, right + 1 + margin),
    bottom: Math.min(height, bottom + 1 + margin),
  }
}

/** Copies an area out of a mask. */
export function cutArea(mask: Uint8Array, width: number, { left, top, right, bottom }: Area): Uint8Array {
  const wide = right - left
  const out = new Uint8Array(wide * (bottom - top))
  for (let y = top; y < bottom; y++) {
    out.set(mask.subarray(y * width + left, y * width + right), (y - top) * wide)
  }
  return out
}

/** Puts an area back to where it was cut out, in place. */
export function pasteArea(
  mask: Uint8Array,
  width: number,
  { left, top, right, bottom }: Area,
  piece: Uint8Array,
) {
  const wide = right - left
  for (let y = top; y < bottom; y++) {
    mask.set(piece.subarray((y - top) * wide, (y - top + 1) * wide), y * width + left)
  }
}
