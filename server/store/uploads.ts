import type { Selectable } from 'kysely'
import type { AssetId } from '#contracts/asset.ts'
import type { Db } from './database.ts'
import type { Tables } from './schema.ts'

export type UploadRow = Selectable<Tables['uploads']>

/** An unfinished or finished upload of the user's; null for anybody else's. */
export async function findOwnedUpload(db: Db, userId: string, id: string): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Notes who started an upload. */
export async function createUpload(db: Db, row: Omit<UploadRow, 'asset_id' | 'created_at'>): Promise<void> {
  await db
    .insertInto('uploads')
    .values({ ...row, asset_id: null, created_at: Date.now() })
    .execute()
}

/** Unfinished uploads of a user. */
export async function countOpenUploads(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('asset_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Notes what an upload became, so that a client that missed the answer can ask again. */
export async function finishUpload(tx: Db, id: string, assetId: AssetId): Promise<void> {
  await tx.updateTable('uploads').set({ asset_id: assetId }).where('id', '=', id).execute()
}

/** Forgets an upload that was refused, cancelled or never finished. */
export async function dropUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

/**
 * Forgets uploads started before `time`.
 * @returns their ids, for the bytes to be removed
 */
export async function sweepUploads(db: Db, time: number): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('created_at', '<', time).returning('id').execute()
  return rows.map((row) => row.id)
}
