import { maskOfPicture } from '#kernels/mask/from-picture.ts'
import { outlineIn } from '#kernels/matting/alpha-matte.ts'
import { keepHoles, refuseEmpty } from '#kernels/matting/cut.ts'
import { cutOut as blend } from '#kernels/matting/cut-out.ts'
import { correctMask, dropGuesses, ISNET_SIDE, isnetInput, isnetMask } from '#kernels/matting/isnet.ts'
import { maskPointed } from '#kernels/matting/pointed.ts'
import { dropSpecks } from '#kernels/matting/specks.ts'
import { resample } from '#kernels/raster/resample.ts'
import type { Raster } from '#kernels/raster.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import type { ParamsOf } from '../index.ts'
import type { Platform, Report } from '../platform.ts'
import { findingOf } from './finding.ts'

const SQUARE = { width: ISNET_SIDE, height: ISNET_SIDE }

interface Cutting {
  io: Platform
  /** As those of the operation; what comes after the cut is not looked at. */
  params: Pick<ParamsOf<'matting'>, 'mode' | 'things'>
  /** What was painted, at the picture's size; see the parameter `mode`. */
  painted: Raster | null
  report: Report
}

/** What stays of a picture, 0..255 a pixel, however it was told; see findingOf. */
async function findMask(raster: Raster, { io, params, painted, report }: Cutting): Promise<Uint8Array> {
  const finding = findingOf(params, painted !== null)
  if (finding === 'painted' && painted) return maskOfPicture(painted)
  report(0.08, '识别主体')
  const run = io.network('isnet')
  /** The network's opinion of a picture that is squeezed to its square. */
  const look = async (squeezed: Uint8Array) => {
    const [shares] = await run(isnetInput(squeezed, 3), [1, 3, ISNET_SIDE, ISNET_SIDE])
    const seen = isnetMask(shares)
    dropSpecks(seen, ISNET_SIDE)
    report(0.75, '提取边缘')
    return seen
  }
  if (finding === 'pointed') {
    const segment = keptSegmenter(io.network('seeing'))
    return maskPointed(raster, params.things, painted && maskOfPicture(painted), look, segment)
  }
  const found = await look(resample({ ...raster, channels: 4 }, ISNET_SIDE, ISNET_SIDE, 'linear', 3))
  dropGuesses(found, ISNET_SIDE, ISNET_SIDE)
  const mask = outlineIn(raster, found, SQUARE)
  if (painted) correctMask(mask, painted.data)
  return mask
}

/**
 * Cuts a picture's subject out, in place: IS-Net's mask, of the whole picture or of what was pointed at, refined at its
 * edges, the user's strokes over it, ground colour taken out of the edge.
 * @returns what stays, 0..255 a pixel
 * @throws AppError NO_SUBJECT when there is no clear subject
 */
export async function cutOut(raster: Raster, how: Cutting): Promise<Uint8Array> {
  const mask = await findMask(raster, how)
  keepHoles(mask, raster.data)
  refuseEmpty(mask, raster)
  blend(raster.data, mask, raster.width, raster.height)
  return mask
}
