import { fitInside } from '#kernels/fit-inside.ts'
import { type GuidedMap, guidedMap } from '#kernels/guided.ts'
import { boxBlur } from '#kernels/lineart/smooth.ts'
import { areaMeans } from '#kernels/raster/area-means.ts'
import { patchesOf } from '#kernels/raster/patches.ts'
import { scaledPlane } from '#kernels/raster/scaled-plane.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { GridCut, NEIGHBOURS } from '#kernels/segment/max-flow.ts'
import { fitMixture } from '#kernels/segment/mixture.ts'
import { readBetweenLeaves } from './between-leaves.ts'
import { type Copy, planeOf } from './copy.ts'

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

/** A copy of a picture in which the sky is found. */
interface Small {
  width: number
  height: number
  /** R, G, B, 0..255. */
  colour: Float32Array
  /** Mean absolute difference to the neighbours, grey levels. */
  rough: Float32Array
}

/** Longer side of the copy in which the sky is found, px. */
const SIDE = 320
/** Sky covers at least this part of the picture, or it is taken for something else. */
const LEAST_PART = 0.02
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
  const rough = new Float32Array(width * height)
  const colour = new Float32Array(3 * rough.length)
  for (let i = 0; i < rough.length; i++) {
    rough[i] = means[4 * i + 3]!
    for (let c = 0; c < 3; c++) colour[3 * i + c] = means[4 * i + c]!
  }
  return { width, height, colour, rough }
}

function addLinks(cut: GridCut, { width, height, colour }: Small): void {
  const difference = (i: number, j: number) => {
    let sum = 0
    for (let c = 0; c < 3; c++) {
      const off = colour[3 * i + c]! - colour[3 * j + c]!
      sum += off * off
    }
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
  const found = new Float32Array(small.colour.length)
  let count = 0
  for (let i = 0; i < small.rough.length; i++) {
    if (!wanted(i)) continue
    for (let c = 0; c < 3; c++) found[count++] = small.colour[3 * i + c]!
  }
  return found.subarray(0, count)
}

/** Likelihood, as a mean of the cells around, from which one is surely sky, and up to which it surely is none. */
export const [SURELY, SURELY_NOT] = [0.9, 0.1] as const
/** How far around, cells: names end that far from their place at most. */
const AROUND = 1
/** What being sure counts in the cut, and most that colours do. */
const [SURE, COLOURS] = [24, 8] as const

/** Sky or not, cell by cell: where the network is unsure, colours and their edges decide. */
function findSmall(small: Small, likely: Float32Array): Uint8Array {
  const count = small.rough.length
  const around = likely.slice()
  boxBlur(around, small.width, small.height, AROUND, new Float32Array(count))
  const sure = pick(small, (i) => around[i]! > SURELY)
  const other = pick(small, (i) => around[i]! < SURELY_NOT)
  const models = sure.length > 0 && other.length > 0 && { sky: fitMixture(sure), rest: fitMixture(other) }
  const cut = new GridCut(small.width, small.height)
  addLinks(cut, small)
  for (let i = 0; i < count; i++) {
    const r = small.colour[3 * i]!
    const g = small.colour[3 * i + 1]!
    const b = small.colour[3 * i + 2]!
    const colours = models ? models.rest.cost(r, g, b) - models.sky.cost(r, g, b) : 0
    const open = Math.max(-COLOURS, Math.min(COLOURS, colours)) + COLOURS * (2 * likely[i]! - 1)
    const pull = around[i]! > SURELY ? SURE : around[i]! < SURELY_NOT ? -SURE : open
    cut.addTerminal(i, Math.max(0, pull), Math.max(0, -pull))
  }
  const label = cut.solve()
  // What hangs in the air is a cloud.
  const { width, height } = small
  const solid = label.map((value) => 1 - value)
  for (const { pixels, left, right, top, bottom } of patchesOf(solid, width)) {
    const hangs = left > 0 && top > 0 && right < width - 1 && bottom < height - 1
    if (hangs) for (const i of pixels) label[i] = 1
  }
  return label
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

/** What a picture without sky has of it. */
export const noSky = (copy: Copy): Sky => ({
  ...{ ...NO_SKY, cover: planeOf(copy), foliage: planeOf(copy), leaves: planeOf(copy) },
})

/**
 * Finds the sky to the pixel: where it is likely but not sure, a graph cut with colour models decides, and its edge is
 * refined by a guided filter so that leaves and railings keep their shape.
 * @param likely how likely each place is sky, 0..1, at any size
 * @param built 0..1 at the size of the copy, 1 where there is no sky between leaves: a pale wall may have its colour
 */
export function findSky(picture: Raster, copy: Copy, likely: Plane, built?: Plane): Sky {
  const { width, height } = copy
  const small = shrink(picture)
  const label = findSmall(small, scaledPlane(likely, small))
  const part = label.reduce((sum, value) => sum + value, 0) / label.length
  if (part < LEAST_PART) return noSky(copy)
  const cover = planeOf(copy)
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
  const between = readBetweenLeaves(copy, cover, horizon)
  if (built)
    for (const plane of [between.foliage, between.leaves])
      for (let i = 0; i < guide.length; i++) plane.data[i] = plane.data[i]! * (1 - built.data[i]!)
  return { map, cover, part, sun: brightest(small, label), ...between }
}
