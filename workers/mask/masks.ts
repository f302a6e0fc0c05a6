import { transfer } from 'comlink'
import { encodeIndexedPng } from '#kernels/compress/png.ts'
import { maskOfPicture } from '#kernels/mask/from-picture.ts'
import { type Reshape, reshapeMask } from '#kernels/mask/reshape.ts'
import { selectColour, type WandSettings } from '#kernels/mask/wand.ts'
import { type Pointing, selectAt } from '#kernels/segment/point-at.ts'
import { decode } from '#workers/image/decode.ts'
import { scale } from '#workers/image/scale.ts'
import type { MaskBytes, Subject } from './contract.ts'
import { fullPicture, smallPicture } from './subject.ts'

/** Hands a mask over without a copy. */
function give(mask: Uint8Array): MaskBytes {
  const own = mask.buffer instanceof ArrayBuffer ? (mask as MaskBytes) : new Uint8Array(mask)
  return transfer(own, [own.buffer])
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** All greys, so that a mask's values are indices. */
const GREYS = Uint8Array.from({ length: 4 * 256 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2))

/** See MaskWorker.read. */
export async function read(file: Blob, width: number, height: number): Promise<MaskBytes> {
  const { raster } = await decode(file)
  return give(maskOfPicture(await scale(raster, width, height)))
}

/** See MaskWorker.write. */
export async function write(mask: MaskBytes, width: number, height: number): Promise<Blob> {
  const bytes = await encodeIndexedPng({ width, height, indices: mask, palette: GREYS }, deflate)
  return new Blob([bytes], { type: 'image/png' })
}

/** See MaskWorker.reshape. */
export async function reshape(
  mask: MaskBytes,
  width: number,
  height: number,
  change: Reshape,
): Promise<MaskBytes> {
  return give(reshapeMask(mask, width, height, change))
}

/** See MaskWorker.wand. */
export async function wand(
  subject: Subject,
  at: { x: number; y: number },
  settings: WandSettings,
): Promise<MaskBytes> {
  return give(selectColour(await fullPicture(subject), at, settings))
}

/** See MaskWorker.select. */
export async function select(subject: Subject, pointing: Pointing): Promise<MaskBytes> {
  return give(selectAt(await smallPicture(subject), pointing, subject.width, subject.height))
}
