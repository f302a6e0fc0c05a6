import type { Segment } from '#kernels/lines/segments.ts'
import { runsOf } from './labels-lines.ts'
import { bordersOf, hullAreas, insides } from './labels-shapes.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import type { Spot, View } from './scene.ts'
import { horizonAt } from './view.ts'

/** What is known of a region before it is named. */
export interface Facts {
  pixels: number
  /** Part of the picture, 0..1. */
  part: number
  /** Middle of its pixels, and its bounds, all in parts of the picture's size. */
  x: number
  y: number
  left: number
  right: number
  top: number
  bottom: number
  /** Part of its pixels above the horizon, and how far its pixels' rays fall below it on average, −1..1. */
  above: number
  fall: number
  /** Length on each border of the picture, in parts of that border. */
  atTop: number
  atBottom: number
  atLeft: number
  atRight: number
  /** Means of colour (Lab) and unrest. */
  l: number
  a: number
  b: number
  texture: number
  /** How far its lightness spreads, and how much of it is edge, ΔE. */
  spread: number
  edge: number
  /** Change of its lightness from left to right and from top to bottom over the picture's height. */
  slope: readonly [number, number]
  /** Part of its outline along which straight edges run, 0..1. */
  straight: number
  /**
   * Lengths of straight edges along and in it by axis of the view, in square roots of its area: across over it, across
   * under it, upright, away over it, away under it, and with no axis.
   */
  lines: readonly [number, number, number, number, number, number]
  /** 0..1: how much of its bounds, and of its convex hull, it fills. */
  solid: number
  convex: number
  /** Its area over that of a disc with its outline; 0..1, low for what is thin or ragged. */
  round: number
  /** A place well inside of it, px. */
  at: Spot
  /** Regions around it with the part of its outline that they share, 0..1; the picture's border is no neighbour. */
  around: ReadonlyMap<number, Neighbour>
}

/** How a region meets another. */
export interface Neighbour {
  /** Part of the outline, 0..1. */
  part: number
  /** Of the common border: −1 where the other lies wholly above, 1 where it lies below. */
  below: number
  /** Mean step across the border, ΔE. */
  step: number
  /** How likely the border is one between two things, 0..1. */
  apart: number
}

interface Sums {
  n: Float64Array
  /** VALUES sums for each region. */
  values: Float64Array
  bounds: Int32Array[]
  edges: Int32Array[]
}

/** x, y, above, fall, l, a, b, texture, edge, l², x², y², x·l, y·l */
const VALUES = 14

function sumUp(parts: Parts, sight: Sight, view: View): Sums {
  const { width, height, l, a, b, texture, edge } = sight
  const plane = () => new Float64Array(parts.count)
  const whole = (fill: number) => new Int32Array(parts.count).fill(fill)
  const values = new Float64Array(VALUES * parts.count)
  const bounds = [whole(width), whole(-1), whole(height), whole(-1)]
  const edges = [whole(0), whole(0), whole(0), whole(0)]
  const n = plane()
  const horizon = Float64Array.from({ length: width }, (_, x) => horizonAt(view, x + 0.5))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const k = parts.map[i]!
      n[k] = n[k]! + 1
      const above = horizon[x]! - y
      const light = l[i]!
      const at = VALUES * k
      values[at] = values[at]! + x
      values[at + 1] = values[at + 1]! + y
      if (above > 0) values[at + 2] = values[at + 2]! + 1
      values[at + 3] = values[at + 3]! - above / height
      values[at + 4] = values[at + 4]! + light
      values[at + 5] = values[at + 5]! + a[i]!
      values[at + 6] = values[at + 6]! + b[i]!
      values[at + 7] = values[at + 7]! + texture[i]!
      values[at + 8] = values[at + 8]! + edge[i]!
      values[at + 9] = values[at + 9]! + light * light
      values[at + 10] = values[at + 10]! + x * x
      values[at + 11] = values[at + 11]! + y * y
      values[at + 12] = values[at + 12]! + x * light
      values[at + 13] = values[at + 13]! + y * light
      if (x < bounds[0]![k]!) bounds[0]![k] = x
      if (x > bounds[1]![k]!) bounds[1]![k] = x
      if (y < bounds[2]![k]!) bounds[2]![k] = y
      if (y > bounds[3]![k]!) bounds[3]![k] = y
      if (y === 0) edges[0]![k]!++
      if (y === height - 1) edges[1]![k]!++
      if (x === 0) edges[2]![k]!++
      if (x === width - 1) edges[3]![k]!++
    }
  }
  return { n, values, bounds, edges }
}

/** Measures the regions of a picture. @param segments its straight edges, px of the sight */
export function factsOf(parts: Parts, sight: Sight, view: View, segments: readonly Segment[]): Facts[] {
  const { width, height } = sight
  const { n, values, bounds, edges } = sumUp(parts, sight, view)
  const borders = bordersOf(parts, sight)
  const inside = insides(parts, sight)
  const runs = runsOf(parts, sight, view, segments)
  const hull = hullAreas(parts, width, height)
  return Array.from({ length: parts.count }, (_, k): Facts => {
    const mean = (c: number) => values[VALUES * k + c]! / n[k]!
    const bound = (c: number) => bounds[c]![k]!
    const rim = edges.reduce((sum, edge) => sum + edge[k]!, 0)
    let outline = rim
    for (const [length] of borders[k]!.values()) outline += length
    const around = new Map<number, Neighbour>()
    for (const [q, [length, below, step, apart]] of borders[k]!)
      around.set(q, {
        part: length / outline,
        below: below / length,
        step: step / length,
        apart: apart / length,
      })
    const side = Math.sqrt(n[k]!)
    const { along, oblique } = runs[k]!
    const [across0, across1, upright, away0, away1] = Array.from(along, (value) => value / side) as [
      number,
      number,
      number,
      number,
      number,
    ]
    // Least squares of the lightness over x or y.
    const slope = (c: number, square: number, mixed: number) =>
      (height * (mean(mixed) - mean(c) * mean(4))) / Math.max(4, mean(square) - mean(c) ** 2)
    return {
      pixels: n[k]!,
      part: n[k]! / (width * height),
      x: mean(0) / width,
      y: mean(1) / height,
      left: bound(0) / width,
      right: (bound(1) + 1) / width,
      top: bound(2) / height,
      bottom: (bound(3) + 1) / height,
      above: mean(2),
      fall: mean(3),
      atTop: edges[0]![k]! / width,
      atBottom: edges[1]![k]! / width,
      atLeft: edges[2]![k]! / height,
      atRight: edges[3]![k]! / height,
      l: mean(4),
      a: mean(5),
      b: mean(6),
      texture: mean(7),
      edge: mean(8),
      spread: Math.sqrt(Math.max(0, mean(9) - mean(4) ** 2)),
      slope: [slope(0, 10, 12), slope(1, 11, 13)],
      straight: Math.min(1, (oblique + along.reduce((sum, value) => sum + value, 0)) / outline),
      lines: [across0, across1, upright, away0, away1, oblique / side],
      convex: n[k]! / Math.max(1, hull[k]!),
      solid: n[k]! / ((bound(1) - bound(0) + 1) * (bound(3) - bound(2) + 1)),
      round: Math.min(1, (4 * Math.PI * n[k]!) / outline ** 2),
      at: inside[k]!,
      around,
    }
  })
}
