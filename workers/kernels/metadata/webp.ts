import { sniff } from '#kernels/sniff.ts'

/** Chunks that make up the picture (WebP container specification); all others only tell something of it. */
const PICTURE = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']
/** Bits of the extended head. */
const HAS = { exif: 0x08, xmp: 0x04, profile: 0x20, alpha: 0x10 }

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

interface Chunk {
  name: string
  /** With its head, padded to an even length. */
  bytes: Uint8Array
}

function chunksOf(webp: Uint8Array): Chunk[] {
  const view = viewOf(webp)
  const chunks: Chunk[] = []
  const size = Math.min(webp.length, view.getUint32(4, true) + 8)
  for (let at = 12; at + 8 <= size; ) {
    const length = view.getUint32(at + 4, true)
    const end = Math.min(webp.length, at + 8 + length + (length & 1))
    chunks.push({ name: ascii(webp, at, 4), bytes: webp.subarray(at, end) })
    at = end
  }
  return chunks
}

function chunk(name: string, data: Uint8Array): Chunk {
  const bytes = new Uint8Array(8 + data.length + (data.length & 1))
  for (let i = 0; i < 4; i++) bytes[i] = name.charCodeAt(i)
  viewOf(bytes).setUint32(4, data.length, true)
  bytes.set(data, 8)
  return { name, bytes }
}

/** A head that has room for a profile and for Exif. */
function extendedHead(webp: Uint8Array, chunks: readonly Chunk[]): Uint8Array {
  const own = chunks.find(({ name }) => name === 'VP8X')
  if (own) return Uint8Array.from(own.bytes)
  const { width, height } = sniff(webp.subarray(0, 64), webp.length)
  const lossless = chunks.find(({ name }) => name === 'VP8L')
  // The lossless head: a mark, two sizes of 14 bits, and whether there is alpha.
  const hasAlpha = lossless ? ((lossless.bytes[12] ?? 0) & 0x10) !== 0 : false
  const data = new Uint8Array(10)
  const view = viewOf(data)
  data[0] = hasAlpha ? HAS.alpha : 0
  view.setUint32(4, width - 1, true)
  view.setUint16(7, (height - 1) & 0xffff, true)
  data[9] = (height - 1) >> 16
  return chunk('VP8X', data).bytes
}

/** The picture bit for bit, its profile, or another, and what an Exif and an XMP block tell; nothing else. */
export function tellWebp(
  webp: Uint8Array,
  { exif, xmp, profile }: { exif: Uint8Array | null; xmp?: Uint8Array; profile?: Uint8Array | null },
): Uint8Array[] {
  const chunks = chunksOf(webp).filter(({ name }) => PICTURE.includes(name) && !(profile && name === 'ICCP'))
  const needsHead = exif || xmp || profile || chunks.some(({ name }) => name === 'VP8X')
  const parts = chunks.filter(({ name }) => name !== 'VP8X').map(({ bytes }) => bytes)
  if (profile) parts.unshift(chunk('ICCP', profile).bytes)
  if (exif) parts.push(chunk('EXIF', exif).bytes)
  if (xmp) parts.push(chunk('XMP ', xmp).bytes)
  if (needsHead) {
    const head = extendedHead(webp, chunks)
    const kept = (head[8] ?? 0) & ~(HAS.exif | HAS.xmp)
    head[8] = kept | (exif ? HAS.exif : 0) | (xmp ? HAS.xmp : 0) | (profile ? HAS.profile : 0)
    parts.unshift(head)
  }
  const start = Uint8Array.from(webp.subarray(0, 12))
  viewOf(start).setUint32(4, 4 + parts.reduce((sum, part) => sum + part.length, 0), true)
  return [start, ...parts]
}

/** The colour profile of a WebP; null without one. */
export function profileOfWebp(webp: Uint8Array): Uint8Array | null {
  return blockOfWebp(webp, 'ICCP')
}

/** The data of the first chunk of a name, such as `EXIF`; null without one. */
export function blockOfWebp(webp: Uint8Array, wanted: string): Uint8Array | null {
  const found = chunksOf(webp).find(({ name }) => name === wanted)
  return found ? found.bytes.subarray(8, 8 + viewOf(found.bytes).getUint32(4, true)) : null
}
