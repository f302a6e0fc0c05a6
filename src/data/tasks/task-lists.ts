import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { GUEST, type LocalTask, newestFirst } from './task-model.ts'
import { PAGE_ROWS, type PageOf, readNeighbour, readTaskPage, readUnsettled } from './task-pages.ts'
import { takeRecords } from './task-store.ts'

/** Rows that one step takes where many are read: the page stays free between two. */
const MANY_ROWS = 250

const loaded = signal(false)
/** False until the records of this device have been read that a start needs. */
export const tasksLoaded: ReadonlySignal<boolean> = loaded

/** Where each list goes on, by its key: `next` of its last page that was read, null at its end. */
const readUpTo = signal<ReadonlyMap<string, number | null>>(new Map())

const listKey = ({ owner, toolId }: PageOf) => `${owner}/${toolId ?? ''}`

/** Lists whose records an account sees: its own, and the one of this device's visitors. */
function listsOf(owner: string, toolId?: string): PageOf[] {
  return [...new Set([owner, GUEST])].map((one) => ({ owner: one, ...(toolId ? { toolId } : {}) }))
}

/** True when a list was read to its end; the one of all tools holds that of each. */
function isWhole(list: PageOf): boolean {
  const read = readUpTo.value
  return read.get(listKey(list)) === null || read.get(listKey({ owner: list.owner })) === null
}

/** Reads the next page of one list into view; false when it held nothing. */
async function loadPage(list: PageOf, rows: number): Promise<boolean> {
  if (isWhole(list)) return false
  const key = listKey(list)
  const from = readUpTo.peek().get(key)
  const { records, next } = await readTaskPage(list, from ?? null, rows)
  // Another call has read it meanwhile.
  if (readUpTo.peek().get(key) !== from) return true
  const sound = takeRecords(records, rows > PAGE_ROWS && next !== null)
  readUpTo.value = new Map(readUpTo.peek()).set(key, next)
  return sound.length > 0
}

/**
 * Reads what is needed at start into view: whatever something is still to happen to (unsent, unfinished,
 * unconfirmed), however old, and the newest page.
 */
export async function loadRecords(owner: string): Promise<void> {
  const lists = listsOf(owner)
  const unsettled = Promise.all(lists.map((list) => readUnsettled(list.owner)))
  const unread = lists.filter((list) => !readUpTo.peek().has(listKey(list)))
  await Promise.all(unread.map((list) => loadPage(list, PAGE_ROWS)))
  takeRecords((await unsettled).flat())
  loaded.value = true
}

/** Reads the lists anew that a database without an answer left empty. */
export async function rereadRecords(owner: string): Promise<void> {
  readUpTo.value = new Map()
  await loadRecords(owner)
}

/**
 * Reads older records of this device into view, a page at a time.
 * @param toolId of one tool only
 * @returns false when there are none left
 */
export async function loadOlderRecords(owner: string, toolId?: string, rows = PAGE_ROWS): Promise<boolean> {
  const found = await Promise.all(listsOf(owner, toolId).map((list) => loadPage(list, rows)))
  return found.includes(true)
}

/** True while some page of this list has not been read; inside a computed it follows the reading. */
export function hasOlderRecords(owner: string, toolId?: string): boolean {
  return !listsOf(owner, toolId).every(isWhole)
}

/** Lets the page answer the user before work goes on. */
function breathe(): Promise<void> {
  const scheduler: { yield?: () => Promise<void> } | undefined = Reflect.get(globalThis, 'scheduler')
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/** Reads every record of an account on this device into view, in parts that leave the page free. */
export async function loadAllRecords(owner: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && hasOlderRecords(owner)) {
    await loadOlderRecords(owner, undefined, MANY_ROWS)
    await breathe()
  }
}

/** Reads the tasks of a run into view, however old. */
export async function loadRun(
  owner: string,
  toolId: string,
  batchId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const list of listsOf(owner, toolId)) {
    let isMet = false
    for (let after: number | null = null; ; ) {
      const page = await readTaskPage(list, after, MANY_ROWS)
      if (signal.aborted) return
      const isHere = takeRecords(page.records).some((task) => task.batchId === batchId)
      // The tasks of a run lie together: past them there are none.
      if (page.next === null || (isMet && !isHere)) break
      isMet ||= isHere
      after = page.next
    }
  }
}

export type Neighbours = { newer?: LocalTask | undefined; older?: LocalTask | undefined }

/** Reads the tasks of an account made right before and after one into view. */
export async function loadNeighbours(owner: string, task: LocalTask): Promise<Neighbours> {
  const find = async (direction: 'newer' | 'older') => {
    const found = await Promise.all(listsOf(owner).map((list) => readNeighbour(list.owner, task, direction)))
    const tasks = takeRecords(found).sort(newestFirst)
    return direction === 'older' ? tasks[0] : tasks.at(-1)
  }
  return { newer: await find('newer'), older: await find('older') }
}

onPrivateDataCleared(() => {
  readUpTo.value = new Map([...readUpTo.peek()].filter(([key]) => key.startsWith(`${GUEST}/`)))
})
