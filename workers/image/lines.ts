import type { ParamsOf } from '#contracts/ops.ts'
import { drawLines as draw } from '#kernels/lineart/draw-lines.ts'
import type { Encoded, OnProgress } from './contract.ts'
import { decodeSmaller } from './decode.ts'
import { encodeAsPng } from './encode.ts'

/** Longer side, px, beyond which a line drawing gains nothing and takes too long. */
const MOST_SIDE = 3000

/** Draws the lines of a picture; PNG, at most 3000 px on its longer side. */
export async function drawLines(
  file: Blob,
  params: ParamsOf<'lineart'>,
  onProgress: OnProgress,
): Promise<Encoded> {
  onProgress(0.02, '正在读取图片')
  const { raster } = await decodeSmaller(file, MOST_SIDE)
  onProgress(0.1, '正在描线')
  const drawn = draw(raster, params, (p) => onProgress(0.1 + 0.8 * p, '正在描线'))
  onProgress(0.92, '正在保存')
  return { blob: await encodeAsPng(drawn), width: drawn.width, height: drawn.height }
}
