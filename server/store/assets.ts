import type { Asset, AssetId } from '#contracts/asset.ts'
import type { Blobs } from './blobs.ts'
import type { Db } from './database.ts'

/** An asset of the user's, or null: another user's asset looks exactly like one that does not exist. */
export async function findOwnedAsset(db: Db, userId: string, id: AssetId): Promise<Asset | null> {
  const row = await db
    .selectFrom('assets')
    .innerJoin('asset_owners', 'asset_owners.asset_id', 'assets.id')
    .select(['assets.id', 'type', 'bytes', 'width', 'height'])
    .where('assets.id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Makes an asset the user's; bytes must be in the blob store already. */
export async function ownAsset(tx: Db, userId: string, asset: Asset): Promise<void> {
  const created_at = Date.now()
  const { id, type, bytes, width, height } = asset
  await tx
    .insertInto('assets')
    .values({ id, type, bytes, width, height, created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await tx
    .insertInto('asset_owners')
    .values({ asset_id: id, user_id: userId, created_at })
    // Sent again, it is as good as new: what is old and unused is swept.
    .onConflict((conflict) => conflict.columns(['asset_id', 'user_id']).doUpdateSet({ created_at }))
    .execute()
}

/**
 * Takes from the user those assets that none of the user's tasks shows any more.
 * @returns the assets that nobody owns now: their bytes may go once this transaction is through
 */
export async function disownUnused(tx: Db, userId: string, ids: readonly AssetId[]): Promise<AssetId[]> {
  const orphans: AssetId[] = []
  for (const id of new Set(ids)) {
    const used = await tx
      .selectFrom('task_assets')
      .innerJoin('tasks', 'tasks.id', 'task_assets.task_id')
      .select('tasks.id')
      .where('asset_id', '=', id)
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()
    if (used) continue
    await tx.deleteFrom('asset_owners').where('asset_id', '=', id).where('user_id', '=', userId).execute()
    if (await hasOwner(tx, id)) continue
    await tx.deleteFrom('assets').where('id', '=', id).execute()
    orphans.push(id)
  }
  return orphans
}

async function hasOwner(db: Db, id: AssetId): Promise<boolean> {
  const row = await db
    .selectFrom('asset_owners')
    .select('user_id')
    .where('asset_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the bytes of assets that nobody owns; one that has an owner again by now stays. */
export async function removeOrphans(db: Db, blobs: Blobs, ids: readonly AssetId[]): Promise<void> {
  for (const id of ids) {
    // Inside a transaction no other request can become an owner between the look and the removal.
    const removed = await db
      .transaction()
      .execute(async (tx) => !(await hasOwner(tx, id)) && blobs.removeNow(id))
    if (removed) await blobs.removeDerived(id)
  }
}
