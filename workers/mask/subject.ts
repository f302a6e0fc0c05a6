import { flatten } from '#kernels/alpha.ts'
import type { Raster } from '#kernels/raster.ts'
import { POINTING_SIDE } from '#kernels/segment/point-at.ts'
import { decode, decodeSmaller } from '#workers/image/decode.ts'
import { scale } from '#workers/image/scale.ts'
import type { Subject } from './contract.ts'

let held: { key: string; full?: Promise<Raster>; small?: Promise<Raster> } = { key: '' }

function slotOf({ key }: Subject) {
  if (held.key !== key) held = { key }
  return held
}

/**
 * The whole picture, at the size of its masks.
 * @throws AppError the FILE_ errors of decoding
 */
export function fullPicture(subject: Subject): Promise<Raster> {
  const slot = slotOf(subject)
  const { file, width, height } = subject
  slot.full ??= decode(file).then(({ raster }) => scale(flatten(raster), width, height))
  return slot.full
}

/**
 * A copy for finding things in.
 * @throws AppError the FILE_ errors of decoding
 */
export function smallPicture(subject: Subject): Promise<Raster> {
  const slot = slotOf(subject)
  slot.small ??= decodeSmaller(subject.file, POINTING_SIDE).then(({ raster }) => flatten(raster))
  return slot.small
}
