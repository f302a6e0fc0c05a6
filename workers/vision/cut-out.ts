import type { ParamsOf } from '#contracts/ops.ts'
import { cropOf, fitWithin, groundColour, keepHoles, refuseEmpty } from '#kernels/nn/cut.ts'
import { cutOut as blend, ESTIMATE_SIDE, estimateGround, layOnColour } from '#kernels/nn/foreground.ts'
import { correctMask, ISNET_SIDE, isnetInput, isnetMask, maskPlane } from '#kernels/nn/isnet.ts'
import { REFINE_SIDE, refineEdges } from '#kernels/nn/refine.ts'
import { resample } from '#kernels/nn/resample.ts'
import { dropSpecks } from '#kernels/nn/specks.ts'
import type { Raster } from '#kernels/raster.ts'
import { decode } from '#workers/image/decode.ts'
import { encodeAsPng } from '#workers/image/encode.ts'
import type { Made, Network, OnProgress } from './contract.ts'
import { runNetwork } from './session.ts'

/** The network's mask at 1024 × 1024. */
async function findSubject(raster: Raster, network: Network, onProgress: OnProgress): Promise<Uint8Array> {
  const squeezed = resample({ ...raster, channels: 4 }, ISNET_SIDE, ISNET_SIDE, 'linear', 3)
  const dims = [1, 3, ISNET_SIDE, ISNET_SIDE]
  const output = await runNetwork(network, isnetInput(squeezed, 3), dims, () =>
    onProgress(0.15, '正在识别主体'),
  )
  const mask = isnetMask(output)
  dropSpecks(mask, ISNET_SIDE)
  return mask
}

async function applyStrokes(mask: Uint8Array, strokes: Blob, { width, height }: Raster): Promise<void> {
  const { raster } = await decode(strokes)
  const same = raster.width === width && raster.height === height
  correctMask(mask, same ? raster.data : resample({ ...raster, channels: 4 }, width, height, 'linear'))
}

function estimate(raster: Raster, mask: Uint8Array) {
  const { width, height } = fitWithin(raster, ESTIMATE_SIDE)
  const pixels = resample({ ...raster, channels: 4 }, width, height, 'linear', 3)
  const plane = { width: raster.width, height: raster.height, channels: 1, data: mask }
  const alpha = resample(plane, width, height, 'linear')
  return estimateGround(pixels, maskPlane(alpha, width, height).data, width, height)
}

/** The network's mask at the picture's size, its edges found anew in the picture. */
function enlarge(found: Uint8Array, raster: Raster): Uint8Array {
  const { width, height } = fitWithin(raster, REFINE_SIDE)
  const isWhole = width === raster.width && height === raster.height
  const small = { width: ISNET_SIDE, height: ISNET_SIDE, channels: 1, data: found }
  const mask = resample(small, width, height, 'cubic')
  const pixels = isWhole ? raster.data : resample({ ...raster, channels: 4 }, width, height, 'linear')
  refineEdges({ width, height, data: pixels }, mask)
  if (isWhole) return mask
  return resample({ width, height, channels: 1, data: mask }, raster.width, raster.height, 'cubic')
}

function crop(raster: Raster, box: { left: number; top: number; width: number; height: number }): Raster {
  const { left, top, width, height } = box
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * raster.width + left) * 4
    data.set(raster.data.subarray(from, from + 4 * width), 4 * width * y)
  }
  return { width, height, data }
}

/** See VisionWorker.cutOut: the steps of the server's engine, with this browser's decoder and encoder. */
export async function cutOut(
  file: Blob,
  strokes: Blob | null,
  params: ParamsOf<'matting'>,
  network: Network,
  onProgress: OnProgress,
): Promise<Made> {
  onProgress(0.02, '正在读取图片')
  const { raster } = await decode(file)
  const { width, height, data } = raster
  onProgress(0.06, '正在准备模型')
  const found = await findSubject(raster, network, onProgress)
  onProgress(0.8, '正在提取边缘')
  const mask = enlarge(found, raster)
  if (strokes) await applyStrokes(mask, strokes, raster)
  keepHoles(mask, data)
  refuseEmpty(mask, raster)
  blend(data, mask, width, height, estimate(raster, mask))
  onProgress(0.93, '正在保存')
  const ground = groundColour(params)
  if (ground) layOnColour(data, ground)
  const result = params.trim ? crop(raster, cropOf(mask, raster)) : raster
  return { blob: await encodeAsPng(result), width: result.width, height: result.height }
}
