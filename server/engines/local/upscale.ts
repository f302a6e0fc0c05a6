import { AppError } from '#contracts/errors.ts'
import { cutOf, enlarge } from '#kernels/nn/enlarge.ts'
import { paramsOf } from '#ops/index.ts'
import { checkUpscaled } from '#ops/upscale/limits.ts'
import { decodeRgba, fromRgba, openImage, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import { runNetwork } from './session.ts'
import type { Report } from './worker.ts'

/**
 * Enlarges a picture 2 or 4 times, tile by tile; PNG, alpha kept.
 * @throws AppError INPUT_MISSING, FILE_TOO_MANY_PIXELS when the result would be too large, FILE_DAMAGED, DISK_FULL
 */
export async function runUpscale(
  work: Extract<Work, { kind: 'upscale' }>,
  report: Report,
): Promise<WorkResult> {
  const { factor, quality } = paramsOf('upscale').parse(work.params)
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  report(0.01, '读取图片')
  const { autoOrient } = await withImageErrors(() => openImage(source.path).metadata())
  checkUpscaled(autoOrient.width, autoOrient.height, factor)
  const image = await decodeRgba(source.path)
  const pixels = new Uint8ClampedArray(image.data.buffer, image.data.byteOffset, image.data.byteLength)
  report(0.03, '放大')
  const raster = { width: image.width, height: image.height, data: pixels }
  const file = { model: work.model, threads: work.threads, cut: cutOf(quality) }
  const enlarged = await enlarge(
    raster,
    factor,
    quality,
    (half, values, dims) => runNetwork(file, values, dims, half),
    (done, total) => report(0.03 + (0.9 * done) / total, total > 1 ? `放大 ${done} / ${total} 块` : '放大'),
  )
  report(0.94, '保存结果')
  const { width, height, data } = enlarged
  return withImageErrors(async () => {
    const rgba = fromRgba({ data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height })
    await rgba.png({ compressionLevel: 4, adaptiveFiltering: true }).toFile(work.out)
    return { type: 'image/png', width, height }
  })
}
