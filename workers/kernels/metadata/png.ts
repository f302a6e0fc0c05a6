import { findChunk, insertChunk } from '#kernels/png-chunks.ts'

/** Chunks that make up the picture, its colours and its resolution; all others only tell something of it. */
const PICTURE = [
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'hIST', 'sPLT', 'pHYs'],
]
const INCH_IN_METRES = 0.0254

const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

function resolutionChunk(density: number): Uint8Array {
  const data = new Uint8Array(9)
  const view = new DataView(data.buffer)
  const perMetre = Math.round(density / INCH_IN_METRES)
  view.setUint32(0, perMetre)
  view.setUint32(4, perMetre)
  data[8] = 1
  return data
}

/** Chunks of a PNG that are wanted, up to its end. */
function keep(png: Uint8Array, isWanted: (name: string) => boolean): Uint8Array[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const parts = [png.subarray(0, 8)]
  let at = 8
  while (at + 12 <= png.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > png.length) break
    const name = ascii(png, at + 4, 4)
    if (isWanted(name)) parts.push(png.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  return parts
}

/** A PNG bit for bit, without texts, times, Exif and what other programs put into chunks of their own. */
export function stripPng(png: Uint8Array, density: number): Uint8Array[] {
  const isBare = density > 0 && !findChunk(png, 'pHYs')
  return keep(isBare ? insertChunk(png, 'pHYs', resolutionChunk(density)) : png, (name) =>
    PICTURE.includes(name),
  )
}

/** A PNG with a resolution in the place of the one that it has. */
export function resolvePng(png: Uint8Array, density: number): Uint8Array[] {
  const bare = keep(png, (name) => name !== 'pHYs')
  const [signature, head, ...rest] = bare
  if (!signature || !head) return bare
  const start = new Uint8Array(signature.length + head.length)
  start.set(signature)
  start.set(head, signature.length)
  return [insertChunk(start, 'pHYs', resolutionChunk(density)), ...rest]
}

/** A PNG with a profile (packed as zlib does); one that it has goes. */
export function profilePng(png: Uint8Array, packed: Uint8Array): Uint8Array {
  const name = 'ICC\0\0'
  const data = new Uint8Array(name.length + packed.length)
  for (let i = 0; i < name.length; i++) data[i] = name.charCodeAt(i)
  data.set(packed, name.length)
  return insertChunk(png, 'iCCP', data)
}

/** The packed profile of a PNG; null without one. */
export function profileOfPng(png: Uint8Array): Uint8Array | null {
  const data = findChunk(png, 'iCCP')
  // A name that ends with 0, and the one way of packing that there is.
  return data ? data.subarray(data.indexOf(0) + 2) : null
}
