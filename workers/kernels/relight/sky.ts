import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import { boxBlur } from '#kernels/lineart/smooth.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { GridCut, NEIGHBOURS } from '#kernels/segment/max-flow.ts'
import { fitMixture } from '#kernels/segment/mixture.ts'
import { type Copy, greenness, linearOf, type Patch, patchesOf, planeOf } from './copy.ts'

/** The sky of a picture. */
export interface Sky {
  /** To be applied to the guide of each pixel, see `skyGuide` and `skyCover`; null when there is no sky. */
  map: GuidedMap | null
  /** 0..1: how much of each pixel of the copy is sky. */
  cover: Plane
  /** Part of the picture that is sky, 0..1; 0 when there is none. */
  part: number
  /** Where the sky ends where it reaches lowest, 0 (top) to 1 (bottom). */
  horizon: number
  /** Colour of the sky in each row of the copy, encoded, carried on below by its trend: R, G, B, 0..1. */
  rows: readonly [Float32Array, Float32Array, Float32Array]
  /** Between leaves there is sky that is not found as a whole: 0..1, where to look for it. */
  foliage: Plane
  /** 0..1: among green leaves, where a pixel may be shared by leaf and sky. */
  leaves: Plane
  /** Distance, 0..1, to the row's colour up to which a pixel among leaves is sky. */
  tolerance: number
  /** Where the sky is brightest, 0 (left border) to 1: the light probably comes from there. */
  sun: number
}

/** Longer side of the copy in which the sky is found, px. */
const SIDE = 320
/** Sky covers at least this part of the picture, or it is taken for something else. */
const LEAST_PART = 0.02
/** Least mean of blue over red, grey levels. */
const LEAST_BLUE = 10
const SMOOTH = 12

interface Small {
  width: number
  height: number
  /** R, G, B, 0..255. */
  colour: Float32Array
  /** Mean absolute difference to the neighbours, grey levels. */
  rough: Float32Array
}

function shrink({ width: w, height: h, data }: Raster): Small {
  const scale = Math.max(1, Math.max(w, h) / SIDE)
  const width = Math.max(2, Math.round(w / scale))
  const height = Math.max(2, Math.round(h / scale))
  const colour = new Float32Array(3 * width * height)
  const rough = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const [y0, y1] = [Math.floor((y * h) / height), Math.max(1, Math.floor(((y + 1) * h) / height))]
    for (let x = 0; x < width; x++) {
      const [x0, x1] = [Math.floor((x * w) / width), Math.max(1, Math.floor(((x + 1) * w) / width))]
      let [r, g, b, n, change] = [0, 0, 0, 0, 0]
      for (let sy = y0; sy < y1; sy++) {
        for (let sx = x0; sx < x1; sx++) {
          const i = 4 * (sy * w + sx)
          r += data[i] as number
          g += data[i + 1] as number
          b += data[i + 2] as number
          const right = sx + 1 < w ? i + 4 : i
          const below = sy + 1 < h ? i + 4 * w : i
          change += Math.abs((data[i + 1] as number) - (data[right + 1] as number))
          change += Math.abs((data[i + 1] as number) - (data[below + 1] as number))
          n++
        }
      }
      const i = y * width + x
      colour.set([r / n, g / n, b / n], 3 * i)
      rough[i] = change / (2 * n)
    }
  }
  return { width, height, colour, rough }
}

/** How much a pixel looks like sky by itself: high up, smooth, bright, blue or grey rather than green or warm. */
function looks(small: Small, i: number): number {
  const { width, height, colour, rough } = small
  const [r, g, b] = [colour[3 * i], colour[3 * i + 1], colour[3 * i + 2]] as [number, number, number]
  const light = 0.3 * r + 0.59 * g + 0.11 * b
  const row = Math.floor(i / width) / height
  let score = 0
  score += 1.2 - 2.2 * row
  score += rough[i] !== undefined && (rough[i] as number) < 3 ? 0.6 : -0.25 * ((rough[i] as number) - 3)
  score += (light - 120) / 80
  score += Math.max(-1.5, Math.min(1, (b - r) / 40))
  if (g > b + 8) score -= (g - b) / 12
  if (r > b + 14) score -= (r - b) / 16
  return score
}

function addLinks(cut: GridCut, { width, height, colour }: Small): void {
  const difference = (i: number, j: number) => {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += ((colour[3 * i + c] as number) - (colour[3 * j + c] as number)) ** 2
    return sum
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let direction = 0; direction < 8; direction += 2) {
        const [dx, dy] = NEIGHBOURS[direction] as readonly [number, number]
        if (x + dx < 0 || x + dx >= width || y + dy >= height) continue
        const i = y * width + x
        const j = i + dy * width + dx
        cut.setLink(i, direction, (SMOOTH * Math.exp(-difference(i, j) / 600)) / Math.hypot(dx, dy))
      }
    }
  }
}

function pick(small: Small, wanted: (i: number) => boolean): Float32Array {
  const found: number[] = []
  for (let i = 0; i < small.rough.length; i++) {
    if (wanted(i)) found.push(...small.colour.subarray(3 * i, 3 * i + 3))
  }
  return Float32Array.from(found)
}

function meanOf(value: (i: number) => number, wanted: (i: number) => boolean, count: number): number {
  let [sum, n] = [0, 0]
  for (let i = 0; i < count; i++) {
    if (!wanted(i)) continue
    sum += value(i)
    n++
  }
  return n ? sum / n : 0
}

/** Sky that hangs together with the upper border, or is a large patch between things. */
function keepSound(label: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(label.length)
  const seen = new Uint8Array(label.length)
  for (let start = 0; start < label.length; start++) {
    if (!label[start] || seen[start]) continue
    const region: number[] = []
    const stack = [start]
    seen[start] = 1
    let touches = false
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      region.push(i)
      if (i < 2 * width) touches = true
      const x = i % width
      const around = [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]
      for (const j of around) {
        if (j < 0 || j >= label.length || seen[j] || !label[j]) continue
        seen[j] = 1
        stack.push(j)
      }
    }
    if (touches || region.length > 0.004 * label.length) for (const i of region) out[i] = 1
  }
  return out
}

function findSmall(small: Small): Uint8Array {
  const count = small.rough.length
  const score = Float32Array.from({ length: count }, (_, i) => looks(small, i))
  const blue = (i: number) => (small.colour[3 * i + 2] as number) - (small.colour[3 * i] as number)
  const bluest = meanOf(blue, (i) => (score[i] as number) > 1.6, count)
  // A white ceiling is as bright and smooth as an overcast sky: without any blue there is no telling.
  if (bluest < LEAST_BLUE) return new Uint8Array(count)
  for (let i = 0; i < count; i++) score[i] = (score[i] as number) - Math.max(0, 0.7 * bluest - blue(i)) / 14
  const sure = pick(small, (i) => (score[i] as number) > 1.6)
  const other = pick(small, (i) => (score[i] as number) < 0)
  if (sure.length < 3 * LEAST_PART * count) return new Uint8Array(count)
  const models = { sky: fitMixture(sure), rest: other.length > 0 ? fitMixture(other) : null }
  const cut = new GridCut(small.width, small.height)
  addLinks(cut, small)
  for (let i = 0; i < count; i++) {
    const [r, g, b] = small.colour.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number]
    const colours = models.rest ? models.rest.cost(r, g, b) - models.sky.cost(r, g, b) : 0
    const pull = Math.max(-8, Math.min(8, colours)) + 3 * (score[i] as number) - 2
    cut.addTerminal(i, Math.max(0, pull), Math.max(0, -pull))
  }
  return keepSound(cut.solve(), small.width)
}

/** What the cover follows at a pixel: blue tells leaves from sky better than luma does. Any unit. */
export function skyGuide(r: number, g: number, b: number): number {
  return 0.2 * r + 0.3 * g + 0.5 * b
}

/** 0..1: how much of a pixel is sky, from the map's local line at its guide; the filter's veil on both sides is cut. */
export function skyCover(slope: number, offset: number, guide: number): number {
  return Math.max(0, Math.min(1, (slope * guide + offset - 0.15) / 0.7))
}

/** Where along the width the sky is brightest; the middle right when it is even. */
function brightest(small: Small, label: Uint8Array): number {
  let [mean, count] = [0, 0]
  for (let i = 0; i < label.length; i++) {
    if (!label[i]) continue
    mean += small.colour[3 * i + 1]!
    count++
  }
  mean /= Math.max(1, count)
  let [sum, weight] = [0, 0]
  for (let i = 0; i < label.length; i++) {
    const over = label[i] ? Math.max(0, small.colour[3 * i + 1]! - mean) : 0
    sum += over * ((i % small.width) / small.width)
    weight += over
  }
  const at = weight > 4 * count ? sum / weight : 0.72
  return Math.max(0.12, Math.min(0.88, 0.5 + 1.6 * (at - 0.5)))
}

const none = () => new Float32Array(1)
const NO_SKY = {
  ...{ map: null, part: 0, horizon: 0, sun: 0.5, tolerance: 0 },
  rows: [none(), none(), none()] as const,
}

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

/** Part of a row that shows sky between leaves, for the sky to go on there. */
const SHOWS = 0.004

/**
 * Follows the sky down between the leaves: in each row it has nearly the colour of the row above.
 * @returns the last row in which some is seen
 */
function follow(copy: Copy, rows: Rows, foliage: Plane, lowest: number, tolerance: number): number {
  const { width, height } = copy
  const channels = [copy.r, copy.g, copy.b]
  let last = lowest
  for (let y = lowest + 1, bare = 0; y < height; y++) {
    const sums = [0, 0, 0]
    let count = 0
    for (const row of rows) row[y] = row[y - 1]!
    for (let i = y * width; i < (y + 1) * width; i++) {
      if (bare > 0.015 * height || foliage.data[i]! < 0.05) continue
      const away = Math.hypot(...channels.map((channel, c) => channel[i]! - rows[c]![y]!))
      if (away > tolerance) continue
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
    const [r, g, b] = [linearOf(copy.r[i]!), linearOf(copy.g[i]!), linearOf(copy.b[i]!)]
    green[i] = greenness(r, g, b) > 0.5 ? 1 : 0
    foliage.data[i] = green[i] || (rough[i]! > 0.035 && r > 2 * g && r > 2.5 * b) ? 1 : 0
  }
  return { foliage, green }
}

/** Sky that shows between leaves, down to the horizon: what has the colour of the sky in its row. */
function readAbove(
  copy: Copy,
  cover: Plane,
  lowest: number,
): Pick<Sky, 'rows' | 'foliage' | 'leaves' | 'tolerance' | 'horizon'> {
  const { width, height, r, g, b } = copy
  const rows = meansOf(copy, cover, lowest)
  let [sum, count] = [0, 0]
  const { foliage, green } = findLeaves(copy)
  for (let i = 0; i < r.length; i++) {
    if (cover.data[i]! < 0.98) continue
    const y = Math.floor(i / width)
    sum += Math.hypot(r[i]! - rows[0][y]!, g[i]! - rows[1][y]!, b[i]! - rows[2][y]!)
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
  const { width, height, r, g, b } = copy
  const isSky = (i: number, row: number) =>
    Math.hypot(r[i]! - rows[0][row]!, g[i]! - rows[1][row]!, b[i]! - rows[2][row]!) < 1.3 * tolerance
  const label = new Uint8Array(width * height)
  for (let i = from * width; i < Math.min(to + 1, height) * width; i++)
    if (around.data[i]! > 0.01 && isSky(i, Math.floor(i / width))) label[i] = 1
  const step = Math.max(3, Math.round(0.03 * height))
  /** A wall goes on below the horizon. */
  const goesOn = ({ pixels, bottom }: Patch) => {
    const feet = pixels.filter((i) => i >= (bottom - 1) * width && i + step * width < r.length)
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

/**
 * Finds the sky: scored by height, smoothness and colour, cut from the rest by a graph cut with colour models,
 * and its edge refined by a guided filter so that leaves and railings keep their shape.
 */
export function findSky(picture: Raster, copy: Copy): Sky {
  const { width, height } = copy
  const small = shrink(picture)
  const label = findSmall(small)
  const part = label.reduce((sum, value) => sum + value, 0) / label.length
  const cover = planeOf(copy)
  if (part < LEAST_PART) return { ...NO_SKY, cover, foliage: planeOf(copy), leaves: planeOf(copy) }
  const guide = new Float32Array(width * height)
  let horizon = 0
  for (let y = 0; y < height; y++) {
    const sy = Math.min(small.height - 1, Math.floor((y * small.height) / height))
    for (let x = 0; x < width; x++) {
      const sx = Math.min(small.width - 1, Math.floor((x * small.width) / width))
      const i = y * width + x
      cover.data[i] = label[sy * small.width + sx]!
      if (cover.data[i]) horizon = y
      guide[i] = skyGuide(copy.r[i]!, copy.g[i]!, copy.b[i]!)
    }
  }
  const radius = Math.max(4, Math.round((3 * Math.max(width, height)) / SIDE))
  const map = guidedMap(guide, cover.data, width, height, radius, 0.014)
  for (let i = 0; i < guide.length; i++) cover.data[i] = skyCover(map.slope[i]!, map.offset[i]!, guide[i]!)
  return { map, cover, part, sun: brightest(small, label), ...readAbove(copy, cover, horizon) }
}
