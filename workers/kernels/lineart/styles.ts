import type { ParamsOf } from '#ops/index.ts'
import { deposit, grainAt, HATCH_LAYERS, hash, hatchPressure, paperGrain } from './graphite.ts'
import { drawStrokes, type Ink, type Nib } from './pen.ts'
import { sample } from './ridges.ts'
import { strokeLength } from './select-strokes.ts'
import { quantile, solidBlacks, squint, stepSlope } from './solid-blacks.ts'
import type { Stroke } from './trace.ts'

/** What every style draws from. */
export interface Subject {
  strokes: readonly Stroke[]
  /** Smoothed lightness at the working size, L 0..100. */
  l: Float32Array
  width: number
  height: number
  /** Length scale in working pixels (1 for a 1024 px picture). */
  unit: number
  /** Output pixels per working pixel. */
  scale: number
  /** Line weight 0..1. */
  weight: number
}

/** How a drawing is made. */
type LineStyle = ParamsOf<'lineart'>['style']

/** Tells how far, 0..1, drawing has come. */
type Step = (p: number) => void

/** Even technical-pen lines; the strongest contours a little heavier, the faintest a little finer. */
function technicalNib({ unit, scale, weight }: Subject): Nib {
  const pen = (0.7 + 1.7 * weight) * unit * scale
  return (stroke, k) => ({ width: pen * Math.min(1.25, 0.75 + stroke.strength[k]! / 12), dark: 1 })
}

/** Lengths, in units, up to which an outline is drawn with the fine pen and from which with the heavy one. */
const PEN_LENGTHS = [40, 180] as const

/**
 * An outline drawing: each line in one even weight, of three: fine for what is short or faint, heavy for what is
 * long and strong, as in a drawing set.
 */
function contourNib({ unit, scale, weight, strokes }: Subject): Nib {
  const pen = (0.9 + 1.9 * weight) * unit * scale
  const widths = new Map<Stroke, number>()
  for (const stroke of strokes) {
    const length = strokeLength(stroke) / unit
    const strength = stroke.strength.reduce((sum, v) => sum + v, 0) / stroke.strength.length
    const isFine = length < PEN_LENGTHS[0] || strength < 4
    const isHeavy = length > PEN_LENGTHS[1] && strength > 12
    widths.set(stroke, pen * (isFine ? 0.62 : isHeavy ? 1.5 : 1))
  }
  return (stroke) => ({ width: widths.get(stroke) ?? pen, dark: 1 })
}

/** Lays the blurred black mask on the ink, sharpened to an anti-aliased outline at the output size. */
function fillBlacks(ink: Ink, mask: Float32Array, { width, height, unit, scale }: Subject): void {
  const gain = scale / stepSlope(1.1 * unit)
  for (let y = 0; y < ink.height; y++) {
    for (let x = 0; x < ink.width; x++) {
      const v = sample(mask, width, height, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
      const cover = (v - 0.5) * gain + 0.5
      if (cover <= 0) continue
      const i = y * ink.width + x
      if (cover > ink.coverage[i]!) ink.coverage[i] = Math.min(1, cover)
    }
  }
}

/** Brush-and-ink lines that swell with contrast and run thin at their ends. */
function inkNib({ unit, scale, weight }: Subject): Nib {
  const pen = (1 + 2.2 * weight) * unit * scale
  const taper = 9 * unit
  return (stroke, k, n) => {
    const swell = 0.55 + Math.min(1, stroke.strength[k]! / 7)
    const ends = Math.min(1, 0.35 + (0.65 * Math.min(k, n - 1 - k)) / taper)
    return { width: pen * swell * ends, dark: 1 }
  }
}

/** A second, freer pass of a line: pushed aside by a slow random wave, and drawn a little past its ends. */
function redraw(stroke: Stroke, seed: number, unit: number): Stroke {
  const n = stroke.x.length
  const out: Stroke = { x: [], y: [], strength: [] }
  const overshoot = n > 24 * unit ? Math.round((3 + 5 * hash(seed, 1, 5)) * unit) : 0
  const wave = 45 * unit
  const offset = (k: number): number => {
    const cell = Math.floor(k / wave)
    const t = k / wave - cell
    const ease = t * t * (3 - 2 * t)
    const a = hash(seed, cell, 7) - 0.5
    return (a + ease * (hash(seed, cell + 1, 7) - 0.5 - a)) * 1.7 * unit
  }
  for (let k = -overshoot; k < n + overshoot; k++) {
    const at = Math.max(0, Math.min(n - 1, k))
    const a = Math.max(0, Math.min(n - 1, at - 3))
    const b = Math.min(n - 1, a + 6)
    const length = Math.hypot(stroke.x[b]! - stroke.x[a]!, stroke.y[b]! - stroke.y[a]!) || 1
    const dx = (stroke.x[b]! - stroke.x[a]!) / length
    const dy = (stroke.y[b]! - stroke.y[a]!) / length
    const aside = offset(k + overshoot)
    out.x.push(stroke.x[at]! + (k - at) * dx - aside * dy)
    out.y.push(stroke.y[at]! + (k - at) * dy + aside * dx)
    out.strength.push(stroke.strength[at]!)
  }
  return out
}

/** Wanted darkness 0..1 of every working pixel: lightness stretched between the picture's own white and black. */
function darkness(tone: Float32Array): Float32Array {
  const white = quantile(tone, 0.9)
  const black = Math.min(quantile(tone, 0.03), white - 45)
  return tone.map((l) => {
    const d = (white - l) / (white - black)
    return d <= 0 ? 0 : d >= 1 ? 1 : d ** 1.15
  })
}

/** Turns line pressure into graphite on grained paper and adds the hatching, in place. */
function shade(
  ink: Ink,
  dark: Float32Array,
  { width, height, unit, scale, weight }: Subject,
  step: Step,
): void {
  const grain = paperGrain()
  const toUnits = 1 / (unit * scale)
  const strength = 0.75 + 0.4 * weight
  for (let y = 0; y < ink.height; y++) {
    for (let x = 0; x < ink.width; x++) {
      const i = y * ink.width + x
      const d = sample(dark, width, height, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
      const ux = x * toUnits
      const uy = y * toUnits
      let clear = 1
      const line = ink.coverage[i]!
      const rough = line > 0 || d > 0.2 ? grainAt(grain, ux * 1.15, uy * 1.15) : 0
      if (line > 0) clear = 1 - deposit(line, rough)
      if (d > 0.2) {
        for (const layer of HATCH_LAYERS) {
          const pressure = hatchPressure(layer, d, ux, uy, toUnits)
          if (pressure > 0) clear *= 1 - deposit(pressure * strength, rough)
        }
      }
      ink.coverage[i] = 1 - clear
    }
    if ((y & 63) === 0) step(y / ink.height)
  }
}

/** Graphite lines with tapered ends. @param force darkness of the firmest line, 0..1 */
function pencilNib({ unit, scale, weight }: Subject, force: number): Nib {
  const pen = (0.9 + 1.5 * weight) * unit * scale
  return (stroke, k, n) => {
    const ends = Math.min(1, 0.3 + (0.7 * Math.min(k, n - 1 - k)) / (10 * unit))
    const press = Math.min(1, 0.5 + stroke.strength[k]! / 9)
    return { width: pen * (0.75 + 0.25 * press), dark: force * press * ends }
  }
}

/** The pen that a style draws its lines with. */
export function nibOf(style: LineStyle, subject: Subject): Nib {
  if (style === 'ink') return inkNib(subject)
  if (style === 'pencil') return pencilNib(subject, 0.78 + 0.22 * subject.weight)
  return style === 'contour' ? contourNib(subject) : technicalNib(subject)
}

/** The darkest parts of the picture, filled in ink: 1 inside, 0 outside, at the working size. */
export function inkBlacks({ l, width, height, unit, weight }: Subject): Float32Array {
  return solidBlacks(squint(l, width, height, unit), width, height, unit, weight)
}

/** Graphite: lines drawn a second time with a loose hand, tone in crossed hatching on grained paper. */
function shadePencil(ink: Ink, subject: Subject, step: Step): void {
  const { unit, scale, weight, width, height } = subject
  const again = subject.strokes.map((stroke, seed) => redraw(stroke, seed, unit))
  drawStrokes(ink, again, scale, pencilNib(subject, 0.5 + 0.15 * weight))
  step(0.3)
  const dark = darkness(squint(subject.l, width, height, unit))
  shade(ink, dark, subject, (p) => step(0.4 + 0.6 * p))
}

/**
 * Draws the strokes in a style.
 * @param nib its pen
 * @param blacks what is filled, for ink
 */
export function drawStyle(
  ink: Ink,
  style: LineStyle,
  subject: Subject,
  { nib, blacks }: { nib: Nib; blacks: Float32Array | null },
  step: Step,
): void {
  drawStrokes(ink, subject.strokes, subject.scale, nib)
  if (blacks) fillBlacks(ink, blacks, subject)
  if (style === 'pencil') shadePencil(ink, subject, step)
}
