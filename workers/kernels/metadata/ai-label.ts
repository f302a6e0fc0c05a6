import { joinBytes } from '#kernels/join-bytes.ts'
import { findChunk, insertChunk } from '#kernels/png-chunks.ts'
import { sniff } from '#kernels/sniff.ts'
import { insertSegment, jpegSegments } from './jpeg.ts'
import { blockOfWebp, tellWebp } from './webp.ts'

/**
 * The label that generated pictures carry in their metadata, as China asks for since 2025 (GB 45438-2025, annex E, and
 * the practice guides of TC260): a line of JSON, as an XMP property.
 */

const NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/'
const PROPERTY = /<TC260:AIGC>([^<]*)<\/TC260:AIGC>/
/** Name of an XMP block in PNG: its keyword, no compression, no language, no translation. */
const PNG_NAME = 'XML:com.adobe.xmp\0\0\0\0\0'
const JPEG_NAME = 'http://ns.adobe.com/xap/1.0/\0'
const JPEG_APP1 = 0xe1

const utf8 = new TextEncoder()
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const xmpOf = (property: string) =>
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description rdf:about="" xmlns:TC260="${NAMESPACE}"><TC260:AIGC>${property}</TC260:AIGC>` +
  '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'

/** XMP with a label as its only property. @param line of JSON */
export function xmpOfLabel(line: string): string {
  return xmpOf(line.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char))
}

/** XMP that holds nothing but the label of another; null where that has none. */
export function labelIn(xmp: string | undefined): string | null {
  const property = xmp?.includes(NAMESPACE) ? PROPERTY.exec(xmp)?.[1] : undefined
  return property ? xmpOf(property) : null
}

function xmpIn(bytes: Uint8Array): Uint8Array | null {
  switch (sniff(bytes.subarray(0, 4096), bytes.length).kind) {
    case 'png': {
      const name = utf8.encode(PNG_NAME)
      return findChunk(bytes, 'iTXt', name)?.subarray(name.length) ?? null
    }
    case 'jpeg': {
      const name = utf8.encode(JPEG_NAME)
      const isXmp = (start: number) => name.every((byte, i) => bytes[start + 4 + i] === byte)
      const found = jpegSegments(bytes).segments.find(
        ({ marker, start }) => marker === JPEG_APP1 && isXmp(start),
      )
      return found ? bytes.subarray(found.start + 4 + name.length, found.end) : null
    }
    case 'webp':
      return blockOfWebp(bytes, 'XMP ')
    default:
      return null
  }
}

/** The label of a PNG, JPEG or WebP, as XMP that holds nothing else; null where it has none, or is damaged. */
export function labelOf(bytes: Uint8Array): string | null {
  try {
    const xmp = xmpIn(bytes)
    return xmp && labelIn(new TextDecoder().decode(xmp))
  } catch (thrown) {
    // Lengths that point beyond the file.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** A PNG, JPEG or WebP with a label, unless it has one; other types come back as they are. @param xmp of the label */
export function withLabel(bytes: Uint8Array<ArrayBuffer>, xmp: string): Uint8Array<ArrayBuffer> {
  if (labelOf(bytes) !== null) return bytes
  const data = utf8.encode(xmp)
  switch (sniff(bytes.subarray(0, 4096), bytes.length).kind) {
    case 'png':
      return insertChunk(bytes, 'iTXt', joinBytes([utf8.encode(PNG_NAME), data]))
    case 'jpeg':
      return insertSegment(bytes, { marker: JPEG_APP1, name: JPEG_NAME, data })
    case 'webp':
      return joinBytes(tellWebp(bytes, { exif: blockOfWebp(bytes, 'EXIF'), xmp: data }))
    default:
      return bytes
  }
}
