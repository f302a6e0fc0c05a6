import { AppError } from '#contracts/errors.ts'
import { emptyRoom, NothingToClearError, SHELL_MATERIALS } from '#kernels/clearroom/empty-room.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { readNeeded } from '../inputs.ts'
import type { Run } from '../platform.ts'

/**
 * Empties a room: takes away what is masked, or what is recognised as furniture without a mask.
 * @throws AppError NOTHING_TO_CLEAR, MASK_TOO_LARGE
 */
export const run: Run<'clearroom'> = async ({ io, params: { keepFinish }, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const mask = await io.mask(raster)
  const materials = await io.materials(keepFinish ? [] : SHELL_MATERIALS)
  try {
    const made = await emptyRoom(raster, {
      mask,
      keepFinish,
      materials,
      segment: keptSegmenter(io.network('seeing')),
      report,
    })
    report(0.94, '保存结果')
    return { pictures: [await io.encodeLike(made.picture)], note: made.note }
  } catch (thrown) {
    if (thrown instanceof NothingToClearError)
      throw new AppError('NOTHING_TO_CLEAR', undefined, { cause: thrown })
    if (thrown instanceof NothingToCopyError)
      throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
    throw thrown
  }
}
