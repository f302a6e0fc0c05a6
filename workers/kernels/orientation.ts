import { itemsOf, primaryProperties } from './isobmff.ts'
import { jpegSegments } from './metadata/jpeg.ts'
import type { FileKind } from './sniff.ts'

/** Bytes that are read where they are needed: a tag may lie behind the pixels of a large file. */
export interface ByteSource {
  /** Bytes of the whole. */
  readonly size: number
  /** The bytes from `start`; fewer than `length` at the end. */
  read(start: number, length: number): Promise<Uint8Array>
}

/** How a picture stands, and what of its size only its tags tell. */
export interface Stand {
  /** Exif 2.3 tag 0x0112, 1..8: how the stored pixels are turned to be upright. */
  orientation: number
  /** Stored pixels of a TIFF's first page; 0 for other types, whose head tells. */
  width: number
  height: number
  /** Pages of a TIFF; 1 for other types. */
  pages: number
  /** Pixels an inch; 0 where it is not told. */
  density: number
}

const UPRIGHT: Stand = { orientation: 1, width: 0, height: 0, pages: 1, density: 0 }

/** Bytes of a JPEG in which its Exif segment lies, and of an ISO-BMFF file its properties. */
const HEAD_BYTES = 256 * 1024
/** Chunks, directories and entries that are looked through: an end to files made to be read for ever. */
const MOST_STEPS = 4096

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Bytes in memory as a source. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) }
}

/** Part of a source. */
function partOf(source: ByteSource, from: number, size: number): ByteSource {
  return {
    size,
    read: (start, length) => source.read(from + start, Math.max(0, Math.min(length, size - start))),
  }
}

const TAGS = { width: 0x0100, height: 0x0101, orientation: 0x0112, resolution: 0x011a, unit: 0x0128 }
/** What Exif says where the resolution is not known (Exif 2.3, tag 0x011a). */
const UNKNOWN_DENSITY = 72
const CM_PER_INCH = 2.54
const INCHES_PER_M = 0.0254

/** Pixels an inch, of pixels a unit: 2 for inches, 3 for centimetres, others for none. */
const densityIn = (unit: number, value: number) => (unit === 2 ? value : unit === 3 ? value * CM_PER_INCH : 0)

/** A fraction of two numbers of 32 bits. */
async function readFraction(source: ByteSource, at: number, little: boolean): Promise<number> {
  const bytes = await source.read(at, 8)
  if (bytes.length < 8) return 0
  const [over, under] = [viewOf(bytes).getUint32(0, little), viewOf(bytes).getUint32(4, little)]
  return under ? over / under : 0
}

/** The first directory of a TIFF or an Exif block (TIFF 6.0, section 2), and how many there are. */
async function readTiff(source: ByteSource): Promise<Stand> {
  const stand = { ...UPRIGHT }
  const head = await source.read(0, 8)
  if (head.length < 8) return stand
  const little = head[0] === 0x49
  let at = viewOf(head).getUint32(4, little)
  const seen = new Set<number>()
  let [resolution, unit] = [0, 2]
  while (at >= 8 && !seen.has(at) && seen.size < MOST_STEPS) {
    const count = await source.read(at, 2)
    if (count.length < 2) break
    const entries = viewOf(count).getUint16(0, little)
    const bytes = await source.read(at + 2, 12 * entries + 4)
    const view = viewOf(bytes)
    if (seen.size === 0) {
      for (let entry = 0; entry + 12 <= bytes.length; entry += 12) {
        const tag = view.getUint16(entry, little)
        const isLong = view.getUint16(entry + 2, little) === 4
        const value = isLong ? view.getUint32(entry + 8, little) : view.getUint16(entry + 8, little)
        if (tag === TAGS.width) stand.width = value
        if (tag === TAGS.height) stand.height = value
        if (tag === TAGS.orientation && value >= 1 && value <= 8) stand.orientation = value
        if (tag === TAGS.unit) unit = value
        if (tag === TAGS.resolution) resolution = view.getUint32(entry + 8, little)
      }
    }
    seen.add(at)
    at = bytes.length >= 12 * entries + 4 ? view.getUint32(12 * entries, little) : 0
  }
  stand.pages = Math.max(1, seen.size)
  if (resolution > 0) stand.density = densityIn(unit, await readFraction(source, resolution, little))
  return stand
}

/** Orientation in an Exif block, which some writers begin with the name that it has in JPEGs. */
async function readExif(source: ByteSource): Promise<Stand> {
  const named = ascii(await source.read(0, 6), 0, 6) === 'Exif\0\0'
  const { orientation, density } = await readTiff(named ? partOf(source, 6, source.size - 6) : source)
  return { ...UPRIGHT, orientation, density: Math.round(density) === UNKNOWN_DENSITY ? 0 : density }
}

async function readJpeg(source: ByteSource): Promise<Stand> {
  const bytes = await source.read(0, HEAD_BYTES)
  let density = 0
  for (const { marker, start, end } of jpegSegments(bytes, source.size).segments) {
    const data = start + 4
    // JFIF counts from 1, Exif from 2.
    if (marker === 0xe0 && ascii(bytes, data, 5) === 'JFIF\0')
      density = densityIn((bytes[data + 7] ?? 0) + 1, viewOf(bytes).getUint16(data + 8))
    if (marker === 0xe1 && ascii(bytes, data, 6) === 'Exif\0\0') {
      const exif = await readExif(partOf(source, data, end - data))
      return { ...exif, density: exif.density || density }
    }
  }
  return { ...UPRIGHT, density }
}

/** Where the chunks of a file lie that have these names; they may stand behind the pixels. */
async function findChunks(
  source: ByteSource,
  first: number,
  wanted: readonly string[],
  read: (head: Uint8Array) => { name: string; skip: number; length: number; tail: number },
): Promise<Map<string, ByteSource>> {
  const found = new Map<string, ByteSource>()
  let at = first
  for (let step = 0; step < MOST_STEPS && at + 8 <= source.size; step++) {
    const head = await source.read(at, 8)
    if (head.length < 8) break
    const { name, skip, length, tail } = read(head)
    if (wanted.includes(name) && !found.has(name)) found.set(name, partOf(source, at + skip, length))
    if (found.size === wanted.length) break
    at += skip + length + tail
  }
  return found
}

async function readPng(source: ByteSource): Promise<Stand> {
  const chunks = await findChunks(source, 8, ['eXIf', 'pHYs'], (head) => ({
    name: ascii(head, 4, 4),
    skip: 8,
    length: viewOf(head).getUint32(0),
    tail: 4,
  }))
  const [exif, size] = [chunks.get('eXIf'), await chunks.get('pHYs')?.read(0, 9)]
  const perMetre = size && size.length === 9 && size[8] === 1 ? viewOf(size).getUint32(0) : 0
  const stand = exif ? await readExif(exif) : UPRIGHT
  return { ...stand, density: perMetre * INCHES_PER_M || stand.density }
}

async function readWebp(source: ByteSource): Promise<Stand> {
  const chunks = await findChunks(source, 12, ['EXIF'], (head) => {
    const length = viewOf(head).getUint32(4, true)
    return { name: ascii(head, 0, 4), skip: 8, length, tail: length & 1 }
  })
  const exif = chunks.get('EXIF')
  return exif ? readExif(exif) : UPRIGHT
}

/** Orientation after a quarter turn to the left, and after a mirror: left and right, or top and bottom, change places. */
const TURNED_LEFT = [0, 8, 5, 6, 7, 4, 1, 2, 3]
const MIRRORED = { upDown: [0, 4, 3, 2, 1, 8, 7, 6, 5], leftRight: [0, 2, 1, 4, 3, 6, 5, 8, 7] }

/**
 * How the primary item of an AVIF or HEIC stands: its properties `irot` and `imir` say so, and Exif is not heeded
 * (ISO/IEC 23008-12, 6.5.10, 6.5.12 and A.2.1). Decoders turn these pictures by themselves.
 */
async function readHeif(source: ByteSource): Promise<Stand> {
  const bytes = await source.read(0, HEAD_BYTES)
  let orientation = 1
  for (const property of primaryProperties(bytes)) {
    const value = bytes[property.start] ?? 0
    if (property.name === 'irot')
      for (let k = 0; k < (value & 3); k++) orientation = TURNED_LEFT[orientation] ?? 1
    if (property.name === 'imir')
      orientation = (value & 1 ? MIRRORED.leftRight : MIRRORED.upDown)[orientation] ?? 1
  }
  const [extent] = itemsOf(bytes).find(({ type }) => type === 'Exif')?.extents ?? []
  const head = extent && (await source.read(extent.start, 4))
  if (!extent || head?.length !== 4) return { ...UPRIGHT, orientation }
  // Four bytes tell where the block begins behind them.
  const skip = 4 + viewOf(head).getUint32(0)
  const { density } = await readExif(partOf(source, extent.start + skip, extent.length - skip))
  return { ...UPRIGHT, orientation, density }
}

/**
 * Tells from a picture's bytes how it stands. A damaged file stands as it is stored; decoding finds out about it.
 * @param kind what its first bytes say it is
 */
export async function readStand(source: ByteSource, kind: FileKind): Promise<Stand> {
  try {
    switch (kind) {
      case 'jpeg':
        return await readJpeg(source)
      case 'png':
        return await readPng(source)
      case 'webp':
        return await readWebp(source)
      case 'tiff':
        return await readTiff(source)
      case 'avif':
      case 'heic':
        return await readHeif(source)
      default:
        return UPRIGHT
    }
  } catch (thrown) {
    // Lengths that point beyond the file.
    if (thrown instanceof RangeError) return UPRIGHT
    throw thrown
  }
}

/** Width and height once a picture is turned upright. */
export function standingSize(
  { width, height }: { width: number; height: number },
  orientation: number,
): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}
