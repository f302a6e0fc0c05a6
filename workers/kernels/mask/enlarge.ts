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
  const steep = Math.max(1, Math.max(toWidth / width, toHeight / height))
  for (let y = 0; y < toHeight; y++) {
    const v = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / toHeight - 0.5))
    const y0 = Math.floor(v)
    const upper = y0 * width
    const lower = Math.min(height - 1, y0 + 1) * width
    for (let x = 0; x < toWidth; x++) {
      const u = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / toWidth - 0.5))
      const x0 = Math.floor(u)
      const x1 = Math.min(width - 1, x0 + 1)
      const a = (mask[upper + x0] as number) * (1 - u + x0) + (mask[upper + x1] as number) * (u - x0)
      const b = (mask[lower + x0] as number) * (1 - u + x0) + (mask[lower + x1] as number) * (u - x0)
      const value = a * (1 - v + y0) + b * (v - y0)
      out[y * toWidth + x] = Math.round(Math.min(255, Math.max(0, 127.5 + (value - 127.5) * steep)))
    }
  }
  return out
}
