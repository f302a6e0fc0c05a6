import { type Reach, zReach } from '#contracts/reach.ts'
import type { Db } from './database.ts'

const REACH = 'reach'
const AI_MARK = 'ai_mark'

async function read(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('site').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

async function write(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('site')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** How far pictures may go on this site; anywhere until its operator says otherwise. */
export async function readReach(db: Db): Promise<Reach> {
  return zReach.catch('outside').parse(await read(db, REACH))
}

/** Says how far pictures may go on this site. */
export function writeReach(db: Db, reach: Reach): Promise<void> {
  return write(db, REACH, reach)
}

/** Whether generated pictures bear a visible mark; null until the site's operator has said so. */
export async function readAiMark(db: Db): Promise<boolean | null> {
  const value = await read(db, AI_MARK)
  return value === undefined ? null : value === 'on'
}

/** Says whether generated pictures bear a visible mark. */
export function writeAiMark(db: Db, isOn: boolean): Promise<void> {
  return write(db, AI_MARK, isOn ? 'on' : 'off')
}
