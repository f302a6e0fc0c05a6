import { wrap } from './noise.ts'

/** Colour in sRGB, 0..1 each. */
export type Rgb = readonly [number, number, number]

/** A square picture in the making, that repeats in both directions. */
export interface Sheet {
  /** px. */
  readonly size: number
  /** What one side stands for, mm. */
  readonly mm: number
  readonly seed: number
  /** sRGB 0..1, three values a pixel. */
  readonly rgb: Float32Array
  /** Relief, mm. */
  readonly height: Float32Array
}

/** What a generator says of one point. */
export interface Texel {
  r: number
  g: number
  b: number
  /** mm. */
  h: number
}

/** Fills a sheet with a material. */
export type Generator = (sheet: Sheet) => void

export function newSheet(size: number, mm: number, seed: number): Sheet {
  return {
    size,
    mm,
    seed,
    rgb: new Float32Array(size * size * 3),
    height: new Float32Array(size * size),
  }
}

/** #rrggbb as sRGB 0..1. */
export function hex(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Sets a texel's colour to a mix of two, `t` 0..1, times `gain`. */
export function tint(out: Texel, a: Rgb, b: Rgb, t: number, gain = 1): void {
  const k = t < 0 ? 0 : t > 1 ? 1 : t
  out.r = (a[0] + (b[0] - a[0]) * k) * gain
  out.g = (a[1] + (b[1] - a[1]) * k) * gain
  out.b = (a[2] + (b[2] - a[2]) * k) * gain
}

/** Moves a texel's colour towards another. */
export function blend(out: Texel, to: Rgb, t: number): void {
  out.r += (to[0] - out.r) * t
  out.g += (to[1] - out.g) * t
  out.b += (to[2] - out.b) * t
}

/** Multiplies a texel's colour. */
export function dim(out: Texel, gain: number): void {
  out.r *= gain
  out.g *= gain
  out.b *= gain
}

/** Calls `at` for the centre of every pixel, (u, v) in 0..1, and stores what it says. */
export function fill(sheet: Sheet, at: (u: number, v: number, out: Texel) => void): void {
  const { size, rgb, height } = sheet
  const texel: Texel = { r: 0, g: 0, b: 0, h: 0 }
  for (let y = 0, i = 0; y < size; y++)
    for (let x = 0; x < size; x++, i++) {
      texel.h = 0
      at((x + 0.5) / size, (y + 0.5) / size, texel)
      rgb[i * 3] = texel.r
      rgb[i * 3 + 1] = texel.g
      rgb[i * 3 + 2] = texel.b
      height[i] = texel.h
    }
}

function blurLines(from: Float32Array, to: Float32Array, size: number, radius: number, along: boolean): void {
  const step = along ? 1 : size
  const next = along ? size : 1
  for (let line = 0; line < size; line++) {
    const base = line * next
    let sum = 0
    for (let k = -radius; k <= radius; k++) sum += from[base + wrap(k, size) * step]!
    for (let k = 0; k < size; k++) {
      to[base + k * step] = sum / (2 * radius + 1)
      sum += from[base + wrap(k + radius + 1, size) * step]! - from[base + wrap(k - radius, size) * step]!
    }
  }
}

/** Mean of a square around each pixel, past the edges as well, applied twice. */
export function blurred(field: Float32Array, size: number, radius: number): Float32Array {
  const a = new Float32Array(field.length)
  const b = new Float32Array(field.length)
  blurLines(field, a, size, radius, true)
  blurLines(a, b, size, radius, false)
  blurLines(b, a, size, radius, true)
  blurLines(a, b, size, radius, false)
  return b
}

interface Relief {
  /** How far slopes lighten and darken, 1 is as calculated. */
  light?: number
  /** How far hollows darken, 0..1 for each `reach` of depth. */
  hollow?: number
  /** mm over which a hollow is a hollow. */
  reach?: number
  /** Strength of the highlight on slopes that face the light, 0..1. */
  shine?: number
}

/** Light from the upper left over the height field, and darker hollows (J. Blinn, 1978). */
export function relief(sheet: Sheet, { light = 1, hollow = 0, reach = 4, shine = 0 }: Relief): void {
  const { size, rgb, height, mm } = sheet
  const pitch = mm / size
  const wide = hollow > 0 ? blurred(height, size, Math.max(1, Math.round(reach / pitch))) : height
  for (let y = 0, i = 0; y < size; y++) {
    const up = wrap(y - 1, size) * size
    const down = wrap(y + 1, size) * size
    for (let x = 0; x < size; x++, i++) {
      const gx = (height[y * size + wrap(x + 1, size)]! - height[y * size + wrap(x - 1, size)]!) / (2 * pitch)
      const gy = (height[down + x]! - height[up + x]!) / (2 * pitch)
      const scale = 1 / Math.sqrt(1 + gx * gx + gy * gy)
      const facing = (0.42 * gx + 0.52 * gy) * scale
      const flat = 1 - scale
      const depth = (wide[i]! - height[i]!) / reach
      const gain =
        Math.max(0.15, 1 + light * (facing - 0.35 * flat)) * Math.max(0.2, 1 - hollow * Math.max(0, depth))
      const gloss = shine * Math.max(0, facing) ** 3 * 2
      rgb[i * 3] = rgb[i * 3]! * gain + gloss
      rgb[i * 3 + 1] = rgb[i * 3 + 1]! * gain + gloss
      rgb[i * 3 + 2] = rgb[i * 3 + 2]! * gain + gloss
    }
  }
}

/** Part of a side over which lightness is evened out. */
const BLOTCH = 0.09

/** Takes away `share`, 0..1, of how lightness changes across the sheet: the eye finds a repeat by its blotches first. */
export function evenOut({ size, rgb }: Sheet, share: number): void {
  const luma = new Float32Array(size * size)
  let mean = 0
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.2126 * rgb[3 * i]! + 0.7152 * rgb[3 * i + 1]! + 0.0722 * rgb[3 * i + 2]!
    mean += luma[i]! / luma.length
  }
  const wide = blurred(luma, size, Math.round(BLOTCH * size))
  for (let i = 0; i < luma.length; i++) {
    const gain = (mean / Math.max(1e-3, wide[i]!)) ** share
    for (let c = 3 * i; c < 3 * i + 3; c++) rgb[c] = rgb[c]! * gain
  }
}

/** Scales the channels so that the sheet's mean colour is `target`: the swatch tells the truth. */
export function calibrate(sheet: Sheet, target: Rgb): void {
  const { rgb } = sheet
  for (let c = 0; c < 3; c++) {
    // Clipping at white takes some of the gain away, so ask again.
    for (let round = 0; round < 4; round++) {
      let sum = 0
      for (let i = c; i < rgb.length; i += 3) sum += Math.min(1, Math.max(0, rgb[i]!))
      const gain = (target[c]! * rgb.length) / 3 / Math.max(sum, 1e-6)
      for (let i = c; i < rgb.length; i += 3) rgb[i] = rgb[i]! * gain
    }
  }
}

/** 8-bit pixels, three bytes each, at 1/`shrink` of the size by means of squares. */
export function toBytes(sheet: Sheet, shrink: number): Uint8Array {
  const { size, rgb } = sheet
  const side = size / shrink
  const bytes = new Uint8Array(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = 0; j < shrink; j++)
          for (let i = 0; i < shrink; i++)
            sum += Math.min(1, Math.max(0, rgb[((y * shrink + j) * size + x * shrink + i) * 3 + c]!))
        bytes[(y * side + x) * 3 + c] = Math.round((sum * 255) / (shrink * shrink))
      }
  return bytes
}
