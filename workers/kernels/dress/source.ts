import { writeLab } from '#kernels/lab.ts'
import { gaussianBlur, guidedSmooth } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'

/** What a source is: lines on paper, a model without colours, or a picture with its own. */
export type SourceKind = 'line' | 'clay' | 'photo'

/** The source, parted into what stays. */
export interface Source {
  kind: SourceKind
  /** Luma in linear light. */
  luma: Float32Array
  /** Light that falls, 1 where it is bright; all 1 for lines. */
  shade: Float32Array
  /** Line work, 0..1: ink on paper, or the edges of a picture. */
  ink: Float32Array
  /** How far light and shade are spread in the source, as a part of what a sunny picture has. */
  range: number
  /** Power of light that exposes a dim room as a photographer would; 1 where it stays as it is. */
  exposure: number
}

/** Channels that differ by less are grey, of 255. */
const GREY = 22
/** How far from the middle colour a model's colours are at most, in Lab, and the part of a photograph's that is. */
const [OFF, COLOURED] = [9, 0.03]
/** Luma of paper, linear. */
const PAPER = 0.78

function kindOf({ data }: Raster, luma: Float32Array): SourceKind {
  let [grey, paper, middle, count] = [0, 0, 0, 0]
  const [a, b, lab]: [number[], number[], Float32Array] = [[], [], new Float32Array(3)]
  for (let i = 0; i < luma.length; i += 7) {
    const [r, g, b8] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
    count++
    if (Math.max(r, g, b8) - Math.min(r, g, b8) < GREY) grey++
    if (luma[i]! > PAPER) paper++
    else if (luma[i]! > 0.12 && luma[i]! < 0.6) middle++
    const [red, green, blue] = [r, g, b8].map((byte) => LINEAR_OF_BYTE[byte]!) as [number, number, number]
    writeLab(red, green, blue, lab, 0)
    a.push(lab[1]!)
    b.push(lab[2]!)
  }
  if (paper > 0.5 * count && grey > 0.9 * count && middle < 0.3 * count) return 'line'
  if (grey <= 0.88 * count) return 'photo'
  // A model's tint is one over all of it, the few colours of a grey room's photograph differ.
  const [middleA, middleB] = [quantile(a, 0.5), quantile(b, 0.5)]
  const coloured = a.reduce(
    (sum, value, k) => sum + (Math.hypot(value - middleA, b[k]! - middleB) > OFF ? 1 : 0),
    0,
  )
  return coloured > COLOURED * count ? 'photo' : 'clay'
}

/** Value below which `share` of the values lie, of those that are taken. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 1
}

function samples(luma: Float32Array, map: Uint16Array, taken: readonly boolean[]): number[] {
  const out: number[] = []
  for (let i = 0; i < luma.length; i += 37) if (taken[map[i]!]) out.push(Math.max(0.003, luma[i]!))
  return out
}

/** Stops between shade and light in a sunny picture, and most that a flat one is stretched. */
const SUNNY = 2.6
const STRETCH = { outdoors: 1.75, above: 1.75, indoors: 1 } as const
/** Stops by which a model's light may vary without being seen. */
const QUIET = 0.08

/** Light of the middle pixel of a well exposed room, and the least power that brings it there. */
const [WELL_LIT, LEAST_POWER] = [0.5, 0.65]

/** A room's model is mostly shade: lifted as a whole, its walls are white instead of grey. */
function exposureOf(shade: Float32Array, map: Uint16Array, taken: readonly boolean[]): number {
  const middle = Math.min(0.99, quantile(samples(shade, map, taken), 0.5))
  return Math.min(1, Math.max(LEAST_POWER, Math.log(WELL_LIT) / Math.log(middle)))
}

interface Size {
  width: number
  height: number
}

/** Of a model without colours the light is all that is seen. */
function shadeOfClay(
  luma: Float32Array,
  map: Uint16Array,
  taken: readonly boolean[],
  size: Size,
  most: number,
) {
  const values = samples(luma, map, taken)
  const [low, high] = [quantile(values, 0.06), quantile(values, 0.93)]
  const stops = Math.max(0.2, Math.log2(high / low))
  const gain = Math.min(most, Math.max(1, SUNNY / stops))
  const shade = new Float32Array(luma.length)
  for (let i = 0; i < luma.length; i++) shade[i] = Math.log2(Math.min(1.6, Math.max(0.002, luma[i]!) / high))
  // A renderer's noise and its blotches would show the more.
  guidedSmooth(shade, size.width, size.height, Math.max(2, Math.round(0.006 * size.width)), QUIET)
  for (let i = 0; i < luma.length; i++) shade[i] = 2 ** (gain * shade[i]!)
  return { shade, range: Math.min(1, stops / SUNNY) }
}

/** Of a picture with colours, light is what varies softly within a region. */
function shadeOfPhoto(luma: Float32Array, map: Uint16Array, width: number, height: number, count: number) {
  const log = luma.map((value) => Math.log2(Math.max(0.004, value)))
  const bins = new Float64Array(count)
  const pixels = new Float64Array(count)
  for (let i = 0; i < log.length; i++) {
    bins[map[i]!] = bins[map[i]!]! + log[i]!
    pixels[map[i]!] = pixels[map[i]!]! + 1
  }
  for (let id = 0; id < count; id++) bins[id] = bins[id]! / Math.max(1, pixels[id]!)
  for (let i = 0; i < log.length; i++) log[i] = log[i]! - bins[map[i]!]!
  guidedSmooth(log, width, height, Math.max(3, Math.round(0.006 * Math.max(width, height))), 0.45)
  for (let i = 0; i < log.length; i++) log[i] = 0.8 * 2 ** Math.max(-3, Math.min(0.9, log[i]!))
  return { shade: log, range: 0.8 }
}

/** Ink: how much darker than the paper. */
function inkOfLines(luma: Float32Array): Float32Array {
  return luma.map((value) => Math.min(1, Math.max(0, 1.04 - value ** 0.45) * 1.25))
}

/** Stops over 2 px up to which a sunny picture's light has no edge. */
const FAINT = 0.1

/** Edges of a picture as fine dark lines. */
function inkOfEdges(luma: Float32Array, width: number, height: number, faint: number): Float32Array {
  const plane = luma.map((value) => Math.log2(0.03 + value))
  gaussianBlur(plane, width, height, 0.7, new Float32Array(plane.length))
  const out = new Float32Array(plane.length)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const dx = plane[i + 1]! - plane[i - 1]!
      const dy = plane[i + width]! - plane[i - width]!
      out[i] = Math.min(1, Math.max(0, (Math.sqrt(dx * dx + dy * dy) - faint) * 1.5))
    }
  return out
}

/** Light and line work of a photograph. @param map regions at its size, `count` of them @param luma linear */
export function readPhoto(
  luma: Float32Array,
  map: Uint16Array,
  { width, height }: Size,
  count: number,
): Source {
  const { shade, range } = shadeOfPhoto(luma, map, width, height, count)
  return {
    kind: 'photo',
    luma,
    shade,
    ink: inkOfEdges(luma, width, height, FAINT * range),
    range,
    exposure: 1,
  }
}

/** Parts a picture into its light and its line work. @param map regions at the picture's size */
export function readSource(image: Raster, seen: Seen, map: Uint16Array): Source {
  const { width, height, data } = image
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++)
    luma[i] =
      0.2126 * LINEAR_OF_BYTE[data[4 * i]!]! +
      0.7152 * LINEAR_OF_BYTE[data[4 * i + 1]!]! +
      0.0722 * LINEAR_OF_BYTE[data[4 * i + 2]!]!
  const kind = kindOf(image, luma)
  if (kind === 'line')
    return {
      kind,
      luma,
      shade: new Float32Array(luma.length).fill(1),
      ink: inkOfLines(luma),
      range: 1,
      exposure: 1,
    }
  if (kind === 'photo') return readPhoto(luma, map, image, seen.regions.length)
  const taken = seen.regions.map(({ label }) => label !== 'sky' && label !== 'opening')
  const { shade, range } = shadeOfClay(luma, map, taken, image, STRETCH[seen.setting])
  const exposure = seen.setting === 'indoors' ? exposureOf(shade, map, taken) : 1
  return { kind, luma, shade, ink: inkOfEdges(luma, width, height, FAINT * range), range, exposure }
}
