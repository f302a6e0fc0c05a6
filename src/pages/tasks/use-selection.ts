import { useEffect, useMemo, useState } from 'react'
import { extend, keepOnly, NOTHING, type Selection, selectAll, toggle } from './selection.ts'

export interface Picked {
  ids: ReadonlySet<string>
  toggle: (id: string, range: boolean) => void
  all: () => void
  clear: () => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, dialog *')

/**
 * The selection of a list with its keys: Ctrl A picks all that are shown, Escape drops all, Delete deletes.
 * @param shown ids in the order shown
 * @param existing ids that exist at all, shown or not
 */
export function useSelection(
  shown: readonly string[],
  existing: readonly string[],
  onDelete: () => void,
): Picked {
  const [raw, setSelection] = useState<Selection>(NOTHING)
  const selection = useMemo(() => keepOnly(raw, new Set(existing)), [raw, existing])
  const any = selection.ids.size > 0
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (event.key === 'Escape' && any) setSelection(NOTHING)
      if (event.key === 'Delete' && any) onDelete()
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        event.preventDefault()
        setSelection((now) => selectAll(now, shown))
      }
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [any, shown, onDelete])
  return {
    ids: selection.ids,
    toggle: (id, range) => setSelection((now) => (range ? extend(now, id, shown) : toggle(now, id))),
    all: () => setSelection((now) => selectAll(now, shown)),
    clear: () => setSelection(NOTHING),
  }
}
