import { randomFrom } from '#contracts/random.ts'
import { colourTable } from '#kernels/grade/cube-apply.ts'
import { type LabPicture, labOfBytes, writeRgb } from '#kernels/lab.ts'
import { resample } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'
import { softMask } from '#kernels/relight/feather.ts'
import { applyChange, type Box, type Change, lightOf } from './apply.ts'
import { momentTable, sampleColours, transportTable } from './colour-map.ts'
import { structureOf } from './guides.ts'
import { recombine } from './recombine.ts'
import { synthesise } from './synthesise.ts'

/** A mask that marks nothing of what can be seen. */
export class NothingMarkedError extends Error {}

/** How a style is carried over. */
export interface StylizeSettings {
  /** `fast` changes colours by mean and spread; `fine` by optimal transport, with the style's texture. */
  method: 'fast' | 'fine'
  /** How firmly the picture's own structure and detail hold, 0..1. */
  strength: number
  /** How much of the style's colours shows, 0..1. */
  colour: number
  /** Size of the style's texture; at 1 its picture is as large as the whole, or half of it for a masked part. */
  scale: number
  /** 1 keeps the edges of things where and as they are. */
  lock: number
}

/** Longer side, px, at which texture is painted. */
const WORK_SIDE = 1024
/** Longer side of the style's copy, px. */
const [LEAST_STYLE, MOST_STYLE] = [160, 1280]
/** How much of the light and shade on a masked part stays: a thing is given another material, not another form. */
const LIGHT_ON_PARTS = 0.7
/** Texture under this part of the whole would not be seen. */
const LEAST_TEXTURE = 0.02

function boxOf(mask: Uint8Array | null, { width, height, data }: Raster): Box {
  let [x0, y0, x1, y1] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if ((mask && mask[i] === 0) || data[4 * i + 3] === 0) continue
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      y1 = y
    }
  }
  if (x1 < 0) throw new NothingMarkedError('nothing is marked')
  return { left: x0, top: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 }
}

function crop(raster: Raster, box: Box): Raster {
  const { width, height, data } = raster
  if (box.width === width && box.height === height) return raster
  const out = new Uint8ClampedArray(4 * box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = 4 * ((box.top + y) * width + box.left)
    out.set(data.subarray(from, from + 4 * box.width), 4 * y * box.width)
  }
  return { width: box.width, height: box.height, data: out }
}

function cropMask(mask: Uint8Array, width: number, box: Box): Uint8Array {
  if (box.width * box.height === mask.length) return mask
  const out = new Uint8Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (box.top + y) * width + box.left
    out.set(mask.subarray(from, from + box.width), y * box.width)
  }
  return out
}

/** A copy in Lab of at most `side` px, and what of it can be seen (null for all). */
interface Copy {
  picture: LabPicture
  marked: Uint8Array | null
}

function copyOf(raster: Raster, mask: Uint8Array | null, side: number): Copy {
  const scale = Math.min(1, side / Math.max(raster.width, raster.height))
  const width = Math.max(1, Math.round(raster.width * scale))
  const height = Math.max(1, Math.round(raster.height * scale))
  const bytes = resample({ ...raster, channels: 4 }, width, height, 'linear')
  const marks = new Uint8Array(width * height)
  const small = mask && resample({ ...raster, channels: 1, data: mask }, width, height, 'linear')
  let whole = true
  for (let i = 0; i < marks.length; i++) {
    marks[i] = Math.min(bytes[4 * i + 3]!, small ? small[i]! : 255)
    if (marks[i] !== 255) whole = false
  }
  return { picture: labOfBytes(bytes, width, height, 4), marked: whole && !mask ? null : marks }
}

/** Encoded RGB of a Lab picture, three values a pixel. */
function encoded({ data }: LabPicture): Float32Array {
  const out = new Float32Array(data.length)
  for (let i = 0; i < data.length; i += 3) writeRgb(data[i]!, data[i + 1]!, data[i + 2]!, out, i)
  return out
}

function recolour(picture: LabPicture, table: ReturnType<typeof colourTable>): LabPicture {
  const rgb = encoded(picture)
  const bytes = new Uint8ClampedArray(rgb.length)
  for (let i = 0; i < rgb.length; i += 3) {
    table(rgb, i)
    for (let c = 0; c < 3; c++) bytes[i + c] = 255 * rgb[i + c]!
  }
  return labOfBytes(bytes, picture.width, picture.height, 3)
}

/** What the style's texture adds to the recoloured copy; null where the style is too small to have any. */
function textureChange(
  own: Copy,
  style: Copy,
  content: LabPicture,
  masked: boolean,
  { strength, lock, colour }: StylizeSettings,
  report: (done: number) => void,
): Change | null {
  const { width, height } = content
  const edges = structureOf(own.picture)
  const firmness = lock ? 0.3 + 0.7 * strength : 0.6 * strength
  const hold = edges.map((edge) => edge * firmness)
  const painted = synthesise(content, own.marked, hold, style.picture, style.marked, randomFrom(11), report)
  if (!painted) return null
  const { picture: made, wanted } = painted
  // Where the style's colours are not wanted neither are those of its texture.
  for (let i = 0; i < made.data.length; i++) {
    if (i % 3 !== 0) made.data[i] = content.data[i]! + colour * (made.data[i]! - content.data[i]!)
  }
  const blend = { texture: 1 - strength, lock: lock === 1, large: masked }
  const finished = encoded(recombine(content, made, edges, wanted, blend))
  const before = encoded(content)
  const light = new Float32Array(width * height)
  for (let i = 0; i < light.length; i++) light[i] = lightOf(before, 3 * i)
  for (let i = 0; i < finished.length; i++) finished[i] = finished[i]! - before[i]!
  return { width, height, rgb: finished, light }
}

/**
 * Gives a picture the look of another one: its colours by optimal transport, fitted by a smooth table, and its
 * texture by patches, painted on a copy of at most 1024 px of which the change is carried over to the whole picture.
 * @param style what is transparent in it does not count
 * @param mask 0..255 a pixel, where the picture changes; null for everywhere
 * @param report called with 0..1
 * @returns a new picture; what is not masked stays, and alpha is kept
 * @throws NothingMarkedError when the mask or the style shows nothing
 */
export function stylize(
  picture: Raster,
  style: Raster,
  mask: Uint8Array | null,
  settings: StylizeSettings,
  report: (done: number) => void = () => undefined,
): Raster {
  const random = randomFrom(5)
  const box = boxOf(mask, picture)
  const piece = crop(picture, box)
  const own = copyOf(piece, mask && cropMask(mask, picture.width, box), WORK_SIDE)
  const work = Math.max(own.picture.width, own.picture.height) / Math.max(box.width, box.height)
  const whole = work * Math.max(picture.width, picture.height) * (mask ? 0.5 : 1)
  const side = Math.min(MOST_STYLE, Math.max(LEAST_STYLE, whole * settings.scale))
  const theirs = copyOf(crop(style, boxOf(null, style)), null, side)
  report(0.05)
  const source = sampleColours(own.picture, own.marked, random)
  const target = sampleColours(theirs.picture, theirs.marked, random)
  if (source.length === 0 || target.length === 0) throw new NothingMarkedError('nothing is marked')
  const keepLight = mask ? LIGHT_ON_PARTS : 0
  const cube =
    settings.method === 'fast'
      ? momentTable(source, target, keepLight)
      : transportTable(source, target, keepLight, random)
  const table = colourTable(cube, settings.colour)
  report(0.15)
  const textured = settings.method === 'fine' && 1 - settings.strength > LEAST_TEXTURE
  const change = textured
    ? textureChange(own, theirs, recolour(own.picture, table), mask !== null, settings, (done) =>
        report(0.15 + 0.7 * done),
      )
    : null
  const out: Raster = { ...picture, data: picture.data.slice() }
  const soft = mask && softMask(mask, picture.width, picture.height)
  applyChange(out, soft, box, table, change, (done) => report(0.85 + 0.15 * done))
  return out
}
