import { boxBlur } from '#kernels/lineart/smooth.ts'
import { type Patch, patchesOf } from '#kernels/raster/patches.ts'
import type { Plane } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { type Copy, greenness, planeOf } from './copy.ts'
import type { Sky } from './sky.ts'

type Rows = readonly [Float32Array, Float32Array, Float32Array]

/** Mean colour of the sky in each row down to `lowest`; rows without any take that of the row above. */
function meansOf({ width, height, r, g, b }: Copy, cover: Plane, lowest: number): Rows {
  const rows = [new Float32Array(height), new Float32Array(height), new Float32Array(height)] as const
  let first = -1
  for (let y = 0; y <= lowest; y++) {
    let [sr, sg, sb, count] = [0, 0, 0, 0]
    for (let i = y * width; i < (y + 1) * width; i++) {
      if (cover.data[i]! < 0.98) continue
      sr += r[i]!
      sg += g[i]!
      sb += b[i]!
      count++
    }
    const sums = [sr, sg, sb]
    const enough = count > 0.02 * width
    if (enough && first < 0) first = y
    rows.forEach((row, c) => {
      row[y] = enough ? sums[c]! / count : row[Math.max(0, y - 1)]!
    })
  }
  for (const row of rows) row.fill(row[Math.max(0, first)]!, 0, Math.max(0, first))
  return rows
}

/** Distance of a pixel's colour to the sky's in a row, encoded 0..1. */
const awayFrom =
  ({ r, g, b }: Copy, rows: Rows) =>
  (i: number, row: number) => {
    const red = r[i]! - rows[0][row]!
    const green = g[i]! - rows[1][row]!
    const blue = b[i]! - rows[2][row]!
    return Math.sqrt(red * red + green * green + blue * blue)
  }

/** Part of a row that shows sky between leaves, for the sky to go on there. */
const SHOWS = 0.004

/**
 * Follows the sky down between the leaves: in each row it has nearly the colour of the row above.
 * @returns the last row in which some is seen
 */
function follow(copy: Copy, rows: Rows, foliage: Plane, lowest: number, tolerance: number): number {
  const { width, height } = copy
  const channels = [copy.r, copy.g, copy.b]
  const away = awayFrom(copy, rows)
  let last = lowest
  for (let y = lowest + 1, bare = 0; y < height; y++) {
    const sums = [0, 0, 0]
    let count = 0
    for (const row of rows) row[y] = row[y - 1]!
    for (let i = y * width; i < (y + 1) * width; i++) {
      if (bare > 0.015 * height || foliage.data[i]! < 0.05) continue
      if (away(i, y) > tolerance) continue
      channels.forEach((channel, c) => {
        sums[c] = sums[c]! + channel[i]!
      })
      count++
    }
    if (count > SHOWS * width) {
      last = y
      bare = 0
      rows.forEach((row, c) => {
        row[y] = row[y]! + 0.25 * (sums[c]! / count - row[y]!)
      })
    } else bare++
  }
  return last
}

/** Encoded 0..1 → linear light, in steps of a byte. */
const linearOf = (value: number) => LINEAR_OF_BYTE[(255 * value + 0.5) | 0]!

/** Leaves: what is green, and with it what is warm, colourful and as rough as a red maple. */
function findLeaves(copy: Copy): { foliage: Plane; green: Float32Array } {
  const { width, height, luma } = copy
  const foliage = planeOf(copy)
  const green = new Float32Array(luma.length)
  const spare = new Float32Array(luma.length)
  const smooth = luma.slice()
  boxBlur(smooth, width, height, 2, spare)
  const rough = luma.map((value, i) => Math.abs(value - smooth[i]!))
  boxBlur(rough, width, height, 4, spare)
  for (let i = 0; i < luma.length; i++) {
    const r = linearOf(copy.r[i]!)
    const g = linearOf(copy.g[i]!)
    const b = linearOf(copy.b[i]!)
    green[i] = greenness(r, g, b) > 0.5 ? 1 : 0
    foliage.data[i] = green[i] || (rough[i]! > 0.035 && r > 2 * g && r > 2.5 * b) ? 1 : 0
  }
  return { foliage, green }
}

/** Sky that shows between leaves, down to the horizon: what has the colour of the sky in its row. */
export function readBetweenLeaves(
  copy: Copy,
  cover: Plane,
  lowest: number,
): Pick<Sky, 'rows' | 'foliage' | 'leaves' | 'tolerance' | 'horizon'> {
  const { width, height, r } = copy
  const rows = meansOf(copy, cover, lowest)
  const away = awayFrom(copy, rows)
  let [sum, count] = [0, 0]
  const { foliage, green } = findLeaves(copy)
  for (let i = 0; i < r.length; i++) {
    if (cover.data[i]! < 0.98) continue
    const y = Math.floor(i / width)
    sum += away(i, y)
    count++
  }
  const tolerance = Math.min(0.085, 0.035 + sum / Math.max(1, count))
  const spare = new Float32Array(r.length)
  const wide = { width, height, data: green.slice() }
  const leaves = { width, height, data: green }
  boxBlur(foliage.data, width, height, Math.round(0.025 * width), spare)
  boxBlur(wide.data, width, height, Math.round(0.06 * width), spare)
  boxBlur(leaves.data, width, height, Math.round(0.012 * width), spare)
  const last = follow(copy, rows, wide, lowest, tolerance)
  const low = lowSky(copy, rows, [foliage, wide], [lowest, last], tolerance)
  for (let i = 0; i < r.length; i++) {
    const dense = Math.min(1, Math.max(0, (leaves.data[i]! - 0.15) / 0.2))
    const above = Math.min(1, Math.max(0, (foliage.data[i]! - 0.004) / 0.03))
    const inTree = i < (last + 1) * width ? dense : 0
    foliage.data[i] = i < lowest * width ? above : Math.max(low[i]!, inTree)
    leaves.data[i] = inTree
  }
  return { rows, foliage, leaves, tolerance, horizon: (last + 1) / height }
}

/** Largest hole between leaves, as a part of the picture. */
const HOLE = 1e-4

/**
 * Sky below the rows where it was found as a whole: patches of its colour that reach the sides of the picture, and
 * holes between leaves. A wall beside a tree may have the colour, but is enclosed and large.
 */
function lowSky(
  copy: Copy,
  rows: Rows,
  [leaves, around]: [Plane, Plane],
  [from, to]: [number, number],
  tolerance: number,
): Float32Array {
  const { width, height } = copy
  const away = awayFrom(copy, rows)
  const isSky = (i: number, row: number) => away(i, row) < 1.3 * tolerance
  const label = new Uint8Array(width * height)
  for (let i = from * width; i < Math.min(to + 1, height) * width; i++)
    if (around.data[i]! > 0.01 && isSky(i, Math.floor(i / width))) label[i] = 1
  const step = Math.max(3, Math.round(0.03 * height))
  /** A wall goes on below the horizon. */
  const goesOn = ({ pixels, bottom }: Patch) => {
    const feet = pixels.filter((i) => i >= (bottom - 1) * width && i + step * width < label.length)
    return feet.filter((i) => isSky(i + step * width, to)).length > 0.5 * feet.length
  }
  const out = new Float32Array(width * height)
  for (const patch of patchesOf(label, width)) {
    const { pixels, left, right, bottom } = patch
    const hole = pixels.length < HOLE * out.length && leaves.data[pixels[0]!]! > 0.05
    const open = left === 0 || right === width - 1 || (bottom > to - step && !goesOn(patch))
    if (hole || (open && pixels.length > HOLE * out.length)) for (const i of pixels) out[i] = 1
  }
  boxBlur(out, width, height, 2, new Float32Array(out.length))
  for (let i = 0; i < out.length; i++) out[i] = Math.min(1, 4 * out[i]!)
  return out
}
