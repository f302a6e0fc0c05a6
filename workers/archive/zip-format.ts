/**
 * The records of a zip whose entries are stored as they are, after PKWARE's APPNOTE 6.3.10: headers carry sizes
 * and CRC-32 (no data descriptors), names are UTF-8 (flag bit 11, section 4.4.4), and zip64 records (4.3.14,
 * 4.3.15, 4.5.3) are there only where a number does not fit.
 */

/** Largest value of a field of 32 bits; that value itself means "see the zip64 field". */
const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff
const FLAG_UTF8 = 0x0800
const METHOD_STORE = 0
/** Versions of the format that a reader needs: 2.0, and 4.5 for zip64. */
const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
/**
 * Made on a Unix: Info-ZIP takes the names of DOS archives to be of an old code page, whatever the flag says.
 * With it go the file's rights: a plain file, rw-r--r--.
 */
const HOST_UNIX = 3 << 8
const ATTRIBUTES = (0o100644 << 16) >>> 0

/** From where on numbers go into zip64 fields; smaller ones are for tests. */
export interface ZipLimits {
  /** First size or offset that does not fit in 32 bits. */
  bytes: number
  /** First number of entries that does not fit in 16 bits. */
  entries: number
}
export const ZIP_LIMITS: ZipLimits = { bytes: MAX_32, entries: MAX_16 }

/** An entry as the central directory lists it. */
export interface ZipRecord {
  /** Path in the archive, with `/` between folders. */
  name: string
  /** ms since 1970; shown in the time zone of this device, as zip has none. */
  modified: number
  bytes: number
  crc32: number
  /** Place of its local header. */
  offset: number
}

/** Writes little-endian fields one after another. */
class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView
  #at = 0
  constructor(size: number) {
    this.bytes = new Uint8Array(size)
    this.#view = new DataView(this.bytes.buffer)
  }
  u16(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint16(this.#at, value, true)
      this.#at += 2
    }
    return this
  }
  u32(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint32(this.#at, value, true)
      this.#at += 4
    }
    return this
  }
  u64(...values: number[]): this {
    for (const value of values) {
      this.#view.setBigUint64(this.#at, BigInt(value), true)
      this.#at += 8
    }
    return this
  }
  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at)
    this.#at += bytes.length
    return this
  }
}

const encoder = new TextEncoder()

/** MS-DOS time and date (two seconds exact, 1980 to 2107) in local time. */
function dosTime(modified: number): [time: number, date: number] {
  const date = new Date(modified)
  const year = Math.min(2107, Math.max(1980, date.getFullYear())) - 1980
  return [
    (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  ]
}

/** Bytes that the local header of an entry takes. @param large it has the zip64 field */
export function localHeaderSize(name: string, large: boolean): number {
  return 30 + encoder.encode(name).length + (large ? 20 : 0)
}

/** Whether an entry needs the zip64 field in its local header; one of unknown size might. */
export function isLarge(bytes: number | null, limits: ZipLimits = ZIP_LIMITS): boolean {
  return bytes === null || bytes >= limits.bytes
}

/** The record before an entry's bytes. @param large with the zip64 field, whatever the size is */
export function localHeader(entry: Omit<ZipRecord, 'offset'>, large: boolean): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(entry.name)
  const size = large ? MAX_32 : entry.bytes
  const fields = new Fields(localHeaderSize(entry.name, large))
    .u32(0x04034b50)
    .u16(large ? VERSION_ZIP64 : VERSION_PLAIN, FLAG_UTF8, METHOD_STORE, ...dosTime(entry.modified))
    .u32(entry.crc32, size, size)
    .u16(name.length, large ? 20 : 0)
    .raw(name)
  if (large) fields.u16(0x0001, 16).u64(entry.bytes, entry.bytes)
  return fields.bytes
}

function centralHeader(entry: ZipRecord, limits: ZipLimits): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(entry.name)
  const size64 = entry.bytes >= limits.bytes
  const offset64 = entry.offset >= limits.bytes
  const extra = (size64 ? 16 : 0) + (offset64 ? 8 : 0)
  const extraSize = extra > 0 ? extra + 4 : 0
  const size = size64 ? MAX_32 : entry.bytes
  const version = extra > 0 ? VERSION_ZIP64 : VERSION_PLAIN
  const fields = new Fields(46 + name.length + extraSize)
    .u32(0x02014b50)
    .u16(HOST_UNIX | version, version, FLAG_UTF8, METHOD_STORE, ...dosTime(entry.modified))
    .u32(entry.crc32, size, size)
    .u16(name.length, extraSize, 0, 0, 0)
    .u32(ATTRIBUTES, offset64 ? MAX_32 : entry.offset)
    .raw(name)
  if (extra > 0) fields.u16(0x0001, extra)
  if (size64) fields.u64(entry.bytes, entry.bytes)
  if (offset64) fields.u64(entry.offset)
  return fields.bytes
}

function endRecords(count: number, start: number, size: number, limits: ZipLimits): Uint8Array<ArrayBuffer> {
  const large = count >= limits.entries || start >= limits.bytes || size >= limits.bytes
  const fields = new Fields(22 + (large ? 56 + 20 : 0))
  if (large) {
    fields.u32(0x06064b50).u64(44).u16(VERSION_ZIP64, VERSION_ZIP64).u32(0, 0).u64(count, count, size, start)
    fields
      .u32(0x07064b50, 0)
      .u64(start + size)
      .u32(1)
  }
  const count16 = large ? MAX_16 : count
  return fields
    .u32(0x06054b50)
    .u16(0, 0, count16, count16)
    .u32(large ? MAX_32 : size, large ? MAX_32 : start)
    .u16(0).bytes
}

/**
 * What follows the last entry: the directory of all entries and the end records.
 * @param start place where the directory begins
 */
export function directory(
  entries: readonly ZipRecord[],
  start: number,
  limits: ZipLimits = ZIP_LIMITS,
): Uint8Array<ArrayBuffer>[] {
  const headers = entries.map((entry) => centralHeader(entry, limits))
  const size = headers.reduce((sum, header) => sum + header.length, 0)
  return [...headers, endRecords(entries.length, start, size, limits)]
}
