import { AppError } from '#contracts/errors.ts'
import { cutOf, enlarge as enlargeRaster } from '#kernels/nn/enlarge.ts'
import type { ParamsOf } from '#ops/index.ts'
import { checkUpscaled, DEVICE_UPSCALE_PIXELS } from '#ops/upscale/limits.ts'
import { decode } from '#workers/image/decode.ts'
import { encodeAsPng } from '#workers/image/encode.ts'
import { readHead } from '#workers/image/head.ts'
import type { Made, Network, OnProgress } from './contract.ts'
import { runNetwork } from './session.ts'

function refuseLarge(width: number, height: number): void {
  if (width * height <= DEVICE_UPSCALE_PIXELS) return
  const megapixels = (width * height) / 1e6
  throw new AppError(
    'FILE_TOO_MANY_PIXELS',
    `图片 ${megapixels.toFixed(1)} MP，本机最多放大 1 MP 的图片，请改用本地引擎`,
  )
}

/** See VisionWorker.upscale. */
export async function enlarge(
  file: Blob,
  { factor, quality }: ParamsOf<'upscale'>,
  network: Network,
  onProgress: OnProgress,
): Promise<Made> {
  onProgress(0.01, '正在读取图片')
  const head = await readHead(file, '')
  refuseLarge(head.width, head.height)
  const { raster } = await decode(file)
  refuseLarge(raster.width, raster.height)
  checkUpscaled(raster.width, raster.height, factor)
  onProgress(0.03, '正在准备模型')
  let begun = false
  const begin = () => {
    if (!begun) onProgress(0.06, '正在放大')
    begun = true
  }
  const cut = { ...network, cut: cutOf(quality) }
  const enlarged = await enlargeRaster(
    raster,
    factor,
    quality,
    (half, values, dims) => runNetwork(cut, values, dims, { half, onReady: begin }),
    (done, total) =>
      onProgress(0.06 + (0.88 * done) / total, total > 1 ? `正在放大 ${done} / ${total} 块` : '正在放大'),
  )
  onProgress(0.95, '正在保存')
  return { blob: await encodeAsPng(enlarged), width: enlarged.width, height: enlarged.height }
}
