import type { DraftInput } from '#src/data/drafts/drafts.ts'

/** A picture with some of its own edits changed; null and undefined take one away. */
export function withEdits(picture: DraftInput, patch: Readonly<Record<string, unknown>>): DraftInput {
  const { own: before, ...rest } = picture
  const kept = Object.entries({ ...before, ...patch }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return kept.length > 0 ? { ...rest, own: Object.fromEntries(kept) } : rest
}

/** The inputs of a form with some of one picture's own edits changed. */
export function editPicture(
  inputs: readonly DraftInput[],
  id: string,
  patch: Readonly<Record<string, unknown>>,
): DraftInput[] {
  return inputs.map((input) => (input.id === id ? withEdits(input, patch) : input))
}
