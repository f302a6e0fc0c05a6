import { findStrokes, meanAlong, nearStrokes, partsAway, resample } from './find-strokes.ts'
import type { Lab } from './lab.ts'
import { addMissing, modelSettings, modelSight } from './model-lines.ts'
import { strokeLength } from './select-strokes.ts'
import { type LineSettings, lineSettings } from './settings.ts'
import { joinStrokes, keyPoints, smoothStroke } from './shape-strokes.ts'
import { boxBlur } from './smooth.ts'
import {
  closeCorners,
  detectLines,
  lengthOf,
  mergeLines,
  type StraightLine,
  toStroke,
} from './straight-lines.ts'
import { tangentFlow } from './tangent-flow.ts'
import type { Stroke } from './trace.ts'

/** Turn in radians between two chords up to which they may be parts of one bend, and from which they are. */
const BEND = [0.05, 0.6] as const

function slice(stroke: Stroke, from: number, to: number): Stroke {
  return {
    x: stroke.x.slice(from, to),
    y: stroke.y.slice(from, to),
    strength: stroke.strength.slice(from, to),
  }
}

/** Direction of the chord between two points of a stroke, radians. */
const heading = (stroke: Stroke, from: number, to: number): number =>
  Math.atan2(stroke.y[to]! - stroke.y[from]!, stroke.x[to]! - stroke.x[from]!)

/** Difference of two directions, −π..π. */
function turn(a: number, b: number): number {
  const d = b - a
  return d > Math.PI ? d - 2 * Math.PI : d < -Math.PI ? d + 2 * Math.PI : d
}

/** Takes the straight parts of a stroke out as lines; what is left, the bends, stays as strokes. */
function splitStraight(stroke: Stroke, unit: number): { lines: StraightLine[]; bends: Stroke[] } {
  const at = keyPoints(stroke, 0.7 * unit)
  const lines: StraightLine[] = []
  const bends: Stroke[] = []
  let start = 0
  for (let k = 1; k < at.length; k++) {
    const [from, to] = [at[k - 1]!, at[k]!]
    const chord = Math.hypot(stroke.x[to]! - stroke.x[from]!, stroke.y[to]! - stroke.y[from]!)
    const own = heading(stroke, from, to)
    const before = k > 1 ? turn(heading(stroke, at[k - 2]!, from), own) : 0
    const after = k + 1 < at.length ? turn(own, heading(stroke, to, at[k + 1]!)) : 0
    const [least, most] = [
      Math.min(Math.abs(before), Math.abs(after)),
      Math.max(Math.abs(before), Math.abs(after)),
    ]
    const inBend = before * after > 0 && least > BEND[0] && most < BEND[1] && chord < 70 * unit
    if (chord < 18 * unit || inBend) continue
    if (from > start) bends.push(slice(stroke, start, from + 1))
    let strength = 0
    for (let i = from; i <= to; i++) strength += stroke.strength[i]! / (to - from + 1)
    lines.push({
      x1: stroke.x[from]!,
      y1: stroke.y[from]!,
      x2: stroke.x[to]!,
      y2: stroke.y[to]!,
      strength: 2 * strength,
    })
    start = to
  }
  if (start < stroke.x.length - 1) bends.push(slice(stroke, start, stroke.x.length))
  return { lines, bends }
}

/** How steadily a bend turns one way, 0..1: near 1 for a rim or an arch, low for a leaf or a crease. */
function roundness(bend: Stroke, unit: number): number {
  const at = keyPoints(bend, 0.7 * unit)
  let [sum, total] = [0, 0]
  for (let k = 2; k < at.length; k++) {
    const by = turn(heading(bend, at[k - 2]!, at[k - 1]!), heading(bend, at[k - 1]!, at[k]!))
    sum += by
    total += Math.min(Math.abs(by), 3 * BEND[1])
  }
  return at.length > 3 && total > 0 ? Math.min(1, Math.abs(sum) / total) : 0
}

/** Shortest rim, in units: in a photograph small round things are leaves more often than lamps. */
const RIM = { model: 22, photo: 80 } as const

/** Whether a bend is long and round enough to be the rim of something. */
const isRim = (bend: Stroke, unit: number, model: boolean): boolean =>
  strokeLength(bend) > (model ? RIM.model : RIM.photo) * unit && roundness(bend, unit) > 0.7

/** Edges in the surroundings of each pixel that belong to no line, in ΔE: high in foliage, 0 in a clay model. */
function restlessness(lab: Lab, calm: readonly Stroke[], unit: number): Float32Array {
  const { width, height } = lab
  const { energy } = tangentFlow(lab, 0.9 * unit)
  const near = nearStrokes(calm, width, height, 3 * unit)
  const out = energy.map((v, i) => (near[i] === 1 ? 0 : Math.max(0, v - 1)))
  const spare = new Float32Array(out.length)
  for (let round = 0; round < 2; round++) boxBlur(out, width, height, Math.round(12 * unit), spare)
  return out
}

/** Without the strokes shorter than `short` that touch no other one within `reach` at either end. */
function dropLone(strokes: readonly Stroke[], { width, height }: Lab, short: number, reach: number) {
  const counts = new Uint16Array(width * height)
  const areas = strokes.map((stroke) => {
    const own = new Set<number>()
    for (const end of [0, stroke.x.length - 1]) {
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const x = Math.round(stroke.x[end]! + dx)
          const y = Math.round(stroke.y[end]! + dy)
          if (x >= 0 && y >= 0 && x < width && y < height) own.add(y * width + x)
        }
      }
    }
    return own
  })
  const pixels = strokes.map((stroke) => {
    const points = resample(stroke)
    const at = new Set<number>()
    for (let k = 0; k < points.x.length; k++) {
      const x = Math.min(width - 1, Math.max(0, Math.round(points.x[k]!)))
      const y = Math.min(height - 1, Math.max(0, Math.round(points.y[k]!)))
      at.add(y * width + x)
    }
    for (const i of at) counts[i] = counts[i]! + 1
    return at
  })
  return strokes.filter((stroke, index) => {
    if (strokeLength(stroke) >= short) return true
    for (const i of areas[index]!) if (counts[i]! > (pixels[index]!.has(i) ? 1 : 0)) return true
    return false
  })
}

/** Share of a line that lies on marked pixels. */
function meanOn(marks: Uint8Array, { width, height }: Lab, line: StraightLine): number {
  const { x, y } = resample(toStroke(line))
  let hits = 0
  for (let k = 0; k < x.length; k++) {
    const px = Math.min(width - 1, Math.max(0, Math.round(x[k]!)))
    const py = Math.min(height - 1, Math.max(0, Math.round(y[k]!)))
    hits += marks[py * width + px]!
  }
  return hits / x.length
}

/** What of a picture can be drawn. */
interface Found {
  /** Straight lines, those merged that continue each other. */
  lines: StraightLine[]
  /** All strokes, and what of them is bent. */
  strokes: Stroke[]
  bends: Stroke[]
  /** Edges around each pixel that belong to no line, in ΔE. */
  restless: Float32Array
}

/** Length of a line, in units, that is no leaf and no blade of grass: in a model, and where there is texture. */
const CALM_LENGTH = { model: 14, photo: 40 } as const

/** Looks for straight lines, by the segment detector and in the strokes of the flow filter, and for bends. */
function look(lab: Lab, unit: number, settings: LineSettings, step: (p: number) => void): Found {
  const { gain, noise, model } = settings
  const detail = model ? 0.8 + 0.2 * settings.detail : settings.detail
  const segments = detectLines(lab, model ? 2 * gain : gain, (5 + 8 * (1 - detail)) * unit)
  step(0.2)
  const strokes = model
    ? findStrokes(lab, unit, modelSettings(settings), (p) => step(0.2 + 0.7 * p), modelSight(noise))
    : findStrokes(lab, unit, lineSettings(0.4 + 0.6 * detail, noise, gain, false), (p) => step(0.2 + 0.7 * p))
  const parts = strokes.map((stroke) => splitStraight(stroke, unit))
  const bends = parts.flatMap((part) => part.bends)
  const rims = bends.filter((bend) => isRim(bend, unit, model))
  const onRim = nearStrokes(rims.map(resample), lab.width, lab.height, 2 * unit)
  // The detector sees short straight pieces in every bend: there the bend itself is drawn.
  const chords = segments.filter((line) => lengthOf(line) > 40 * unit || meanOn(onRim, lab, line) < 0.7)
  const lines = mergeLines([...chords, ...parts.flatMap((part) => part.lines)], lab, unit)
  const calmLength = (model ? CALM_LENGTH.model : CALM_LENGTH.photo) * unit
  const calm = [
    ...lines.filter((line) => lengthOf(line) > calmLength).map((line) => resample(toStroke(line))),
    ...strokes.filter((stroke) => strokeLength(stroke) > 70 * unit),
    ...rims,
  ]
  return { lines, strokes, bends, restless: restlessness(lab, calm, unit) }
}

/** The outlines of a photograph: long straight lines closed at their corners, and strong bends. */
function outlines(
  { lines, bends, restless }: Found,
  lab: Lab,
  unit: number,
  settings: LineSettings,
): Stroke[] {
  const { gain } = settings
  const soft = 1 - settings.detail
  const kept = lines.filter((line) => {
    const crowd = meanAlong(restless, lab, toStroke(line))
    return (
      lengthOf(line) >= (5 + 9 * soft) * unit * (1 + (1 + 3 * soft) * gain * crowd) &&
      line.strength * gain >= 0.6 + 3 * soft
    )
  })
  const straight = closeCorners(kept, 6 * unit).map(toStroke)
  const near = nearStrokes(straight.map(resample), lab.width, lab.height, 2.5 * unit)
  const bent = bends
    .flatMap((bend) => partsAway(resample(bend), near, lab.width, lab.height))
    .filter((bend) => {
      const crowd =
        meanAlong(restless, lab, bend) * (1 - (isRim(bend, unit, false) ? 0.85 : 0) * roundness(bend, unit))
      return strokeLength(bend) >= (12 + 14 * soft) * unit * (1 + (3 + 3 * soft) * gain * crowd)
    })
    .map((bend) => smoothStroke(bend, 1.5 * unit))
  // The bends are drawn on to the lines that they end at; the lines themselves stay.
  joinStrokes([...straight.map(resample), ...bent], lab.width, lab.height, 4 * unit)
  return dropLone([...straight, ...bent], lab, (45 + 30 * soft) * unit, Math.round(5 * unit))
}

/**
 * What an architect's outline drawing is made of, in working pixels: straight lines and bends. In a photograph the
 * lines come from the segment detector (von Gioi et al. 2010) and from the straight parts of the strokes that the flow
 * filter finds, which sees softer edges; they are merged where they continue each other and closed at their corners, and
 * short ones among restless edges (leaves, gravel) are left out. A model without materials has no texture to leave out:
 * there all finds of the finer flow filter are drawn, and what only the segment detector sees is added.
 * `unit` is the length scale in working pixels (1 for a 1024 px picture); `step` hears progress from 0 to 1.
 */
export function findContours(
  lab: Lab,
  unit: number,
  settings: LineSettings,
  step: (p: number) => void,
): Stroke[] {
  const found = look(lab, unit, settings, step)
  const drawn = settings.model ? addMissing(found, lab, unit, settings) : outlines(found, lab, unit, settings)
  step(1)
  return drawn
}
