import { boxesOf, findBox } from '#kernels/isobmff.ts'
import { joinBytes } from '#kernels/join-bytes.ts'
import { withLabel, xmpOfLabel } from '#kernels/metadata/ai-label.ts'
import { stripMetadata } from '#kernels/metadata/metadata.ts'

/** The label of generated pictures and films: in pictures as an XMP property, in films as a tag. */

const utf8 = new TextEncoder()
const LABELLED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

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
  if (!LABELLED.has(type)) return bytes
  return withLabel(joinBytes(stripMetadata(bytes)), xmpOfLabel(lineOf(label)))
}
