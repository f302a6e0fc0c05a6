import { AppError } from '#contracts/errors.ts'
import type { ParamsOf } from '#contracts/ops.ts'
import type { CompressResult, Encoded } from '#workers/image/contract.ts'

export type { CompressResult, Encoded } from '#workers/image/contract.ts'

export interface JobOptions {
  signal?: AbortSignal
  /** 0..1 and what is being done, in Chinese. */
  onProgress?: (progress: number, step: string) => void
  /** Called when a worker takes the job from the queue. */
  onStart?: () => void
}
export async function drawLinesOnDevice(
  _file: Blob,
  _params: ParamsOf<'lineart'>,
  _options: JobOptions = {},
): Promise<Blob> {
  throw new AppError('DEVICE_FAILED')
}
export async function compressOnDevice(
  _file: File,
  _params: ParamsOf<'compress'>,
  _options: JobOptions = {},
): Promise<CompressResult> {
  throw new AppError('DEVICE_FAILED')
}
/** Scales so that the longer side is `side` px. */
export async function resizeForUpload(
  _file: Blob,
  _side = 1024,
  _options: JobOptions = {},
): Promise<Encoded> {
  throw new AppError('DEVICE_FAILED')
}
export async function thumbnail(_file: Blob, _side = 320, _options: JobOptions = {}): Promise<Blob> {
  throw new AppError('DEVICE_FAILED')
}
/** Lower-case hexadecimal SHA-256. */
export async function hashFile(_file: Blob, _options: JobOptions = {}): Promise<string> {
  throw new AppError('DEVICE_FAILED')
}
