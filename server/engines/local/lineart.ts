import { writeFile } from 'node:fs/promises'
import { AppError } from '#contracts/errors.ts'
import { drawLines } from '#kernels/lineart/draw-lines.ts'
import { addVectors } from '#kernels/lineart-vector/png-note.ts'
import { paramsOf } from '#ops/index.ts'
import { decodeRgba, fromRgba, openImage, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

/** Longest side that lines are drawn at, px: beyond it a drawing gains no line, only time. */
const LONGEST_SIDE = 3000

async function sizeWithin(path: string): Promise<{ width: number; height: number } | undefined> {
  const { autoOrient } = await withImageErrors(() => openImage(path).metadata())
  const scale = LONGEST_SIDE / Math.max(autoOrient.width, autoOrient.height)
  if (scale >= 1) return undefined
  return {
    width: Math.max(1, Math.round(autoOrient.width * scale)),
    height: Math.max(1, Math.round(autoOrient.height * scale)),
  }
}

/**
 * Draws a picture's lines: a PNG that also holds them as vectors.
 * @throws AppError INPUT_MISSING, FILE_DAMAGED, DISK_FULL
 */
export async function runLineart(
  work: Extract<Work, { kind: 'lineart' }>,
  report: Report,
): Promise<WorkResult> {
  const params = paramsOf('lineart').parse(work.params)
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  report(0.02, '读取图片')
  const image = await decodeRgba(source.path, await sizeWithin(source.path))
  const pixels = new Uint8ClampedArray(image.data.buffer, image.data.byteOffset, image.data.byteLength)
  const { raster, vectors } = drawLines(
    { width: image.width, height: image.height, data: pixels },
    params,
    (progress) => report(0.05 + 0.85 * progress, '描绘线条'),
  )
  report(0.92, '保存结果')
  const data = Buffer.from(raster.data.buffer, raster.data.byteOffset, raster.data.byteLength)
  return withImageErrors(async () => {
    const { width, height } = raster
    const rgba = fromRgba({ data, width, height })
    const png = await (params.transparent ? rgba : rgba.removeAlpha())
      .png({ compressionLevel: 6, adaptiveFiltering: false })
      .toBuffer()
    await writeFile(work.out, addVectors(png, vectors))
    return { type: 'image/png', width, height }
  })
}
