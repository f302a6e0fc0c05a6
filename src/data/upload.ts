import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { APP_HEADER, ASSET_HEADER, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { openEnvelope } from '#contracts/envelope.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { call } from './api.ts'
import { reportFailure } from './network.ts'

export interface UploadJob {
  blob: Blob
  /** SHA-256 of the bytes. */
  assetId: string
  name: string
  userId: string
  signal: AbortSignal
  /** Bytes sent so far. */
  onProgress: (bytes: number) => void
}

/** Bytes of one request: a cut costs at most this much, and weak links see progress. */
const CHUNK_BYTES = 8 * 1024 * 1024
const RETRY_DELAYS_MS = [0, 500, 2000]

/** What a failed upload means. */
function explain(error: Error | DetailedError): AppError {
  if (!('originalResponse' in error) || !error.originalResponse) {
    reportFailure()
    return new AppError('NETWORK', undefined, { cause: error })
  }
  const response = error.originalResponse
  const status = response.getStatus()
  if (status === 401) return new AppError('NOT_SIGNED_IN', undefined, { cause: error })
  try {
    openEnvelope(JSON.parse(response.getBody()))
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.errorName !== 'BAD_RESPONSE') return thrown
  }
  const isGateway = status >= 502 && status <= 504
  return new AppError(isGateway ? 'NETWORK' : 'INTERNAL', undefined, { cause: error })
}

/** A server that is busy or unwell is asked again; a refusal is final. */
function isWorthRetrying(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0
  return status === 0 || status === 409 || status === 423 || status >= 500
}

function startUpload(job: UploadJob): Promise<string> {
  return new Promise((resolve, reject) => {
    const finish = (response: HttpResponse | undefined) => resolve(response?.getHeader(ASSET_HEADER) ?? '')
    const upload = new Upload(job.blob, {
      endpoint: UPLOAD_PATH,
      headers: { [APP_HEADER]: '1' },
      metadata: { filename: job.name, filetype: job.blob.type },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      // Named by content and account, so that the same bytes go on where they stopped, after a reload too.
      fingerprint: async () => `zhuhui-${job.userId}-${job.assetId}`,
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => job.onProgress(sent),
      onShouldRetry: isWorthRetrying,
      onSuccess: ({ lastResponse }) => finish(lastResponse),
      onError: (error) => reject(explain(error)),
    })
    const stop = () => {
      void upload.abort()
      reject(new AppError('CANCELLED'))
    }
    if (job.signal.aborted) return stop()
    job.signal.addEventListener('abort', stop, { once: true })
    upload
      .findPreviousUploads()
      .then((previous) => {
        const [latest] = previous
        if (latest) upload.resumeFromPreviousUpload(latest)
        if (!job.signal.aborted) upload.start()
      })
      .catch((thrown: unknown) => reject(toAppError(thrown)))
  })
}

/**
 * Sees to it that the server's store holds the bytes: asks first, then uploads what is missing, resuming an
 * earlier upload of the same bytes.
 * @throws AppError NETWORK when the way is cut, FILE_ errors when the server refuses the file, CANCELLED
 */
export async function ensureAsset(job: UploadJob): Promise<void> {
  const there = await call('findAsset', { query: { id: job.assetId }, signal: job.signal })
  if (!there) {
    const assetId = await startUpload(job)
    // An upload that an earlier page had finished answers without the id: then the store is asked.
    const known = assetId || (await call('findAsset', { query: { id: job.assetId }, signal: job.signal }))?.id
    if (known !== job.assetId) throw new AppError('FILE_DAMAGED', '上传后的文件与原文件不一致')
  }
  job.onProgress(job.blob.size)
}
