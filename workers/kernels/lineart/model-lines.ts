import { meanAlong, nearStrokes, partsAway, resample, type Sight } from './find-strokes.ts'
import type { Lab } from './lab.ts'
import { strokeLength } from './select-strokes.ts'
import { type LineSettings, lineSettings } from './settings.ts'
import { joinStrokes, straightenStroke } from './shape-strokes.ts'
import { closeCorners, lengthOf, type StraightLine, toStroke } from './straight-lines.ts'
import type { Stroke } from './trace.ts'

/** Chroma that nearly nothing in a model without materials exceeds. */
const MODEL_CHROMA = 9

/** Whether a picture has hardly any colour, as a clay model has, whatever the tint of its light. */
export function isModel({ a, b, coloured }: Lab): boolean {
  if (!coloured) return true
  let vivid = 0
  for (let i = 0; i < a.length; i++) if (a[i]! * a[i]! + b[i]! * b[i]! > MODEL_CHROMA ** 2) vivid++
  return vivid < 0.005 * a.length
}

/** Noise, in L units, from which a model is looked at no more closely than a photograph. */
const GRAINY = 0.6

/** How finely a model is looked at: the cleaner its render, the closer. @param noise of its lightness, L units */
export function modelSight(noise: number): Sight {
  const clean = Math.max(0, 1 - noise / GRAINY)
  return {
    across: 1 - 0.5 * clean,
    flow: 1 - 0.3 * clean,
    along: 3.5 - clean,
    shortest: 4 - 0.5 * clean,
    firm: 1.6 - 0.3 * clean,
  }
}

/** Thresholds for a model, whose edges are pale but are all shape; soft ones are mostly the fall of light. */
export function modelSettings({ detail, noise, gain }: LineSettings): LineSettings {
  const usual = lineSettings(1, noise, gain, true)
  return {
    ...usual,
    low: Math.max((0.1 / gain) * Math.exp(-2.2 * detail), 0.35 * noise),
    softLow: 3 * usual.softLow,
  }
}

/** Density of stray edges, in ΔE, that shelves and slats reach, and how fast more of it makes short lines go. */
const STRAY = { usual: 0.5, weight: 25 } as const

/** Difference in lightness between the sides of an edge to the filter's response there. */
const STEP_TO_RESPONSE = 4

/** What has been seen in a model. */
interface Seen {
  lines: readonly StraightLine[]
  strokes: readonly Stroke[]
  restless: Float32Array
}

/**
 * The lines of a model: its strokes, set straight where they nearly are, and the straight lines beside which no stroke
 * runs. Short ones among leaves are left out. All lengths in working pixels, `unit` of them to a 1024th of the side.
 */
export function addMissing(
  { lines, strokes, restless }: Seen,
  lab: Lab,
  unit: number,
  { detail, gain }: LineSettings,
): Stroke[] {
  const { width, height } = lab
  const shortest = (8 - 6 * detail) * unit
  const isWanted = (stroke: Stroke): boolean => {
    const stray = Math.max(0, gain * meanAlong(restless, lab, stroke) - STRAY.usual)
    return strokeLength(stroke) >= shortest * (1 + STRAY.weight * stray)
  }
  const drawn = strokes
    .map((stroke) => straightenStroke(resample(stroke), 0.8 * unit, 12 * unit))
    .filter(isWanted)
    .map((stroke) => ({ ...stroke, strength: stroke.strength.map((v) => v * STEP_TO_RESPONSE) }))
  const near = nearStrokes(drawn, width, height, unit)
  const clear = lines.filter(
    (line) => lengthOf(line) >= 5 * unit && line.strength * gain >= 0.6 * (1 - detail),
  )
  const missing = closeCorners(clear, 6 * unit)
    .flatMap((line) => partsAway(resample(toStroke(line)), near, width, height))
    .filter(isWanted)
  const all = [...drawn, ...missing]
  joinStrokes(all, width, height, 4 * unit)
  return all
}
