import { flatten } from '#kernels/alpha.ts'
import { type Places, placesIn } from '#kernels/mask/by-name.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { lookAt, nameScene } from '#kernels/seeing/see.ts'
import { POINTING_SIDE } from '#kernels/segment/point-at.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { decode, decodeSmaller } from '#workers/image/decode.ts'
import { type Networks, openNetworks } from '#workers/image/networks.ts'
import { scale } from '#workers/image/scale.ts'
import type { Subject } from './contract.ts'

/** What a picture shows: its regions, and what its places are called. */
interface SeenPicture {
  seen: Seen
  places: Places
}

/** What was found out about the picture in hand. */
interface Held {
  key: string
  full?: Promise<Raster>
  small?: Promise<Raster>
  seen?: Promise<SeenPicture>
}

let held: Held = { key: '' }

function slotOf({ key }: Subject): Held {
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

/**
 * The picture as a render sees it, and the names of its places; looked for once, and again where it failed.
 * @throws AppError the FILE_ errors of decoding, and those of networks
 */
export function seenPicture(subject: Subject, networks: Networks): Promise<SeenPicture> {
  const slot = slotOf(subject)
  if (slot.seen) return slot.seen
  const made = lookAtSubject(subject, networks)
  slot.seen = made
  void made.catch(() => {
    if (slot.seen === made) delete slot.seen
  })
  return made
}

async function lookAtSubject(subject: Subject, networks: Networks): Promise<SeenPicture> {
  const segment = keptSegmenter(openNetworks(networks, ['seeing']))
  const glance = await lookAt(await smallPicture(subject), { segment })
  const seen = nameScene(glance)
  return { seen, places: placesIn(seen, glance.segmentation) }
}
