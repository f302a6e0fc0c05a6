import { createHash, randomBytes } from 'node:crypto'
import type { Db } from './database.ts'
import type { UserRow } from './users.ts'

const DAY = 86_400_000
/** A session ends after this long without a request, ms. */
export const SESSION_IDLE_MS = 14 * DAY
/** A session ends after this long whatever happens, ms. */
export const SESSION_TOTAL_MS = 90 * DAY
/** Sessions that a user may have: a further one ends the one that was used least lately. */
const MOST_SESSIONS = 20
/** How exactly the last request is remembered, ms: not every request is worth a write. */
const SEEN_STEP_MS = 10 * 60_000

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Starts a session and gives its token, 256 random bits; only a hash of it is stored. */
export async function createSession(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await db.transaction().execute(async (tx) => {
    const kept = tx
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .limit(MOST_SESSIONS - 1)
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', 'not in', kept)
      .execute()
    await tx
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        user_id: userId,
        created_at: now,
        last_seen_at: now,
        expires_at: now + SESSION_TOTAL_MS,
      })
      .execute()
  })
  return token
}

/** The user whom a token signs in, or null when it is unknown or its time is over. */
export async function findSessionUser(db: Db, token: string): Promise<UserRow | null> {
  const now = Date.now()
  const hash = hashToken(token)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select('sessions.last_seen_at')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - SESSION_IDLE_MS)
    .executeTakeFirst()
  if (!row) return null
  const { last_seen_at, ...user } = row
  if (now - last_seen_at > SEEN_STEP_MS) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', hash).execute()
  }
  return user
}

/** Ends a session on the server: its token is worth nothing from now on. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Ends all sessions of a user but those of the given tokens.
 * @returns how many ended
 */
export async function endOtherSessions(db: Db, userId: string, kept: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', kept.map(hashToken))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Removes sessions whose time is over. */
export async function sweepSessions(db: Db): Promise<void> {
  const now = Date.now()
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - SESSION_IDLE_MS)]))
    .execute()
}
