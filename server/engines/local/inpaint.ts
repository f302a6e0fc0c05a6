import { LIMITS } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { OPS } from '#contracts/ops.ts'
import { NothingToCopyError } from '#kernels/inpaint/complete.ts'
import { extendPicture, fillHoles } from '#kernels/inpaint/fill.ts'
import type { Raster } from '#kernels/raster.ts'
import { decodeRgba, fromRgba, withImageErrors } from './decode.ts'
import type { Work, WorkResult } from './protocol.ts'
import type { Report } from './worker.ts'

const STEP = '补全画面'

function translate(thrown: unknown): never {
  if (thrown instanceof NothingToCopyError) throw new AppError('MASK_TOO_LARGE', undefined, { cause: thrown })
  throw thrown
}

async function readPicture(work: Extract<Work, { kind: 'inpaint' | 'outpaint' }>): Promise<Raster> {
  const source = work.inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  const { data, width, height } = await decodeRgba(source.path)
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

function save(picture: Raster, out: string): Promise<WorkResult> {
  const { width, height, data } = picture
  return withImageErrors(async () => {
    const rgba = fromRgba({ data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height })
    await rgba.png({ compressionLevel: 6, adaptiveFiltering: true }).toFile(out)
    return { type: 'image/png', width, height }
  })
}

/**
 * Takes what is masked out of a picture; PNG of the same size.
 * @throws AppError INPUT_MISSING, MASK_TOO_LARGE, FILE_DAMAGED, DISK_FULL
 */
export async function runInpaint(
  work: Extract<Work, { kind: 'inpaint' }>,
  report: Report,
): Promise<WorkResult> {
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const painted = work.inputs.find(({ role }) => role === 'mask')
  if (!painted) throw new AppError('INPUT_MISSING', '还没有涂抹要消除的部分')
  const { width, height } = picture
  const rgba = await decodeRgba(painted.path, { width, height })
  const mask = Uint8Array.from({ length: width * height }, (_, i) => rgba.data[4 * i] ?? 0)
  try {
    const filled = fillHoles(picture, mask, (done) => report(0.05 + 0.87 * done, STEP))
    report(0.94, '保存结果')
    return await save(filled, work.out)
  } catch (thrown) {
    return translate(thrown)
  }
}

/**
 * Extends a picture to its sides; PNG.
 * @throws AppError INPUT_MISSING, FILE_TOO_MANY_PIXELS when the result would be too large, FILE_DAMAGED, DISK_FULL
 */
export async function runOutpaint(
  work: Extract<Work, { kind: 'outpaint' }>,
  report: Report,
): Promise<WorkResult> {
  const margins = OPS.outpaint.params.parse(work.params)
  report(0.02, '读取图片')
  const picture = await readPicture(work)
  const width = picture.width + margins.left + margins.right
  const height = picture.height + margins.top + margins.bottom
  if (width * height > LIMITS.pixels) throw new AppError('FILE_TOO_MANY_PIXELS', '扩展后的画面太大')
  try {
    const wider = extendPicture(picture, margins, (done) => report(0.05 + 0.87 * done, STEP))
    report(0.94, '保存结果')
    return await save(wider, work.out)
  } catch (thrown) {
    return translate(thrown)
  }
}
