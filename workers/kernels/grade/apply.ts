import { setUpright } from '#kernels/lines/warp.ts'
import type { Raster } from '#kernels/raster.ts'
import type { GradeAnalysis } from './analyse.ts'
import type { Cube } from './cube.ts'
import { type ColourTable, colourTable } from './cube-apply.ts'
import { hazeFactor } from './haze.ts'
import { type Look, makeLook } from './look.ts'
import { MapRow } from './map-row.ts'
import { denoise, fineDetail, NOISE_REACH, type Noise, type Rows, readRows } from './noise.ts'
import type { GradeSettings } from './settings.ts'
import { TONE_STEPS } from './tone-curve.ts'
import { BALANCE_STEPS } from './white-balance.ts'

/** A colour table of the user's and how strongly it shows, 0..1. */
export interface GradeTable {
  cube: Cube
  strength: number
}

/** Rows that are worked on at once: few enough to stay in the processor's cache. */
const STRIP = 96

/** One row of the picture on its way: balanced colours, encoded, three values a pixel. */
function balanceRow(look: Look, rows: Rows, row: number, into: Float32Array): void {
  const [red, green, blue] = look.balance
  const { width, y, cr, cb } = rows
  const most = 255 * BALANCE_STEPS
  for (let x = 0, i = row * width, o = 0; x < width; x++, i++, o += 3) {
    const v = y[i]!
    const r = ((v + cr[i]!) * BALANCE_STEPS + 0.5) | 0
    const g = ((v - 0.29725951 * cr[i]! - 0.10095078 * cb[i]!) * BALANCE_STEPS + 0.5) | 0
    const b = ((v + cb[i]!) * BALANCE_STEPS + 0.5) | 0
    into[o] = red[r < 0 ? 0 : r > most ? most : r]!
    into[o + 1] = green[g < 0 ? 0 : g > most ? most : g]!
    into[o + 2] = blue[b < 0 ? 0 : b > most ? most : b]!
  }
}

/** Takes haze from a row or adds it. */
function hazeRow(look: Look, through: MapRow, row: Float32Array): void {
  const { haze, air } = look
  const [ar, ag, ab] = air
  const { slope, offset } = through
  for (let x = 0, o = 0; o < row.length; x++, o += 3) {
    const r = row[o]!
    const g = row[o + 1]!
    const b = row[o + 2]!
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
    const factor = hazeFactor(slope[x]! * luma + offset[x]!, haze)
    row[o] = (r - ar) * factor + ar
    row[o + 1] = (g - ag) * factor + ag
    row[o + 2] = (b - ab) * factor + ab
  }
}

/** Tones, clarity, sharpness and vibrance of a row. */
function toneRow(look: Look, base: MapRow, fine: Float32Array, at: number, row: Float32Array): void {
  const { curve, detail } = look.tone
  const { vibrance } = look
  const sharpen = look.sharpen / 255
  const { slope, offset } = base
  for (let x = 0, o = 0; o < row.length; x++, o += 3) {
    let r = row[o]!
    let g = row[o + 1]!
    let b = row[o + 2]!
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
    const mean = slope[x]! * luma + offset[x]!
    const i = mean <= 0 ? 0 : mean >= 1 ? TONE_STEPS : (mean * TONE_STEPS + 0.5) | 0
    const gain = detail[i]!
    let v = curve[i]! + gain * (luma - mean) + gain * sharpen * fine[at + x]!
    v = v < 0 ? 0 : v > 1 ? 1 : v
    // Colours go along with brightness; near black their ratio means nothing.
    const ratio = luma < 0.004 ? 1 : v / luma
    const grow = ratio > 6 ? 6 : ratio
    r *= grow
    g *= grow
    b *= grow
    const high = r > g ? (r > b ? r : b) : g > b ? g : b
    const low = r < g ? (r < b ? r : b) : g < b ? g : b
    const pale = high > 0.001 ? low / high : 1
    // A brightened colour looks fuller in encoded values than the light was: taken back a little.
    let colour = (1 + vibrance * pale * pale) * (grow > 1 ? 1 - 0.08 * (grow - 1) : 1)
    colour = colour < 0.3 ? 0.3 : colour
    const over = v + colour * (high - v)
    // What does not fit keeps its brightness and gives up colour.
    if (over > 1 && high > v) colour = (1 - v) / (high - v)
    row[o] = v + colour * (r - v)
    row[o + 1] = v + colour * (g - v)
    row[o + 2] = v + colour * (b - v)
  }
}

function writeRow(row: Float32Array, image: Raster, y: number, out: Uint8ClampedArray): void {
  for (let o = 0, p = y * image.width * 4; o < row.length; o += 3, p += 4) {
    out[p] = row[o]! * 255
    out[p + 1] = row[o + 1]! * 255
    out[p + 2] = row[o + 2]! * 255
    out[p + 3] = image.data[p + 3]!
  }
}

/** Colours and tones of the whole picture, strip by strip. */
function render(
  image: Raster,
  look: Look,
  noise: Noise,
  scale: number,
  table: ColourTable | null,
  step: (p: number) => void,
): Raster {
  const { width, height } = image
  const out = new Uint8ClampedArray(width * height * 4)
  const through = new MapRow(look.through, width, height)
  const base = new MapRow(look.base, width, height)
  const row = new Float32Array(width * 3)
  // In a smaller copy noise is averaged out and fine detail is gone: both fade with it.
  const amount = look.noise * scale
  const graded = { ...look, sharpen: look.sharpen * scale * scale }
  const threshold = 0.8 + noise.luma
  for (let top = 0; top < height; top += STRIP) {
    const bottom = Math.min(height, top + STRIP)
    const from = Math.max(0, top - NOISE_REACH)
    const rows = readRows(image, from, Math.min(height, bottom + NOISE_REACH))
    denoise(rows, noise, amount)
    const fine = fineDetail(rows, threshold)
    for (let y = top; y < bottom; y++) {
      balanceRow(graded, rows, y - from, row)
      if (look.haze !== 0) {
        through.read(y)
        hazeRow(graded, through, row)
      }
      base.read(y)
      toneRow(graded, base, fine, (y - from) * width, row)
      if (table) for (let o = 0; o < row.length; o += 3) table(row, o)
      writeRow(row, image, y, out)
    }
    step(bottom / height)
  }
  return { width, height, data: out }
}

/**
 * Carries out the one-click work on a picture or on a smaller copy of it; both look the same, since every measure is
 * taken from the analysis. The result is smaller than the picture where verticals were set upright.
 * @param image what was analysed, at its size or scaled down
 * @param step hears the done share, 0..1
 */
export function applyGrade(
  image: Raster,
  analysis: GradeAnalysis,
  settings: GradeSettings,
  table: GradeTable | null = null,
  step: (p: number) => void = () => {},
): Raster {
  const look = makeLook(analysis, settings)
  const scale = Math.min(1, image.width / analysis.width)
  const colours = table && table.strength > 0 ? colourTable(table.cube, table.strength) : null
  const turn = settings.straighten && analysis.upright.kind === 'turn' ? analysis.upright : null
  const share = turn ? 0.75 : 1
  const graded = render(image, look, analysis.noise, scale, colours, (p) => step(p * share))
  return turn ? setUpright(graded, turn, (p) => step(share + (1 - share) * p)) : graded
}
