import { blockMeans } from '#kernels/raster/block-means.ts'
import { cleanStroke } from './corners.ts'
import { flowDog } from './flow-dog.ts'
import type { Lab } from './lab.ts'
import { findRidges, sample } from './ridges.ts'
import { clutter, selectStrokes, strokeLength } from './select-strokes.ts'
import type { LineSettings } from './settings.ts'
import { smoothStroke } from './shape-strokes.ts'
import { tangentFlow } from './tangent-flow.ts'
import { type Stroke, traceStrokes } from './trace.ts'

/** How finely a picture is looked at. */
export interface Sight {
  /** Width of the filter across a line, and of the smoothing of the flow, as shares of the usual ones. */
  across: number
  flow: number
  /** Length of the filter along a line, in units. */
  along: number
  /** Shortest stroke at full detail, in units. */
  shortest: number
  /** Saliency that a stroke must reach, in weakest responses. */
  firm: number
}

/** For photographs, where grain and texture forbid to look closer. */
const USUAL: Sight = { across: 1, flow: 1, along: 3.5, shortest: 4, firm: 1.6 }

/** All strokes of one scale, in the pixels of `lab`. `unit` is the length scale in those pixels. */
function strokesAt(
  lab: Lab,
  unit: number,
  settings: LineSettings,
  sight: Sight,
  step: (p: number) => void,
): Stroke[] {
  const { low, detail } = settings
  const soft = 1 - detail
  const sigma = sight.across * Math.max(0.8, (1 - 0.3 * detail) * unit)
  const flow = tangentFlow(lab, sight.flow * Math.max(0.8, 0.9 * unit))
  step(0.2)
  const response = flowDog(lab, flow, { across: sigma, along: sight.along * unit, floor: low })
  step(0.75)
  const ridges = findRidges(response, flow, sigma, low)
  const traced = traceStrokes(ridges, flow, 2 * low)
  step(0.85)
  const density = clutter(response, lab.width, lab.height, 9 * unit)
  const kept = selectStrokes(traced, density, lab, {
    minLength: (sight.shortest + 10 * soft) * unit,
    fullLength: 45 * unit,
    threshold: low * sight.firm,
    suppression: 0.2 + 2.2 * soft,
  })
  const clean = kept.map((stroke) => cleanStroke(stroke, unit))
  step(1)
  return clean
}

/** Half-size copy, each pixel the mean of 2×2. */
function halve({ width, height, l, a, b, coloured }: Lab): Lab {
  const half = (data: Float32Array) => blockMeans({ width, height, channels: 1, data }, 2)
  const { data, ...size } = half(l)
  return { ...size, l: data, a: half(a).data, b: half(b).data, coloured }
}

/** 1 within `reach` pixels of a stroke's points, which are to be about a pixel apart. */
export function nearStrokes(
  strokes: readonly Stroke[],
  width: number,
  height: number,
  reach: number,
): Uint8Array {
  const near = new Uint8Array(width * height)
  for (const stroke of strokes) {
    for (let k = 0; k < stroke.x.length; k++) {
      const x0 = Math.max(0, Math.round(stroke.x[k]! - reach))
      const x1 = Math.min(width - 1, Math.round(stroke.x[k]! + reach))
      const y1 = Math.min(height - 1, Math.round(stroke.y[k]! + reach))
      for (let y = Math.max(0, Math.round(stroke.y[k]! - reach)); y <= y1; y++) {
        if (x1 >= x0) near.fill(1, y * width + x0, y * width + x1 + 1)
      }
    }
  }
  return near
}

/** The parts of a stroke that lie where `near` is 0. */
export function partsAway(stroke: Stroke, near: Uint8Array, width: number, height: number): Stroke[] {
  const parts: Stroke[] = []
  let part: Stroke = { x: [], y: [], strength: [] }
  for (let k = 0; k < stroke.x.length; k++) {
    const px = Math.min(width - 1, Math.max(0, Math.round(stroke.x[k]!)))
    const py = Math.min(height - 1, Math.max(0, Math.round(stroke.y[k]!)))
    if (near[py * width + px] === 0) {
      part.x.push(stroke.x[k]!)
      part.y.push(stroke.y[k]!)
      part.strength.push(stroke.strength[k]!)
    } else if (part.x.length > 0) {
      parts.push(part)
      part = { x: [], y: [], strength: [] }
    }
  }
  if (part.x.length > 0) parts.push(part)
  return parts
}

/** Points put in so that no two neighbours are more than about a pixel apart. */
export function resample(stroke: Stroke): Stroke {
  const out: Stroke = { x: [stroke.x[0]!], y: [stroke.y[0]!], strength: [stroke.strength[0]!] }
  for (let k = 1; k < stroke.x.length; k++) {
    const dx = stroke.x[k]! - stroke.x[k - 1]!
    const dy = stroke.y[k]! - stroke.y[k - 1]!
    const pieces = Math.max(1, Math.round(Math.hypot(dx, dy)))
    for (let m = 1; m <= pieces; m++) {
      out.x.push(stroke.x[k - 1]! + (dx * m) / pieces)
      out.y.push(stroke.y[k - 1]! + (dy * m) / pieces)
      out.strength.push(stroke.strength[k]!)
    }
  }
  return out
}

/** Mean of a plane along a stroke. */
export function meanAlong(plane: Float32Array, { width, height }: Lab, stroke: Stroke): number {
  const points = resample(stroke)
  let sum = 0
  for (let k = 0; k < points.x.length; k++) sum += sample(plane, width, height, points.x[k]!, points.y[k]!)
  return sum / points.x.length
}

/** Coarser scales after the first, as halvings, and the shortest soft stroke worth drawing at each, in units. */
const SOFT_SCALES = [
  { halvings: 1, minLength: 24 },
  { halvings: 2, minLength: 45 },
] as const
/** Smallest side, in pixels, of a picture in which lines are looked for. */
const SMALLEST_SIDE = 24

/**
 * The strokes of a drawing, in working pixels: first the sharp edges, then, at a half and a quarter of the size, the
 * soft ones that the passes before cannot see (rounded corners of walls, edges of light), where nothing is drawn
 * yet. Sharp before soft is the scale choice of Lindeberg 1998, "Edge detection and ridge detection with automatic
 * scale selection", on three scales. `unit` is the length scale in working pixels (1 for a 1024 px picture); `step`
 * hears progress from 0 to 1.
 */
export function findStrokes(
  lab: Lab,
  unit: number,
  settings: LineSettings,
  step: (p: number) => void,
  sight: Sight = USUAL,
): Stroke[] {
  const { width, height } = lab
  const strokes = strokesAt(lab, unit, settings, sight, (p) => step(0.72 * p))
  let small = lab
  for (const { halvings, minLength } of SOFT_SCALES) {
    small = halve(small)
    if (Math.min(small.width, small.height) < SMALLEST_SIDE) break
    const found = strokesAt(small, unit, { ...settings, low: settings.softLow }, sight, () => {})
    const near = nearStrokes(strokes, width, height, (2 + 3 * halvings) * unit)
    const scale = 2 ** halvings
    const enlarge = (v: number): number => (v + 0.5) * scale - 0.5
    for (const stroke of found) {
      const { strength } = stroke
      const enlarged = resample({ x: stroke.x.map(enlarge), y: stroke.y.map(enlarge), strength })
      const parts = partsAway(smoothStroke(enlarged, 2 * scale), near, width, height)
      strokes.push(...parts.filter((part) => strokeLength(part) >= minLength * unit))
    }
    step(0.72 + 0.14 * halvings)
  }
  return strokes
}
