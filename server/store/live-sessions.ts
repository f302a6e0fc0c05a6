import type { Selectable } from 'kysely'
import { AppError } from '#contracts/errors.ts'
import { LIVE_MINUTE_MS, LIVE_SILENT_MS, type LiveState } from '#contracts/live.ts'
import type { Db } from './database.ts'
import { spendTickets } from './ledger.ts'
import type { Tables } from './schema.ts'

type Row = Selectable<Tables['live_sessions']>
/** How a session ended. */
export type LiveEnd = 'stopped' | 'silent' | 'tickets' | 'replaced'

const SAID: Record<LiveEnd, string> = {
  stopped: '实时渲染已停止',
  silent: '页面有半分钟没有动静，实时渲染已自动停止，没有继续扣券',
  tickets: '实时券用完了，实时渲染已停止',
  replaced: '您在另一个页面开始了实时渲染，这里已停止',
}

/** A session that goes on, or why it does not. */
type Looked = { row: Row; over: null } | { row: Row | null; over: AppError }

function overOf(row: Row): AppError | null {
  if (row.ended_at === null) return null
  const { ended_by } = row
  return new AppError('LIVE_OVER', ended_by ? SAID[ended_by] : undefined)
}

async function end(tx: Db, row: Row, how: LiveEnd, at: number): Promise<Row> {
  const ended = { ended_at: at, ended_by: how }
  await tx.updateTable('live_sessions').set(ended).where('id', '=', row.id).execute()
  return { ...row, ...ended }
}

/** Pays for the minutes that have begun by now, all or none of them. @throws AppError TICKETS_SHORT */
async function pay(tx: Db, row: Row, now: number): Promise<Row> {
  const begun = Math.floor((now - row.started_at) / LIVE_MINUTE_MS) + 1
  const due = begun - row.minutes
  if (due > 0) {
    const note = due > 1 ? `实时渲染第 ${row.minutes + 1} 至 ${begun} 分钟` : `实时渲染第 ${begun} 分钟`
    await spendTickets(tx, row.user_id, { kind: 'live', amount: due }, note)
  }
  const paid = { minutes: Math.max(begun, row.minutes), beat_at: now }
  await tx.updateTable('live_sessions').set(paid).where('id', '=', row.id).execute()
  return { ...row, ...paid }
}

function find(tx: Db, userId: string, id: string): Promise<Row | undefined> {
  return tx
    .selectFrom('live_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Begins a session and pays for its first minute; the same request again changes nothing.
 * @returns the session, and ids of the user's others, which end with it
 * @throws AppError TICKETS_SHORT; LIVE_OVER for one that has ended
 */
export function openLive(db: Db, userId: string, id: string): Promise<{ minutes: number; ended: string[] }> {
  return db.transaction().execute(async (tx) => {
    const now = Date.now()
    const known = await find(tx, userId, id)
    const over = known && overOf(known)
    if (over) throw over
    if (known) return { minutes: known.minutes, ended: [] }
    const others = await tx
      .selectFrom('live_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
    for (const other of others) await end(tx, other, 'replaced', now)
    const row = await tx
      .insertInto('live_sessions')
      .values({
        id,
        user_id: userId,
        started_at: now,
        beat_at: now,
        minutes: 0,
        ended_at: null,
        ended_by: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { minutes } = await pay(tx, row, now)
    return { minutes, ended: others.map((other) => other.id) }
  })
}

/**
 * Notes that a session's page is still there, and pays for what has begun since. One whose page was silent for too long
 * is over, and costs nothing for the time since.
 * @throws AppError LIVE_OVER, TICKETS_SHORT, NOT_FOUND
 */
export async function beatLive(db: Db, userId: string, id: string): Promise<{ minutes: number }> {
  const looked = await db.transaction().execute(async (tx): Promise<Looked> => {
    const now = Date.now()
    const row = await find(tx, userId, id)
    if (!row) return { row: null, over: new AppError('NOT_FOUND', '没有这次实时渲染') }
    const over = overOf(row)
    if (over) return { row, over }
    if (now - row.beat_at > LIVE_SILENT_MS) {
      const ended = await end(tx, row, 'silent', row.beat_at + LIVE_SILENT_MS)
      return { row: ended, over: new AppError('LIVE_OVER', SAID.silent) }
    }
    try {
      return { row: await pay(tx, row, now), over: null }
    } catch (error) {
      // The end is kept: thrown out of here it would be taken back.
      if (!(error instanceof AppError)) throw error
      return { row: await end(tx, row, 'tickets', now), over: new AppError(error.errorName, SAID.tickets) }
    }
  })
  if (looked.over) throw looked.over
  return { minutes: looked.row.minutes }
}

/** Ends a session; doing it twice is no error. @throws AppError NOT_FOUND */
export function closeLive(db: Db, userId: string, id: string): Promise<{ minutes: number }> {
  return db.transaction().execute(async (tx) => {
    const row = await find(tx, userId, id)
    if (!row) throw new AppError('NOT_FOUND', '没有这次实时渲染')
    if (row.ended_at === null) await end(tx, row, 'stopped', Date.now())
    return { minutes: row.minutes }
  })
}

/** Ends sessions whose pages are gone; their ids. */
export function endSilentLive(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const silent = await tx
      .selectFrom('live_sessions')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('beat_at', '<', Date.now() - LIVE_SILENT_MS)
      .execute()
    for (const row of silent) await end(tx, row, 'silent', row.beat_at + LIVE_SILENT_MS)
    return silent.map(({ id }) => id)
  })
}

/** Notes that a picture of a session leaves the house for an engine. */
export async function noteLiveDeparture(
  db: Db,
  sessionId: string,
  { engineId, engine }: { engineId: string; engine: string },
): Promise<void> {
  const now = Date.now()
  await db
    .insertInto('live_departures')
    .values({
      ...{ session_id: sessionId, engine_id: engineId, engine },
      ...{ pictures: 1, first_at: now, last_at: now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'engine_id'])
        .doUpdateSet((eb) => ({ pictures: eb('live_departures.pictures', '+', 1), last_at: now, engine })),
    )
    .execute()
}

/** Which pictures of a session left the house, the engine that got the first of them first. */
export async function loadLiveDepartures(db: Db, sessionId: string): Promise<LiveState['departures']> {
  const rows = await db
    .selectFrom('live_departures')
    .select(['engine', 'pictures', 'first_at', 'last_at'])
    .where('session_id', '=', sessionId)
    .orderBy('first_at')
    .execute()
  return rows.map(({ engine, pictures, first_at, last_at }) => ({
    ...{ engine, pictures, firstAt: first_at, lastAt: last_at },
  }))
}
