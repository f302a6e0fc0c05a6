/** Bytes of a JPEG segment that holds nothing but an orientation: Exif, little-endian TIFF, one entry. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = [
    0x49,
    0x49,
    0x2a,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff]
  const length = body.length + 2
  return Uint8Array.from([0xff, 0xe1, length >> 8, length & 255, ...body])
}

const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

interface Segment {
  marker: number
  /** First byte, the 0xff of the marker. */
  start: number
  end: number
}

/** Segments of a JPEG before its first scan (ITU-T T.81, annex B); stops quietly where the file breaks off. */
function jpegSegments(bytes: Uint8Array): { segments: Segment[]; scan: number } {
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
    if (end > bytes.length) break
    segments.push({ marker, start: at, end })
    at = end
  }
  return { segments, scan: at }
}

/** Keeps JFIF, ICC, Adobe and everything that decodes; drops Exif, XMP, IPTC and comments. */
function stripJpeg(bytes: Uint8Array, orientation: number): Uint8Array[] {
  const { segments, scan } = jpegSegments(bytes)
  const kept = segments.filter(({ marker, start }) => {
    const isApp = marker >= 0xe0 && marker <= 0xef
    if (marker === 0xfe) return false
    if (!isApp || marker === 0xe0 || marker === 0xee) return true
    return marker === 0xe2 && ascii(bytes, start + 4, 11) === 'ICC_PROFILE'
  })
  return [
    bytes.subarray(0, 2),
    ...(orientation > 1 ? [orientationSegment(orientation)] : []),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    bytes.subarray(scan),
  ]
}

/** Drops text, time and Exif chunks of a PNG. */
function stripPng(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) break
    if (!['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].includes(ascii(bytes, at + 4, 4))) {
      parts.push(bytes.subarray(at, end))
    }
    at = end
  }
  return parts
}

/** Drops Exif and XMP chunks of a WebP, and their flags. */
function stripWebp(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = bytes.slice(0, 12)
  const parts = [head]
  let at = 12
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true)
    const end = Math.min(bytes.length, at + 8 + length + (length & 1))
    const name = ascii(bytes, at, 4)
    if (name !== 'EXIF' && name !== 'XMP ') {
      const part = bytes.slice(at, end)
      if (name === 'VP8X') part[8] = (part[8] ?? 0) & ~0x0c
      parts.push(part)
    }
    at = end
  }
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  new DataView(head.buffer).setUint32(4, total - 8, true)
  return parts
}

/**
 * The same picture, bit for bit, without places, times, camera and words about it; its colour profile stays.
 * Types other than JPEG, PNG and WebP come back as they are.
 * @param orientation how the picture stands, 1..8; a JPEG goes on saying it
 * @returns parts of the file in order
 */
export function stripMetadata(bytes: Uint8Array, orientation = 1): Uint8Array[] {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return stripJpeg(bytes, orientation)
  if (bytes[0] === 0x89 && ascii(bytes, 1, 3) === 'PNG') return stripPng(bytes)
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return stripWebp(bytes)
  return [bytes]
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
  return jpegSegments(head).segments.some(({ marker, start, end }) => {
    if (marker !== 0xe2 || ascii(head, start + 4, 11) !== 'ICC_PROFILE') return false
    return !includes(head.subarray(start, end), 'sRGB')
  })
}
