import type { Cube } from '#kernels/grade/cube.ts'
import { colourTable } from '#kernels/grade/cube-apply.ts'
import { labOfBytes, writeLab } from '#kernels/lab.ts'
import type { Raster } from '#kernels/raster.ts'
import { lumaOf } from '#kernels/relight/colour.ts'
import { hash } from '#kernels/relight/noise.ts'
import type { Light } from '#kernels/relight/skies.ts'
import { KNEE, shownSrgb } from '#kernels/retexture/tone.ts'
import type { PictureKind } from '#kernels/seeing/scene.ts'
import { encodedOf, LINEAR_OF_BYTE, toLinear } from '#kernels/srgb.ts'
import { transportTable } from '#kernels/stylize/colour-map.ts'
import { keepEdges } from './edges.ts'
import { meanOf } from './finishes.ts'
import type { DressOptions, Palette } from './look.ts'
import type { Scene } from './paint.ts'
import { litRegions, quantile, samples } from './source.ts'

interface Painted {
  scene: Scene
  rgb: Float32Array
}

/** How dark line work is drawn over a full dressing: usually, and where every edge is kept. */
const INK = { drawing: [0.2, 0.42], model: [0.12, 0], photo: [0.04, 0] } as const
/** How far the detail beside edges is the source's: usually, and where every edge is kept. */
const EDGES = { drawing: [0, 0.8], model: [0.65, 1], photo: [0.6, 1] } as const
/** The dressing gains on the source faster than the strength grows: half of each is grey; twice as fast where the source has no colours. */
const FULLER = 1.35
/** How far a tint goes to the finish's colour. */
const TINT = 0.5

/** Difference from a backdrop, ΔE, from which what lies over it hides it. */
const UNLIKE = 20

/** Most colours that stand for a picture. */
const MOST_COLOURS = 8000
/** How much light and shade a palette leaves. */
const LIGHT_KEPT = 0.12

/** A palette shows sooner than the dressing does, for what stays of the source is mostly grey. */
const SOONER = 2.5

/** What the source is tinted to where it is not dressed; the sky's is that of its horizon. */
function tintsOf({ prepared, finishes, air }: Scene): readonly Light[] {
  return prepared.seen.regions.map(({ id, label }) => {
    if (label === 'sky') return skyTint(air)
    const finish = finishes[id]
    return finish ? meanOf(finish) : [1, 1, 1]
  })
}

const skyTint = ({ sky }: Scene['air']): Light => (sky ? sky.horizon : [1, 1, 1])

/** Factors of the channels that give a hint of a colour. */
function hintOf(tint: Light): Light {
  const own = Math.max(0.003, lumaOf(tint))
  const hint = (c: 0 | 1 | 2) => 1 + TINT * (tint[c] / own - 1)
  return [hint(0), hint(1), hint(2)]
}

/** The source's pixel with a hint of its finish's colour, at a luma; encoded 0..1. */
function tinted(data: Uint8ClampedArray, i: number, hint: Light, luma: number, out: Float32Array): void {
  for (let c = 0; c < 3; c++) out[c] = LINEAR_OF_BYTE[data[4 * i + c]!]! * hint[c]!
  // The tint has moved the luma of coloured sources: back to it, and chroma gives way to what can be shown.
  const back = luma / Math.max(1e-5, lumaAt(out, 0))
  const most = back * Math.max(out[0]!, out[1]!, out[2]!)
  const room = most > 1 ? (1 - luma) / Math.max(1e-5, most - luma) : 1
  for (let c = 0; c < 3; c++) out[c] = encodedOf(luma + room * (out[c]! * back - luma))
}

/** Luma of three values of linear light. */
const lumaAt = (rgb: Float32Array, at: number) =>
  0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!

/** Contrast and saturation of a finished picture, linear light, in place. */
function grade(rgb: Float32Array, at: number, out: Float32Array, saturation: number): void {
  const luma = lumaAt(rgb, at)
  const lift = luma > 1e-4 ? (luma / 0.2) ** 0.1 : 0.5
  for (let c = 0; c < 3; c++) out[c] = Math.max(0, (luma + saturation * (rgb[at + c]! - luma)) * lift)
}

/** How far the dressing replaces the source. */
const partOf = ({ strength, lock }: DressOptions, kind: PictureKind) =>
  kind !== 'photo' ? 1 - (1 - strength) ** (2 * FULLER) : lock ? strength : 1 - (1 - strength) ** FULLER

/** Writes pixels as they are without line work and palette, encoded 0..1. */
function shownOf({ scene, rgb }: Painted, options: DressOptions) {
  const { image, map, source, behind } = scene.prepared
  const hints = tintsOf(scene).map(hintOf)
  const open = hintOf(skyTint(scene.air))
  const part = partOf(options, source.kind)
  const saturation = 1.03 * (0.5 + 0.5 * scene.air.tone.saturation)
  const kept = new Float32Array(3)
  const exposure = 1 + part * (source.exposure - 1)
  return (i: number, out: Float32Array, at: number) => {
    grade(rgb, 3 * i, kept, saturation)
    for (let c = 0; c < 3; c++) out[at + c] = shownSrgb(kept[c]!) / 255
    if (options.strength === 1) return
    // The sky between leaves is no leaf.
    const hint = behind && behind.cover[i]! > 0.5 ? open : hints[map[i]!]!
    const luma = exposure === 1 ? source.luma[i]! : source.luma[i]! ** exposure
    tinted(image.data, i, hint, luma, kept)
    for (let c = 0; c < 3; c++) out[at + c] = kept[c]! + part * (out[at + c]! - kept[c]!)
  }
}

/** Holds light back, as a camera's meter does, where the middle of a white room would lose its shades to the highlights. */
export function meter({ scene: { prepared }, rgb }: Painted): void {
  const { map, seen, source } = prepared
  if (source.kind === 'photo' || seen.setting !== 'indoors') return
  const values = samples((i) => lumaAt(rgb, 3 * i), map, litRegions(seen))
  const by = KNEE / Math.max(KNEE, quantile(values, 0.5))
  for (let i = 0; i < rgb.length; i++) rgb[i] = rgb[i]! * by
}

/** The table that draws a painted picture to a palette. */
export function palettePicture(painted: Painted, palette: Palette, options: DressOptions): Cube {
  const count = painted.rgb.length / 3
  const step = Math.max(1, Math.floor(count / MOST_COLOURS))
  const own = new Float32Array(3 * Math.floor(count / step))
  const write = shownOf(painted, options)
  for (let at = 0; at < own.length; at += 3) {
    const n = at / 3
    write(Math.min(count - 1, n * step + Math.floor(hash(n, 1, options.seed) * step)), own, at)
    const [r, g, b] = [toLinear(own[at]!), toLinear(own[at + 1]!), toLinear(own[at + 2]!)]
    writeLab(r, g, b, own, at)
  }
  let drawn = 0
  return transportTable(own, palette.lab, LIGHT_KEPT, () => hash(drawn++, 2, options.seed))
}

/** How much of the source stays at a pixel, 0..1: all of a program's interface, and of what lies over a backdrop what is unlike it. */
function shownOver({ image: { data }, seen: { regions }, map }: Scene['prepared']): (i: number) => number {
  const behind = new Map(
    regions.flatMap(({ label, own, lab }) => (own === 'backdrop' && lab ? [[label, lab]] : [])),
  )
  const lab = new Float32Array(3)
  return (i) => {
    const { own, label } = regions[map[i]!]!
    const plain = own === 'overlay' && behind.get(label)
    if (!plain) return own === 'interface' ? 1 : 0
    const light = (c: number) => LINEAR_OF_BYTE[data[4 * i + c]!]!
    writeLab(light(0), light(1), light(2), lab, 0)
    return Math.min(1, Math.hypot(lab[0]! - plain[0], lab[1]! - plain[1], lab[2]! - plain[2]) / UNLIKE)
  }
}

/**
 * Makes the picture of painted light: tones, how much of the source stays, palette and line work.
 * @returns 8-bit sRGB with the source's alpha
 */
export function developPicture(
  painted: Painted,
  palette: { table: Cube; share: number } | null,
  options: DressOptions,
): Raster {
  const { strength, lock } = options
  const { prepared } = painted.scene
  const { image, map, source, seen } = prepared
  const { width, height, data } = image
  const out = new Uint8ClampedArray(data.length)
  const table = palette && colourTable(palette.table, palette.share * (1 - (1 - strength) ** SOONER))
  const part = partOf(options, source.kind)
  const pen = part * INK[source.kind][lock ? 1 : 0]
  const lines = seen.regions.map(({ label }) => (label === 'vegetation' && !lock ? 0.55 * pen : pen))
  const made = new Float32Array(painted.rgb.length)
  const write = shownOf(painted, options)
  for (let i = 0, at = 0; i < map.length; i++, at += 3) {
    write(i, made, at)
    table?.(made, at)
    const ink = 1 - lines[map[i]!]! * source.ink[i]!
    for (let c = at; c < at + 3; c++) made[c] = made[c]! * ink
  }
  const share = Math.min(1, 2 * part) * EDGES[source.kind][lock ? 1 : 0]
  // Leaves that the source has before a sky would hang in the new one.
  // Beside a plain backdrop the source's edges would be rims of its paper's white.
  const shares = seen.regions.map(({ label, own }) =>
    own === 'backdrop' || own === 'overlay' ? 0 : label === 'sky' && !lock ? 0.3 * share : share,
  )
  const skies = seen.regions.map(({ label }) => label === 'sky')
  keepEdges(made, prepared, shares, skies)
  const shown = shownOver(prepared)
  for (let i = 0; i < map.length; i++) {
    const kept = shown(i)
    for (let c = 0; c < 3; c++) {
      const own = 255 * made[3 * i + c]!
      out[4 * i + c] = own + kept * (data[4 * i + c]! - own)
    }
    out[4 * i + 3] = data[4 * i + 3]!
  }
  return { width, height, data: out }
}

/** Colours of a style picture, drawn evenly from it. */
export function paletteOf({ width, height, data }: Raster): Pick<Palette, 'lab'> {
  const count = Math.min(MOST_COLOURS, width * height)
  const step = (width * height) / count
  const bytes = new Uint8ClampedArray(4 * count)
  for (let n = 0; n < count; n++) {
    const at = 4 * Math.min(width * height - 1, Math.floor((n + hash(n, 3, 1)) * step))
    bytes.set(data.subarray(at, at + 4), 4 * n)
  }
  return { lab: labOfBytes(bytes, count, 1, 4).data }
}
