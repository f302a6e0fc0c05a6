import { z } from 'zod'
import { type InputRole, zInputRole } from '#contracts/ops.ts'
import type { OwnEdits } from '#ops/own-edits.ts'
import { draftBlobKey } from '#src/data/store/blob-sweep.ts'

/** A file in a workbench's form. */
export interface DraftInput {
  /** Stable id for React keys. */
  id: string
  role: InputRole
  file: File
  width: number
  height: number
  /** Bytes of the file that was chosen, where `file` is a copy of it. */
  chosenBytes?: number
  /** Id of the picture that it belongs to alone: a mask painted on one of several. */
  of?: string
  /** Edits made by hand on this picture alone, beside its mask. */
  own?: OwnEdits
}

const zValues = z.record(z.string(), z.unknown())
const zStoredInput = z.object({
  id: z.string(),
  role: zInputRole,
  name: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  chosenBytes: z.number().optional(),
  of: z.string().optional(),
  own: zValues.optional(),
})
/** A form's values as they were stored; its files are stored beside it. */
const zStoredForm = z.object({
  params: zValues,
  inputs: z.array(z.preprocess(gatherOwn, zStoredInput)),
  /** When it was stored. */
  at: z.number().default(0),
})
export type StoredForm = z.output<typeof zStoredForm>
export const zStoredDraft = zStoredForm.extend({
  /** Version of this writing: a tab that knows another one has to look what was stored meanwhile. */
  version: z.string().default(''),
  /** Forms that another tab stored at the same time, newest first, kept until the user has chosen between them. */
  others: z.array(zStoredForm).default([]),
})

/** Before database version 3 each edit stood in an input by itself, those of a plan together under `plan`. */
function gatherOwn(input: unknown): unknown {
  const known = zValues.safeParse(input).data
  if (!known || 'own' in known) return input
  return { ...known, own: { ...known, ...zValues.safeParse(known.plan).data } }
}

export type StoredDraft = z.output<typeof zStoredDraft>

/** Whether two forms say the same, in whatever order their values stand. */
export function isAlike(a: StoredForm, b: StoredForm): boolean {
  const textOf = ({ params, inputs }: StoredForm) =>
    JSON.stringify([params, inputs], (_, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
        : value,
    )
  return textOf(a) === textOf(b)
}

/** A stored form without what is stored with it. */
export const formOf = ({ params, inputs, at }: StoredForm): StoredForm => ({ params, inputs, at })
/** Keys of a form's files. */
export const keysOf = ({ inputs }: StoredForm) => inputs.map(({ id }) => draftBlobKey(id))
