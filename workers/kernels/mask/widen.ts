/**
 * A mask with a rim: 255 within `by` px, in rows and columns, of values above 127, and 0 elsewhere.
 * @param mask width·height values
 */
export function widened(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  const rows = new Uint8Array(mask.length)
  const out = new Uint8Array(mask.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0, last = -Infinity; x < width + by; x++) {
      if (x < width && mask[y * width + x]! > 127) last = x
      if (x - by >= 0 && last >= x - 2 * by) rows[y * width + x - by] = 255
    }
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0, last = -Infinity; y < height + by; y++) {
      if (y < height && rows[y * width + x]! > 127) last = y
      if (y - by >= 0 && last >= y - 2 * by) out[(y - by) * width + x] = 255
    }
  }
  return out
}
