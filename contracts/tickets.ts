import { z } from 'zod'

/** The four purses, with the numbers that `totalTicket` asks for them by. */
export const TICKET_KINDS = {
  image: { type: 1, title: '图片券', welcome: 100 },
  live: { type: 2, title: '实时券', welcome: 20 },
  gpt: { type: 3, title: '对话券', welcome: 50 },
  video: { type: 4, title: '视频券', welcome: 5 },
} as const
export type TicketKind = keyof typeof TICKET_KINDS
export const zTicketKind = z.enum(['image', 'live', 'gpt', 'video'])

export const zCost = z.object({ kind: zTicketKind, amount: z.number().int().positive() })
export type Cost = z.infer<typeof zCost>

/**
 * Why tickets moved. A hold takes them out of the purse; settling moves none; a refund puts them
 * back. What is paid for as it goes is spent at once.
 */
export const zLedgerReason = z.enum(['welcome', 'hold', 'settle', 'refund', 'grant', 'spend'])
export type LedgerReason = z.infer<typeof zLedgerReason>

export const zLedgerEntry = z.object({
  id: z.number().int(),
  kind: zTicketKind,
  /** Signed change of the purse: the sum over all entries of a purse is its balance. */
  delta: z.number().int(),
  reason: zLedgerReason,
  /** One Chinese line for the user. */
  note: z.string(),
  taskId: z.string().nullable(),
  createdAt: z.number().int(),
})
export type LedgerEntry = z.infer<typeof zLedgerEntry>
