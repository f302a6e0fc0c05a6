import type { Plane, Raster } from '#kernels/raster.ts'

/** A copy of a picture small enough to be looked at as a whole: sRGB, 0..1. */
export interface Copy {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  /** Encoded luma, 0..1. */
  luma: Float32Array
}

/** Longer side of the copy, px. */
const SIDE = 1024

/** Scales a picture down by averaging, to at most 1024 px. */
export function copyOf({ width: w, height: h, data }: Raster): Copy {
  const scale = Math.max(1, Math.max(w, h) / SIDE)
  const width = Math.max(1, Math.round(w / scale))
  const height = Math.max(1, Math.round(h / scale))
  const plane = () => new Float32Array(width * height)
  const copy: Copy = { width, height, r: plane(), g: plane(), b: plane(), luma: plane() }
  for (let y = 0; y < height; y++) {
    const y0 = Math.floor((y * h) / height)
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * h) / height))
    for (let x = 0; x < width; x++) {
      const x0 = Math.floor((x * w) / width)
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * w) / width))
      let [r, g, b] = [0, 0, 0]
      for (let sy = y0; sy < y1; sy++) {
        for (let sx = x0; sx < x1; sx++) {
          const i = 4 * (sy * w + sx)
          r += data[i]!
          g += data[i + 1]!
          b += data[i + 2]!
        }
      }
      const n = 255 * (x1 - x0) * (y1 - y0)
      const i = y * width + x
      copy.r[i] = r / n
      copy.g[i] = g / n
      copy.b[i] = b / n
      copy.luma[i] = (0.2126 * r + 0.7152 * g + 0.0722 * b) / n
    }
  }
  return copy
}

/** How much of a leaf or a lawn a colour of linear light is, 0..1, by how far green leads. */
export function greenness(r: number, g: number, b: number): number {
  return Math.max(0, Math.min(1, (g - Math.max(1.08 * b, 0.9 * r)) / (0.25 * g + 0.006)))
}

/** A part of a label's pixels that hang together. */
export interface Patch {
  pixels: number[]
  left: number
  right: number
  top: number
  bottom: number
}

/** Patches of what is not 0, connected by sides. */
export function patchesOf(label: Uint8Array, width: number): Patch[] {
  const seen = new Uint8Array(label.length)
  const found: Patch[] = []
  for (let start = 0; start < label.length; start++) {
    if (!label[start] || seen[start]) continue
    const patch: Patch = { pixels: [], left: width, right: 0, top: label.length, bottom: 0 }
    const stack = [start]
    seen[start] = 1
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const [x, y] = [i % width, Math.floor(i / width)]
      patch.pixels.push(i)
      patch.left = Math.min(patch.left, x)
      patch.right = Math.max(patch.right, x)
      patch.top = Math.min(patch.top, y)
      patch.bottom = Math.max(patch.bottom, y)
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= label.length || seen[j] || !label[j]) continue
        seen[j] = 1
        stack.push(j)
      }
    }
    found.push(patch)
  }
  return found
}

/** An empty plane of the copy's size. */
export function planeOf({ width, height }: Copy): Plane {
  return { width, height, data: new Float32Array(width * height) }
}
