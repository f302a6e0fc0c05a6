import { AppError } from '#contracts/errors.ts'
import type { Raster } from '#kernels/raster.ts'

/** How the pixels are packed. */
const PACKED = { plain: 0, rle8: 1, rle4: 2, fields: 3, fieldsWithAlpha: 6 }
const HEAD = 14

interface Bitmap {
  width: number
  height: number
  /** Rows lie from the top down; else the lowest comes first. */
  topDown: boolean
  bits: number
  packed: number
  /** Masks of red, green, blue and alpha, for pixels of 16 and 32 bits. */
  masks: readonly number[]
  /** Red, green and blue of each colour of the palette. */
  palette: Uint8Array
  /** First byte of the pixels. */
  start: number
}

const damaged = (cause?: unknown) => new AppError('FILE_DAMAGED', undefined, { cause })
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const MASKS_OF_16 = [0x7c00, 0x03e0, 0x001f, 0]
const MASKS_OF_32 = [0xff0000, 0xff00, 0xff, 0]

/** Heads of OS/2 1.x and of Windows 3 to 5, and palette (Windows SDK, BITMAPFILEHEADER to BITMAPV5HEADER). */
function readHead(bytes: Uint8Array): Bitmap {
  const view = viewOf(bytes)
  const start = view.getUint32(10, true)
  const size = view.getUint32(HEAD, true)
  const isOld = size === 12
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true)
  const signed = isOld ? view.getUint16(20, true) : view.getInt32(22, true)
  const bits = view.getUint16(isOld ? 24 : 28, true)
  const packed = isOld ? PACKED.plain : view.getUint32(30, true)
  const usesFields = packed === PACKED.fields || packed === PACKED.fieldsWithAlpha
  const hasAlpha = packed === PACKED.fieldsWithAlpha || size >= 56
  const count = hasAlpha ? 4 : 3
  const fields = Array.from({ length: 4 }, (_, i) => (i < count ? view.getUint32(54 + 4 * i, true) : 0))
  const masks = usesFields ? fields : bits === 16 ? MASKS_OF_16 : MASKS_OF_32
  const entry = isOld ? 3 : 4
  // The masks of the old head lie between it and the palette.
  const first = HEAD + size + (usesFields && size === 40 ? 4 * count : 0)
  const stored = isOld ? 0 : view.getUint32(46, true)
  const colours =
    bits > 8 ? 0 : Math.min(stored || 1 << bits, 1 << bits, Math.floor((bytes.length - first) / entry))
  const palette = new Uint8Array(3 << Math.min(8, bits))
  for (let i = 0; i < colours; i++) {
    const at = first + i * entry
    palette.set([bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0], 3 * i)
  }
  return { width, height: Math.abs(signed), topDown: signed < 0, bits, packed, masks, palette, start }
}

/** Shares of a channel that a mask picks out of a pixel, as 0..255. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (value) => Math.round((255 * ((value & mask) >>> shift)) / most)
}

function readFields(bytes: Uint8Array, { width, height, topDown, bits, masks, start }: Bitmap): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  const stride = 4 * Math.ceil((width * bits) / 32)
  const size = bits / 8
  const view = viewOf(bytes)
  const [red, green, blue] = masks.map(channelOf)
  const alpha = masks[3] ? channelOf(masks[3]) : null
  if (!red || !green || !blue || start + stride * height > bytes.length) throw damaged()
  for (let y = 0; y < height; y++) {
    const row = start + stride * (topDown ? y : height - 1 - y)
    for (let x = 0; x < width; x++) {
      const at = row + x * size
      const to = 4 * (y * width + x)
      if (bits === 24) {
        data[to] = bytes[at + 2] ?? 0
        data[to + 1] = bytes[at + 1] ?? 0
        data[to + 2] = bytes[at] ?? 0
        data[to + 3] = 255
        continue
      }
      const value = bits === 16 ? view.getUint16(at, true) : view.getUint32(at, true)
      data[to] = red(value)
      data[to + 1] = green(value)
      data[to + 2] = blue(value)
      data[to + 3] = alpha ? alpha(value) : 255
    }
  }
  return { width, height, data }
}

/** Numbers of the palette, rows as they are stored. */
function readIndices(bytes: Uint8Array, { width, height, bits, start }: Bitmap): Uint8Array {
  const indices = new Uint8Array(width * height)
  const stride = 4 * Math.ceil((width * bits) / 32)
  if (start + stride * height > bytes.length) throw damaged()
  const mask = (1 << bits) - 1
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = bytes[start + stride * y + ((x * bits) >> 3)] ?? 0
      indices[y * width + x] = (byte >> (8 - bits - ((x * bits) & 7))) & mask
    }
  return indices
}

/** The same of runs of one or two numbers, of numbers as they are, and of jumps (Windows SDK, Bitmap Compression). */
function readRuns(bytes: Uint8Array, { width, height, packed, start }: Bitmap): Uint8Array {
  const indices = new Uint8Array(width * height)
  const isNibbles = packed === PACKED.rle4
  let [x, y, at] = [0, 0, start]
  const put = (value: number) => {
    if (x < width && y < height) indices[y * width + x] = value
    x++
  }
  const nibble = (byte: number, i: number) => (i & 1 ? byte & 15 : byte >> 4)
  while (at + 1 < bytes.length && y < height) {
    const [count, value] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
    at += 2
    if (count > 0) for (let i = 0; i < count; i++) put(isNibbles ? nibble(value, i) : value)
    else if (value === 0) [x, y] = [0, y + 1]
    else if (value === 1) return indices
    else if (value === 2) {
      x += bytes[at] ?? 0
      y += bytes[at + 1] ?? 0
      at += 2
    } else {
      for (let i = 0; i < value; i++) {
        const byte = bytes[at + (isNibbles ? i >> 1 : i)] ?? 0
        put(isNibbles ? nibble(byte, i) : byte)
      }
      const length = isNibbles ? (value + 1) >> 1 : value
      at += length + (length & 1)
    }
  }
  // Some writers leave the end out once every row is there.
  if (y < height - 1) throw damaged()
  return indices
}

/**
 * Reads a bitmap (BMP): 1, 4, 8, 16, 24 and 32 bits a pixel, runs, masks, from below or from above. A fourth byte
 * is alpha only where a mask says so, as in browsers.
 * @throws AppError FILE_DAMAGED; FILE_NOT_IMAGE for one that only wraps a JPEG or PNG for a printer
 */
export function readBmp(bytes: Uint8Array): Raster {
  try {
    const bitmap = readHead(bytes)
    const { width, height, bits, packed, palette, topDown } = bitmap
    if (packed === 4 || packed === 5)
      throw new AppError('FILE_NOT_IMAGE', '还不能打开内嵌 JPG 或 PNG 的 BMP 图片')
    if (width <= 0 || height <= 0 || ![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw damaged()
    if (bits > 8) return readFields(bytes, bitmap)
    const isRuns = packed === PACKED.rle8 || packed === PACKED.rle4
    const indices = isRuns ? readRuns(bytes, bitmap) : readIndices(bytes, bitmap)
    const data = new Uint8ClampedArray(4 * width * height)
    for (let y = 0; y < height; y++) {
      const row = width * (topDown ? y : height - 1 - y)
      for (let x = 0; x < width; x++) {
        const from = 3 * (indices[row + x] ?? 0)
        const to = 4 * (y * width + x)
        for (let c = 0; c < 3; c++) data[to + c] = palette[from + c] ?? 0
        data[to + 3] = 255
      }
    }
    return { width, height, data }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw damaged(thrown)
    throw thrown
  }
}
