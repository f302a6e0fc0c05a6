import { type Reach, zReach } from '#contracts/reach.ts'
import type { Db } from './database.ts'

const REACH = 'reach'

/** How far pictures may go on this site; anywhere until its operator says otherwise. */
export async function readReach(db: Db): Promise<Reach> {
  const row = await db.selectFrom('site').select('value').where('name', '=', REACH).executeTakeFirst()
  return zReach.catch('outside').parse(row?.value)
}

/** Says how far pictures may go on this site. */
export async function writeReach(db: Db, reach: Reach): Promise<void> {
  await db
    .insertInto('site')
    .values({ name: REACH, value: reach })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: reach }))
    .execute()
}
