/** CRC-32 of ISO 3309 and PKZIP's APPNOTE: polynomial 0x04C11DB7, reflected. */
const POLYNOMIAL = 0xedb88320
const SLICES = 16

/**
 * TABLES[s * 256 + b]: what byte b contributes with s more bytes after it, so that sixteen bytes are taken in
 * one step (Kounavis and Berry, "A Systematic Approach to Building High Performance Software-based CRC
 * Generators", 2005).
 */
const TABLES = makeTables()

function makeTables(): Int32Array {
  const tables = new Int32Array(SLICES * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)
    tables[byte] = crc
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256]!
    tables[at] = (before >>> 8) ^ tables[before & 0xff]!
  }
  return tables
}

/** Words are read with the machine's byte order, which has to be the algorithm's. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

function takeBytes(bytes: Uint8Array, from: number, to: number, start: number): number {
  let crc = start
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ bytes[at]!) & 0xff]!
  return crc
}

function takeWords(words: Int32Array, start: number): number {
  const t = TABLES
  let crc = start
  for (let at = 0; at < words.length; at += 4) {
    const a = words[at]! ^ crc
    const b = words[at + 1]!
    const c = words[at + 2]!
    const d = words[at + 3]!
    crc =
      t[3840 + (a & 0xff)]! ^
      t[3584 + ((a >>> 8) & 0xff)]! ^
      t[3328 + ((a >>> 16) & 0xff)]! ^
      t[3072 + (a >>> 24)]! ^
      t[2816 + (b & 0xff)]! ^
      t[2560 + ((b >>> 8) & 0xff)]! ^
      t[2304 + ((b >>> 16) & 0xff)]! ^
      t[2048 + (b >>> 24)]! ^
      t[1792 + (c & 0xff)]! ^
      t[1536 + ((c >>> 8) & 0xff)]! ^
      t[1280 + ((c >>> 16) & 0xff)]! ^
      t[1024 + (c >>> 24)]! ^
      t[768 + (d & 0xff)]! ^
      t[512 + ((d >>> 8) & 0xff)]! ^
      t[256 + ((d >>> 16) & 0xff)]! ^
      t[d >>> 24]!
  }
  return crc
}

/**
 * CRC-32 of bytes.
 * @param before CRC of what comes before them, so that a stream is taken in pieces; 0 at its start
 * @returns 0..2³²−1
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  let at = 0
  if (IS_LITTLE_ENDIAN && bytes.length >= 64) {
    const head = (4 - (bytes.byteOffset & 3)) & 3
    const count = (bytes.length - head) >>> 4
    crc = takeBytes(bytes, 0, head, crc)
    crc = takeWords(new Int32Array(bytes.buffer, bytes.byteOffset + head, count * 4), crc)
    at = head + count * 16
  }
  return ~takeBytes(bytes, at, bytes.length, crc) >>> 0
}
