import type { VectorDrawing } from '#contracts/vector-drawing.ts'
import { strokesToVectors } from '#kernels/lineart-vector/from-strokes.ts'
import type { Raster } from '#kernels/raster.ts'
import type { ParamsOf } from '#ops/index.ts'
import { findContours } from './contours.ts'
import { findStrokes } from './find-strokes.ts'
import { toLab } from './lab.ts'
import { isModel } from './model-lines.ts'
import type { Ink } from './pen.ts'
import { contrastGain, lineSettings } from './settings.ts'
import { joinStrokes } from './shape-strokes.ts'
import { gaussianBlur, guidedSmooth, noiseLevel } from './smooth.ts'
import { drawStyle, inkBlacks, nibOf, type Subject } from './styles.ts'

/** Parameters of the line drawing: style, detail 0..1, weight 0..1, transparent ground. */
export type LineOptions = ParamsOf<'lineart'>

/** Detail that tones are smoothed with. */
const TONE_DETAIL = 0.5

/** Black ink on white paper, or on nothing, from coverage 0..1. */
function toRaster({ width, height, coverage }: Ink, transparent: boolean): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < coverage.length; i++) {
    const dark = Math.round(255 * coverage[i]!)
    const p = 4 * i
    if (transparent) {
      data[p + 3] = dark
    } else {
      data[p] = 255 - dark
      data[p + 1] = 255 - dark
      data[p + 2] = 255 - dark
      data[p + 3] = 255
    }
  }
  return { width, height, data }
}

/** A line drawing as pixels and as the lines that they show. */
interface LineDrawing {
  raster: Raster
  /** The lines without hatching and grain, and the filled areas. */
  vectors: VectorDrawing
}

/**
 * Photograph, render or clay model → line drawing of the same size.
 *
 * Lines are found at a working size of at most 1440 px and drawn as strokes at the full one, so a large picture
 * gives the same drawing as a small one, only sharper: Lab planes, noise-aware guided smoothing (He et al. 2010),
 * edge tangent flow (Kang et al. 2007; Kyprianidis & Döllner 2008), flow-based DoG (Kang et al. 2007), sub-pixel
 * crests linked with hysteresis (Steger 1998), strokes chosen by texture-suppressed saliency (Grigorescu et al.
 * 2003), straightened and joined at corners, or reduced to outlines (findContours), then drawn with the pen of the
 * style.
 *
 * `image` is not changed and is seen on white where it is transparent. With `transparent` the result is black with
 * alpha, else opaque greys. `onProgress` hears rising values from 0 to 1. The same input gives the same bytes.
 * Throws RangeError when the data does not hold width × height × 4 bytes or a side is not a positive integer.
 */
export function drawLines(
  image: Raster,
  options: LineOptions,
  onProgress?: (p: number) => void,
): LineDrawing {
  const whole = Number.isInteger(image.width) && Number.isInteger(image.height)
  if (!whole || image.width < 1 || image.height < 1 || image.data.length !== image.width * image.height * 4) {
    throw new RangeError('Raster data must hold width × height × 4 bytes')
  }
  const step = onProgress ?? (() => {})
  step(0)
  const lab = toLab(image)
  const { width, height } = lab
  step(0.06)
  const unit = Math.max(0.75, Math.max(width, height) / 1024)
  const noise = noiseLevel(lab.l, width, height)
  const contours = options.style === 'contour'
  // A model without materials has no texture to leave out: what it shows is shape.
  const model = contours && isModel(lab)
  const settings = lineSettings(options.detail, noise, contrastGain(lab), model)
  const smooth = (l: Float32Array, detail: number): void =>
    guidedSmooth(l, width, height, 2, (1 + 3 * (1 - detail)) / settings.gain + 1.5 * noise)
  // What is shaded or filled does not depend on the detail of the lines.
  const tone = lab.l.slice()
  if (options.style === 'ink' || options.style === 'pencil') smooth(tone, TONE_DETAIL)
  smooth(lab.l, model ? 1 : options.detail)
  if (lab.coloured) {
    const spare = new Float32Array(width * height)
    gaussianBlur(lab.a, width, height, 1.2 * unit, spare)
    gaussianBlur(lab.b, width, height, 1.2 * unit, spare)
  }
  step(0.12)
  const find = contours ? findContours : findStrokes
  const strokes = find(lab, unit, settings, (p) => step(0.12 + 0.58 * p))
  // From here on strength decides how heavy a line is drawn, which must not depend on the exposure.
  for (const stroke of strokes) stroke.strength = stroke.strength.map((v) => v * settings.gain)
  if (!contours) joinStrokes(strokes, width, height, 4 * unit)
  step(0.72)
  const scale = image.width / width
  const ink: Ink = {
    width: image.width,
    height: image.height,
    coverage: new Float32Array(image.width * image.height),
  }
  const subject: Subject = { strokes, l: tone, width, height, unit, scale, weight: options.weight }
  const pens = {
    nib: nibOf(options.style, subject),
    blacks: options.style === 'ink' ? inkBlacks(subject) : null,
  }
  drawStyle(ink, options.style, subject, pens, (p) => step(0.72 + 0.22 * p))
  step(0.94)
  const raster = toRaster(ink, options.transparent)
  const vectors = strokesToVectors(subject, pens, { width: image.width, height: image.height })
  step(1)
  return { raster, vectors }
}
