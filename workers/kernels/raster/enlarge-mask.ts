/**
 * A mask at another size by interpolation; its edge is made as steep as it was, so that a larger copy is not
 * blurred.
 * @returns toWidth·toHeight values
 */
export function enlargeMask(
  mask: Uint8Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Uint8Array {
  if (width === toWidth && height === toHeight) return mask
  const out = new Uint8Array(toWidth * toHeight)
  const steep = Math.max(1, toWidth / width, toHeight / height)
  const columns = new Int32Array(toWidth)
  const parts = new Float32Array(toWidth)
  for (let x = 0; x < toWidth; x++) {
    const u = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / toWidth - 0.5))
    columns[x] = Math.floor(u)
    parts[x] = u - Math.floor(u)
  }
  for (let y = 0; y < toHeight; y++) {
    const v = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / toHeight - 0.5))
    const y0 = Math.floor(v)
    const upper = mask.subarray(y0 * width, (y0 + 1) * width)
    const lower = mask.subarray(Math.min(height - 1, y0 + 1) * width)
    for (let x = 0; x < toWidth; x++) {
      const x0 = columns[x] as number
      const x1 = x0 + 1 < width ? x0 + 1 : x0
      const [a, b, c, d] = [upper[x0], upper[x1], lower[x0], lower[x1]] as [number, number, number, number]
      if (a === b && a === c && a === d) {
        out[y * toWidth + x] = a
        continue
      }
      const part = parts[x] as number
      const top = a + (b - a) * part
      const value = top + (c + (d - c) * part - top) * (v - y0)
      out[y * toWidth + x] = Math.round(Math.min(255, Math.max(0, 127.5 + (value - 127.5) * steep)))
    }
  }
  return out
}
