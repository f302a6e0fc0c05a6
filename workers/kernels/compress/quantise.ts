import type { Raster } from '#kernels/raster.ts'
import { collectBins, exactColours, packColour } from './colour-bins.ts'
import { makeFinder } from './find-colour.ts'
import { cutBoxes, refine } from './palette.ts'

/** A picture of at most 256 colours. */
export interface IndexedImage {
  width: number
  height: number
  /** One palette index a pixel, rows from the top. */
  indices: Uint8Array
  /** 4 bytes a colour: R, G, B, A, straight alpha; colours that are not opaque come first. */
  palette: Uint8Array
}

export interface QuantiseOptions {
  /** 1..99: the mean error that is allowed falls to 0 at 100. */
  quality: number
  /** Most colours, 2..256. */
  colours?: number
  /** Floyd–Steinberg error diffusion; without it flat areas stay flat and gradients band. */
  dither?: boolean
}

const REFINE_ROUNDS = 6
/** Share of the error that is passed on in smooth areas, where banding would show. */
const SMOOTH_DIFFUSION = 0.8
/** The share in texture and at edges, which hide banding but not noise; less noise also packs better. */
const BUSY_DIFFUSION = 0.25
/** Step of luma between neighbours, 0..255, from which an area counts as busy. */
const BUSY_STEP = 16

/** Share of the error that pixel (x, y) takes up, by how much its surroundings vary. */
function diffusionAt({ width, data }: Raster, x: number, y: number): number {
  const i = 4 * (y * width + x)
  const luma = (o: number) => (2 * (data[o] ?? 0) + 5 * (data[o + 1] ?? 0) + (data[o + 2] ?? 0)) / 8
  const here = luma(i)
  const across = x > 0 ? Math.abs(here - luma(i - 4)) : 0
  const down = y > 0 ? Math.abs(here - luma(i - 4 * width)) : 0
  const busy = Math.min(1, Math.max(across, down) / BUSY_STEP)
  return SMOOTH_DIFFUSION + (BUSY_DIFFUSION - SMOOTH_DIFFUSION) * busy
}

/**
 * Mean squared error, in the bins' space, that a quality of 1..100 allows. At 80 a photo takes about all 256
 * colours; the exponent leaves more of the scale to the range where differences are hard to see.
 */
function allowedError(quality: number): number {
  const rms = 0.03 * (1 - Math.min(100, Math.max(1, quality)) / 100) ** 1.2
  return rms * rms
}

/** Orders a palette so that colours that are not opaque come first, which keeps the tRNS chunk short. */
function opaqueLast(palette: Uint8Array): { palette: Uint8Array; place: Uint8Array } {
  const size = palette.length / 4
  const order = Array.from({ length: size }, (_, i) => i)
  order.sort((a, b) => (palette[4 * a + 3] ?? 0) - (palette[4 * b + 3] ?? 0) || a - b)
  const sorted = new Uint8Array(palette.length)
  const place = new Uint8Array(size)
  order.forEach((from, to) => {
    sorted.set(palette.subarray(4 * from, 4 * from + 4), 4 * to)
    place[from] = to
  })
  return { palette: sorted, place }
}

/**
 * The picture with its exact colours when there are at most 256: nothing is lost (what lies under full
 * transparency aside).
 * @returns null when it has more colours
 */
export function indexExactly(image: Raster): IndexedImage | null {
  const colours = exactColours(image, 256)
  if (!colours) return null
  const raw = new Uint8Array(4 * colours.length)
  colours.forEach((packed, i) => {
    raw.set([packed >>> 24, (packed >>> 16) & 255, (packed >>> 8) & 255, packed & 255], 4 * i)
  })
  const { palette, place } = opaqueLast(raw)
  const indexOf = new Map<number, number>()
  colours.forEach((packed, i) => {
    indexOf.set(packed, place[i] ?? 0)
  })
  const indices = new Uint8Array(image.width * image.height)
  for (let i = 0; i < indices.length; i++) indices[i] = indexOf.get(packColour(image.data, 4 * i)) ?? 0
  return { width: image.width, height: image.height, indices, palette }
}

const clamp = (v: number) => (v < 0 ? 0 : v > 255 ? 255 : v)

/** Maps every pixel, passing its error on to its neighbours in serpentine order (Floyd and Steinberg, 1976). */
function mapDithered(image: Raster, palette: Uint8Array): Uint8Array {
  const { width, height, data } = image
  const find = makeFinder(palette)
  const indices = new Uint8Array(width * height)
  let here = new Float32Array(4 * (width + 2))
  let below = new Float32Array(4 * (width + 2))
  const colour = new Float32Array(4)
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1
    for (let n = 0, x = step > 0 ? 0 : width - 1; n < width; n++, x += step) {
      const i = 4 * (y * width + x)
      const e = 4 * (x + 1)
      const solid = (data[i + 3] ?? 0) > 0
      const share = solid ? diffusionAt(image, x, y) : 0
      for (let c = 0; c < 4; c++) {
        colour[c] = solid ? clamp((data[i + c] ?? 0) + share * (here[e + c] ?? 0)) : 0
      }
      const [r = 0, g = 0, b = 0, a = 0] = colour
      const index = find(r, g, b, a)
      indices[i / 4] = index
      // Nothing is passed out of a transparent pixel: it would draw specks around a cut-out.
      if (!solid) continue
      for (let c = 0; c < 4; c++) {
        const error = (colour[c] ?? 0) - (palette[4 * index + c] ?? 0)
        here[e + 4 * step + c] = (here[e + 4 * step + c] ?? 0) + (error * 7) / 16
        below[e - 4 * step + c] = (below[e - 4 * step + c] ?? 0) + (error * 3) / 16
        below[e + c] = (below[e + c] ?? 0) + (error * 5) / 16
        below[e + 4 * step + c] = (below[e + 4 * step + c] ?? 0) + error / 16
      }
    }
    const spent = here
    here = below
    below = spent.fill(0)
  }
  return indices
}

function mapPlainly({ width, height, data }: Raster, palette: Uint8Array): Uint8Array {
  const find = makeFinder(palette)
  const indices = new Uint8Array(width * height)
  for (let p = 0; p < indices.length; p++) {
    const i = 4 * p
    const a = data[i + 3] ?? 0
    indices[p] = a ? find(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, a) : find(0, 0, 0, 0)
  }
  return indices
}

/**
 * Reduces a picture to a palette: variance-based cutting (Wu 1991), refined by k-means, in OKLab with
 * premultiplied alpha; then Floyd–Steinberg dithering.
 * @param image straight alpha; transparent pixels become one entry
 * @returns as few colours as the quality allows, at most 256
 */
export function quantise(
  image: Raster,
  { quality, colours = 256, dither = true }: QuantiseOptions,
): IndexedImage {
  const exact = indexExactly(image)
  if (exact && exact.palette.length / 4 <= colours) return exact
  const bins = collectBins(image)
  const { owner, boxes } = cutBoxes(bins, Math.min(256, Math.max(2, colours)), allowedError(quality))
  const { rgba, total } = refine(bins, owner, boxes, REFINE_ROUNDS)
  const used = Array.from(total.keys()).filter((j) => (total[j] ?? 0) > 0)
  const raw = new Uint8Array(4 * used.length)
  used.forEach((j, i) => {
    const alpha = Math.round(rgba[4 * j + 3] ?? 0)
    for (let c = 0; c < 3; c++) raw[4 * i + c] = alpha === 0 ? 0 : Math.round(rgba[4 * j + c] ?? 0)
    raw[4 * i + 3] = alpha
  })
  const { palette } = opaqueLast(raw)
  const indices = dither ? mapDithered(image, palette) : mapPlainly(image, palette)
  return { width: image.width, height: image.height, indices, palette }
}
