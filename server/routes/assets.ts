import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import {
  type Asset,
  type AssetFormat,
  type AssetId,
  type AssetSide,
  type AssetVariant,
  zAssetId,
  zProcess,
} from '#contracts/asset.ts'
import { ENDPOINTS, TOKEN_NAME } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import { safeFileName } from '#contracts/safe-name.ts'
import { requireViewer } from '#server/auth/session.ts'
import type { ChildPool } from '#server/engines/local/child-pool.ts'
import { findOwnedAsset } from '#server/store/assets.ts'
import { type Blobs, translateDiskError } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import { mountPrivate } from './mount.ts'
import { sendFile } from './send-file.ts'

/** The app's service worker keeps copies and empties them at sign-out; the browser's own cache would outlive it. */
const CACHE = 'private, no-store'
const TYPES = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const
/** Encodings of copies that name none; everything else becomes PNG. */
const OWN_FORMATS: Record<string, AssetFormat> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' }

const zQuery = z.object({ process: zProcess.optional(), download: z.string().max(255).optional() })

/** `attachment` with the name in ASCII and, exactly, in UTF-8 (RFC 6266 and 5987). */
function disposition(download: string | undefined): string {
  if (download === undefined) return 'inline'
  const name = safeFileName(download)
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** A copy with nothing left open. */
interface Copy {
  side: AssetSide | null
  format: AssetFormat
  watermark: boolean
}

function copyOf(asset: Asset, { side, format, watermark }: AssetVariant): Copy {
  return {
    side: side ?? null,
    format: format ?? OWN_FORMATS[asset.type] ?? 'png',
    watermark: watermark ?? false,
  }
}

/** Name of the copy's file, and its part in the entity tag. */
function nameOf({ side, format, watermark }: Copy): string {
  return `${side ?? 'full'}${watermark ? '-marked' : ''}.${format}`
}

/** Makes copies, each once. */
class Copier {
  readonly #making = new Map<string, Promise<void>>()
  readonly #blobs: Blobs
  readonly #pool: ChildPool

  constructor(blobs: Blobs, pool: ChildPool) {
    this.#blobs = blobs
    this.#pool = pool
  }

  async path(owner: string, id: AssetId, copy: Copy): Promise<string> {
    const path = this.#blobs.derivedPath(id, nameOf(copy))
    if (existsSync(path)) return path
    const making =
      this.#making.get(path) ?? this.#make(owner, id, copy, path).finally(() => this.#making.delete(path))
    this.#making.set(path, making)
    await making
    return path
  }

  async #make(owner: string, id: AssetId, copy: Copy, path: string): Promise<void> {
    const out = this.#blobs.temporaryPath()
    try {
      await this.#pool.run({ kind: 'scale', path: this.#blobs.path(id), out, ...copy }, { owner })
      await mkdir(dirname(path), { recursive: true })
      await rename(out, path)
    } catch (error) {
      throw translateDiskError(error)
    } finally {
      await rm(out, { force: true })
    }
  }
}

/** Bytes of pictures, for their owners alone. */
export function mountAssetRoutes(app: Hono, db: Db, blobs: Blobs, pool: ChildPool): void {
  const copier = new Copier(blobs, pool)

  mountPrivate(app, db, ENDPOINTS.findAsset, ({ viewer, query }) => findOwnedAsset(db, viewer.id, query.id))

  const serve = async (c: Context): Promise<Response> => {
    const viewer = await requireViewer(c, db)
    const id = zAssetId.safeParse(c.req.param('id'))
    const asset = id.success ? await findOwnedAsset(db, viewer.id, id.data) : null
    if (!asset) throw new AppError('NOT_FOUND')
    const query = zQuery.safeParse(c.req.query())
    if (!query.success) throw new AppError('BAD_REQUEST')
    const { process, download } = query.data
    const isImage = asset.type.startsWith('image/')
    const headers = {
      Vary: `Cookie, ${TOKEN_NAME}`,
      'Content-Disposition': isImage ? disposition(download) : disposition(download ?? asset.id),
    }
    if (process && isImage) {
      const copy = copyOf(asset, process)
      const path = await copier.path(viewer.id, asset.id, copy)
      const sent = await sendFile(c, path, {
        type: TYPES[copy.format],
        etag: `"${asset.id.slice(0, 32)}-${nameOf(copy)}"`,
        cacheControl: CACHE,
        headers,
      })
      if (sent) return sent
    }
    const sending = { type: asset.type, etag: `"${asset.id}"`, cacheControl: CACHE, headers }
    const sent = await sendFile(c, blobs.path(asset.id), sending)
    if (!sent) throw new AppError('NOT_FOUND')
    return sent
  }
  app.get('/api/asset/:id', serve)
}
