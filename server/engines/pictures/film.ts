import { AppError } from '#contracts/errors.ts'
import { boxesOf, findBox } from '#kernels/isobmff.ts'

/** Boxes that hold others, on the way to a track's size. */
const HOLDERS = new Set(['moov', 'trak'])

/** Sizes of the tracks in a stretch of an MP4 file, px; sound has none. */
function* sizesIn(bytes: Buffer, from?: number, to?: number): Generator<{ width: number; height: number }> {
  for (const { name, start, end } of boxesOf(bytes, from, to)) {
    if (HOLDERS.has(name)) yield* sizesIn(bytes, start, end)
    // Both are fixed-point numbers at the end of the box.
    if (name === 'tkhd' && end - start >= 84)
      yield { width: bytes.readUInt16BE(end - 8), height: bytes.readUInt16BE(end - 4) }
  }
}

/**
 * Size of an MP4 film, px.
 * @throws AppError ENGINE_OUTPUT when it is none, or not whole
 */
export function readFilm(bytes: Buffer): { width: number; height: number } {
  const boxes = boxesOf(bytes)
  const size = [...sizesIn(bytes)].find(({ width, height }) => width > 0 && height > 0)
  const isWhole = boxes[0]?.name === 'ftyp' && findBox(boxes, 'mdat') && boxes.at(-1)?.end === bytes.length
  if (!isWhole || !size) throw new AppError('ENGINE_OUTPUT')
  return size
}

/**
 * Whether bytes are a whole GLB file: its header, its own length and a first chunk of JSON; glTF 2.0, 4.
 */
export function isGlb(bytes: Buffer): boolean {
  return (
    bytes.length >= 20 &&
    bytes.toString('latin1', 0, 4) === 'glTF' &&
    bytes.readUInt32LE(4) === 2 &&
    bytes.readUInt32LE(8) === bytes.length &&
    bytes.toString('latin1', 16, 20) === 'JSON'
  )
}
