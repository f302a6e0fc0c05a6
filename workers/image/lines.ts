import { drawLines as draw } from '#kernels/lineart/draw-lines.ts'
import { addVectors } from '#kernels/lineart-vector/png-note.ts'
import type { ParamsOf } from '#ops/index.ts'
import { decodeSmaller } from './decode.ts'
import { encodeAsPng } from './encode.ts'
import type { Encoded, OnProgress } from './types.ts'

/** Longer side, px, beyond which a line drawing gains nothing and takes too long. */
const MOST_SIDE = 3000

/** Draws the lines of a picture; PNG that also holds them as vectors, at most 3000 px on its longer side. */
export async function drawLines(
  file: Blob,
  params: ParamsOf<'lineart'>,
  onProgress: OnProgress,
): Promise<Encoded> {
  onProgress(0.02, '正在读取图片')
  const { raster } = await decodeSmaller(file, MOST_SIDE)
  onProgress(0.1, '正在描线')
  const { raster: drawn, vectors } = draw(raster, params, (p) => onProgress(0.1 + 0.8 * p, '正在描线'))
  onProgress(0.92, '正在保存')
  const png = new Uint8Array(await (await encodeAsPng(drawn)).arrayBuffer())
  const blob = new Blob([addVectors(png, vectors)], { type: 'image/png' })
  return { blob, width: drawn.width, height: drawn.height }
}
