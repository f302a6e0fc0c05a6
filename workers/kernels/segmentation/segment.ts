import { writeLab } from '#kernels/lab.ts'
import type { RunNetwork } from '#kernels/networks.ts'
import { areaMeans } from '#kernels/raster/area-means.ts'
import { enlarged } from '#kernels/raster/plane-row.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Copy } from '#kernels/relight/copy.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import { KINDS, NAMES, SETTINGS } from './names.ts'

/** What the segmentation network says of a picture and its places. */
export interface Segmentation {
  /** Shares of SETTINGS, 0..1. */
  setting: readonly number[]
  /** Shares of KINDS, 0..1. */
  kind: readonly number[]
  /** Size of the planes: about a quarter of the size that the network looks at. */
  width: number
  height: number
  /** Shares of NAMES, 0..1, one plane of `width` × `height` values for each name; they sum to 1 at each place. */
  shares: Float32Array
}

/** Segments a picture, upright and in sRGB, of any size. */
export type Segmenter = (image: Raster) => Promise<Segmentation>

/**
 * Longer side, px, at which a picture is looked at, by the network, which was taught so, and for edges. All of 88 photographs with
 * reference label maps and 26 of 28 views of others are of the right kind then, 0.977 have the right setting; at 576 it is 87, 25 and
 * 0.977, at 608 87, 24 and 0.966. Of the names 0.007 more are right indoors and 0.003 outdoors at 576. Regions from edges at 640 or
 * 576 are no better.
 */
const SIDE = 512
/** What its sides are multiples of. */
const MULTIPLE = 32
/** How much smaller the planes of its outputs are. */
const STRIDE = 4

const copies = new WeakMap<Raster, Copy>()

/** A copy of at most `side` px in its longer side: area means, what is clear over white. */
export function copyAt({ width: w, height: h, data }: Raster, side: number): Copy {
  const scale = Math.min(1, side / Math.max(w, h))
  const [width, height] = [Math.max(1, Math.round(scale * w)), Math.max(1, Math.round(scale * h))]
  const read = (y: number, row: Float32Array) => {
    for (let i = 0, p = 4 * y * w; i < row.length; p += 4) {
      const alpha = data[p + 3]! / 255 ** 2
      for (let c = 0; c < 3; c++, i++) row[i] = 1 + alpha * (data[p + c]! - 255)
    }
  }
  const means = areaMeans({ width: w, height: h, channels: 3, read }, { width, height })
  const plane = () => new Float32Array(width * height)
  const copy: Copy = { width, height, r: plane(), g: plane(), b: plane(), luma: plane() }
  for (let i = 0, p = 0; p < means.length; i++, p += 3) {
    const [r, g, b] = [means[p]!, means[p + 1]!, means[p + 2]!]
    copy.r[i] = r
    copy.g[i] = g
    copy.b[i] = b
    copy.luma[i] = 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  return copy
}

/** A picture as it is looked at, made once for each: at most 512 px in its longer side; what is clear is seen on white. */
export function copyToSee(image: Raster): Copy {
  let copy = copies.get(image)
  if (!copy) {
    copy = copyAt(image, SIDE)
    copies.set(image, copy)
  }
  return copy
}

/** A picture as the network takes it. */
function inputOf({ width: w, height: h, r, g, b }: Copy) {
  const sized = (own: number) => MULTIPLE * Math.max(1, Math.round((SIDE * own) / Math.max(w, h) / MULTIPLE))
  const [width, height] = [sized(w), sized(h)]
  const values = new Float32Array(3 * width * height)
  for (const [k, plane] of [r, g, b].entries())
    values.set(enlarged({ width: w, height: h, data: plane }, width, height), k * width * height)
  return { width, height, values, dims: [1, 3, height, width] }
}

/**
 * Names the places of a picture, and says whether it shows a room, a building or a quarter from the air, and whether
 * it is a photograph, a model, a program's viewport or a drawing.
 * @param image upright, sRGB, any size; what is clear is seen on white
 * @param run runs the network `seeing`
 * @throws Error where the network has outputs of another shape, and what `run` throws
 */
async function segment(image: Raster, run: RunNetwork): Promise<Segmentation> {
  const copy = copyToSee(image)
  const { values, dims, ...size } = inputOf(copy)
  const [width, height] = [size.width / STRIDE, size.height / STRIDE]
  const [shares, setting, kind] = await run(values, dims, { outputs: ['shares', 'setting', 'kind'] })
  const lengths = [shares.length, setting?.length, kind?.length]
  const wanted = [NAMES.length * width * height, SETTINGS.length, KINDS.length]
  if (!setting || !kind || lengths.some((length, k) => length !== wanted[k]))
    throw new Error('the segmentation network gave outputs of another shape')
  return { width, height, shares, setting: Array.from(setting), kind: kindsOf(Array.from(kind), copy) }
}

/**
 * Spread of chroma about its mean, ΔE, under which a picture is of one hue, as a model of clay or plaster is in whatever light, and how
 * many times less likely a photograph is then. Of 88 photographs the least has 3.6, of six models of clay and plaster the most 2.2, of
 * which the network takes four for photographs, at up to 0.94. Photographs in black and white mostly count as models by it.
 */
const ONE_HUE = 2.8
const ONE_HUE_ODDS = 20

const linearAt = (plane: Float32Array, i: number) => LINEAR_OF_BYTE[Math.round(255 * plane[i]!)]!

/** Spread of the chroma of a picture about its mean, ΔE. */
function chromaSpread({ width, height, r, g, b }: Copy): number {
  const lab = new Float32Array(3)
  const count = width * height
  let [a1, b1, squares] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    writeLab(linearAt(r, i), linearAt(g, i), linearAt(b, i), lab, 0)
    a1 += lab[1]!
    b1 += lab[2]!
    squares += lab[1]! ** 2 + lab[2]! ** 2
  }
  return Math.sqrt(Math.max(0, squares / count - (a1 / count) ** 2 - (b1 / count) ** 2))
}

/** Shares of KINDS with what the picture's hues tell besides. */
function kindsOf(shares: readonly number[], copy: Copy): number[] {
  if (chromaSpread(copy) >= ONE_HUE) return [...shares]
  const odds = shares.map((share, k) => (KINDS[k] === 'photo' ? share / ONE_HUE_ODDS : share))
  const sum = odds.reduce((all, share) => all + share, 0)
  return odds.map((share) => share / sum)
}

/**
 * How much more a model's share counts than a photograph's, which were most of what the network was taught with: all of
 * 88 photographs and 26 of 28 views of others are told with it, 88 and 25 without.
 */
const MODEL_PRIOR = 1.4

/** What a picture likeliest is; a viewport shows a model, and counts as one. */
export function likeliestKind({ kind }: Pick<Segmentation, 'kind'>): 'photo' | 'model' | 'drawing' {
  const share = (...kinds: readonly (typeof KINDS)[number][]) =>
    kinds.reduce((sum, name) => sum + kind[KINDS.indexOf(name)]!, 0)
  const [photo, model, drawing] = [share('photo'), share('model', 'viewport'), share('drawing')]
  if (photo >= Math.max(MODEL_PRIOR * model, drawing)) return 'photo'
  return model >= drawing ? 'model' : 'drawing'
}

/** Encoded luma, of 255, that most of a picture has to be darker than to be looked at with its lightness turned over. */
const DARK = 26

function isDark({ data }: Raster): boolean {
  let [dark, count] = [0, 0]
  for (let p = 0; p < data.length; p += 4 * 7) {
    if (0.2126 * data[p]! + 0.7152 * data[p + 1]! + 0.0722 * data[p + 2]! < DARK) dark++
    count++
  }
  return 2 * dark > count
}

/** A picture of the same hues whose lightness (that of HSL) is turned over. */
export function invertLightness({ width, height, data }: Raster): Raster {
  const out = new Uint8ClampedArray(data)
  for (let p = 0; p < data.length; p += 4) {
    const [r, g, b] = [data[p]!, data[p + 1]!, data[p + 2]!]
    const turn = 255 - Math.max(r, g, b) - Math.min(r, g, b)
    out[p] = r + turn
    out[p + 1] = g + turn
    out[p + 2] = b + turn
  }
  return { width, height, data: out }
}

/** A picture as it is segmented, and its segmentation, which may be under way. */
interface Segmenting {
  segmentation: Promise<Segmentation>
  image: Raster
  inverted: boolean
}

/** Begins to segment a picture; a dark one that proves to be a drawing with its lightness turned over is segmented so. */
export async function segmentEither(image: Raster, segment: Segmenter): Promise<Segmenting> {
  if (isDark(image)) {
    const turned = invertLightness(image)
    const segmentation = segment(turned)
    if (likeliestKind(await segmentation) === 'drawing')
      return { segmentation, image: turned, inverted: true }
  }
  return { segmentation: segment(image), image, inverted: false }
}

/** Segments pictures by the network `seeing`. */
export const segmenterOf =
  (run: RunNetwork): Segmenter =>
  (image) =>
    segment(image, run)
