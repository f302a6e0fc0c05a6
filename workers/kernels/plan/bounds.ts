/**
 * The smallest box about the marked pixels of a mask, px, its sides inclusive.
 * @returns sides that are crossed (`left > right`) where nothing is marked
 */
export function boundsOf(mask: Uint8Array, width: number) {
  let [left, right, top, bottom] = [width, 0, mask.length / width, 0]
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { left, right, top, bottom }
}
