import { AppError } from '#contracts/errors.ts'
import { findPlanSvg } from '#kernels/plan/svg.ts'

/**
 * A coloured plan in vectors, which its file holds.
 * @throws AppError FILE_DAMAGED for a file of another origin
 */
export async function planAsSvg(file: Blob): Promise<Blob> {
  const svg = findPlanSvg(new Uint8Array(await file.arrayBuffer()))
  if (!svg) throw new AppError('FILE_DAMAGED', '这个文件里没有矢量图，请用原图再生成一次')
  return new Blob([svg], { type: 'image/svg+xml' })
}
