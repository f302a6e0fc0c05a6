import { SMS_COOLDOWN_SECONDS } from '#contracts/account.ts'
import { AppError } from '#contracts/errors.ts'
import type { Db } from './database.ts'

const HOUR = 3_600_000
/** A code lives this long, ms. */
export const CODE_LIFE_MS = 10 * 60_000
/** Wrong tries that kill a code. */
const MAX_TRIES = 3
/** Codes that one address may ask for to one number in 24 hours. */
const DAILY_PER_SOURCE = 10
/** Codes to one number in 24 hours, whoever asks: more than a stranger at a few addresses can use up. */
const DAILY_PER_PHONE = 100

/** Whose code it is. */
interface Asked {
  phone: string
  /** Keyed hash of the asking browser. */
  browser: string
}

interface NewCode extends Asked {
  codeHash: string
  /** Keyed hash of the asking address. */
  source: string
  /** Codes that one address may ask for in an hour. */
  hourlyPerSource: number
}

/** Counts the codes that were sent in a span before now; what a clock that was set back left in the future is ignored. */
async function countSends(
  tx: Db,
  by: { phone?: string; source?: string },
  span: { now: number; ms: number },
): Promise<{ count: number; last: number }> {
  let sends = tx
    .selectFrom('sms_sends')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('created_at').as('last')])
    .where('created_at', '>', span.now - span.ms)
    .where('created_at', '<=', span.now)
  if (by.phone !== undefined) sends = sends.where('phone', '=', by.phone)
  if (by.source !== undefined) sends = sends.where('source', '=', by.source)
  const row = await sends.executeTakeFirstOrThrow()
  return { count: Number(row.count), last: Number(row.last ?? 0) }
}

/**
 * Stores a new code in place of an older one, within the limits.
 * @returns the id to give to `forgetSend` should sending fail
 * @throws AppError CODE_COOLDOWN, CODE_LIMIT or TOO_MANY
 */
export function storeCode(db: Db, request: NewCode): Promise<number> {
  const { phone, browser, codeHash, source } = request
  return db.transaction().execute(async (tx) => {
    const now = Date.now()
    const own = await countSends(tx, { phone, source }, { now, ms: 24 * HOUR })
    const waitMs = own.last + SMS_COOLDOWN_SECONDS * 1000 - now
    if (waitMs > 0)
      throw new AppError('CODE_COOLDOWN', `验证码已发送，请 ${Math.ceil(waitMs / 1000)} 秒后再试`, {
        retryAfterMs: waitMs,
      })
    const all = await countSends(tx, { phone }, { now, ms: 24 * HOUR })
    if (own.count >= DAILY_PER_SOURCE || all.count >= DAILY_PER_PHONE)
      throw new AppError('CODE_LIMIT', undefined, { retryAfterMs: HOUR })
    const bySource = await countSends(tx, { source }, { now, ms: HOUR })
    if (bySource.count >= request.hourlyPerSource)
      throw new AppError('TOO_MANY', undefined, { retryAfterMs: HOUR })
    const sent = await tx
      .insertInto('sms_sends')
      .values({ phone, source, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const fresh = { code_hash: codeHash, tries: 0, expires_at: now + CODE_LIFE_MS }
    await tx
      .insertInto('sms_codes')
      .values({ phone, browser, ...fresh })
      .onConflict((conflict) => conflict.columns(['phone', 'browser']).doUpdateSet(fresh))
      .execute()
    return sent.id
  })
}

/** Takes back a code that could not be sent, so that the user may ask again at once. */
export async function forgetSend(db: Db, { phone, browser }: Asked, sendId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sms_sends').where('id', '=', sendId).execute()
    await tx.deleteFrom('sms_codes').where('phone', '=', phone).where('browser', '=', browser).execute()
  })
}

/**
 * Counts a try and gives the hash to compare with, or null when no code is alive. The count goes up before
 * the comparison and in one statement, so that parallel guesses share the three tries.
 */
export async function tryCode(db: Db, { phone, browser }: Asked): Promise<string | null> {
  const now = Date.now()
  const row = await db
    .updateTable('sms_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phone', '=', phone)
    .where('browser', '=', browser)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', now)
    // One of before the clock was set back.
    .where('expires_at', '<=', now + CODE_LIFE_MS)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? null
}

/** Uses a code up; false when another request was quicker. */
export async function consumeCode(db: Db, { phone, browser }: Asked, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sms_codes')
    .where('phone', '=', phone)
    .where('browser', '=', browser)
    .where('code_hash', '=', codeHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Removes dead codes and counts that no limit looks at any more. */
export async function sweepCodes(db: Db): Promise<void> {
  const now = Date.now()
  await db.deleteFrom('sms_codes').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('sms_sends')
    .where('created_at', '<', now - 25 * HOUR)
    .execute()
}
