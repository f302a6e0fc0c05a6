import type { z } from 'zod'
import { OPS, type OpId, type ParamsOf, paramsOf } from './index.ts'

type Params = Readonly<Record<string, unknown>>

/** What was edited by hand on one picture: values of the parameters that its op's facts name as a picture's own. */
export type OwnEdits = Params

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const blanks: Partial<Record<OpId, Params>> = {}

/** The own parameters of an op on a picture that nobody has edited. */
function blankOf(op: OpId): Params {
  blanks[op] ??= Object.fromEntries(
    (OPS[op].own?.keys ?? []).map((key) => [key, schemaOf(op, key).parse(undefined)]),
  )
  return blanks[op]
}

function schemaOf(op: OpId, key: string): z.ZodType {
  return paramsOf(op).shape[key as never]
}

/**
 * The edits among these values that fit the op's schema and say something. One that does not fit is left out by itself.
 * @param values a stored bag, or the parameters of a task
 */
export function ownAmong(op: OpId, values: Params): OwnEdits {
  const own: Record<string, unknown> = {}
  for (const [key, blank] of Object.entries(blankOf(op))) {
    if (values[key] === undefined) continue
    const read = schemaOf(op, key).safeParse(values[key])
    if (read.success && !isSame(read.data, blank)) own[key] = read.data
  }
  return own
}

/** Whether masks and edits of single pictures count with these parameters. */
export function ownCounts(op: OpId, params: Params): boolean {
  return OPS[op].own?.counts?.(params) ?? true
}

/** Parameters of one picture's task: the form's, with the picture's own edits in the place of any that the form has. */
export function withOwn(op: OpId, params: Params, own: OwnEdits | undefined): Params {
  return { ...params, ...blankOf(op), ...(ownCounts(op, params) ? own : undefined) }
}

/** Parameters without those that belong to single pictures. */
export function withoutOwn(op: OpId, params: Params): Params {
  const blank = blankOf(op)
  return Object.fromEntries(Object.entries(params).filter(([key]) => !(key in blank)))
}

/** A picture's own edits by the types of its op. */
export function ownOf<Op extends OpId>(_op: Op, { own }: { own?: OwnEdits }): Partial<ParamsOf<Op>> {
  return (own ?? {}) as Partial<ParamsOf<Op>>
}
