import type { Raster } from '#kernels/raster.ts'

/** Unpacks a zlib stream (RFC 1950), such as DecompressionStream('deflate') does. */
export type Inflate = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

interface Chunks {
  header: DataView
  data: Uint8Array[]
}

const NOTHING = new Uint8Array(0)
/** Chunks that change what the numbers mean, or add frames: the platform's decoder is left to deal with them. */
const BEYOND = ['iCCP', 'gAMA', 'cHRM', 'cICP', 'acTL']

function readChunks(bytes: Uint8Array): Chunks | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunks = { header: view, data: [] }
  let isSrgb = false
  let beyond = false
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length) return null
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'IHDR') chunks.header = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length)
    if (name === 'IDAT') chunks.data.push(bytes.subarray(at + 8, end))
    if (name === 'sRGB') isSrgb = true
    if (BEYOND.includes(name) && !(isSrgb && (name === 'gAMA' || name === 'cHRM'))) beyond = true
    if (name === 'IEND') return beyond || chunks.data.length === 0 ? null : chunks
    at = end + 4
  }
  return null
}

/** Undoes the filter of each row in place (PNG specification, section 9); rows keep their filter byte. */
function unfilter(rows: Uint8Array, stride: number, height: number, bpp: number): boolean {
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1) + 1
    const kind = rows[start - 1] ?? 0
    if (kind > 4) return false
    for (let i = 0; i < stride; i++) {
      const a = i >= bpp ? (rows[start + i - bpp] ?? 0) : 0
      const b = y > 0 ? (rows[start + i - stride - 1] ?? 0) : 0
      const c = i >= bpp && y > 0 ? (rows[start + i - bpp - stride - 1] ?? 0) : 0
      let guess = 0
      if (kind === 1) guess = a
      else if (kind === 2) guess = b
      else if (kind === 3) guess = (a + b) >> 1
      else if (kind === 4) {
        const pa = Math.abs(b - c)
        const pb = Math.abs(a - c)
        const pc = Math.abs(a + b - 2 * c)
        guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      }
      rows[start + i] = (rows[start + i] ?? 0) + guess
    }
  }
  return true
}

const CHANNELS: Record<number, number> = { 4: 2, 6: 4 }

async function concat(parts: readonly Uint8Array[], inflate: Inflate): Promise<Uint8Array> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return inflate(all)
}

/**
 * Decodes a PNG with an alpha channel exactly, which canvases cannot: they multiply colour by alpha and lose
 * the lower bits of what is nearly transparent. Takes 8 bits a channel, not interlaced, plain sRGB.
 * @returns null for every other PNG, and for a damaged one: the platform's decoder has the word on those
 */
export async function decodeAlphaPng(bytes: Uint8Array, inflate: Inflate): Promise<Raster | null> {
  const chunks = readChunks(bytes)
  if (chunks?.header.byteLength !== 13) return null
  const width = chunks.header.getUint32(0)
  const height = chunks.header.getUint32(4)
  const depth = chunks.header.getUint8(8)
  const channels = CHANNELS[chunks.header.getUint8(9)]
  const interlaced = chunks.header.getUint8(12) !== 0
  if (!channels || depth !== 8 || interlaced || width === 0 || height === 0) return null
  const stride = width * channels
  const rows = await concat(chunks.data, inflate).catch(() => NOTHING)
  if (rows.length < (stride + 1) * height || !unfilter(rows, stride, height, channels)) return null
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1) + 1
    for (let x = 0; x < width; x++) {
      const from = row + x * channels
      const to = 4 * (y * width + x)
      for (let c = 0; c < 3; c++) data[to + c] = rows[channels === 4 ? from + c : from] ?? 0
      data[to + 3] = rows[from + channels - 1] ?? 0
    }
  }
  return { width, height, data }
}
