import { type Box, boxesOf, findBox, type Item, itemsOf, primaryProperties } from '#kernels/isobmff.ts'
import { joinBytes } from '#kernels/join-bytes.ts'
import { exifBlock, type Told } from './exif.ts'

/** Items that tell something of a picture: Exif, XMP, and what has a type of its own. */
const TELLING = ['Exif', 'mime', 'uri ']
/** Boxes of a film that hold words about it. */
const WORDS = ['udta', 'meta', 'uuid']
const FILM = ['moov', 'trak', 'mdia']
/** Boxes that hold the times of recording and change, behind version and flags. */
const TIMED = ['mvhd', 'tkhd', 'mdhd']

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function rename(bytes: Uint8Array, { at }: Box, name: string): void {
  for (let i = 0; i < 4; i++) bytes[at + 4 + i] = name.charCodeAt(i)
}

/** A box becomes free space, so that nothing behind it moves. */
function blank(bytes: Uint8Array, box: Box): void {
  rename(bytes, box, 'free')
  bytes.fill(0, box.start, box.end)
}

/** Blanks words and times in a film, and in what lies beside a picture. */
function blankWords(bytes: Uint8Array, boxes: readonly Box[], inFilm: boolean): void {
  for (const box of boxes) {
    if (box.name === 'uuid' || (inFilm && WORDS.includes(box.name))) blank(bytes, box)
    if (FILM.includes(box.name)) blankWords(bytes, boxesOf(bytes, box.start, box.end), true)
    if (TIMED.includes(box.name)) bytes.fill(0, box.start + 4, box.start + (bytes[box.start] === 1 ? 20 : 12))
  }
}

/** A box of the same kind with a list from which some entries are left out. */
function without(
  bytes: Uint8Array,
  box: Box,
  { count, cuts }: { count: { at: number; width: 2 | 4; value: number }; cuts: Pick<Box, 'at' | 'end'>[] },
): Uint8Array {
  const parts: Uint8Array[] = []
  let from = box.at
  for (const { at, end } of [...cuts].sort((a, b) => a.at - b.at)) {
    parts.push(bytes.subarray(from, at))
    from = end
  }
  const made = joinBytes([...parts, bytes.subarray(from, box.end)])
  const view = viewOf(made)
  view.setUint32(0, made.length)
  if (count.width === 2) view.setUint16(count.at - box.at, count.value)
  else view.setUint32(count.at - box.at, count.value)
  return made
}

/** `meta` without some of its items, filled up to its size. */
function metaWithout(
  bytes: Uint8Array,
  meta: Box,
  inMeta: readonly Box[],
  gone: readonly Item[],
): Uint8Array {
  const view = viewOf(bytes)
  const isGone = (id: number) => gone.some((item) => item.id === id)
  const all = itemsOf(bytes)
  const parts: Uint8Array[] = [bytes.subarray(meta.at, meta.start + 4)]
  for (const box of inMeta) {
    if (box.name === 'iinf') {
      const width = view.getUint8(box.start) === 0 ? 2 : 4
      const count = { at: box.start + 4, width, value: all.length - gone.length } as const
      parts.push(without(bytes, box, { count, cuts: gone.map(({ info }) => info) }))
    } else if (box.name === 'iloc') {
      const width = view.getUint8(box.start) < 2 ? 2 : 4
      const places = gone.flatMap(({ place }) => (place ? [{ at: place.start, end: place.end }] : []))
      const before = width === 2 ? view.getUint16(box.start + 6) : view.getUint32(box.start + 6)
      const count = { at: box.start + 6, width, value: before - places.length } as const
      parts.push(without(bytes, box, { count, cuts: places }))
    } else if (box.name === 'iref') {
      const isWide = view.getUint8(box.start) > 0
      const references = boxesOf(bytes, box.start + 4, box.end)
      const cuts = references.filter(({ start }) =>
        isGone(isWide ? view.getUint32(start) : view.getUint16(start)),
      )
      // Its version and flags stand where others have a count, and stay.
      const count = { at: box.start, width: 4, value: view.getUint32(box.start) } as const
      if (cuts.length < references.length) parts.push(without(bytes, box, { count, cuts }))
    } else parts.push(bytes.subarray(box.at, box.end))
  }
  const made = joinBytes(parts)
  const filler = new Uint8Array(meta.end - meta.at - made.length)
  if (filler.length >= 8) {
    viewOf(filler).setUint32(0, filler.length)
    for (let i = 0; i < 4; i++) filler[4 + i] = 'free'.charCodeAt(i)
  }
  return joinBytes([made, filler])
}

/** Puts an Exif block that tells only this into an item's place; false where it has no room. */
function tellIn(bytes: Uint8Array, item: Item, told: Told): boolean {
  const block = exifBlock({ ...told, orientation: 1 })
  const [extent] = item.extents
  if (item.type !== 'Exif' || !block || item.extents.length !== 1) return false
  // Four bytes tell where the block begins behind them (ISO/IEC 23008-12, A.2.1).
  if (!extent || extent.length < block.length + 4) return false
  bytes.fill(0, extent.start, extent.start + extent.length)
  bytes.set(block, extent.start + 4)
  return true
}

/**
 * An AVIF (or HEIC) bit for bit, without Exif, XMP and other words about it. Nothing moves: what goes leaves free
 * space behind. How it stands is told by properties, which stay.
 * @throws RangeError where lengths point beyond the bytes
 */
export function stripHeif(source: Uint8Array, told: Told): Uint8Array[] {
  const bytes = Uint8Array.from(source)
  const top = boxesOf(bytes)
  blankWords(bytes, top, false)
  const meta = findBox(top, 'meta')
  if (!meta) return [bytes]
  const inMeta = boxesOf(bytes, meta.start + 4, meta.end)
  const telling = itemsOf(bytes).filter(({ type }) => TELLING.includes(type))
  const gone = telling.filter((item) => !tellIn(bytes, item, told))
  for (const { extents } of gone)
    for (const { start, length } of extents) bytes.fill(0, start, start + length)
  if (gone.length > 0) bytes.set(metaWithout(bytes, meta, inMeta, gone), meta.at)
  return [bytes]
}

/** The colour profile of a file's main picture; null without one. */
export function profileOfHeif(bytes: Uint8Array): Uint8Array | null {
  const isProfile = ({ name, start }: Box) =>
    name === 'colr' && ['prof', 'rICC'].includes(String.fromCharCode(...bytes.subarray(start, start + 4)))
  const colr = primaryProperties(bytes).find(isProfile)
  return colr ? bytes.subarray(colr.start + 4, colr.end) : null
}
