import { boxBlur } from '#kernels/lineart/smooth.ts'

/** A plane at half the size of a picture. */
export interface Half {
  width: number
  height: number
  data: Float32Array
}

/** An empty plane at half the size. */
export function halfOf(width: number, height: number): Half {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  return { width: w, height: h, data: new Float32Array(w * h) }
}

/** Softens a half plane, in place. */
export function soften({ width, height, data }: Half, radius: number): void {
  boxBlur(data, width, height, radius, new Float32Array(data.length))
}

/** A half plane at the picture's size: between its values by distance, but only those of the pixel's own region. */
export function widen(half: Half, map: Uint16Array, width: number, height: number): Float32Array {
  const { width: w, height: h, data } = half
  const out = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.min(h - 1, Math.max(0, y / 2 - 0.25))
    const y0 = Math.floor(v)
    const y1 = Math.min(h - 1, y0 + 1)
    const fy = v - y0
    for (let x = 0; x < width; x++, i++) {
      const u = Math.min(w - 1, Math.max(0, x / 2 - 0.25))
      const x0 = Math.floor(u)
      const x1 = Math.min(w - 1, x0 + 1)
      const fx = u - x0
      const id = map[i]!
      const wa = map[2 * y0 * width + 2 * x0] === id ? (1 - fx) * (1 - fy) + 1e-4 : 1e-6
      const wb = map[2 * y0 * width + 2 * x1] === id ? fx * (1 - fy) + 1e-4 : 1e-6
      const wc = map[2 * y1 * width + 2 * x0] === id ? (1 - fx) * fy + 1e-4 : 1e-6
      const wd = map[2 * y1 * width + 2 * x1] === id ? fx * fy + 1e-4 : 1e-6
      out[i] =
        (wa * data[y0 * w + x0]! +
          wb * data[y0 * w + x1]! +
          wc * data[y1 * w + x0]! +
          wd * data[y1 * w + x1]!) /
        (wa + wb + wc + wd)
    }
  }
  return out
}
