import { signal } from '@preact/signals-react'
import { currentOwner } from '#src/data/api/session.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useComputedValue, useSignalValue } from '#src/data/store/signal-hooks.ts'
import { entryOf, isSameEntry, type ListQuery, matcherOf, type TaskEntry } from './task-entry.ts'
import { GUEST, newestFirst } from './task-model.ts'
import { readTaskPage } from './task-pages.ts'
import { onRecordsChanged } from './task-store.ts'

/** Records that one read takes, and how often what was read is shown while it goes on. */
const CHUNK = 250
const SHOW_EVERY_MS = 150

/** Every task of the account on this device, as far as it has been read. */
export interface Directory {
  /** Newest first. */
  entries: readonly TaskEntry[]
  /** False while older ones are still being read. */
  complete: boolean
}

const NOTHING: Directory = { entries: [], complete: false }
const entries = new Map<string, TaskEntry>()
const directory = signal<Directory>(NOTHING)
/** Whose tasks it holds; undefined before anybody has asked for them. */
let owner: string | undefined
let reading: AbortController | undefined
/** Dropped while the store was being read: a page read just before may still hold them. */
const gone = new Set<string>()

function show(complete: boolean): void {
  directory.value = { entries: [...entries.values()].sort(newestFirst), complete }
}

/** Lets the page answer the user before work goes on. */
function breathe(): Promise<void> {
  const scheduler: { yield?: () => Promise<void> } | undefined = Reflect.get(globalThis, 'scheduler')
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

async function readAll(owners: readonly string[], signal: AbortSignal): Promise<void> {
  let shownAt = 0
  for (const one of owners) {
    for (let after: number | null = null; ; ) {
      const page = await readTaskPage({ owner: one }, after, CHUNK)
      if (signal.aborted) return
      for (const record of page.records) {
        const entry = entryOf(record)
        // What was announced meanwhile is newer than what was read.
        if (entry && !entries.has(entry.taskId) && !gone.has(entry.taskId)) entries.set(entry.taskId, entry)
      }
      if (performance.now() - shownAt > SHOW_EVERY_MS) {
        show(false)
        shownAt = performance.now()
      }
      if (page.next === null) break
      after = page.next
      await breathe()
      if (signal.aborted) return
    }
  }
  show(true)
}

function forget(): void {
  reading?.abort()
  reading = undefined
  owner = undefined
  entries.clear()
  gone.clear()
  directory.value = NOTHING
}

/**
 * Reads every task of an account into the directory, in chunks that leave the page free. Called by lists when
 * they open; one that is there already is kept up to date by itself.
 */
export function openDirectory(forOwner: string): void {
  if (owner === forOwner) return
  forget()
  owner = forOwner
  const controller = new AbortController()
  reading = controller
  void readAll([...new Set([forOwner, GUEST])], controller.signal)
}

onRecordsChanged((changes) => {
  if (owner === undefined) return
  let changed = false
  for (const [taskId, task] of changes) {
    if (!task) gone.add(taskId)
    const before = entries.get(taskId)
    const isOurs = task && (task.userId === owner || task.userId === GUEST)
    const after = isOurs ? entryOf(task) : undefined
    if (after ? before && isSameEntry(before, after) : !before) continue
    if (after) entries.set(taskId, after)
    else entries.delete(taskId)
    changed = true
  }
  if (changed) show(directory.peek().complete)
})

onPrivateDataCleared(forget)

/** The directory of the account on show. */
export function useDirectory(): Directory {
  return useSignalValue(directory)
}

/** Entries that pass a query, newest first, with a stable identity while nothing changes. */
export function useEntries(query: ListQuery, key: string): readonly TaskEntry[] {
  return useComputedValue(key, () => directory.value.entries.filter(matcherOf(query, currentOwner())))
}
