/** Which tasks of a list are picked; pure, so that its rules can be tested without a page. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a range starts: the one that was picked or dropped last. */
  readonly anchor: string | null
}

export const NOTHING: Selection = { ids: new Set(), anchor: null }

/** Picks one, or drops it when it is picked. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id }
}

/** Picks everything between the anchor and `id` in the order shown; without an anchor, only `id`. */
export function extend(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : shown.indexOf(selection.anchor)
  const to = shown.indexOf(id)
  if (from < 0 || to < 0) return toggle(selection, id)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** Picks all that are shown. */
export function selectAll(selection: Selection, shown: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...shown]), anchor: selection.anchor }
}

/** Drops what no longer exists, so that nothing unseen is deleted. The same object when nothing changed. */
export function keepOnly(selection: Selection, existing: ReadonlySet<string>): Selection {
  const left = [...selection.ids].filter((id) => existing.has(id))
  return left.length === selection.ids.size ? selection : { ids: new Set(left), anchor: selection.anchor }
}
