import { labelOf, withLabel } from '#kernels/metadata/ai-label.ts'

/** A picture that was made of another, with the label of what was generated where that one has it. */
export async function keepLabel(source: Blob, made: Blob): Promise<Blob> {
  const label = labelOf(new Uint8Array(await source.arrayBuffer()))
  if (!label) return made
  return new Blob([withLabel(new Uint8Array(await made.arrayBuffer()), label)], { type: made.type })
}
