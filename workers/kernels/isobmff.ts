/** Boxes of an ISO base media file (ISO/IEC 14496-12), in which AVIF and HEIC pictures lie (ISO/IEC 23008-12). */
export interface Box {
  name: string
  /** First byte, that of its size. */
  at: number
  /** Its contents. */
  start: number
  end: number
}

/** Boxes that are looked through: an end to files made to be read for ever. */
const MOST_BOXES = 4096

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Boxes that lie side by side between two places (4.2). */
export function boxesOf(bytes: Uint8Array, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = []
  const view = viewOf(bytes)
  let at = start
  while (at + 8 <= end && boxes.length < MOST_BOXES) {
    const size = view.getUint32(at)
    // Nothing that is looked for here is larger than 4 GB.
    const stop = size === 0 ? end : at + size
    if (stop < at + 8 || stop > end) break
    boxes.push({ name: ascii(bytes, at + 4, 4), at, start: at + 8, end: stop })
    at = stop
  }
  return boxes
}

/** The first box of a name. */
export const findBox = (boxes: readonly Box[], name: string) => boxes.find((box) => box.name === name)

/** Part of a file in which an item lies. */
interface Extent {
  start: number
  length: number
}

/** An item of a picture file: a picture, a tile, or words about them. */
export interface Item {
  id: number
  /** Four letters: av01, hvc1, grid, Exif, mime and others. */
  type: string
  /** Its entry in `iinf`. */
  info: Box
  /** Where its bytes lie in the file. */
  extents: Extent[]
  /** Its entry in `iloc`. */
  place: { start: number; end: number } | null
}

/** Reads numbers of changing width one after the other. */
class Numbers {
  readonly #view: DataView
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#view = viewOf(bytes)
    this.at = at
  }

  /** @param width 0, 1, 2, 4 or 8 bytes; 0 of nothing */
  next(width: number): number {
    const at = this.at
    this.at += width
    if (width === 1) return this.#view.getUint8(at)
    if (width === 2) return this.#view.getUint16(at)
    if (width === 4) return this.#view.getUint32(at)
    if (width === 8) return Number(this.#view.getBigUint64(at))
    return 0
  }
}

type Place = Pick<Item, 'extents'> & { place: { start: number; end: number } }

/** Where each item lies (ISO/IEC 14496-12, 8.11.3). */
function placesOf(bytes: Uint8Array, iloc: Box, idat: Box | undefined): Map<number, Place> {
  const numbers = new Numbers(bytes, iloc.start)
  const version = numbers.next(1)
  numbers.next(1)
  numbers.next(2)
  const sizes = numbers.next(2)
  const [ofOffset, ofLength] = [sizes >> 12, (sizes >> 8) & 15]
  const [ofBase, ofIndex] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0]
  const count = numbers.next(version < 2 ? 2 : 4)
  const places = new Map<number, Place>()
  for (let i = 0; i < count && numbers.at < iloc.end; i++) {
    const start = numbers.at
    const id = numbers.next(version < 2 ? 2 : 4)
    const method = version > 0 ? numbers.next(2) & 15 : 0
    numbers.next(2)
    const base = numbers.next(ofBase) + (method === 1 ? (idat?.start ?? 0) : 0)
    const pieces = numbers.next(2)
    const extents: Extent[] = []
    for (let piece = 0; piece < pieces && numbers.at < iloc.end; piece++) {
      numbers.next(ofIndex)
      extents.push({ start: base + numbers.next(ofOffset), length: numbers.next(ofLength) })
    }
    // Items that lie in other items have no place of their own.
    places.set(id, { extents: method > 1 ? [] : extents, place: { start, end: numbers.at } })
  }
  return places
}

/** Boxes that describe the items of a file. */
export function boxesOfMeta(bytes: Uint8Array): Box[] {
  const meta = findBox(boxesOf(bytes), 'meta')
  return meta ? boxesOf(bytes, meta.start + 4, meta.end) : []
}

/**
 * Items of a picture file.
 * @throws RangeError where lengths point beyond the bytes
 */
export function itemsOf(bytes: Uint8Array): Item[] {
  const inMeta = boxesOfMeta(bytes)
  const [iinf, iloc] = [findBox(inMeta, 'iinf'), findBox(inMeta, 'iloc')]
  if (!iinf || !iloc) return []
  const places = placesOf(bytes, iloc, findBox(inMeta, 'idat'))
  const view = viewOf(bytes)
  const first = iinf.start + 4 + (view.getUint8(iinf.start) === 0 ? 2 : 4)
  return boxesOf(bytes, first, iinf.end).flatMap((info) => {
    const version = view.getUint8(info.start)
    if (version < 2) return []
    const id = version === 2 ? view.getUint16(info.start + 4) : view.getUint32(info.start + 4)
    const type = ascii(bytes, info.start + (version === 2 ? 8 : 10), 4)
    const found = places.get(id)
    return [{ id, type, info, extents: found?.extents ?? [], place: found?.place ?? null }]
  })
}

/** Numbers of an item's properties in the order in which they apply (ISO/IEC 23008-12, 9.3). */
function propertiesOf(bytes: Uint8Array, { start, end }: Box, item: number): number[] {
  const view = viewOf(bytes)
  const version = view.getUint8(start)
  const isWide = (view.getUint8(start + 3) & 1) === 1
  const count = view.getUint32(start + 4)
  let at = start + 8
  for (let i = 0; i < count && at + 5 <= end; i++) {
    const id = version < 1 ? view.getUint16(at) : view.getUint32(at)
    at += version < 1 ? 2 : 4
    const associations = view.getUint8(at)
    at += 1
    const numbers: number[] = []
    for (let k = 0; k < associations; k++) {
      numbers.push(isWide ? view.getUint16(at) & 0x7fff : view.getUint8(at) & 0x7f)
      at += isWide ? 2 : 1
    }
    if (id === item) return numbers
  }
  return []
}

/**
 * Properties of the main picture, in the order in which they apply.
 * @throws RangeError where lengths point beyond the bytes
 */
export function primaryProperties(bytes: Uint8Array): Box[] {
  const inMeta = boxesOfMeta(bytes)
  const [pitm, iprp] = [findBox(inMeta, 'pitm'), findBox(inMeta, 'iprp')]
  const inIprp = iprp ? boxesOf(bytes, iprp.start, iprp.end) : []
  const [ipco, ipma] = [findBox(inIprp, 'ipco'), findBox(inIprp, 'ipma')]
  if (!pitm || !ipco || !ipma) return []
  const view = viewOf(bytes)
  const item =
    view.getUint8(pitm.start) === 0 ? view.getUint16(pitm.start + 4) : view.getUint32(pitm.start + 4)
  const properties = boxesOf(bytes, ipco.start, ipco.end)
  return propertiesOf(bytes, ipma, item).flatMap((number) => properties[number - 1] ?? [])
}
