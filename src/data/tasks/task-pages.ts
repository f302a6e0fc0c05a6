import { read } from '#src/data/store/db.ts'

/** Rows of a page: what a screen or two of a list shows. */
export const PAGE_ROWS = 50

/** Part of an account's records: all of them, or one tool's. */
export interface PageOf {
  owner: string
  toolId?: string
}

/** Records as they lie in the store, newest first, and where the next page goes on. */
export interface TaskPage {
  records: unknown[]
  /** Pass as `after` for the next page; null when this was the last. */
  next: number | null
}

const FROM_NEWEST = -Number.MAX_SAFE_INTEGER

/** The range of the index behind a list, from a moment on (exclusive). */
function rangeOf({ owner, toolId }: PageOf, after: number | null): IDBKeyRange {
  const lower = after ?? FROM_NEWEST
  return toolId === undefined
    ? IDBKeyRange.bound([owner, lower], [owner, 0], after !== null)
    : IDBKeyRange.bound([owner, toolId, lower], [owner, toolId, 0], after !== null)
}

/** Place of a record in the index: the negative of its time; null when it has none. */
function placeOf(record: unknown): number | null {
  if (typeof record !== 'object' || record === null || !('newest' in record)) return null
  return typeof record.newest === 'number' ? record.newest : null
}

/**
 * One page of a list, read by one `getAll` on an index. Records of one moment are never torn apart, so that
 * "after this moment" loses none at a border: such a page is longer than `rows`.
 * @param after `next` of the page before; null for the newest
 * @param rows at least 1
 * @returns an empty page when the store cannot be read
 */
export function readTaskPage(
  of: PageOf,
  after: number | null = null,
  rows: number = PAGE_ROWS,
): Promise<TaskPage> {
  const index = of.toolId === undefined ? 'userId+newest' : 'userId+toolId+newest'
  return read<TaskPage>(
    async (db) => {
      const store = db.transaction('tasks').store.index(index)
      // One more than asked for tells whether there is a next page, and whether a moment is torn apart.
      const found: unknown[] = await store.getAll(rangeOf(of, after), rows + 1)
      if (found.length <= rows) return { records: found, next: null }
      const last = placeOf(found[rows - 1])
      if (placeOf(found[rows]) !== last || last === null) {
        return { records: found.slice(0, rows), next: last }
      }
      const whole = found.findIndex((record) => placeOf(record) === last)
      const moment = of.toolId === undefined ? [of.owner, last] : [of.owner, of.toolId, last]
      const tied: unknown[] = await store.getAll(IDBKeyRange.only(moment))
      return { records: [...found.slice(0, whole), ...tied], next: last }
    },
    { records: [], next: null },
  )
}

/** Records of an account that something is still to happen to: owed to the server, or not final. */
export function readUnsettled(owner: string): Promise<unknown[]> {
  return read<unknown[]>((db) => db.getAllFromIndex('tasks', 'userId+owed', IDBKeyRange.only([owner, 1])), [])
}

/** Records by their ids, in that order; undefined where there is none. */
export function readTasksById(ids: readonly string[]): Promise<unknown[]> {
  return read<unknown[]>(
    (db) => {
      const { store } = db.transaction('tasks')
      return Promise.all(ids.map((id) => store.get(id)))
    },
    ids.map(() => undefined),
  )
}

/** The record before or after one in the list of an account, newest first; undefined at its end. */
export function readNeighbour(
  owner: string,
  { createdAt, taskId }: { createdAt: number; taskId: string },
  direction: 'newer' | 'older',
): Promise<unknown> {
  return read<unknown>(async (db) => {
    const index = db.transaction('tasks').store.index('userId+newest')
    const here = -createdAt
    const tied = await index.getAll(IDBKeyRange.only([owner, here]))
    if (direction === 'older') {
      const next = tied.find((task) => task.taskId > taskId)
      return next ?? (await index.getAll(IDBKeyRange.bound([owner, here], [owner, 0], true), 1))[0]
    }
    const before = tied.findLast((task) => task.taskId < taskId)
    const newer = IDBKeyRange.bound([owner, FROM_NEWEST], [owner, here], false, true)
    return before ?? (await index.openCursor(newer, 'prev'))?.value
  }, undefined)
}
