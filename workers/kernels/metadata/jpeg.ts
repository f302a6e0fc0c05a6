import { joinBytes } from '#kernels/join-bytes.ts'
import { exifBlock, type Told } from './exif.ts'

/** A segment of a JPEG before its first scan. */
export interface Segment {
  marker: number
  /** First byte, the 0xff of the marker. */
  start: number
  end: number
}

/** Bytes of a segment's data at most. */
const MOST_DATA = 65_533
const ICC_NAME = 'ICC_PROFILE\0'
/** Most bytes of a profile in one segment, behind its name, number and count. */
const ICC_PART = MOST_DATA - ICC_NAME.length - 2

const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/**
 * Segments of a JPEG before its first scan (ITU-T T.81, annex B); stops quietly where the file breaks off.
 * @param size of the whole file, where `bytes` are its beginning: a segment may end behind them
 */
export function jpegSegments(bytes: Uint8Array, size = bytes.length): { segments: Segment[]; scan: number } {
  const segments: Segment[] = []
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda || marker === 0xd9) break
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
    if (end > size) break
    segments.push({ marker, start: at, end })
    at = end
  }
  return { segments, scan: at }
}

/** End of the picture that begins a file; further ones (MPO, gain maps), films and what else lies behind it. */
function endOfPicture(bytes: Uint8Array, scan: number): number {
  for (let at = scan; ; ) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return at + 2
    // Stuffed bytes, restarts and fill bytes belong to the scan; anything else has a length.
    if (marker === 0 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (marker === 0xff) at += 1
    else at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  }
}

const isProfile = (bytes: Uint8Array, { marker, start }: Segment) =>
  marker === 0xe2 && ascii(bytes, start + 4, ICC_NAME.length) === ICC_NAME
const isJfif = (bytes: Uint8Array, { marker, start }: Segment) =>
  marker === 0xe0 && ascii(bytes, start + 4, 5) === 'JFIF\0'

function segment(marker: number, name: string, data: Uint8Array): Uint8Array {
  const made = new Uint8Array(4 + name.length + data.length)
  made.set([0xff, marker, (made.length - 2) >> 8, (made.length - 2) & 255])
  for (let i = 0; i < name.length; i++) made[4 + i] = name.charCodeAt(i)
  made.set(data, 4 + name.length)
  return made
}

/** A JPEG with one more segment behind its head. @param name that its data begins with @param data at most 64 KB */
export function insertSegment(
  bytes: Uint8Array,
  { marker, name, data }: { marker: number; name: string; data: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const [first] = jpegSegments(bytes).segments
  const at = first && isJfif(bytes, first) ? first.end : 2
  return joinBytes([bytes.subarray(0, at), segment(marker, name, data), bytes.subarray(at)])
}

/** A JFIF head (ITU-T T.871, 10.1) without a thumbnail. */
function jfifHead(density: number): Uint8Array {
  const data = new Uint8Array(9)
  const value = Math.min(65_535, Math.max(1, Math.round(density)))
  data.set([1, 2, density > 0 ? 1 : 0, value >> 8, value & 255, value >> 8, value & 255, 0, 0])
  return segment(0xe0, 'JFIF\0', data)
}

function exifSegment(told: Told): Uint8Array[] {
  const block = exifBlock(told)
  return block ? [segment(0xe1, 'Exif\0\0', block)] : []
}

/**
 * A JPEG's main picture bit for bit, with its profile and what decoding needs, and nothing else that is told of it
 * than `told`. A head that the source does not have is not added: with it, decoders would take its colours otherwise.
 */
export function stripJpeg(bytes: Uint8Array, { orientation = 1, density = 0 }: Told): Uint8Array[] {
  const { segments, scan } = jpegSegments(bytes)
  const hasHead = segments.some((one) => isJfif(bytes, one))
  const kept = segments.filter((one) => {
    const isApp = one.marker >= 0xe0 && one.marker <= 0xef
    if (one.marker === 0xfe) return false
    return !isApp || one.marker === 0xee || isProfile(bytes, one)
  })
  return [
    bytes.subarray(0, 2),
    ...(hasHead ? [jfifHead(density)] : []),
    ...exifSegment(hasHead ? { orientation } : { orientation, density }),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    bytes.subarray(scan, endOfPicture(bytes, scan)),
  ]
}

/** The colour profile in a JPEG's head (ICC.1, B.4); null without one. */
export function profileOfJpeg(bytes: Uint8Array): Uint8Array[] | null {
  const parts = jpegSegments(bytes)
    .segments.filter((one) => isProfile(bytes, one))
    .map(({ start, end }) => ({ number: bytes[start + 4 + ICC_NAME.length] ?? 0, start, end }))
    .sort((a, b) => a.number - b.number)
  if (parts.length === 0) return null
  return parts.map(({ start, end }) => bytes.subarray(start + 4 + ICC_NAME.length + 2, end))
}

/** A JPEG with a resolution and a profile, in the place of those that it has. */
export function tellJpeg(bytes: Uint8Array, density: number, profile: Uint8Array | null): Uint8Array[] {
  const { segments } = jpegSegments(bytes)
  const isReplaced = (one: Segment) => isJfif(bytes, one) || (profile !== null && isProfile(bytes, one))
  const last = segments.at(-1)
  const parts = profile ? Math.ceil(profile.length / ICC_PART) : 0
  return [
    bytes.subarray(0, 2),
    jfifHead(density),
    ...Array.from({ length: parts }, (_, i) => {
      const part = profile?.subarray(i * ICC_PART, (i + 1) * ICC_PART) ?? new Uint8Array()
      return segment(0xe2, ICC_NAME, Uint8Array.from([i + 1, parts, ...part]))
    }),
    ...segments.filter((one) => !isReplaced(one)).map(({ start, end }) => bytes.subarray(start, end)),
    bytes.subarray(last?.end ?? 2),
  ]
}

/** Whether the bytes hold the word. */
function includes(bytes: Uint8Array, word: string): boolean {
  const first = word.charCodeAt(0)
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (ascii(bytes, at, word.length) === word) return true
  }
  return false
}

/** True when a JPEG's head carries a colour profile that is not sRGB by name. */
export function hasWideProfile(head: Uint8Array): boolean {
  if (head[0] !== 0xff || head[1] !== 0xd8) return false
  const { segments } = jpegSegments(head)
  return segments.some((one) => isProfile(head, one) && !includes(head.subarray(one.start, one.end), 'sRGB'))
}
