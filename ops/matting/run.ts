import { MASK_CHUNK } from '#kernels/matting/cut.ts'
import { finishCut } from '#kernels/matting/finish-cut.ts'
import { cropPicture } from '#kernels/matting/region.ts'
import { insertChunk } from '#kernels/png-chunks.ts'
import { scaledTo } from '#kernels/raster/resample.ts'
import { readNeeded } from '../inputs.ts'
import type { NetworksOf, Run } from '../platform.ts'
import { cutOut } from './cut-out.ts'
import { findingOf } from './finding.ts'

/** What was painted wholly by hand needs no network. */
export const networksOf: NetworksOf<'matting'> = async ({ io, params }) => {
  const finding = findingOf(params, (await io.size('mask')) !== null)
  if (finding === 'painted') return []
  return finding === 'pointed' ? ['isnet', 'seeing'] : ['isnet']
}

/**
 * Cuts a picture's subject out, with a shadow and on a ground, as asked; PNG, which keeps the mask to be corrected.
 * @throws AppError NO_SUBJECT when there is no clear subject
 */
export const run: Run<'matting'> = async ({ io, params, report }) => {
  report(0.02, '读取图片')
  const { raster } = await readNeeded(io, 'image')
  const { width, height } = raster
  const strokes = await io.read('mask')
  const painted = strokes && scaledTo(strokes.raster, raster)
  const mask = await cutOut(raster, { io, params, painted, report })
  const box = finishCut(raster, mask, params)
  report(0.9, '保存结果')
  const png = await io.encodePng(box ? cropPicture(raster, box) : raster)
  const bytes = insertChunk(png.bytes, MASK_CHUNK, await io.encodeGrey(mask, raster))
  const trim = box ? { left: box.left, top: box.top, width, height } : undefined
  return { pictures: [{ ...png, bytes }], note: '', ...(trim && { trim }) }
}
