import type { Segment } from '#kernels/lines/segments.ts'
import { linesAlong } from './region-lines.ts'
import { bordersOf, insides } from './region-shapes.ts'
import type { Parts } from './regions.ts'
import type { Sight } from './regions-sight.ts'
import type { Spot, View } from './scene.ts'

/** What is measured of a region. */
export interface Facts {
  pixels: number
  /** Part of the picture, 0..1. */
  part: number
  /** A place well inside of it, px. */
  at: Spot
  /** Lengths, px, of the straight edges along and in it that run across the view, and away from it. */
  lines: { readonly across: number; readonly away: number }
  /** Regions around it; the picture's border is no neighbour. */
  around: ReadonlyMap<number, Neighbour>
}

/** How a region meets another. */
export interface Neighbour {
  /** Part of the region's outline, 0..1. */
  part: number
  /** Mean step across the border, ΔE. */
  step: number
}

/** Measures the regions of a picture. @param segments its straight edges, px of the sight */
export function factsOf(parts: Parts, sight: Sight, view: View, segments: readonly Segment[]): Facts[] {
  const { width, height } = sight
  const { map, count } = parts
  const pixels = new Float64Array(count)
  for (const k of map) pixels[k] = pixels[k]! + 1
  // Length of each region on the picture's border, px.
  const rim = new Float64Array(count)
  for (let x = 0; x < width; x++)
    for (const y of [0, height - 1]) rim[map[y * width + x]!] = rim[map[y * width + x]!]! + 1
  for (let y = 0; y < height; y++)
    for (const x of [0, width - 1]) rim[map[y * width + x]!] = rim[map[y * width + x]!]! + 1
  const borders = bordersOf(parts, sight)
  const inside = insides(parts, sight)
  const lines = linesAlong(parts, sight, view, segments)
  return Array.from({ length: count }, (_, k): Facts => {
    let outline = rim[k]!
    for (const [length] of borders[k]!.values()) outline += length
    const around = new Map<number, Neighbour>()
    for (const [q, [length, step]] of borders[k]!)
      around.set(q, { part: length / outline, step: step / length })
    return {
      pixels: pixels[k]!,
      part: pixels[k]! / (width * height),
      at: inside[k]!,
      lines: lines[k]!,
      around,
    }
  })
}
