import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { useOwner } from '#src/data/api/session.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import type { DraftInput } from './draft-record.ts'
import { currentDraft, draftEpoch, draftState, type FormOf } from './draft-store.ts'

export type { DraftInput } from './draft-record.ts'

/** The form of a workbench. */
export interface Draft<P> {
  params: P
  inputs: DraftInput[]
  /** False until the stored draft has been read. */
  ready: boolean
  setParams: (patch: Partial<P>) => void
  setInputs: (next: DraftInput[] | ((previous: DraftInput[]) => DraftInput[])) => void
  /** Back to defaults, without inputs. */
  reset: () => void
}

/**
 * Parameters that pass the schema: each stored value that does not (an older version wrote it) falls back to
 * its default, without taking the others along.
 */
export function soundParams<S extends z.ZodObject>(fields: S, stored: Record<string, unknown>): z.output<S> {
  const whole = fields.safeParse(stored)
  if (whole.success) return whole.data
  const sound: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(fields.shape)) {
    const value = stored[key]
    if (value !== undefined && (schema as z.ZodType).safeParse(value).success) sound[key] = value
  }
  return fields.parse(sound)
}

/**
 * Parameters and input files of a workbench, kept across reloads and per account.
 * @param fields zod object whose defaults are the initial parameters, such as paramsOf(op)
 */
export function useDraft<S extends z.ZodObject>(tool: FormOf, fields: S): Draft<z.output<S>> {
  const owner = useOwner()
  const epoch = useSignalValue(draftEpoch)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clearing makes the old state void
  const state = useMemo(() => draftState(tool, owner), [tool, owner, epoch])
  const view = useSignalValue(state.view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the schema belongs to the tool
  const params = useMemo(() => soundParams(fields, view.params), [tool, view.params])
  const setParams = useCallback(
    (patch: Partial<z.output<S>>) => {
      const now = currentDraft(state)
      now.change({ params: { ...now.view.peek().params, ...patch } })
    },
    [state],
  )
  const setInputs = useCallback(
    (next: DraftInput[] | ((previous: DraftInput[]) => DraftInput[])) => {
      const now = currentDraft(state)
      const previous = now.view.peek().inputs
      const inputs = typeof next === 'function' ? next(previous) : next
      if (inputs !== previous) now.change({ inputs }, 0)
    },
    [state],
  )
  const reset = useCallback(() => currentDraft(state).change({ params: {}, inputs: [] }, 0), [state])
  return { params, inputs: view.inputs, ready: view.ready, setParams, setInputs, reset }
}
