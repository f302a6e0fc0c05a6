import { maskOfPicture } from '#kernels/mask/from-picture.ts'
import { keepHoles, MASK_CHUNK, refuseEmpty } from '#kernels/matting/cut.ts'
import { finishCut } from '#kernels/matting/finish-cut.ts'
import { cutOut as blend } from '#kernels/matting/foreground.ts'
import { correctMask, ISNET_SIDE, isnetInput, isnetMask } from '#kernels/matting/isnet.ts'
import { maskPointed, outlineIn } from '#kernels/matting/pointed.ts'
import { cropPicture } from '#kernels/matting/region.ts'
import { dropSpecks } from '#kernels/matting/specks.ts'
import { insertChunk } from '#kernels/png-chunks.ts'
import type { Raster } from '#kernels/raster.ts'
import { resample } from '#kernels/resample/resample.ts'
import type { ParamsOf } from '#ops/index.ts'
import { findingOf } from '#ops/matting/finding.ts'
import { decode } from '#workers/image/decode.ts'
import { encodeAsPng } from '#workers/image/encode.ts'
import { maskPng } from '#workers/image/mask-png.ts'
import type { MadeCut, Network, OnProgress } from './contract.ts'
import { runNetwork } from './session.ts'

type Params = ParamsOf<'matting'>

/** The network's opinion of a picture that is squeezed to its square. */
async function look(squeezed: Uint8Array, network: Network, onProgress: OnProgress): Promise<Uint8Array> {
  const dims = [1, 3, ISNET_SIDE, ISNET_SIDE]
  const output = await runNetwork(network, isnetInput(squeezed, 3), dims, {
    onReady: () => onProgress(0.15, '正在识别主体'),
  })
  const mask = isnetMask(output)
  dropSpecks(mask, ISNET_SIDE)
  return mask
}

/** A picture of strokes or of a mask, at the size of what it belongs to. */
async function decodeAs(file: Blob, { width, height }: Raster): Promise<Raster> {
  const { raster } = await decode(file)
  if (raster.width === width && raster.height === height) return raster
  const data = resample({ ...raster, channels: 4 }, width, height, 'linear')
  return { width, height, data: new Uint8ClampedArray(data.buffer) }
}

/** What stays of a picture, 0..255 a pixel, however it was told; see findingOf. */
async function findMask(
  raster: Raster,
  painted: Blob | null,
  params: Params,
  network: Network,
  onProgress: OnProgress,
): Promise<Uint8Array> {
  const strokes = painted && (await decodeAs(painted, raster))
  const finding = findingOf(params, strokes !== null)
  if (finding === 'painted' && strokes) return maskOfPicture(strokes)
  onProgress(0.06, '正在准备模型')
  const ask = async (squeezed: Uint8Array) => {
    const seen = await look(squeezed, network, onProgress)
    onProgress(0.8, '正在提取边缘')
    return seen
  }
  if (finding === 'pointed') return maskPointed(raster, params.things, strokes && maskOfPicture(strokes), ask)
  const found = await ask(resample({ ...raster, channels: 4 }, ISNET_SIDE, ISNET_SIDE, 'linear', 3))
  const mask = outlineIn(raster, found, { width: ISNET_SIDE, height: ISNET_SIDE })
  if (strokes) correctMask(mask, strokes.data)
  return mask
}

/** See VisionWorker.cutOut: the steps of the server's engine, with this browser's decoder and encoder. */
export async function cutOut(
  file: Blob,
  painted: Blob | null,
  params: Params,
  network: Network,
  onProgress: OnProgress,
): Promise<MadeCut> {
  onProgress(0.02, '正在读取图片')
  const { raster } = await decode(file)
  const { width, height, data } = raster
  const mask = await findMask(raster, painted, params, network, onProgress)
  keepHoles(mask, data)
  refuseEmpty(mask, raster)
  blend(data, mask, width, height)
  onProgress(0.93, '正在保存')
  const box = finishCut(raster, mask, params)
  const result = box ? cropPicture(raster, box) : raster
  const png = new Uint8Array(await (await encodeAsPng(result)).arrayBuffer())
  const kept = new Uint8Array(await (await maskPng(mask, width, height)).arrayBuffer())
  const blob = new Blob([insertChunk(png, MASK_CHUNK, kept)], { type: 'image/png' })
  return {
    ...{ blob, width: result.width, height: result.height },
    ...(box ? { trim: { left: box.left, top: box.top, width, height } } : {}),
  }
}
