/** What is told of a picture besides its pixels and its colours. */
export interface Told {
  /** Exif's orientation, 1..8. */
  orientation?: number
  /** Pixels an inch; 0 where it is not known. */
  density?: number
}

/** Tags with their types (3: 16 bits, 5: a fraction) that are written. */
const ORIENTATION = 0x0112
const RESOLUTIONS = [0x011a, 0x011b]
const UNIT = 0x0128
const INCHES = 2
/** Fractions of an inch keep three digits. */
const PARTS = 1000

/** An Exif block (Exif 2.3, 4.5) that tells this and nothing else; null where there is nothing to tell. */
export function exifBlock({ orientation = 1, density = 0 }: Told): Uint8Array | null {
  const entries: [tag: number, type: 3 | 5, value: number][] = []
  if (orientation > 1) entries.push([ORIENTATION, 3, orientation])
  if (density > 0) for (const tag of RESOLUTIONS) entries.push([tag, 5, density])
  if (density > 0) entries.push([UNIT, 3, INCHES])
  if (entries.length === 0) return null
  const fractions = entries.filter(([, type]) => type === 5).length
  const values = 8 + 2 + 12 * entries.length + 4
  const block = new Uint8Array(values + 8 * fractions)
  const view = new DataView(block.buffer)
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, 8, true)
  view.setUint16(8, entries.length, true)
  let free = values
  for (const [i, [tag, type, value]] of entries.entries()) {
    const at = 10 + 12 * i
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, 1, true)
    if (type === 3) view.setUint16(at + 8, value, true)
    else {
      view.setUint32(at + 8, free, true)
      view.setUint32(free, Math.round(value * PARTS), true)
      view.setUint32(free + 4, PARTS, true)
      free += 8
    }
  }
  return block
}
