import { writeLab } from '#kernels/lab.ts'
import { boxBlur, gaussianBlur, guidedSmooth, noiseLevel } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Copy } from '#kernels/relight/copy.ts'
import { copyToSee } from '#kernels/segmentation/segment.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import type { PictureKind } from './scene.ts'

/** What is read off a picture before it is parted; all planes have its working size, rows from the top. */
export interface Sight {
  width: number
  height: number
  kind: PictureKind
  copy: Copy
  /** CIE Lab. */
  l: Float32Array
  a: Float32Array
  b: Float32Array
  /** Height of the step in colour at each pixel, in ΔE of a picture of usual contrast; 0..100. */
  edge: Float32Array
  /** Unrest that has no direction (leaves, gravel), in the same unit. */
  texture: Float32Array
}

/** Between the 3rd and the 97th of a hundred there are so many units of lightness in a picture of usual contrast. */
const USUAL_RANGE = 62
/** Standard deviation, px, over which edges are read. */
const BLUR = 0.9

function labOf({ r, g, b, width, height }: Copy): { l: Float32Array; a: Float32Array; b: Float32Array } {
  const count = width * height
  const out = { l: new Float32Array(count), a: new Float32Array(count), b: new Float32Array(count) }
  const lab = new Float32Array(3)
  for (let i = 0; i < count; i++) {
    const red = (r[i]! * 255 + 0.5) | 0
    const green = (g[i]! * 255 + 0.5) | 0
    const blue = (b[i]! * 255 + 0.5) | 0
    writeLab(LINEAR_OF_BYTE[red]!, LINEAR_OF_BYTE[green]!, LINEAR_OF_BYTE[blue]!, lab, 0)
    out.l[i] = lab[0]!
    out.a[i] = lab[1]!
    out.b[i] = lab[2]!
  }
  return out
}

/** Value under which `share` of a lightness plane lies. */
function quantileOf(l: Float32Array, share: number): number {
  const bins = new Uint32Array(202)
  for (let i = 0; i < l.length; i++) bins[Math.max(0, Math.min(201, (2 * l[i]!) | 0))]!++
  let left = share * l.length
  let bin = 0
  while (bin < 201 && left > bins[bin]!) left -= bins[bin++]!
  return bin / 2
}

/** Ink of a drawing as the height of a step, and its density as unrest. */
function readInk(l: Float32Array, width: number, height: number): Pick<Sight, 'edge' | 'texture'> {
  const paper = quantileOf(l, 0.9)
  const edge = new Float32Array(l.length)
  for (let i = 0; i < l.length; i++) {
    const ink = Math.max(0, Math.min(1, (paper - 2 - l[i]!) / 60))
    edge[i] = 45 * Math.sqrt(ink)
  }
  const texture = edge.slice()
  const spare = new Float32Array(l.length)
  for (let pass = 0; pass < 2; pass++) boxBlur(texture, width, height, 6, spare)
  for (let i = 0; i < l.length; i++) texture[i] = Math.max(0, texture[i]! - 12)
  return { edge, texture }
}

/** How far, px, from an edge its gradient is gone but a soft fall of light is still as steep. */
const RAMP = 3.5

/** Takes the soft fall of light out of a model's gradients: what goes on to both sides is no edge. */
function dropRamps(
  edge: Float32Array,
  { xx, xy, yy }: Record<'xx' | 'xy' | 'yy', Float32Array>,
  width: number,
  height: number,
): void {
  const whole = edge.slice()
  const reach = Math.ceil(RAMP)
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach, i = y * width + reach; x < width - reach; x++, i++) {
      const size = whole[i]!
      if (size === 0) continue
      // Direction of the gradient, but for its sign, which does not matter here.
      const dx = Math.sqrt(xx[i]!) / size
      const dy = (Math.sqrt(yy[i]!) / size) * (xy[i]! < 0 ? -1 : 1)
      const step = Math.round(RAMP * dy) * width + Math.round(RAMP * dx)
      edge[i] = size - Math.min(size, whole[i + step]!, whole[i - step]!)
    }
  }
}

/** Steps and unrest of a model or a photograph, by the gradient and the lesser eigenvalue of its structure tensor. */
function readSteps(sight: Omit<Sight, 'edge' | 'texture'>): Pick<Sight, 'edge' | 'texture'> {
  const { width, height, kind } = sight
  const count = width * height
  const spare = new Float32Array(count)
  const noise = noiseLevel(sight.l, width, height)
  const range = quantileOf(sight.l, 0.97) - quantileOf(sight.l, 0.03)
  const gain = Math.max(0.8, Math.min(2.6, USUAL_RANGE / Math.max(1, range)))
  const planes = kind === 'model' ? [sight.l] : [sight.l, sight.a, sight.b]
  const edge = new Float32Array(count)
  const [xx, xy, yy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  // A step of height 1, blurred, is this steep at its middle; the picture's own sharpness counts as half a pixel.
  const steep = Math.sqrt(2 * Math.PI) * Math.hypot(BLUR, 0.6) * gain
  for (const [k, own] of planes.entries()) {
    const plane = own.slice()
    // What a photograph's colours have of noise, their blur takes away.
    if (kind === 'photo' && k === 0) guidedSmooth(plane, width, height, 3, 2.5 + 2 * noise)
    gaussianBlur(plane, width, height, BLUR, spare)
    const weight = k === 0 ? steep / 2 : (0.6 * steep) / 2
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        const gx = weight * (plane[i + 1]! - plane[i - 1]!)
        const gy = weight * (plane[i + width]! - plane[i - width]!)
        xx[i] = xx[i]! + gx * gx
        xy[i] = xy[i]! + gx * gy
        yy[i] = yy[i]! + gy * gy
      }
    }
  }
  for (let i = 0; i < count; i++) edge[i] = Math.sqrt(xx[i]! + yy[i]!)
  if (kind === 'model') dropRamps(edge, { xx, xy, yy }, width, height)
  for (const plane of [xx, xy, yy]) boxBlur(plane, width, height, 5, spare)
  const texture = xy
  for (let i = 0; i < count; i++) {
    const half = (xx[i]! + yy[i]!) / 2
    const across = (xx[i]! - yy[i]!) / 2
    texture[i] = Math.sqrt(Math.max(0, half - Math.sqrt(across * across + xy[i]! * xy[i]!)))
  }
  boxBlur(texture, width, height, 3, spare)
  // What noise makes of a flat place is neither edge nor unrest.
  const floor = 1.2 * noise * gain
  for (let i = 0; i < count; i++) {
    edge[i] = Math.min(100, Math.max(0, edge[i]! - floor))
    texture[i] = Math.max(0, texture[i]! - floor / 2)
  }
  return { edge, texture }
}

/**
 * Reads colours, edges and unrest off a picture of a kind.
 * @param copy of the picture, at most 512 px in its longer side as for the network where nothing else is given
 */
export function sightOf(image: Raster, kind: PictureKind, copy = copyToSee(image)): Sight {
  const { width, height } = copy
  const lab = labOf(copy)
  const base = { width, height, kind, copy, ...lab }
  const read = kind === 'drawing' ? readInk(lab.l, width, height) : readSteps(base)
  return { ...base, ...read }
}
