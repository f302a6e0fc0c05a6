import { signal } from '@preact/signals-react'
import type { DraftInput } from './draft-record.ts'

/** Pictures whose mask was changed in another tab, by their ids, with how often: an open editor begins anew. */
export const masksRenewed = signal<ReadonlyMap<string, number>>(new Map())

/** Tells of the pictures that have another mask than before. */
export function tellRenewedMasks(before: readonly DraftInput[], after: readonly DraftInput[]): void {
  const maskIn = (inputs: readonly DraftInput[], id: string) =>
    inputs.find((input) => input.role === 'mask' && input.of === id)?.id
  const renewed = after.filter(({ id }) => maskIn(before, id) !== maskIn(after, id))
  if (renewed.length === 0) return
  const counts = new Map(masksRenewed.peek())
  for (const { id } of renewed) counts.set(id, (counts.get(id) ?? 0) + 1)
  masksRenewed.value = counts
}
