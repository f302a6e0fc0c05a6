import { sql } from 'kysely'
import { type AssetId, zAssetId } from '#contracts/asset.ts'
import { disownUnused, removeOrphans } from './assets.ts'
import type { Blobs } from './blobs.ts'
import type { Db } from './database.ts'

/** What a user's pictures take on the server, bytes. */
export interface StorageUse {
  /** Everything that is the user's, uploads that are under way included. */
  used: number
  /** The part that no task shows. */
  unused: number
}

/** Assets that none of their owner's tasks shows, owned since before a time. */
function unusedAssets(db: Db, before: number) {
  return db
    .selectFrom('asset_owners as own')
    .where('own.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_assets')
            .innerJoin('tasks', 'tasks.id', 'task_assets.task_id')
            .select('tasks.id')
            .whereRef('task_assets.asset_id', '=', 'own.asset_id')
            .whereRef('tasks.user_id', '=', 'own.user_id'),
        ),
      ),
    )
}

/** Measures what a user's pictures take. */
export async function measureStorage(db: Db, userId: string): Promise<StorageUse> {
  const owned = await db
    .selectFrom('asset_owners')
    .innerJoin('assets', 'assets.id', 'asset_owners.asset_id')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const open = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .where('asset_id', 'is', null)
    .executeTakeFirstOrThrow()
  const unused = await unusedAssets(db, Date.now())
    .innerJoin('assets', 'assets.id', 'own.asset_id')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('own.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { used: owned.bytes + open.bytes, unused: unused.bytes }
}

/** Assets that are taken away in one transaction. */
const AT_ONCE = 100

/**
 * Takes from their owners the assets that none of their tasks shows, and removes the bytes that are nobody's then.
 * @param before only what they have owned since before this time: an upload comes before its task
 * @param userId one owner alone; every owner when left out
 */
export async function clearUnused(db: Db, blobs: Blobs, before: number, userId?: string): Promise<void> {
  for (;;) {
    const orphans = await db.transaction().execute(async (tx) => {
      let unused = unusedAssets(tx, before).select(['own.asset_id', 'own.user_id']).limit(AT_ONCE)
      if (userId !== undefined) unused = unused.where('own.user_id', '=', userId)
      const rows = await unused.execute()
      if (rows.length === 0) return null
      const gone: AssetId[] = []
      for (const row of rows)
        gone.push(...(await disownUnused(tx, row.user_id, [zAssetId.parse(row.asset_id)])))
      return gone
    })
    if (!orphans) return
    await removeOrphans(db, blobs, orphans)
  }
}
