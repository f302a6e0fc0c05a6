import { AppError } from '#contracts/errors.ts'
import {
  type Cost,
  type LedgerEntry,
  type LedgerReason,
  TICKET_KINDS,
  type TicketKind,
} from '#contracts/tickets.ts'
import type { Db } from './database.ts'

const KINDS = Object.keys(TICKET_KINDS) as TicketKind[]

interface Movement {
  userId: string
  kind: TicketKind
  /** Signed change of the purse. */
  delta: number
  reason: LedgerReason
  note: string
  taskId: string | null
}

/**
 * Moves tickets: purse and ledger change together or not at all. Callers run it inside a transaction with
 * whatever the movement is for.
 * @throws AppError TICKETS_SHORT when the purse holds less than is taken
 */
async function move(tx: Db, movement: Movement): Promise<void> {
  const { userId, kind, delta } = movement
  if (delta !== 0) {
    const { numUpdatedRows } = await tx
      .updateTable('purses')
      .set((eb) => ({ balance: eb('balance', '+', delta) }))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('balance', '>=', -delta)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) {
      const { title } = TICKET_KINDS[kind]
      throw new AppError('TICKETS_SHORT', `${title}不足，需要 ${-delta} 张`)
    }
  }
  await tx
    .insertInto('ledger')
    .values({
      user_id: userId,
      kind,
      delta,
      reason: movement.reason,
      note: movement.note,
      task_id: movement.taskId,
      created_at: Date.now(),
    })
    .execute()
}

/** Opens the four purses of a new account and puts the welcome tickets in. */
export async function openPurses(tx: Db, userId: string): Promise<void> {
  await tx
    .insertInto('purses')
    .values(KINDS.map((kind) => ({ user_id: userId, kind, balance: 0 })))
    .execute()
  for (const kind of KINDS) {
    const { title, welcome } = TICKET_KINDS[kind]
    const note = `新用户赠送 ${welcome} 张${title}`
    await move(tx, { userId, kind, delta: welcome, reason: 'welcome', note, taskId: null })
  }
}

/** Adds tickets from outside, such as a purchase or an administrator's gift. */
export function grantTickets(db: Db, userId: string, cost: Cost, note: string): Promise<void> {
  return db
    .transaction()
    .execute((tx) =>
      move(tx, { userId, kind: cost.kind, delta: cost.amount, reason: 'grant', note, taskId: null }),
    )
}

interface TaskMoney {
  userId: string
  taskId: string
  cost: Cost
  /** Title of what the tickets are for. */
  title: string
}

/**
 * Takes a task's tickets out of the purse.
 * @throws AppError TICKETS_SHORT
 */
export function holdTickets(tx: Db, { userId, taskId, cost, title }: TaskMoney): Promise<void> {
  const note = `提交「${title}」，预扣 ${cost.amount} 张`
  return move(tx, { userId, kind: cost.kind, delta: -cost.amount, reason: 'hold', note, taskId })
}

/**
 * Takes tickets for what is paid for as it goes.
 * @throws AppError TICKETS_SHORT
 */
export function spendTickets(tx: Db, userId: string, cost: Cost, note: string): Promise<void> {
  return move(tx, { userId, kind: cost.kind, delta: -cost.amount, reason: 'spend', note, taskId: null })
}

/** Notes that a held task was delivered: its tickets are spent. */
export function settleTickets(tx: Db, { userId, taskId, cost, title }: TaskMoney): Promise<void> {
  const note = `「${title}」已完成，结算 ${cost.amount} 张`
  return move(tx, { userId, kind: cost.kind, delta: 0, reason: 'settle', note, taskId })
}

/** Gives a held task's tickets back; a second refund of one task violates a unique constraint. */
export function refundTickets(tx: Db, money: TaskMoney, reason: string): Promise<void> {
  const { userId, taskId, cost, title } = money
  const note = `「${title}」${reason}，退回 ${cost.amount} 张`
  return move(tx, { userId, kind: cost.kind, delta: cost.amount, reason: 'refund', note, taskId })
}

/** Tickets in a purse now. */
export async function readBalance(db: Db, userId: string, kind: TicketKind): Promise<number> {
  const row = await db
    .selectFrom('purses')
    .select('balance')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.balance ?? 0
}

/** Movements of a user's tickets, newest first; `before` is the id that the last page ended with. */
export async function readLedger(
  db: Db,
  userId: string,
  { kind, before, limit }: { kind?: TicketKind; before?: number; limit: number },
): Promise<LedgerEntry[]> {
  let query = db.selectFrom('ledger').selectAll().where('user_id', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    delta: row.delta,
    reason: row.reason,
    note: row.note,
    taskId: row.task_id,
    createdAt: row.created_at,
  }))
}
