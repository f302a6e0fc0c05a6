import type { Hono } from 'hono'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import { TICKET_KINDS, type TicketKind } from '#contracts/tickets.ts'
import type { Db } from '#server/store/database.ts'
import { readBalance, readLedger } from '#server/store/ledger.ts'
import { mountPrivate } from './mount.ts'

const kindByType = new Map<number, TicketKind>(
  Object.entries(TICKET_KINDS).map(([kind, { type }]) => [type, kind as TicketKind]),
)

/** What the user's purses hold and how it came about. */
export function mountTicketRoutes(app: Hono, db: Db): void {
  mountPrivate(app, db, ENDPOINTS.totalTicket, ({ viewer, query }) => {
    const kind = kindByType.get(query.type)
    if (!kind) throw new AppError('BAD_REQUEST')
    return readBalance(db, viewer.id, kind)
  })

  mountPrivate(app, db, ENDPOINTS.ticketLedger, ({ viewer, query }) => readLedger(db, viewer.id, query))
}
