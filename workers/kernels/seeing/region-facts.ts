import type { Segment } from '#kernels/lines/segments.ts'
import { roughDistanceTo } from '#kernels/mask/distance.ts'
import type { Sight } from './regions-sight.ts'
import type { Label, Region, Spot, View } from './scene.ts'
import { type Parts, PHOTO_EDGE } from './superpixels.ts'
import { crossed, dot, rayOf } from './view.ts'

/** How large a region is, and what is around it. */
export interface Surrounded {
  pixels: number
  /** Part of the picture, 0..1. */
  part: number
  /** Length of its outline, px, with what of it is the picture's border. */
  outline: number
  /** Regions around it; the picture's border is no neighbour. */
  around: ReadonlyMap<number, Neighbour>
}

/** What is measured of a region. */
export interface Facts extends Surrounded {
  /** A place well inside of it, px. */
  at: Spot
  /** Lengths, px, of the straight edges along and in it that run across the view, and away from it. */
  lines: { readonly across: number; readonly away: number }
}

/** How a region meets another. */
export interface Neighbour {
  /** Part of the region's outline, 0..1. */
  part: number
  /** Mean step across the border, ΔE. */
  step: number
  /** Part of the border, 0..1, that lies on no edge, however faint. */
  open: number
}

type Border = [length: number, steps: number, open: number]

/** Borders between regions: their lengths, px, the sums of the steps across them, and what of them lies on no edge, px. */
function bordersOf(parts: Parts, { width, height, edge }: Sight): Map<number, Border>[] {
  const { map, count } = parts
  const found = Array.from({ length: count }, () => new Map<number, Border>())
  const noter = () => {
    // From pixel to pixel a border is mostly the same one.
    let [one, other, known]: [number, number, Border] = [-1, -1, [0, 0, 0]]
    return (i: number, j: number) => {
      const [p, q] = [map[i]!, map[j]!]
      if (p !== one || q !== other) {
        ;[one, other, known] = [p, q, found[p]!.get(q) ?? [0, 0, 0]]
        found[p]!.set(q, known)
        found[q]!.set(p, known)
      }
      known[0]++
      const step = Math.max(edge[i]!, edge[j]!)
      known[1] += step
      if (step < PHOTO_EDGE) known[2]++
    }
  }
  const [across, down] = [noter(), noter()]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width && map[i + 1] !== map[i]) across(i, i + 1)
      if (y + 1 < height && map[i + width] !== map[i]) down(i, i + width)
    }
  }
  return found
}

/** Pixels farthest from their regions' outlines. */
export function insides(parts: Parts, { width, height }: Pick<Sight, 'width' | 'height'>): Spot[] {
  const { map, count } = parts
  const edges = new Uint8Array(map.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) edges[i] = 1
      else if (
        map[i] !== map[i + 1] ||
        map[i] !== map[i + width] ||
        map[i] !== map[i - 1] ||
        map[i] !== map[i - width]
      )
        edges[i] = 1
    }
  }
  const away = roughDistanceTo(edges, width, height)
  const best = new Float64Array(count).fill(-1)
  const at = new Int32Array(count)
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    if (away[i]! <= best[k]!) continue
    best[k] = away[i]!
    at[k] = i
  }
  return Array.from(at, (i) => ({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }))
}

/** Tolerance, radians, for an edge to run along an axis. */
const ALONG = 0.045

/** Which axis of the view a segment runs along; −1 when none. */
function axisOf(view: View, { x1, y1, x2, y2 }: Segment): number {
  // The plane through eye and segment holds the axes that the segment may run along.
  const [p, q] = [rayOf(view, x1, y1), rayOf(view, x2, y2)]
  const across = crossed(p, q)
  const size = Math.hypot(...across)
  if (size < 1e-9) return -1
  let [best, least] = [-1, ALONG]
  for (let k = 0; k < 3; k++) {
    const off = Math.abs(dot(across, view.axes[k]!)) / size
    if (off < least) [best, least] = [k, off]
  }
  return best
}

/**
 * Lengths, px, of the straight edges along and in each region that run across the view, and away from it.
 * @param segments straight edges of the picture, px of the sight
 */
function linesAlong(
  { map, count }: Parts,
  { width, height }: Sight,
  view: View,
  segments: readonly Segment[],
): { across: number; away: number }[] {
  const found = Array.from({ length: count }, () => ({ across: 0, away: 0 }))
  for (const segment of segments) {
    const axis = axisOf(view, segment)
    if (axis !== 0 && axis !== 2) continue
    const { x1, y1, x2, y2 } = segment
    const length = Math.hypot(x2 - x1, y2 - y1)
    const steps = Math.max(1, Math.round(length / 4))
    const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length]
    for (let s = 0; s < steps; s++) {
      const t = (s + 0.5) / steps
      for (const side of [-3, 3]) {
        const x = Math.floor(x1 + t * (x2 - x1) + side * nx)
        const y = Math.floor(y1 + t * (y2 - y1) + side * ny)
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        found[map[y * width + x]!]![axis === 0 ? 'across' : 'away'] += length / steps
      }
    }
  }
  return found
}

/** Measures how the regions of a picture lie beside each other. */
export function surroundedBy(parts: Parts, sight: Sight): Surrounded[] {
  const { width, height } = sight
  const { map, count } = parts
  const pixels = new Float64Array(count)
  for (let i = 0; i < map.length; i++) pixels[map[i]!] = pixels[map[i]!]! + 1
  // Length of each region on the picture's border, px.
  const rim = new Float64Array(count)
  for (let x = 0; x < width; x++)
    for (const y of [0, height - 1]) rim[map[y * width + x]!] = rim[map[y * width + x]!]! + 1
  for (let y = 0; y < height; y++)
    for (const x of [0, width - 1]) rim[map[y * width + x]!] = rim[map[y * width + x]!]! + 1
  return bordersOf(parts, sight).map((borders, k): Surrounded => {
    let outline = rim[k]!
    for (const [length] of borders.values()) outline += length
    const around = new Map<number, Neighbour>()
    for (const [q, [length, step, open]] of borders)
      around.set(q, { part: length / outline, step: step / length, open: open / length })
    return { pixels: pixels[k]!, part: pixels[k]! / (width * height), outline, around }
  })
}

/**
 * Measures the regions of a picture.
 * @param surrounded how they lie beside each other @param segments its straight edges, px of the sight
 */
export function factsOf(
  parts: Parts,
  surrounded: readonly Surrounded[],
  sight: Sight,
  view: View,
  segments: readonly Segment[],
): Facts[] {
  const inside = insides(parts, sight)
  const lines = linesAlong(parts, sight, view, segments)
  return surrounded.map((one, k) => ({ ...one, at: inside[k]!, lines: lines[k]! }))
}

/** CIE Lab. */
export type Lab = readonly [l: number, a: number, b: number]

/** Chroma from which a surface of a model has a colour of its own, and by which two paints differ. */
export const COLOURED = 9
/** Stops of shade that light has at most in a coloured model: what is darker is a dark colour. */
export const DEEPEST = 2.2

/**
 * How far two colours of a model are apart, in whatever light they are: of one paint up to 1. Chroma goes down with the light as
 * lightness does: it is compared as it would be at half of it.
 */
export function paintsApart([l, a, b]: Lab, [m, c, d]: Lab): number {
  const [p, q] = [66 / (16 + l), 66 / (16 + m)]
  const stops = 3 * Math.abs(Math.log2(q / p))
  return Math.max(Math.hypot(a * p - c * q, b * p - d * q) / COLOURED, stops / DEEPEST)
}

/**
 * The paint of each region of a model, the nearest one of its label, by a number for each paint; and whether it is the one that most
 * of its label is of.
 * @param least pixels of a region from which it may have a paint of its own
 */
export function paintsOf(regions: readonly Pick<Region, 'label' | 'lab' | 'pixels'>[], least = 0) {
  const paints: { label: Label; lab: Lab; pixels: number }[] = []
  const labOf = ({ lab }: Pick<Region, 'lab'>): Lab => lab ?? [50, 0, 0]
  const nearest = (region: Pick<Region, 'label' | 'lab'>): [paint: number, away: number] => {
    const away = paints.map(({ label, lab }) =>
      label === region.label ? paintsApart(lab, labOf(region)) : Infinity,
    )
    const nearness = Math.min(...away)
    return [away.indexOf(nearness), nearness]
  }
  for (const region of regions.toSorted((p, q) => q.pixels - p.pixels)) {
    const [, away] = nearest(region)
    if (away === Infinity || (away > 1 && region.pixels > least))
      paints.push({ label: region.label, lab: labOf(region), pixels: 0 })
  }
  const of = Int32Array.from(regions, (region) => nearest(region)[0])
  for (const [k, paint] of of.entries()) paints[paint]!.pixels += regions[k]!.pixels
  const isMost = paints.map(
    (own) => !paints.some((one) => one.label === own.label && one.pixels > own.pixels),
  )
  return { of, isUsual: Array.from(of, (paint) => isMost[paint]!) }
}

/** The mean colour of each part. */
export function coloursOf({ map, count }: Parts, { l, a, b }: Sight): Lab[] {
  const sums = new Float64Array(3 * count)
  const sizes = new Uint32Array(count)
  for (let i = 0; i < map.length; i++) {
    const k = map[i]!
    sizes[k]!++
    sums[3 * k] = sums[3 * k]! + l[i]!
    sums[3 * k + 1] = sums[3 * k + 1]! + a[i]!
    sums[3 * k + 2] = sums[3 * k + 2]! + b[i]!
  }
  return Array.from(sizes, (size, k) => {
    const mean = (c: number) => sums[3 * k + c]! / Math.max(1, size)
    return [mean(0), mean(1), mean(2)] as const
  })
}
