/** A small picture of three values a pixel at a larger size, bilinear. */
export function spread(
  small: Float32Array,
  w: number,
  h: number,
  width: number,
  height: number,
): Float32Array {
  const out = new Float32Array(3 * width * height)
  for (let y = 0, o = 0; y < height; y++) {
    const v = Math.min(h - 1, Math.max(0, ((y + 0.5) * h) / height - 0.5))
    const y0 = Math.floor(v)
    const fy = v - y0
    const top = 3 * y0 * w
    const low = 3 * Math.min(h - 1, y0 + 1) * w
    for (let x = 0; x < width; x++) {
      const u = Math.min(w - 1, Math.max(0, ((x + 0.5) * w) / width - 0.5))
      const x0 = Math.floor(u)
      const fx = u - x0
      const left = 3 * x0
      const right = 3 * Math.min(w - 1, x0 + 1)
      for (let c = 0; c < 3; c++, o++) {
        const above = small[top + left + c]! * (1 - fx) + small[top + right + c]! * fx
        const below = small[low + left + c]! * (1 - fx) + small[low + right + c]! * fx
        out[o] = above + (below - above) * fy
      }
    }
  }
  return out
}
