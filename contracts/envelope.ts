import { z } from 'zod'
import { AppError, errorNameOf } from './errors.ts'

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
  const { code, message, remedy } = error
  return { success: false, data: null, error: { code, message, errorCode: code, errorMsg: message, remedy } }
}

/** Data of a parsed envelope; throws the AppError that a refusal carries. */
export function openEnvelope(body: unknown): unknown {
  const parsed = zEnvelope.safeParse(body)
  if (!parsed.success) throw new AppError('BAD_RESPONSE', undefined, { cause: parsed.error })
  if (parsed.data.success) return parsed.data.data
  throw new AppError(errorNameOf(parsed.data.error.code), parsed.data.error.message || undefined)
}
