/** A part of a label's pixels that hang together, with its bounds, inclusive, px. */
export interface Patch {
  pixels: number[]
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Patches of what is not 0, connected by sides.
 * @param label a value a pixel, rows of `width` from the top
 */
export function patchesOf(label: Uint8Array, width: number): Patch[] {
  const seen = new Uint8Array(label.length)
  const found: Patch[] = []
  for (let start = 0; start < label.length; start++) {
    if (!label[start] || seen[start]) continue
    const pixels: number[] = []
    let [left, right, top, bottom] = [width, 0, label.length, 0]
    const stack = [start]
    seen[start] = 1
    const reach = (j: number) => {
      if (j < 0 || j >= label.length || seen[j] || !label[j]) return
      seen[j] = 1
      stack.push(j)
    }
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const x = i % width
      const y = (i - x) / width
      pixels.push(i)
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
      if (x > 0) reach(i - 1)
      if (x < width - 1) reach(i + 1)
      reach(i - width)
      reach(i + width)
    }
    found.push({ pixels, left, right, top, bottom })
  }
  return found
}
