const editors = new Set<() => Promise<void>>()

/**
 * Registers an editor whose last change may still be on its way into a form.
 * @param settle resolves when it is there
 * @returns how to leave
 */
export function onSettle(settle: () => Promise<void>): () => void {
  editors.add(settle)
  return () => {
    editors.delete(settle)
  }
}

/** Waits until what the user sees in every editor is in its form; false when no editor is open. */
export async function settleEdits(): Promise<boolean> {
  await Promise.all([...editors].map((settle) => settle()))
  return editors.size > 0
}
