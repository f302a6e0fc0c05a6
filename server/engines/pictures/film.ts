import { AppError } from '#contracts/errors.ts'

/** Boxes that hold others, on the way to a track's size. */
const HOLDERS = new Set(['moov', 'trak'])

interface Box {
  type: string
  from: number
  to: number
}

/** Boxes of a stretch of an MP4 file; ISO/IEC 14496-12, 4.2. @throws AppError ENGINE_OUTPUT when one is cut short */
export function* boxesOf(bytes: Buffer, from = 0, to = bytes.length): Generator<Box> {
  for (let at = from; at < to; ) {
    if (at + 8 > to) throw new AppError('ENGINE_OUTPUT')
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1
    if (isLong && at + 16 > to) throw new AppError('ENGINE_OUTPUT')
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const head = isLong ? 16 : 8
    if (size < head || at + size > to) throw new AppError('ENGINE_OUTPUT')
    yield { type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size }
    at += size
  }
}

/** Sizes of the tracks in a stretch of an MP4 file, px; sound has none. */
function* sizesIn(bytes: Buffer, from?: number, to?: number): Generator<{ width: number; height: number }> {
  for (const box of boxesOf(bytes, from, to)) {
    if (HOLDERS.has(box.type)) yield* sizesIn(bytes, box.from, box.to)
    // Both are fixed-point numbers at the end of the box.
    if (box.type === 'tkhd' && box.to - box.from >= 84)
      yield { width: bytes.readUInt16BE(box.to - 8), height: bytes.readUInt16BE(box.to - 4) }
  }
}

/**
 * Size of an MP4 film, px.
 * @throws AppError ENGINE_OUTPUT when it is none, or not whole
 */
export function readFilm(bytes: Buffer): { width: number; height: number } {
  const types = [...boxesOf(bytes)].map(({ type }) => type)
  const size = [...sizesIn(bytes)].find(({ width, height }) => width > 0 && height > 0)
  if (types[0] !== 'ftyp' || !types.includes('mdat') || !size) throw new AppError('ENGINE_OUTPUT')
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
