import { transfer } from 'comlink'
import type { MaskName } from '#contracts/mask.ts'
import { maskOfName, maskOfRegion, type NamedShare, namesIn } from '#kernels/mask/by-name.ts'
import { maskOfPicture } from '#kernels/mask/from-picture.ts'
import { type Reshape, reshapeMask } from '#kernels/mask/reshape.ts'
import { snapMask } from '#kernels/mask/snap.ts'
import { selectColour, type WandSettings } from '#kernels/mask/wand.ts'
import { MASK_CHUNK } from '#kernels/matting/cut.ts'
import { findChunk } from '#kernels/png-chunks.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Pointing, thingAt } from '#kernels/segment/point-at.ts'
import { decode } from '#workers/image/decode.ts'
import { maskPng } from '#workers/image/mask-png.ts'
import type { Networks } from '#workers/image/networks.ts'
import { scale } from '#workers/image/scale.ts'
import type { MaskBytes, Subject } from './contract.ts'
import { fullPicture, seenPicture, smallPicture } from './subject.ts'

/** Hands a mask over without a copy. */
function give(mask: Uint8Array): MaskBytes {
  const own = mask.buffer instanceof ArrayBuffer ? (mask as MaskBytes) : new Uint8Array(mask)
  return transfer(own, [own.buffer])
}

/** See MaskWorker.read. */
export async function read(file: Blob, width: number, height: number): Promise<MaskBytes> {
  const { raster } = await decode(file)
  return give(maskOfPicture(await scale(raster, width, height)))
}

/** See MaskWorker.write. */
export function write(mask: MaskBytes, width: number, height: number): Promise<Blob> {
  return maskPng(mask, width, height)
}

/** See MaskWorker.kept. */
export async function kept(result: Blob): Promise<Blob | null> {
  const found = findChunk(new Uint8Array(await result.arrayBuffer()), MASK_CHUNK)
  return found && new Blob([new Uint8Array(found)], { type: 'image/png' })
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

/** A mask of a copy of a picture, at the size of the subject's masks, with its edges on those of the picture. */
async function snapped(subject: Subject, mask: Uint8Array, copy: Raster): Promise<MaskBytes> {
  return give(snapMask(mask, copy, await fullPicture(subject)))
}

/** See MaskWorker.select. */
export async function select(subject: Subject, pointing: Pointing): Promise<MaskBytes> {
  const copy = await smallPicture(subject)
  const { width, height } = subject
  const mask = thingAt(copy, pointing, width, height)
  return copy.width < width ? snapped(subject, mask, copy) : give(mask)
}

/** The picture at the size at which it was seen. */
async function seenCopy(
  subject: Subject,
  { width, height }: { width: number; height: number },
): Promise<Raster> {
  return scale(await smallPicture(subject), width, height)
}

/** See MaskWorker.names. */
export async function names(subject: Subject, networks: Networks): Promise<NamedShare[]> {
  return namesIn((await seenPicture(subject, networks)).places)
}

/** See MaskWorker.named. */
export async function named(subject: Subject, name: MaskName, networks: Networks): Promise<MaskBytes> {
  const { places } = await seenPicture(subject, networks)
  return snapped(subject, maskOfName(places, name), await seenCopy(subject, places))
}

/** See MaskWorker.region. */
export async function region(
  subject: Subject,
  { x, y }: { x: number; y: number },
  networks: Networks,
): Promise<MaskBytes> {
  const { seen } = await seenPicture(subject, networks)
  const mask = maskOfRegion(seen, { x: x / subject.width, y: y / subject.height })
  return snapped(subject, mask, await seenCopy(subject, seen))
}
