import type { Plane, Raster } from '#kernels/raster.ts'

/** Longer side of the copy in which windows are looked for, px. */
const SIDE = 640
/** Part of its box that a window fills at least. */
const LEAST_FILL = 0.62
const SMALLEST = 0.00025
const LARGEST = 0.05

interface Grey {
  width: number
  height: number
  luma: Float32Array
  /** Largest minus smallest channel, 0..1. */
  chroma: Float32Array
  /** Red minus blue, 0..1: bricks and wood are warm, glass is not. */
  warm: Float32Array
}

function shrink({ width: w, height: h, data }: Raster): Grey {
  const scale = Math.max(1, Math.max(w, h) / SIDE)
  const width = Math.max(1, Math.round(w / scale))
  const height = Math.max(1, Math.round(h / scale))
  const plane = () => new Float32Array(width * height)
  const out: Grey = { width, height, luma: plane(), chroma: plane(), warm: plane() }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [x0, y0] = [Math.floor((x * w) / width), Math.floor((y * h) / height)]
      const [x1, y1] = [
        Math.max(x0 + 1, Math.floor(((x + 1) * w) / width)),
        Math.max(y0 + 1, Math.floor(((y + 1) * h) / height)),
      ]
      const sum: [number, number, number] = [0, 0, 0]
      for (let sy = y0; sy < y1; sy++) {
        for (let sx = x0; sx < x1; sx++) {
          const i = 4 * (sy * w + sx)
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (data[i + c] as number)
        }
      }
      const n = 255 * (x1 - x0) * (y1 - y0)
      const [r, g, b] = [sum[0] / n, sum[1] / n, sum[2] / n]
      const i = y * width + x
      out.luma[i] = 0.3 * r + 0.59 * g + 0.11 * b
      out.chroma[i] = Math.max(r, g, b) - Math.min(r, g, b)
      out.warm[i] = r - b
    }
  }
  return out
}

/** Mean over squares of 2·radius + 1 px by an integral image. */
function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x] as number
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row
    }
  }
  return plane.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const [x0, x1] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
    const [y0, y1] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)]
    const at = (row: number, column: number) => sums[row * (width + 1) + column] as number
    return (at(y1, x1) - at(y0, x1) - at(y1, x0) + at(y0, x0)) / ((x1 - x0) * (y1 - y0))
  })
}

interface Region {
  pixels: number[]
  left: number
  right: number
  top: number
  bottom: number
}

function regions(label: Uint8Array, width: number): Region[] {
  const seen = new Uint8Array(label.length)
  const found: Region[] = []
  for (let start = 0; start < label.length; start++) {
    if (!label[start] || seen[start]) continue
    const region: Region = { pixels: [], left: width, right: 0, top: label.length, bottom: 0 }
    const stack = [start]
    seen[start] = 1
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const [x, y] = [i % width, Math.floor(i / width)]
      region.pixels.push(i)
      region.left = Math.min(region.left, x)
      region.right = Math.max(region.right, x)
      region.top = Math.min(region.top, y)
      region.bottom = Math.max(region.bottom, y)
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= label.length || seen[j] || !label[j]) continue
        seen[j] = 1
        stack.push(j)
      }
    }
    found.push(region)
  }
  return found
}

/** Whether a region has the size and the shape of a pane: mostly its own box, not a strip, not the ground. */
function isPane({ pixels, left, right, top, bottom }: Region, { width, height }: Grey): boolean {
  const part = pixels.length / (width * height)
  if (part < SMALLEST || part > LARGEST || bottom >= height - 2) return false
  const [w, h] = [right - left + 1, bottom - top + 1]
  return pixels.length / (w * h) >= LEAST_FILL && w / h < 4 && h / w < 6 && Math.min(w, h) >= 4
}

/**
 * Finds panes of glass: regions that are darker than what surrounds them, little coloured, not warm, and
 * filled like a rectangle. A guess, good enough to light a facade at dusk.
 * @param sky 0..1 of each pixel, not looked at
 * @returns 0..1 in a copy of at most 640 px
 */
export function findWindows(picture: Raster, sky: Plane): Plane {
  const grey = shrink(picture)
  const { width, height, luma, chroma, warm } = grey
  const around = boxMean(luma, width, height, Math.round(0.05 * width))
  const label = new Uint8Array(luma.length)
  for (let i = 0; i < label.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const sx = Math.min(sky.width - 1, Math.floor((x * sky.width) / width))
    const sy = Math.min(sky.height - 1, Math.floor((y * sky.height) / height))
    if ((sky.data[sy * sky.width + sx] as number) > 0.3) continue
    const dark = (luma[i] as number) < 0.86 * (around[i] as number) && (luma[i] as number) < 0.55
    if (dark && (chroma[i] as number) < 0.22 && (warm[i] as number) < 0.1) label[i] = 1
  }
  const data = new Float32Array(luma.length)
  for (const region of regions(label, width)) {
    if (!isPane(region, grey)) continue
    for (let y = region.top; y <= region.bottom; y++)
      data.fill(1, y * width + region.left, y * width + region.right + 1)
    // Bars and frames between the panes stay dark.
    for (let y = region.top; y <= region.bottom; y++) {
      for (let x = region.left; x <= region.right; x++) if (!label[y * width + x]) data[y * width + x] = 0.25
    }
  }
  return { width, height, data: boxMean(data, width, height, 1) }
}
