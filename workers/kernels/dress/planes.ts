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

/** Mean of a plane over each region; 0 where a region has no pixels. @param map ids, `count` of them, at the plane's size */
export function meansOf(plane: Float32Array, map: Uint16Array, count: number): Float32Array {
  const sums = new Float64Array(count)
  const pixels = new Float64Array(count)
  for (let i = 0; i < map.length; i++) {
    sums[map[i]!] = sums[map[i]!]! + plane[i]!
    pixels[map[i]!] = pixels[map[i]!]! + 1
  }
  return Float32Array.from(sums, (sum, id) => sum / Math.max(1, pixels[id]!))
}
