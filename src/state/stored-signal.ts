import { type Signal, signal } from '@preact/signals-react'
import { z } from 'zod'

interface Definition<T> {
  /** Key in localStorage. */
  name: string
  /** Stored values of another version are dropped. */
  version: number
  schema: z.ZodType<T>
  initial: T
}

function parseStored<T>({ version, schema, initial }: Definition<T>, text: string | null): T {
  if (!text) return initial
  try {
    const stored = z.object({ version: z.literal(version), value: schema }).safeParse(JSON.parse(text))
    return stored.success ? stored.data.value : initial
  } catch {
    return initial
  }
}

/**
 * A small setting that survives reloads and is the same in all tabs. Storage that is full or forbidden
 * leaves it working for this page: a setting is never worth an error.
 */
export function storedSignal<T>(definition: Definition<T>): Signal<T> {
  const { name, version } = definition
  let stored: string | null = null
  try {
    stored = localStorage.getItem(name)
  } catch {
    // Storage is forbidden: start from the initial value.
  }
  const state = signal<T>(parseStored(definition, stored))
  let known = state.peek()
  state.subscribe((value) => {
    if (value === known) return
    known = value
    try {
      localStorage.setItem(name, JSON.stringify({ version, value }))
    } catch {
      // Kept for this page only.
    }
  })
  globalThis.window?.addEventListener('storage', (event) => {
    if (event.key !== name) return
    known = parseStored(definition, event.newValue)
    state.value = known
  })
  return state
}
