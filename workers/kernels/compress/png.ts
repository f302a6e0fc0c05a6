import { crc32 } from '#kernels/crc32.ts'
import { joinBytes } from '#kernels/join-bytes.ts'
import type { Raster } from '#kernels/raster.ts'
import type { IndexedImage } from './quantise.ts'

/** Packs bytes in the zlib format (RFC 1950), such as CompressionStream('deflate') does. */
export type Deflate = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function chunk(name: string, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + body.length)
  const view = new DataView(out.buffer)
  view.setUint32(0, body.length)
  for (let i = 0; i < 4; i++) out[4 + i] = name.charCodeAt(i)
  out.set(body, 8)
  view.setUint32(8 + body.length, crc32(out.subarray(4, 8 + body.length)))
  return out
}

/** Colour types of the PNG specification, section 6.1. */
type ColourType = 0 | 2 | 3 | 4 | 6

function header(width: number, height: number, depth: number, colourType: ColourType): Uint8Array {
  const body = new Uint8Array(13)
  const view = new DataView(body.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  body.set([depth, colourType, 0, 0, 0], 8)
  return chunk('IHDR', body)
}

/** Rows of a palette picture, packed to `depth` bits a pixel, each after filter byte 0 (None). */
function packRows({ width, height, indices }: IndexedImage, depth: number): Uint8Array<ArrayBuffer> {
  const stride = Math.ceil((width * depth) / 8)
  const rows = new Uint8Array((stride + 1) * height)
  const perByte = 8 / depth
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1) + 1
    if (depth === 8) {
      rows.set(indices.subarray(y * width, (y + 1) * width), row)
      continue
    }
    for (let x = 0; x < width; x++) {
      const at = row + Math.floor(x / perByte)
      const shift = 8 - depth - (x % perByte) * depth
      rows[at] = (rows[at] ?? 0) | ((indices[y * width + x] ?? 0) << shift)
    }
  }
  return rows
}

/** Encodes a palette picture as PNG with the fewest bits a pixel that hold its palette. */
export async function encodeIndexedPng(
  image: IndexedImage,
  deflate: Deflate,
): Promise<Uint8Array<ArrayBuffer>> {
  const size = image.palette.length / 4
  const depth = size <= 2 ? 1 : size <= 4 ? 2 : size <= 16 ? 4 : 8
  const colours = new Uint8Array(3 * size)
  let translucent = 0
  for (let i = 0; i < size; i++) {
    colours.set(image.palette.subarray(4 * i, 4 * i + 3), 3 * i)
    if ((image.palette[4 * i + 3] ?? 255) < 255) translucent = i + 1
  }
  const alphas = Uint8Array.from({ length: translucent }, (_, i) => image.palette[4 * i + 3] ?? 255)
  return joinBytes([
    Uint8Array.from(SIGNATURE),
    header(image.width, image.height, depth, 3),
    chunk('PLTE', colours),
    ...(translucent ? [chunk('tRNS', alphas)] : []),
    chunk('IDAT', await deflate(packRows(image, depth))),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** The leanest colour type that holds the picture exactly, and its pixels in it. */
function plain({ width, height, data }: Raster): { type: ColourType; channels: number; pixels: Uint8Array } {
  let grey = true
  let opaque = true
  for (let i = 0; i < data.length && (grey || opaque); i += 4) {
    if (data[i] !== data[i + 1] || data[i] !== data[i + 2]) grey = false
    if (data[i + 3] !== 255) opaque = false
  }
  const type: ColourType = grey ? (opaque ? 0 : 4) : opaque ? 2 : 6
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[type]
  if (channels === 4)
    return { type, channels, pixels: new Uint8Array(data.buffer, data.byteOffset, data.length) }
  const pixels = new Uint8Array(width * height * channels)
  const colourChannels = grey ? 1 : 3
  for (let p = 0; p < width * height; p++) {
    for (let c = 0; c < colourChannels; c++) pixels[p * channels + c] = data[4 * p + c] ?? 0
    if (!opaque) pixels[p * channels + colourChannels] = data[4 * p + 3] ?? 0
  }
  return { type, channels, pixels }
}

function paeth(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c)
  const pb = Math.abs(a - c)
  const pc = Math.abs(a + b - 2 * c)
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

/** Magnitude of a difference that is kept as one byte. */
const MAGNITUDE = Uint8Array.from({ length: 256 }, (_, value) => Math.min(value, 256 - value))

/**
 * The filter kind with the smallest sum of magnitudes, the heuristic of PNG specification 12.8; the first of
 * equals. All five sums grow in one walk over the row.
 * @param row with `bpp` zeros before it, as `above`
 */
function bestFilter(row: Uint8Array, above: Uint8Array, bpp: number): number {
  let none = 0
  let sub = 0
  let up = 0
  let average = 0
  let guessed = 0
  for (let i = bpp, left = 0; i < row.length; i++, left++) {
    const v = row[i]!
    const a = row[left]!
    const b = above[i]!
    // What is transparent adds nothing by any filter.
    if ((v | a | b) === 0) continue
    none += MAGNITUDE[v]!
    sub += MAGNITUDE[(v - a) & 255]!
    up += MAGNITUDE[(v - b) & 255]!
    average += MAGNITUDE[(v - ((a + b) >> 1)) & 255]!
    guessed += MAGNITUDE[(v - paeth(a, b, above[left]!)) & 255]!
  }
  const sums = [none, sub, up, average, guessed]
  return sums.indexOf(Math.min(...sums))
}

/** Writes one row's differences by filter `kind` (PNG specification, section 9). */
function filterRow(kind: number, row: Uint8Array, above: Uint8Array, bpp: number, out: Uint8Array): void {
  for (let i = bpp, left = 0; i < row.length; i++, left++) {
    const a = row[left]!
    const b = above[i]!
    if ((row[i]! | a | b) === 0) continue
    const guess =
      kind === 0 ? 0 : kind === 1 ? a : kind === 2 ? b : kind === 3 ? (a + b) >> 1 : paeth(a, b, above[left]!)
    out[left] = row[i]! - guess
  }
}

/** Filters each row by the kind that suits it; rows begin with its number. */
function filterRows(
  pixels: Uint8Array,
  stride: number,
  height: number,
  bpp: number,
): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((stride + 1) * height)
  let row = new Uint8Array(bpp + stride)
  let above = new Uint8Array(bpp + stride)
  for (let y = 0; y < height; y++) {
    row.set(pixels.subarray(y * stride, (y + 1) * stride), bpp)
    const at = y * (stride + 1)
    const kind = bestFilter(row, above, bpp)
    rows[at] = kind
    filterRow(kind, row, above, bpp, rows.subarray(at + 1, at + 1 + stride))
    ;[row, above] = [above, row]
  }
  return rows
}

/** Encodes a picture as PNG without loss, as grey or colour, with alpha only where it has some. */
export async function encodePng(image: Raster, deflate: Deflate): Promise<Uint8Array<ArrayBuffer>> {
  const { type, channels, pixels } = plain(image)
  const rows = filterRows(pixels, image.width * channels, image.height, channels)
  return joinBytes([
    Uint8Array.from(SIGNATURE),
    header(image.width, image.height, 8, type),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ])
}
