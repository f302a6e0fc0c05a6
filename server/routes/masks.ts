import { readFile, rm } from 'node:fs/promises'
import type { Hono } from 'hono'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import type { ChildPool } from '#server/engines/local/child-pool.ts'
import { RateLimit } from '#server/rate-limit.ts'
import { findOwnedAsset } from '#server/store/assets.ts'
import { type Blobs, translateDiskError } from '#server/store/blobs.ts'
import type { Db } from '#server/store/database.ts'
import { mountPrivate } from './mount.ts'

/** Times that a user may point in a minute; it costs no tickets. */
const PER_MINUTE = 30

/** Things found by pointing at them; nothing is kept. */
export function mountMaskRoutes(app: Hono, db: Db, blobs: Blobs, pool: ChildPool): void {
  const limit = new RateLimit(PER_MINUTE, 60_000)
  mountPrivate(app, db, ENDPOINTS.clickMask, async ({ viewer, body, c }) => {
    const { assetId, ...pointing } = body
    const asset = await findOwnedAsset(db, viewer.id, assetId)
    if (!asset?.type.startsWith('image/')) throw new AppError('NOT_FOUND')
    limit.pass(viewer.id)
    const out = blobs.temporaryPath()
    try {
      const { signal } = c.req.raw
      const made = await pool.run(
        { kind: 'select', path: blobs.path(asset.id), out, pointing },
        { signal, owner: viewer.id },
      )
      const png = await readFile(out, 'base64')
      return { mask: `data:image/png;base64,${png}`, width: made.width, height: made.height }
    } catch (error) {
      throw translateDiskError(error)
    } finally {
      await rm(out, { force: true })
    }
  })
}
