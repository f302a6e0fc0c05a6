import type { BrowserContext } from '@playwright/test'
import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { APP_HEADER, ENDPOINTS } from '#contracts/endpoints.ts'
import { openEnvelope } from '#contracts/envelope.ts'
import type { AppProcess } from './app-process.ts'

/** Calls the server as the account that is signed in in the browser's context, and parses by the contract. */
export async function callAs<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  context: BrowserContext,
  app: AppProcess,
  endpoint: Endpoint<Q, B, D>,
  query: Record<string, string | number> = {},
): Promise<z.output<D>> {
  const response = await context.request.get(`${app.url}/api${endpoint.path}`, {
    params: query,
    headers: { [APP_HEADER]: '1' },
    // A connection kept alive may be closed by the server in the moment in which it is used again.
    maxRetries: 1,
  })
  return endpoint.data.parse(openEnvelope(await response.json()))
}

/** What the server holds of the account: tasks, image tickets, and the ledger's lines about tasks. */
export async function accountOf(context: BrowserContext, app: AppProcess) {
  const { tasks } = await callAs(context, app, ENDPOINTS.getTaskList)
  const tickets = await callAs(context, app, ENDPOINTS.totalTicket, { type: 1 })
  const ledger = await callAs(context, app, ENDPOINTS.ticketLedger, { kind: 'image', limit: 100 })
  const count = (reason: string) => ledger.filter((entry) => entry.reason === reason).length
  const sum = ledger.reduce((total, entry) => total + entry.delta, 0)
  return { tasks, tickets, sum, holds: count('hold'), settles: count('settle'), refunds: count('refund') }
}
