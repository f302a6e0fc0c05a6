import { writeLab } from '#kernels/lab.ts'
import { gaussianBlur, guidedSmooth } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import { COLOURED, DEEPEST, paintsOf } from '#kernels/seeing/region-facts.ts'
import type { PictureKind, Seen } from '#kernels/seeing/scene.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { meansOf } from './planes.ts'

/** The source, parted into what stays. */
export interface Source {
  kind: PictureKind
  /** Luma in linear light. */
  luma: Float32Array
  /** The same without the thin dark lines that a model is drawn with. */
  plain: Float32Array
  /** Light that falls, 1 where it is bright; all 1 for lines. */
  shade: Float32Array
  /** Line work, 0..1: ink on paper, or the edges of a picture. */
  ink: Float32Array
  /** How far light and shade are spread in the source, as a part of what a sunny picture has. */
  range: number
  /** Power of light that exposes a dim room as a photographer would; 1 where it stays as it is. */
  exposure: number
  /** Whether regions without a finish keep the picture's colours: those of photographs and of coloured models of rooms do. */
  coloured: boolean
}

/** Pixels between two of which colours and light are read, and the part of them that is not lit more than the rest. */
const [STRIDE, LIT] = [37, 0.93] as const

/** Value below which `share` of the values lie, of those that are taken. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 1
}

/** Luma of some pixels of the regions that are taken. @param lumaAt luma of a pixel */
export function samples(
  lumaAt: (i: number) => number,
  map: Uint16Array,
  taken: readonly boolean[],
): number[] {
  const out: number[] = []
  for (let i = 0; i < map.length; i += STRIDE) if (taken[map[i]!]) out.push(Math.max(0.003, lumaAt(i)))
  return out
}

/** Which regions light is read off: no sky, no panes, and nothing of a program's own. */
export const litRegions = ({ regions }: Seen) =>
  regions.map(
    ({ label, own }) =>
      label !== 'sky' && label !== 'opening' && (!own || !['interface', 'backdrop', 'overlay'].includes(own)),
  )

/** Stops between shade and light in a sunny picture, and most that a flat one is stretched out of doors. */
const SUNNY = 2.6
const STRETCH = 1.75
/** Stops by which a model's light may vary without being seen. */
const QUIET = 0.08

/** Light of the middle pixel of a well exposed room, and the least power that brings it there. */
const [WELL_LIT, LEAST_POWER] = [0.5, 0.65]

/** A room's model is mostly shade: lifted as a whole, its walls are white instead of grey. */
function exposureOf(shade: Float32Array, map: Uint16Array, taken: readonly boolean[]): number {
  const middle = Math.min(
    0.99,
    quantile(
      samples((i) => shade[i]!, map, taken),
      0.5,
    ),
  )
  return Math.min(1, Math.max(LEAST_POWER, Math.log(WELL_LIT) / Math.log(middle)))
}

/**
 * Part of a model that has a chroma where it is coloured: 0.028 and more of rooms and buildings of others that are, 0.004 of a grey
 * viewport with its axes, 0.001 of white ones.
 */
const PART = 0.015
/** Part of a picture from which a region may have a paint of its own: a dark reveal is no paint for the whole wall in shade. */
const SOME = 0.01
/** The same as QUIET where surfaces have colours, and so patterns. */
const PATTERN = 0.35

/** The paint of each region, see paintsOf; null where hardly anything has a colour. */
function coloursOf({ data }: Raster, { regions, map }: Seen): Int32Array | null {
  const lab = new Float32Array(3)
  let [coloured, all] = [0, 0]
  for (let i = 0; i < data.length; i += 4 * STRIDE) {
    const light = (c: number) => LINEAR_OF_BYTE[data[i + c]!]!
    writeLab(light(0), light(1), light(2), lab, 0)
    all++
    if (Math.hypot(lab[1]!, lab[2]!) > COLOURED) coloured++
  }
  return coloured < PART * all ? null : paintsOf(regions, SOME * map.length).of
}

/** Luma of what is lit of each region's colour: of all that is one colour, or of the whole without colours. */
function litOf(luma: Float32Array, map: Uint16Array, colours: Int32Array, whole: number): Float32Array {
  const lit = Array.from({ length: 1 + Math.max(...colours) }, (_, colour) => {
    const isOwn = Array.from(colours, (one) => one === colour)
    const own = samples((i) => luma[i]!, map, isOwn)
    return STRIDE * own.length < SOME * luma.length ? whole : quantile(own, LIT)
  })
  return Float32Array.from(colours, (colour) => lit[colour]!)
}

/** Luma without lines that are thinner than twice the radius: grey-scale closing, by a square. */
function withoutLines(luma: Float32Array, width: number, radius: number): Float32Array {
  const out = luma.slice()
  const height = luma.length / width
  for (const most of [true, false])
    for (const step of [1, width]) {
      const spare = out.slice()
      const last = (step === 1 ? width : height) - 1
      for (let i = 0; i < out.length; i++) {
        const at = step === 1 ? i % width : Math.floor(i / width)
        let value = spare[i]!
        for (let k = Math.max(-at, -radius); k <= Math.min(last - at, radius); k++) {
          const other = spare[i + k * step]!
          if (most ? other > value : other < value) value = other
        }
        out[i] = value
      }
    }
  return out
}

/** Half the width of the lines of a model that are no shadow, in parts of the longer side. */
const THIN = 0.002
/** How much lighter, luma a pixel, a line may become away from where it is too wide to be one. */
const FADING = 0.02

/**
 * Gives back what was taken of dark things that are about as wide as a line, as of window frames, which would be dashed: grey-scale
 * reconstruction by erosion (L. Vincent 1993), which fades away, in two passes; in place.
 */
function regrow(plain: Float32Array, luma: Float32Array, width: number): void {
  const steps = [1, width - 1, width, width + 1]
  for (const sign of [-1, 1])
    for (let n = 0; n < plain.length; n++) {
      const i = sign < 0 ? n : plain.length - 1 - n
      let least = plain[i]!
      for (const step of steps) {
        const dark = plain[i + sign * step]
        if (dark !== undefined && dark + FADING < least) least = dark + FADING
      }
      plain[i] = Math.max(luma[i]!, least)
    }
}

/** Of a model without colours the light is all that is seen; of one with colours, what varies within a colour. */
function shadeOfModel(image: Raster, luma: Float32Array, plain: Float32Array, map: Uint16Array, seen: Seen) {
  const { width, height } = image
  const taken = litRegions(seen)
  const values = samples((i) => luma[i]!, map, taken)
  const whole = quantile(values, LIT)
  const colours = coloursOf(image, seen)
  const lit = colours ? litOf(luma, map, colours, whole) : new Float32Array(seen.regions.length).fill(whole)
  const shade = plain.slice()
  const deepest = colours ? -DEEPEST : -Infinity
  for (let i = 0; i < luma.length; i++)
    shade[i] = Math.max(deepest, Math.log2(Math.min(1.6, Math.max(0.002, shade[i]!) / lit[map[i]!]!)))
  const darks = samples((i) => 2 ** shade[i]!, map, taken)
  const low = quantile(darks, 0.06)
  const stops = Math.max(0.2, -Math.log2(low))
  const gain = Math.min(seen.setting === 'indoors' ? 1 : STRETCH, Math.max(1, SUNNY / stops))
  // A renderer's noise and its blotches would show the more.
  guidedSmooth(shade, width, height, Math.max(2, Math.round(0.006 * width)), colours ? PATTERN : QUIET)
  // A program's backdrop is lit by nothing.
  const lies = seen.regions.map(({ own }) => own === 'backdrop' || own === 'overlay')
  for (let i = 0; i < luma.length; i++) shade[i] = lies[map[i]!] ? 1 : 2 ** (gain * shade[i]!)
  return { shade, range: Math.min(1, stops / SUNNY), coloured: colours !== null }
}

/** Of a picture with colours, light is what varies softly within a region. */
function shadeOfPhoto(luma: Float32Array, map: Uint16Array, width: number, height: number, count: number) {
  const log = luma.map((value) => Math.log2(Math.max(0.004, value)))
  const means = meansOf(log, map, count)
  for (let i = 0; i < log.length; i++) log[i] = log[i]! - means[map[i]!]!
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

/** Parts a picture into its light and its line work. @param map regions at the picture's size */
export function readSource(image: Raster, seen: Seen, map: Uint16Array): Source {
  const { width, height, data } = image
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++)
    luma[i] =
      0.2126 * LINEAR_OF_BYTE[data[4 * i]!]! +
      0.7152 * LINEAR_OF_BYTE[data[4 * i + 1]!]! +
      0.0722 * LINEAR_OF_BYTE[data[4 * i + 2]!]!
  const { kind } = seen
  if (kind === 'drawing') {
    const shade = new Float32Array(luma.length).fill(1)
    return { kind, luma, plain: luma, shade, ink: inkOfLines(luma), range: 1, exposure: 1, coloured: false }
  }
  if (kind === 'photo') {
    const { shade, range } = shadeOfPhoto(luma, map, width, height, seen.regions.length)
    const ink = inkOfEdges(luma, width, height, FAINT * range)
    return { kind, luma, plain: luma, shade, ink, range, exposure: 1, coloured: true }
  }
  const plain = withoutLines(luma, width, Math.max(1, Math.round(THIN * Math.max(width, height))))
  regrow(plain, luma, width)
  const { shade, range, coloured } = shadeOfModel(image, luma, plain, map, seen)
  const ink = inkOfEdges(luma, width, height, FAINT * range)
  const model = { kind, luma, plain, shade, ink, range, exposure: 1, coloured: false }
  if (seen.setting !== 'indoors') return model
  return { ...model, exposure: exposureOf(shade, map, litRegions(seen)), coloured }
}
