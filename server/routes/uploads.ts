import { randomUUID } from 'node:crypto'
import { mkdirSync, statfsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { Context, Hono } from 'hono'
import { LIMITS } from '#contracts/asset.ts'
import { ASSET_HEADER, UPLOAD_PATH } from '#contracts/endpoints.ts'
import { refuse } from '#contracts/envelope.ts'
import { AppError, type ErrorName, toAppError } from '#contracts/errors.ts'
import { clipText, shownName } from '#contracts/safe-name.ts'
import { type FileKind, sniff } from '#kernels/sniff.ts'
import { refuseCrossSite, requireViewer } from '#server/auth/session.ts'
import type { Pools } from '#server/engines/local/pools.ts'
import type { WorkResult } from '#server/engines/local/protocol.ts'
import { readHead } from '#server/engines/local/read-head.ts'
import { describeThrown, type Log } from '#server/log.ts'
import { ownAsset } from '#server/store/assets.ts'
import { type Blobs, translateDiskError } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import { measureStorage } from '#server/store/storage.ts'
import {
  countOpenUploads,
  createUpload,
  dropUpload,
  findOwnedUpload,
  finishUpload,
  sweepUploads,
  type UploadRow,
} from '#server/store/uploads.ts'

/** An unfinished upload is kept this long, ms. */
const UPLOAD_LIFE_MS = 24 * 3_600_000
/** An extension of tus that is not served, and the type of the bytes that come by it. */
const WITH_UPLOAD = 'creation-with-upload'
const UPLOAD_TYPE = 'application/offset+octet-stream'
/** Methods that bring bytes. */
const RECEIVING: ReadonlySet<string> = new Set(['POST', 'PATCH'])
/** Kinds of files that are drawn before they are pictures. */
const DRAWING_KINDS: ReadonlySet<FileKind> = new Set<FileKind>(['dxf', 'svg'])
/** Ends of an inspection that come again with the same file. */
const ENDLESS: ReadonlySet<ErrorName> = new Set<ErrorName>(['ENGINE_TIMEOUT', 'ENGINE_MEMORY'])
/** Seconds after which a refused upload may be tried again. */
const RETRY_AFTER_S = 5
/** Unfinished uploads that one user may have. */
const OPEN_UPLOADS = 1000

interface Parts {
  db: Db
  blobs: Blobs
  pools: Pools
  log: Log
  dataDir: string
  /** What one user's pictures may take, bytes. */
  quotaBytes: number
  /** Free space below which nothing is taken in, bytes. */
  reserveBytes: number
}

/** Resumable uploads (tus 1.0). What comes in is checked before anybody can use it. */
export class Uploads {
  readonly #parts: Parts
  readonly #tus: Server
  readonly #folder: string
  readonly #viewers = new WeakMap<object, string>()
  /** Files being checked, so that an impatient repeat waits for the same check. */
  readonly #finishing = new Map<string, Promise<string>>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#folder = join(parts.dataDir, 'uploads')
    // The tus store makes the folder too, but without waiting for it: a request may come before that.
    mkdirSync(this.#folder, { recursive: true })
    const datastore = new FileStore({
      directory: this.#folder,
      expirationPeriodInMilliseconds: UPLOAD_LIFE_MS,
    })
    // The server asks its store for an upload that came with its creation, when the file has moved on.
    datastore.extensions = datastore.extensions.filter((name) => name !== WITH_UPLOAD)
    this.#tus = new Server({
      path: UPLOAD_PATH,
      datastore,
      maxSize: LIMITS.uploadBytes,
      relativeLocation: true,
      allowedOrigins: () => false,
      namingFunction: () => randomUUID(),
      onUploadCreate: async (request, upload) => {
        const userId = this.#viewers.get(request)
        if (!userId) throw this.#response(new AppError('NOT_SIGNED_IN'))
        if ((await countOpenUploads(parts.db, userId)) >= OPEN_UPLOADS)
          throw this.#response(new AppError('TOO_MANY'))
        const { used } = await measureStorage(parts.db, userId)
        if (used + (upload.size ?? 0) > parts.quotaBytes) throw this.#response(new AppError('QUOTA_FULL'))
        const name = clipText(shownName(upload.metadata?.filename ?? ''), 255)
        await createUpload(parts.db, { id: upload.id, user_id: userId, name, size: upload.size ?? 0 })
        return {}
      },
      onUploadFinish: async (request, upload) => {
        const row = await findOwnedUpload(parts.db, this.#viewers.get(request) ?? '', upload.id)
        if (!row) throw this.#response(new AppError('NOT_FOUND'))
        return { headers: { [ASSET_HEADER]: await this.#finish(row, upload.size ?? 0) } }
      },
      onResponseError: (_request, error) => this.#translate(error),
    })
  }

  /** Adds the routes. */
  mount(app: Hono): void {
    app.all(UPLOAD_PATH, (c) => this.#handle(c, null))
    app.all(`${UPLOAD_PATH}/:id`, (c) => this.#handle(c, c.req.param('id')))
  }

  /** Removes uploads that were not finished in time, and the notes of finished ones. */
  async sweep(): Promise<void> {
    for (const id of await sweepUploads(this.#parts.db, Date.now() - UPLOAD_LIFE_MS))
      await this.#removeBytes(id)
  }

  async #handle(c: Context, id: string | null): Promise<Response> {
    if (c.req.method !== 'HEAD' && c.req.method !== 'OPTIONS') refuseCrossSite(c)
    const viewer = await requireViewer(c, this.#parts.db)
    if (c.req.method === 'GET') throw new AppError('NOT_FOUND')
    if (id !== null) {
      const row = await findOwnedUpload(this.#parts.db, viewer.id, id)
      if (!row) throw new AppError('NOT_FOUND')
      if (row.asset_id && c.req.method !== 'DELETE') return this.#answerFinished(row, row.asset_id)
    }
    if (c.req.method === 'POST' && c.req.header('content-type') === UPLOAD_TYPE)
      throw new AppError('BAD_REQUEST', '上传的内容要在创建之后用 PATCH 发送')
    if (RECEIVING.has(c.req.method) && this.#freeBytes() < this.#parts.reserveBytes)
      throw new AppError('DISK_FULL')
    this.#viewers.set(c.req.raw, viewer.id)
    const response = await this.#tus.handleWeb(c.req.raw)
    if (id !== null && c.req.method === 'DELETE') await dropUpload(this.#parts.db, id)
    if (id !== null && c.req.method === 'HEAD' && response.ok)
      return this.#completeHead(response, viewer.id, id)
    return response.status >= 400 ? this.#asEnvelope(response) : response
  }

  /** The answer to a client that missed the first one. */
  #answerFinished(row: UploadRow, assetId: string): Response {
    const size = String(row.size)
    return new Response(null, {
      status: 200,
      headers: {
        'Tus-Resumable': '1.0.0',
        'Cache-Control': 'no-store',
        'Upload-Offset': size,
        'Upload-Length': size,
        [ASSET_HEADER]: assetId,
      },
    })
  }

  /** All bytes are here but the check was cut short, by a restart say: it is made up for now. */
  async #completeHead(response: Response, userId: string, id: string): Promise<Response> {
    const length = response.headers.get('upload-length')
    if (length === null || length !== response.headers.get('upload-offset')) return response
    const row = await findOwnedUpload(this.#parts.db, userId, id)
    if (!row) throw new AppError('NOT_FOUND')
    try {
      return this.#answerFinished(row, await this.#finish(row, Number(length)))
    } catch (error) {
      const { status_code, body } = this.#translate(error)
      return this.#asEnvelope(new Response(body, { status: status_code }))
    }
  }

  #finish(row: UploadRow, size: number): Promise<string> {
    const running =
      this.#finishing.get(row.id) ?? this.#takeIn(row, size).finally(() => this.#finishing.delete(row.id))
    this.#finishing.set(row.id, running)
    return running
  }

  /** Checks the file, then moves it into the store and gives it to its owner. */
  async #takeIn(row: UploadRow, size: number): Promise<string> {
    const { db, blobs } = this.#parts
    const path = join(this.#folder, row.id)
    const out = blobs.temporaryPath()
    try {
      const { type, width, height, drawn } = await this.#inspect(row, { path, size, out })
      // The upload keeps its bytes until the asset is noted: a server that is killed in between checks them again.
      if (!drawn) await link(path, out)
      const { id, bytes } = await blobs.adopt(out)
      try {
        await db.transaction().execute(async (tx) => {
          await ownAsset(tx, row.user_id, { id, bytes, type, width, height })
          await finishUpload(tx, row.id, id)
        })
      } finally {
        blobs.release(id)
      }
      await this.#removeBytes(row.id)
      return id
    } catch (error) {
      const refused = toAppError(translateDiskError(error))
      // What is no good is dropped at once; what failed for the server's sake can be sent again.
      if (refused.status < 500) {
        await this.#removeBytes(row.id)
        await dropUpload(db, row.id)
      }
      throw this.#response(refused)
    } finally {
      await rm(out, { force: true })
    }
  }

  /**
   * Checks an uploaded file, a drawing in a process of its own.
   * @throws AppError the file's refusal; one that took too much time or memory is refused as well, for it would again
   */
  async #inspect(row: UploadRow, file: { path: string; size: number; out: string }): Promise<WorkResult> {
    const { pools } = this.#parts
    const isDrawing = DRAWING_KINDS.has(sniff(await readHead(file.path), file.size).kind)
    const pool = isDrawing ? pools.drawings : pools.pictures
    try {
      return await pool.run({ kind: 'inspect', name: row.name, ...file }, { owner: row.user_id })
    } catch (error) {
      if (error instanceof AppError && ENDLESS.has(error.errorName))
        throw new AppError(isDrawing ? 'DRAWING_TOO_COMPLEX' : 'FILE_TOO_COMPLEX', undefined, {
          cause: error,
        })
      throw error
    }
  }

  async #removeBytes(id: string): Promise<void> {
    await rm(join(this.#folder, id), { force: true })
    await rm(join(this.#folder, `${id}.json`), { force: true })
  }

  #response(error: AppError): { status_code: number; body: string } {
    return { status_code: error.status, body: JSON.stringify(refuse(error)) }
  }

  #translate(error: unknown): { status_code: number; body: string } {
    if (error instanceof Error) {
      const known = toAppError(translateDiskError(error))
      if (known.errorName === 'INTERNAL') this.#parts.log.error('upload failed', describeThrown(error))
      return this.#response(known)
    }
    const { status_code, body } = error as { status_code: number; body: string }
    if (body.startsWith('{')) return { status_code, body }
    if (status_code === 413) return this.#response(new AppError('FILE_TOO_BIG'))
    if (status_code === 404 || status_code === 410) return this.#response(new AppError('NOT_FOUND'))
    // The file store hides why a write failed; a disk without room is the likely reason.
    if (status_code >= 500 && this.#freeBytes() < 1024 * 1024)
      return this.#response(new AppError('DISK_FULL'))
    // tus keeps its own status: its client tells a conflict of offsets (409) from a refusal by it.
    const name = status_code >= 500 ? 'INTERNAL' : 'BAD_REQUEST'
    return { status_code, body: JSON.stringify(refuse(new AppError(name))) }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#folder)
    return bavail * bsize
  }

  /** A refusal as the app's clients read it, with tus's headers kept. */
  async #asEnvelope(response: Response): Promise<Response> {
    const text = await response.text()
    const body = text.startsWith('{')
      ? text
      : this.#translate({ status_code: response.status, body: text }).body
    const headers = new Headers(response.headers)
    headers.set('Content-Type', 'application/json; charset=UTF-8')
    headers.delete('Content-Length')
    if (response.status === 429) headers.set('Retry-After', String(RETRY_AFTER_S))
    return new Response(body, { status: response.status, headers })
  }
}
