import { KEYS } from '#kernels/ocr/keys.ts'
import { type ReadText, readTexts as read } from '#kernels/ocr/read-texts.ts'
import { decode } from '#workers/image/decode.ts'
import type { Network, OnProgress } from './contract.ts'
import { runNetwork } from './session.ts'

/** See VisionWorker.readTexts. */
export async function readTexts(
  file: Blob,
  networks: { find: Network; read: Network },
  onProgress: OnProgress,
): Promise<ReadText[]> {
  onProgress(0.02, '正在识别文字')
  const { raster } = await decode(file)
  const run = (network: Network) => (values: Float32Array<ArrayBuffer>, dims: readonly number[]) =>
    runNetwork(network, values, dims)
  return read(raster, { find: run(networks.find), read: run(networks.read), keys: KEYS }, (done) =>
    onProgress(done, '正在识别文字'),
  )
}
