import { AppError } from '#contracts/errors.ts'
import type { Raster } from '#kernels/raster.ts'
import { MOST_SIDE, REDUCED, renderPicture, STYLE_SIDE, sizeWithin } from '#kernels/render/render.ts'
import { paramsOf } from '#ops/index.ts'
import { decodeRgba, openImage, withImageErrors } from './decode.ts'
import { openLibraryMaterials } from './material.ts'
import { savePictureLikeSource } from './picture.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

type RenderWork = Extract<Work, { kind: 'render' }>

/** A picture, upright, its longer side at most `side` px. */
export async function readWithin(path: string, side: number): Promise<Raster & { reduced: boolean }> {
  const { autoOrient } = await withImageErrors(() => openImage(path).metadata())
  const size = sizeWithin(autoOrient.width, autoOrient.height, side)
  const reduced = size.width < autoOrient.width
  const { data, width, height } = await decodeRgba(path, reduced ? size : undefined)
  return {
    width,
    height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    reduced,
  }
}

/**
 * Renders a clay model, a line drawing or a photograph: sees its geometry and dresses it, without moving any of it;
 * in the encoding of its source, at most MOST_SIDE px in the longer side.
 * @throws AppError INPUT_MISSING, FILE_DAMAGED, FILE_TOO_MANY_PIXELS, DISK_FULL
 */
export async function runRender(work: RenderWork, report: Report): Promise<WorkResult> {
  const params = paramsOf('render').parse(work.params)
  report(0.02, '读取图片')
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  const style = work.inputs.find(({ role }) => role === 'style')
  const { reduced, ...image } = await readWithin(source.path, MOST_SIDE)
  const styled = style ? await readWithin(style.path, STYLE_SIDE) : null
  const { picture, note } = await renderPicture(
    { image, style: styled, open: openLibraryMaterials },
    params,
    report,
  )
  report(0.94, '保存结果')
  const saved = await savePictureLikeSource(picture, work, work.out)
  return { ...saved, note: reduced ? `${note}；${REDUCED}` : note }
}
