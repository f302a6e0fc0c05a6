import type { z } from 'zod'
import type { InputRole } from '#contracts/ops.ts'

export interface DraftInput {
  /** Stable id for React keys. */
  id: string
  role: InputRole
  file: File
  width: number
  height: number
}
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
 * Parameters and input files of a workbench, kept across reloads.
 * @param fields zod object whose defaults are the initial parameters, such as OPS[op].params
 */
export function useDraft<S extends z.ZodObject>(_toolId: string, fields: S): Draft<z.output<S>> {
  return {
    params: fields.parse({}),
    inputs: [],
    ready: false,
    setParams() {},
    setInputs() {},
    reset() {},
  }
}
