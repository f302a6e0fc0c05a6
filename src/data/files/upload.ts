import type { DetailedError, HttpResponse, Upload } from 'tus-js-client'
import { APP_HEADER, ASSET_HEADER, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { openEnvelope } from '#contracts/envelope.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import { call, loseSession, readRetryAfter } from '#src/data/api/api.ts'
import { network, probe, reportFailure } from '#src/data/api/network.ts'

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
/** Cuts are answered within the upload; what lasts longer is the outbox's to wait for. ± 20 %, so that clients spread. */
const RETRY_DELAYS_MS = [0, 500, 2000]
/** An upload that stands still this long is looked into; with the probe's own time-out a dead line costs 15 s. */
const STALL_MS = 10_000

const spread = (ms: number) => Math.round(ms * (0.8 + 0.4 * Math.random()))

/** What a failed upload means. */
function explain(error: Error | DetailedError): AppError {
  if (!('originalResponse' in error) || !error.originalResponse) {
    reportFailure()
    return new AppError('NETWORK', undefined, { cause: error })
  }
  const response = error.originalResponse
  const status = response.getStatus()
  if (status === 401) {
    loseSession()
    return new AppError('NOT_SIGNED_IN', undefined, { cause: error })
  }
  const retryAfterMs = readRetryAfter(response.getHeader('Retry-After') ?? null)
  const more = { cause: error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  try {
    openEnvelope(JSON.parse(response.getBody()))
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.errorName !== 'BAD_RESPONSE') {
      return new AppError(thrown.errorName, thrown.message, more)
    }
  }
  const isGateway = status >= 502 && status <= 504
  return new AppError(isGateway ? 'NETWORK' : 'INTERNAL', undefined, more)
}

/** A server that is busy or unwell is asked again; a refusal is final, and so is a time that it has named. */
function isWorthRetrying(error: DetailedError): boolean {
  const response = error.originalResponse
  const status = response?.getStatus() ?? 0
  if (response?.getHeader('Retry-After')) return false
  return status === 0 || status === 409 || status === 423 || status >= 500
}

/**
 * Watches an upload that may stand still: on a line that swallows everything no error ever comes. While the
 * server answers a probe, it is only busy.
 * @returns `moved` is to be called with each sign of life
 */
function watchStall(onDead: () => void): { moved: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const moved = () => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void look(), STALL_MS)
  }
  const look = async () => {
    await probe()
    if (isOver) return
    if (network.peek() === 'offline') onDead()
    else moved()
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
  }
  moved()
  return { moved, stop }
}

/** Fetched with the first upload: a page is drawn without it. */
async function loadUpload(): Promise<typeof Upload> {
  try {
    return (await import('tus-js-client')).Upload
  } catch (thrown) {
    reportFailure()
    throw new AppError('NETWORK', undefined, { cause: thrown })
  }
}

async function startUpload(job: UploadJob): Promise<string> {
  const Upload = await loadUpload()
  return new Promise((resolve, reject) => {
    const end = (error: AppError) => {
      stall.stop()
      void upload.abort().catch(() => undefined)
      reject(error)
    }
    const stall = watchStall(() => end(new AppError('TIMEOUT')))
    const finish = (response: HttpResponse | undefined) => {
      stall.stop()
      resolve(response?.getHeader(ASSET_HEADER) ?? '')
    }
    const upload = new Upload(job.blob, {
      endpoint: UPLOAD_PATH,
      headers: { [APP_HEADER]: '1' },
      metadata: { filename: job.name, filetype: job.blob.type },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS.map(spread),
      // Named by content and account, so that the same bytes go on where they stopped, after a reload too.
      fingerprint: async () => `zhuhui-${job.userId}-${job.assetId}`,
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => {
        stall.moved()
        job.onProgress(sent)
      },
      onShouldRetry: isWorthRetrying,
      onSuccess: ({ lastResponse }) => finish(lastResponse),
      onError: (error) => end(explain(error)),
    })
    const stop = () => end(new AppError('CANCELLED'))
    if (job.signal.aborted) {
      stop()
      return
    }
    job.signal.addEventListener('abort', stop, { once: true })
    upload
      .findPreviousUploads()
      .then((previous) => {
        const [latest] = previous
        if (latest) upload.resumeFromPreviousUpload(latest)
        if (!job.signal.aborted) upload.start()
      })
      .catch((thrown: unknown) => end(toAppError(thrown)))
  })
}

/**
 * Sees to it that the server's store holds the bytes: asks first, then uploads what is missing, resuming an
 * earlier upload of the same bytes.
 * @throws AppError NETWORK or TIMEOUT when the way is cut or dead, FILE_ errors when the server refuses the
 *   file, CANCELLED
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
