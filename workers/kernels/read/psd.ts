import { AppError } from '#contracts/errors.ts'
import { profileToSrgb } from '#kernels/icc.ts'
import type { Raster } from '#kernels/raster.ts'
import { toEncoded } from '#kernels/srgb.ts'

/** Colour modes (Adobe Photoshop File Formats Specification, File Header Section). */
const MODES = { bitmap: 0, grey: 1, indexed: 2, rgb: 3, cmyk: 4, duotone: 8, lab: 9 }
const NAMES: Record<number, string> = { 4: 'CMYK', 7: '多通道', 9: 'Lab' }
/** Resources that are of use: the profile, and whether there is a flattened picture. */
const RESOURCES = { profile: 1039, version: 1057 }

const damaged = (cause?: unknown) => new AppError('FILE_DAMAGED', undefined, { cause })

/** Reads a file from its start to its end. */
class Reader {
  readonly bytes: Uint8Array
  readonly #view: DataView
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  number(width: 1 | 2 | 4 | 8): number {
    const at = this.at
    this.at += width
    if (width === 1) return this.#view.getUint8(at)
    if (width === 2) return this.#view.getUint16(at)
    return width === 4 ? this.#view.getUint32(at) : Number(this.#view.getBigUint64(at))
  }

  signed(): number {
    this.at += 2
    return this.#view.getInt16(this.at - 2)
  }

  /** A part that begins with its length; the reader stands behind it afterwards. */
  section(width: 4 | 8 = 4): { start: number; end: number } {
    const length = this.number(width)
    const start = this.at
    this.at += length
    if (this.at > this.bytes.length) throw damaged()
    return { start, end: this.at }
  }
}

interface Head {
  large: boolean
  channels: number
  width: number
  height: number
  depth: number
  mode: number
}

function readHead(reader: Reader): Head {
  reader.at = 4
  const large = reader.number(2) === 2
  reader.at += 6
  const channels = reader.number(2)
  const [height, width] = [reader.number(4), reader.number(4)]
  return { large, channels, width, height, depth: reader.number(2), mode: reader.number(2) }
}

/** The resources that are wanted, by their numbers. */
function readResources(reader: Reader): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const { start, end } = reader.section()
  const resume = reader.at
  reader.at = start
  while (reader.at + 12 <= end) {
    reader.at += 4
    const id = reader.number(2)
    const name = reader.number(1)
    reader.at += name + (name & 1 ? 0 : 1)
    const part = reader.section()
    found.set(id, reader.bytes.subarray(part.start, part.end))
    reader.at += (part.end - part.start) & 1
  }
  reader.at = resume
  return found
}

/** Whether the first channel behind the colours is the transparency of the whole: the count of layers says so by its sign. */
function readLayers(reader: Reader, large: boolean): boolean {
  const { start, end } = reader.section(large ? 8 : 4)
  const resume = reader.at
  reader.at = start
  let hasAlpha = false
  if (end > start && reader.number(large ? 8 : 4) > 0) hasAlpha = reader.signed() < 0
  reader.at = resume
  return hasAlpha
}

/** One channel's rows one after the other, unpacked. */
function readPlanes(
  reader: Reader,
  { large, channels, height, width, depth }: Head,
  wanted: number,
): Uint8Array[] {
  const packed = reader.number(2)
  const stride = depth === 1 ? Math.ceil(width / 8) : (width * depth) / 8
  if (packed === 0) {
    return Array.from({ length: wanted }, (_, i) => {
      const start = reader.at + i * stride * height
      if (start + stride * height > reader.bytes.length) throw damaged()
      return reader.bytes.subarray(start, start + stride * height)
    })
  }
  if (packed !== 1) throw damaged()
  const lengths = Array.from({ length: channels * height }, () => reader.number(large ? 4 : 2))
  return Array.from({ length: wanted }, (_, channel) => {
    const plane = new Uint8Array(stride * height)
    for (let y = 0; y < height; y++) {
      const length = lengths[channel * height + y] ?? 0
      if (reader.at + length > reader.bytes.length) throw damaged()
      unpackRow(
        reader.bytes.subarray(reader.at, reader.at + length),
        plane.subarray(y * stride, (y + 1) * stride),
      )
      reader.at += length
    }
    return plane
  })
}

/** Runs of one byte, and bytes as they are (PackBits: TIFF 6.0, section 9). */
function unpackRow(packed: Uint8Array, row: Uint8Array): void {
  let [at, to] = [0, 0]
  while (at < packed.length && to < row.length) {
    const head = packed[at++] ?? 0
    if (head < 128) {
      row.set(packed.subarray(at, Math.min(at + head + 1, at + row.length - to)), to)
      at += head + 1
      to += head + 1
    } else if (head > 128) {
      row.fill(packed[at++] ?? 0, to, to + 257 - head)
      to += 257 - head
    }
  }
}

/** Value of a pixel of a plane, 0..255. */
function valuesOf(plane: Uint8Array, { depth, width }: Head): (i: number) => number {
  if (depth === 8) return (i) => plane[i] ?? 0
  if (depth === 16) return (i) => ((((plane[2 * i] ?? 0) << 8) | (plane[2 * i + 1] ?? 0)) * 255) / 65_535
  if (depth === 32) {
    // Numbers of 32 bits are light, not its impression.
    const view = new DataView(plane.buffer, plane.byteOffset, plane.byteLength)
    return (i) => 255 * toEncoded(Math.min(1, Math.max(0, view.getFloat32(4 * i))))
  }
  const stride = Math.ceil(width / 8)
  // In a bitmap a set bit is black.
  return (i) => {
    const x = i % width
    const byte = plane[Math.floor(i / width) * stride + (x >> 3)] ?? 0
    return (byte >> (7 - (x & 7))) & 1 ? 0 : 255
  }
}

/** Takes the white under what is partly transparent out again: the flattened picture is laid over white. */
function takeWhiteOut(data: Uint8ClampedArray): void {
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3] ?? 0
    if (a === 0 || a === 255) continue
    for (let c = 0; c < 3; c++) data[i + c] = 255 + (((data[i + c] ?? 0) - 255) * 255) / a
  }
}

/**
 * The flattened picture of a Photoshop document (PSD, PSB) in sRGB: RGB, greys, indexed colours and bitmaps, 1 to 32
 * bits a channel.
 * @throws AppError FILE_PSD where it holds none or has other colours, FILE_DAMAGED
 */
export function readPsd(bytes: Uint8Array): Raster {
  try {
    const reader = new Reader(bytes)
    const head = readHead(reader)
    const { width, height, mode, depth } = head
    if (width < 1 || height < 1 || ![1, 8, 16, 32].includes(depth)) throw damaged()
    const isGrey = mode === MODES.grey || mode === MODES.duotone || mode === MODES.bitmap
    if (!isGrey && mode !== MODES.rgb && mode !== MODES.indexed)
      throw new AppError('FILE_PSD', `还不能打开${NAMES[mode] ? ` ${NAMES[mode]} ` : '这种'}颜色的 PSD`)
    const table = reader.section()
    const palette = bytes.subarray(table.start, table.end)
    const resources = readResources(reader)
    const hasAlpha = readLayers(reader, head.large)
    // The fifth byte, behind a version, says whether the flattened picture is real.
    if (resources.get(RESOURCES.version)?.[4] === 0) throw new AppError('FILE_PSD')
    if (reader.at + 2 > bytes.length) throw new AppError('FILE_PSD')
    const colours = mode === MODES.rgb ? 3 : 1
    const withAlpha = hasAlpha && head.channels > colours
    const planes = readPlanes(reader, head, colours + (withAlpha ? 1 : 0))
    const values = planes.map((plane) => valuesOf(plane, head))
    const data = new Uint8ClampedArray(4 * width * height)
    const [first, second, third] = values
    const alpha = withAlpha ? values[colours] : undefined
    for (let i = 0; i < width * height; i++) {
      const value = first?.(i) ?? 0
      const to = 4 * i
      if (mode === MODES.indexed) for (let c = 0; c < 3; c++) data[to + c] = palette[256 * c + value] ?? 0
      else {
        data[to] = value
        data[to + 1] = isGrey ? value : (second?.(i) ?? 0)
        data[to + 2] = isGrey ? value : (third?.(i) ?? 0)
      }
      data[to + 3] = alpha ? alpha(i) : 255
    }
    if (alpha) takeWhiteOut(data)
    const profile = resources.get(RESOURCES.profile)
    if (profile && mode === MODES.rgb && depth < 32) profileToSrgb(data, profile)
    return { width, height, data }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw damaged(thrown)
    throw thrown
  }
}
