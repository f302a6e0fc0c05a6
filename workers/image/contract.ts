import type { ParamsOf } from '#contracts/ops.ts'

/** An encoded picture with its size in pixels. */
export interface Encoded {
  blob: Blob
  width: number
  height: number
}

/** A compressed picture; sizes in bytes. */
export interface CompressResult extends Encoded {
  before: number
  after: number
  /** Encoder quality that was used, 1..100. */
  quality: number
  /** One Chinese line when something differs from what was asked, such as a kept original. */
  note: string
}

/** What a file is, judged by its bytes. */
export interface ImageFacts {
  type: string
  /** Pixels after EXIF orientation; 0 where this browser cannot read the type. */
  width: number
  height: number
  /** This browser can decode it. */
  readable: boolean
}

export type OnProgress = (progress: number, step: string) => void

/** The image worker: everything that decodes, computes and encodes pictures away from the main thread. */
export interface ImageWorker {
  inspect(file: Blob, name: string): Promise<ImageFacts>
  resize(file: Blob, longerSide: number): Promise<Encoded>
  thumbnail(file: Blob, longerSide: number): Promise<Blob>
  hash(file: Blob): Promise<string>
  drawLines(file: Blob, params: ParamsOf<'lineart'>, onProgress: OnProgress): Promise<Encoded>
  compress(file: Blob, params: ParamsOf<'compress'>, onProgress: OnProgress): Promise<CompressResult>
}
