import { boxesOf, findBox } from '#kernels/isobmff.ts'
import { joinBytes } from '#kernels/join-bytes.ts'
import { insertSegment } from '#kernels/metadata/jpeg.ts'
import { stripMetadata } from '#kernels/metadata/metadata.ts'
import { tellWebp } from '#kernels/metadata/webp.ts'
import { insertChunk } from '#kernels/png-chunks.ts'

/**
 * The label that generated pictures and films carry in their metadata, as China asks for since 2025 (GB 45438-2025,
 * annex E, and the practice guides of TC260): a line of JSON, in pictures as an XMP property, in films as a tag.
 */

const NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/'
const PROPERTY = /<TC260:AIGC>([^<]*)<\/TC260:AIGC>/
/** Name of an XMP block in PNG: its keyword, no compression, no language, no translation. */
const PNG_NAME = 'XML:com.adobe.xmp\0\0\0\0\0'
const JPEG_NAME = 'http://ns.adobe.com/xap/1.0/\0'
const JPEG_APP1 = 0xe1

const utf8 = new TextEncoder()
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Who made something, and by which number it can be found again. */
export interface AiLabel {
  producer: string
  id: string
}

/** The label as a line of JSON; whoever makes it also hands it on. */
function lineOf({ producer, id }: AiLabel): string {
  return JSON.stringify({
    Label: '1',
    ContentProducer: producer,
    ProduceID: id,
    ReservedCode1: '',
    ContentPropagator: producer,
    PropagateID: id,
    ReservedCode2: '',
  })
}

const xmpOf = (property: string) =>
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description rdf:about="" xmlns:TC260="${NAMESPACE}"><TC260:AIGC>${property}</TC260:AIGC>` +
  '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'

/** XMP that holds nothing but the label of another; null where that has none. */
export function labelIn(xmp: string | undefined): string | null {
  const property = xmp?.includes(NAMESPACE) ? PROPERTY.exec(xmp)?.[1] : undefined
  return property ? xmpOf(property) : null
}

function box(name: string, ...parts: readonly (Uint8Array | string | number)[]): Uint8Array {
  const bytes = parts.map((part) => {
    if (typeof part === 'string') return utf8.encode(part)
    if (typeof part !== 'number') return part
    const word = new Uint8Array(4)
    new DataView(word.buffer).setUint32(0, part)
    return word
  })
  const size = bytes.reduce((sum, part) => sum + part.length, 8)
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, size)
  head.set(utf8.encode(name), 4)
  return joinBytes([head, ...bytes])
}

/** A film's tags, with one (QuickTime File Format, metadata atoms). */
function tagsOf(name: string, value: string): Uint8Array {
  const handler = box('hdlr', 0, 0, 'mdta', 0, 0, 0, new Uint8Array(1))
  const keys = box('keys', 0, 1, box('mdta', name))
  // Its first key; UTF-8, of no country.
  const item = box('\0\0\0\u0001', box('data', 1, 0, value))
  return box('udta', box('meta', 0, handler, keys, box('ilst', item)))
}

/** Boxes in whose tables the places of a film's samples stand, from outside in. */
const TO_PLACES = ['trak', 'mdia', 'minf', 'stbl']

/** Moves the places of samples that lie behind `from`. */
function movePlaces(
  head: Uint8Array,
  from: number,
  by: number,
  [next, ...deeper] = TO_PLACES,
  start = 8,
  end = head.length,
): void {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (const inner of boxesOf(head, start, end)) {
    if (inner.name === next) movePlaces(head, from, by, deeper, inner.start, inner.end)
    if (next || (inner.name !== 'stco' && inner.name !== 'co64')) continue
    const isLong = inner.name === 'co64'
    for (let at = inner.start + 8; at + (isLong ? 8 : 4) <= inner.end; at += isLong ? 8 : 4) {
      const place = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at)
      if (place < from) continue
      if (isLong) view.setBigUint64(at, BigInt(place + by))
      else view.setUint32(at, place + by)
    }
  }
}

/** A film with the label as its only tag: others may hold what it was made by. */
function labelFilm(film: Uint8Array, label: AiLabel): Uint8Array {
  const boxes = boxesOf(film)
  const moov = findBox(boxes, 'moov')
  if (!moov) return film
  const kept = boxesOf(film, moov.start, moov.end)
    .filter(({ name }) => name !== 'udta' && name !== 'meta')
    .map(({ at, end }) => film.subarray(at, end))
  const made = box('moov', ...kept, tagsOf('AIGC', lineOf(label)))
  movePlaces(made, moov.end, made.length - (moov.end - moov.at))
  return joinBytes([film.subarray(0, moov.at), made, film.subarray(moov.end)])
}

/**
 * A generated file with its label, and without what else its metadata told, such as the graph that made it; types other
 * than PNG, JPEG, WebP and MP4 come back as they are.
 */
export function labelled(bytes: Uint8Array, type: string, label: AiLabel): Uint8Array {
  if (type === 'video/mp4') return labelFilm(bytes, label)
  const property = lineOf(label).replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
  const xmp = utf8.encode(xmpOf(property))
  const bare = () => joinBytes(stripMetadata(bytes))
  switch (type) {
    case 'image/png':
      return insertChunk(bare(), 'iTXt', joinBytes([utf8.encode(PNG_NAME), xmp]))
    case 'image/jpeg':
      return insertSegment(bare(), { marker: JPEG_APP1, name: JPEG_NAME, data: xmp })
    case 'image/webp':
      return joinBytes(tellWebp(bytes, { exif: null, xmp }))
    default:
      return bytes
  }
}
