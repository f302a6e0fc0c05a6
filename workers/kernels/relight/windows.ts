import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane } from '#kernels/raster.ts'
import { toLinear } from '#kernels/srgb.ts'
import { type Copy, type Patch, patchesOf, planeOf } from './copy.ts'

/**
 * Likelihood from which a place may be a window, and that the places of a window have in the mean: of 12 photographs panes have 0.28 and
 * more, the frames and shadows of garage doors 0.17 to 0.23.
 */
const [MAYBE, LIKELY] = [0.15, 0.27] as const
/** Part of its box that a pane fills at least: frames and shadows go around corners. */
const COMPACT = 0.5
/** Part of the luma of the wall around it under which it is one, and how far around, as a part of the longer side. */
const [DARKER, AROUND] = [0.88, 0.06] as const
/** Smallest window, as a part of the picture. */
const LEAST = 4e-5
/** Shares of a pane's median luma under which it is a bar, and over which something stands before it or it is a frame. */
const [BAR, BEFORE] = [0.5, 1.5] as const
/** How strongly bars, and what is brighter than the pane, are lit from inside, 0..1. */
const [BAR_LIT, BEFORE_LIT] = [0.15, 0.4] as const

/** Panes of glass, at the size of the copy. */
export interface Windows {
  /** 0..1. */
  panes: Plane
  /** Median luma of the window that a pixel belongs to, linear light; 1 elsewhere. */
  level: Plane
  /** Part of the picture that panes cover. */
  part: number
}

/** How bright walls are around each pixel: the mean luma of what is no window. */
function wallAround({ width, height, luma }: Copy, likely: Float32Array): Float32Array {
  const spare = new Float32Array(luma.length)
  const weight = likely.map((value) => (value < MAYBE ? 1 : 0))
  const light = luma.map((value, i) => value * weight[i]!)
  const radius = Math.round(AROUND * Math.max(width, height))
  for (const plane of [weight, light]) boxBlur(plane, width, height, radius, spare)
  return light.map((value, i) => value / Math.max(1e-3, weight[i]!))
}

/** Whether what is dark and may be a window is one: likely as a whole, and of a window's shape. */
function isWindow({ pixels, left, right, top, bottom }: Patch, likely: Float32Array): boolean {
  const mean = pixels.reduce((sum, i) => sum + likely[i]!, 0) / pixels.length
  return mean >= LIKELY && pixels.length >= COMPACT * (right - left + 1) * (bottom - top + 1)
}

/** Pixels of a patch, and those that have some of it to the left and right and above and below: reflections in a pane. */
function filled({ pixels, left, right, top, bottom }: Patch, width: number): number[] {
  const [columns, rows] = [right - left + 1, bottom - top + 1]
  const [first, last] = [new Int32Array(columns).fill(bottom), new Int32Array(columns).fill(top)]
  const [start, end] = [new Int32Array(rows).fill(right), new Int32Array(rows).fill(left)]
  for (const i of pixels) {
    const x = i % width
    const y = (i - x) / width
    first[x - left] = Math.min(first[x - left]!, y)
    last[x - left] = Math.max(last[x - left]!, y)
    start[y - top] = Math.min(start[y - top]!, x)
    end[y - top] = Math.max(end[y - top]!, x)
  }
  const out: number[] = []
  for (let y = top; y <= bottom; y++)
    for (let x = start[y - top]!; x <= end[y - top]!; x++)
      if (y >= first[x - left]! && y <= last[x - left]!) out.push(y * width + x)
  return out
}

/**
 * The panes of windows: bars stay dark in them, and what is brighter than the glass is hardly lit. What is named a
 * window counts, and what may be one where it is darker than the wall around it, as glass is by day.
 * @param named 0..1, 1 where the copy shows a window for sure
 * @param likely how likely each pixel is one, 0..1
 */
export function readWindows(copy: Copy, named: Plane, likely: Float32Array): Windows {
  const { width, height, luma } = copy
  const windows: Windows = { panes: planeOf(copy), level: planeOf(copy), part: 0 }
  const { panes, level } = windows
  level.data.fill(1)
  const wall = wallAround(copy, likely)
  const isPane = (i: number) => likely[i]! >= MAYBE && luma[i]! < DARKER * wall[i]!
  const label = Uint8Array.from(named.data, (value, i) => (value > 0.5 || isPane(i) ? 1 : 0))
  for (const patch of patchesOf(label, width)) {
    if (patch.pixels.length < LEAST * luma.length) continue
    const pixels = filled(patch, width)
    const middle = (plane: Float32Array) =>
      Float32Array.from(pixels, (i) => plane[i]!).sort()[pixels.length >> 1]!
    const median = middle(luma)
    if (middle(named.data) < 0.5 && !isWindow(patch, likely)) continue
    for (const i of pixels) {
      const value = luma[i]! / Math.max(0.01, median)
      panes.data[i] = value < BAR ? BAR_LIT : value > BEFORE ? BEFORE_LIT : 1
      level.data[i] = toLinear(median)
    }
  }
  windows.part = panes.data.reduce((sum, value) => sum + value, 0) / luma.length
  boxBlur(panes.data, width, height, 1, new Float32Array(luma.length))
  return windows
}
