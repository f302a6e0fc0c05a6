import type { ParamsOf } from '#contracts/ops.ts'

/** Cache that holds networks and runtimes kept for work without a network. */
export const PACKS_CACHE = 'packs'

/** The files of onnxruntime-web; addresses on this origin. */
export interface Runtime {
  backend: 'wasm' | 'webgpu'
  mjs: string
  wasm: string
}

/** What a job needs besides the picture. Both are taken from the packs' cache when they are there. */
export interface Network {
  /** Address of the weights. */
  model: string
  runtime: Runtime
}

/** An encoded picture with its size in pixels. */
export interface Made {
  blob: Blob
  width: number
  height: number
}

/** 0..1, and what is being done in Chinese. */
export type OnProgress = (progress: number, step: string) => void

/** The vision worker: the neural tools, away from the main thread. Errors cross as carryErrors names them. */
export interface VisionWorker {
  /**
   * Cuts a picture's subject out; PNG at full size (or cropped, as the parameters ask).
   * @param strokes the user's corrections as a picture, or null
   * @throws AppError ENGINE_FAILED without a clear subject, the FILE_ errors of decoding
   */
  cutOut(
    file: Blob,
    strokes: Blob | null,
    params: ParamsOf<'matting'>,
    network: Network,
    onProgress: OnProgress,
  ): Promise<Made>
  /**
   * Enlarges a picture of up to DEVICE_UPSCALE_PIXELS; PNG with alpha kept.
   * @throws AppError FILE_TOO_MANY_PIXELS, the FILE_ errors of decoding
   */
  upscale(file: Blob, params: ParamsOf<'upscale'>, network: Network, onProgress: OnProgress): Promise<Made>
}
