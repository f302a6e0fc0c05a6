import { fitInside } from '#kernels/fit-inside.ts'
import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import { areaMeans } from '#kernels/raster/area-means.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { GridCut, NEIGHBOURS } from '#kernels/segment/max-flow.ts'
import { fitMixture } from '#kernels/segment/mixture.ts'
import { readBetweenLeaves } from './between-leaves.ts'
import { type Copy, planeOf } from './copy.ts'
import { findSkyZones, type Small } from './zones.ts'

/** The sky of a picture. */
export interface Sky {
  /** To be applied to the guide of each pixel, see `skyGuide` and `skyCover`; null when there is no sky. */
  map: GuidedMap | null
  /** 0..1: how much of each pixel of the copy is sky. */
  cover: Plane
  /** Part of the picture that is sky, 0..1; 0 when there is none. */
  part: number
  /** Part of the upper border that is sky: much outdoors, little through a window. */
  top: number
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

function shrink({ width: w, height: h, data }: Raster): Small {
  const fit = fitInside({ width: w, height: h }, SIDE)
  const [width, height] = [Math.max(2, fit.width), Math.max(2, fit.height)]
  const read = (y: number, row: Float32Array) => {
    for (let x = 0, i = 4 * y * w; x < w; x++, i += 4) {
      const green = data[i + 1]!
      const right = x + 1 < w ? data[i + 5]! : green
      const below = y + 1 < h ? data[i + 4 * w + 1]! : green
      row[i - 4 * y * w] = data[i]!
      row[i - 4 * y * w + 1] = green
      row[i - 4 * y * w + 2] = data[i + 2]!
      row[i - 4 * y * w + 3] = (Math.abs(green - right) + Math.abs(green - below)) / 2
    }
  }
  const means = areaMeans({ width: w, height: h, channels: 4, read }, { width, height })
  const rough = Float32Array.from({ length: width * height }, (_, i) => means[4 * i + 3]!)
  const colour = Float32Array.from(
    { length: 3 * rough.length },
    (_, i) => means[4 * Math.floor(i / 3) + (i % 3)]!,
  )
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

/** How sure it is that a zone judged as a whole is sky, or is not. */
const SURE = 24

function findSmall(small: Small, pale: boolean): Uint8Array {
  const count = small.rough.length
  const score = Float32Array.from({ length: count }, (_, i) => looks(small, i))
  const zones = findSkyZones(small, (i) => score[i] as number)
  const known = (i: number) => zones?.label[i] ?? 0
  const blue = (i: number) => (small.colour[3 * i + 2] as number) - (small.colour[3 * i] as number)
  const bluest = zones ? zones.blue : meanOf(blue, (i) => (score[i] as number) > 1.6, count)
  // A white ceiling is as bright and smooth as an overcast sky: without any blue there is no telling.
  if (bluest < LEAST_BLUE && !pale) return new Uint8Array(count)
  for (let i = 0; i < count; i++) score[i] = (score[i] as number) - Math.max(0, 0.7 * bluest - blue(i)) / 14
  const sure = pick(small, (i) => (zones ? known(i) > 0 : (score[i] as number) > 1.6))
  const other = pick(small, (i) => known(i) < 0 || (known(i) === 0 && (score[i] as number) < 0))
  if (sure.length < 3 * LEAST_PART * count) return new Uint8Array(count)
  const models = { sky: fitMixture(sure), rest: other.length > 0 ? fitMixture(other) : null }
  const cut = new GridCut(small.width, small.height)
  addLinks(cut, small)
  for (let i = 0; i < count; i++) {
    const [r, g, b] = small.colour.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number]
    const colours = models.rest ? models.rest.cost(r, g, b) - models.sky.cost(r, g, b) : 0
    const own = Math.max(-8, Math.min(8, colours)) + 3 * (score[i] as number) - 2
    const pull = known(i) === 0 ? own : SURE * known(i)
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
  ...{ map: null, part: 0, top: 0, horizon: 0, sun: 0.5, tolerance: 0 },
  rows: [none(), none(), none()] as const,
}

/**
 * Finds the sky: scored by height, smoothness and colour, cut from the rest by a graph cut with colour models,
 * and its edge refined by a guided filter so that leaves and railings keep their shape.
 * @param pale the picture is known to be taken outdoors, so that a white sky is none of a ceiling
 */
export function findSky(picture: Raster, copy: Copy, pale = false): Sky {
  const { width, height } = copy
  const small = shrink(picture)
  const label = findSmall(small, pale)
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
  const top = label.subarray(0, small.width).reduce((sum, value) => sum + value, 0) / small.width
  return { map, cover, part, top, sun: brightest(small, label), ...readBetweenLeaves(copy, cover, horizon) }
}
