import type { ModelId } from '#contracts/models.ts'
import type { Trim } from '#contracts/task.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { ParamsOf } from '#ops/index.ts'
import type { RunMade, RunWork } from '#workers/image/types.ts'

export type { ReadText } from '#kernels/ocr/read-texts.ts'

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

/** A cut-out; `trim` says where it lies in its source if it was cropped. */
export interface MadeCut extends Made {
  trim?: Trim
}

/** 0..1, and what is being done in Chinese. */
export type OnProgress = (progress: number, step: string) => void

/** The vision worker: the neural tools, away from the main thread. Errors cross as carryErrors names them. */
export interface VisionWorker {
  /**
   * Cuts a picture's subject out; PNG at full size (or cropped, as the parameters ask).
   * @param painted corrections or a selection as a picture, see the op's `mode`; or null
   * @throws AppError NO_SUBJECT without a clear subject, the FILE_ errors of decoding
   */
  cutOut(
    file: Blob,
    painted: Blob | null,
    params: ParamsOf<'matting'>,
    network: Network,
    onProgress: OnProgress,
  ): Promise<MadeCut>
  /** Carries out an operation that runs networks. @param networks those that it may run */
  run(
    work: RunWork,
    networks: Readonly<Partial<Record<ModelId, Network>>>,
    onProgress: OnProgress,
  ): Promise<RunMade>
  /** Reads the upright lines of text in a picture. */
  readTexts(
    file: Blob,
    networks: { find: Network; read: Network },
    onProgress: OnProgress,
  ): Promise<ReadText[]>
}
