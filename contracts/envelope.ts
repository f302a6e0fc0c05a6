import { z } from 'zod'
import { AppError, errorNameOf } from './errors.ts'
import { zCost } from './tickets.ts'

/**
 * Error half of an answer. Two pairs of names carry the same values, since clients of the API read
 * `code`/`message` in some calls and `errorCode`/`errorMsg` in others; 0 means success.
 */
export const zErrorBody = z.object({
  code: z.number().int(),
  message: z.string(),
  errorCode: z.number().int(),
  errorMsg: z.string(),
  remedy: z.string().optional(),
  /** Price that the task has now, where it is higher than the one that was agreed to. */
  price: zCost.optional(),
})
export type ErrorBody = z.infer<typeof zErrorBody>

export const zEnvelope = z.object({ success: z.boolean(), data: z.unknown(), error: zErrorBody })
export type Envelope<T = unknown> = { success: boolean; data: T; error: ErrorBody }

/** Wraps a successful answer. */
export function succeed<T>(data: T): Envelope<T> {
  return { success: true, data, error: { code: 0, message: '', errorCode: 0, errorMsg: '' } }
}

/** Wraps a refusal: code, message and remedy, never a stack. */
export function refuse(error: AppError): Envelope<null> {
  const { code, message, remedy, price } = error
  const body = { code, message, errorCode: code, errorMsg: message, remedy, ...(price ? { price } : {}) }
  return { success: false, data: null, error: body }
}

/** Data of a parsed envelope; throws the AppError that a refusal carries. */
export function openEnvelope(body: unknown): unknown {
  const parsed = zEnvelope.safeParse(body)
  if (!parsed.success) throw new AppError('BAD_RESPONSE', undefined, { cause: parsed.error })
  if (parsed.data.success) return parsed.data.data
  const { code, message, price } = parsed.data.error
  throw new AppError(errorNameOf(code), message || undefined, { price })
}
