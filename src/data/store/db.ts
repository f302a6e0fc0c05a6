import { signal } from '@preact/signals-react'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import { isFinal, zTaskState } from '#contracts/task.ts'
import { useSignalValue } from './signal-hooks.ts'

/** Bytes kept on this device. WebKit refuses Blobs in some versions, so either form may be there. */
export const zStoredBlob = z.object({
  key: z.string(),
  /** Account that it belongs to. */
  userId: z.string(),
  type: z.string(),
  blob: z.instanceof(Blob).optional(),
  buffer: z.instanceof(ArrayBuffer).optional(),
})
export type StoredBlob = z.infer<typeof zStoredBlob>

/**
 * A task as it is stored: the record and what its indexes need. IndexedDB pages forwards only, so the
 * newest comes first by a negative time; `owed` is there only while something is still to happen: the server
 * has to be told, or the task is not final. Those records are read at every start, however old they are.
 */
export type StoredTask = { taskId: string; userId: string; newest: number; owed?: 1 } & Record<
  string,
  unknown
>

/** Values are `unknown`: whatever is read is parsed, since an older version may have written it. */
interface Schema extends DBSchema {
  tasks: {
    key: string
    value: StoredTask
    indexes: {
      'userId+newest': [string, number]
      'userId+toolId+newest': [string, string, number]
      'userId+owed': [string, number]
    }
  }
  blobs: { key: string; value: StoredBlob; indexes: { userId: string } }
  drafts: { key: string; value: unknown }
  kv: { key: string; value: unknown }
  /** Archives on their way to disk, with what has arrived. */
  downloads: {
    key: string
    value: { downloadId: string; userId: string } & Record<string, unknown>
    indexes: { userId: string }
  }
  /** Tasks that the user keeps together, and may pin so that their pictures stay on this device. */
  projects: {
    key: string
    value: { projectId: string; userId: string } & Record<string, unknown>
    indexes: { userId: string }
  }
}
export type Database = IDBPDatabase<Schema>

/** Set while the browser refuses to keep what the user makes; null when storing works. */
const problem = signal<AppError | null>(null)

/** Things that the browser refused to keep, of one kind: they live in this page alone. */
interface Unsaved {
  /** In the user's words, such as 个任务. */
  unit: string
  count: () => number
  retry: () => Promise<unknown>
}
const unsavedKinds = new Set<Unsaved>()

/** Registers what may have to be stored again once there is room. */
export function onUnsaved(kind: Unsaved): void {
  unsavedKinds.add(kind)
}

/** Names and counts what lives in this page alone. */
function namesOfUnsaved(): string {
  const kinds = [...unsavedKinds].filter((kind) => kind.count() > 0)
  return kinds.map((kind) => `${kind.count()} ${kind.unit}`).join('、')
}

/** Why something could not be saved on this device and what it is, or null; re-renders when it changes. */
export function useStorageProblem(): { error: AppError; unsaved: string } | null {
  const error = useSignalValue(problem)
  return error && { error, unsaved: namesOfUnsaved() }
}

/** Stores again what was refused before; resolves with false when there is still no room. */
export async function saveUnsaved(): Promise<boolean> {
  for (const kind of unsavedKinds) if (kind.count() > 0) await kind.retry().catch(() => undefined)
  const isDone = namesOfUnsaved() === ''
  if (isDone) problem.value = null
  return isDone
}

let opening: Promise<Database> | undefined

/** How long the browser may take to open the database before work goes on in memory, ms. */
const PATIENCE_MS = 4000
const backListeners = new Set<() => Promise<unknown> | undefined>()

/** Registers what is read anew when a database that gave no answer for long has opened after all. */
export function onDatabaseBack(listener: () => Promise<unknown> | undefined): void {
  backListeners.add(listener)
}

/** Takes up work with a database that opened late: what is in memory joins what it holds. */
async function comeBack(): Promise<void> {
  await Promise.all([...backListeners].map((listener) => listener()))
  await saveUnsaved()
}

/** Rejects with STORAGE_SILENT while the browser takes longer than its time; then every call does so at once. */
function openInTime(): Promise<Database> {
  let isLate = false
  const opened = open()
  const inTime = new Promise<Database>((resolve, reject) => {
    const timer = setTimeout(() => {
      isLate = true
      const error = new AppError('STORAGE_SILENT')
      problem.value = error
      reject(error)
    }, PATIENCE_MS)
    opened.then(resolve, reject).finally(() => clearTimeout(timer))
  })
  void opened.then(
    () => {
      if (!isLate || opening !== inTime) return
      opening = opened
      void comeBack()
    },
    () => {
      if (opening === inTime) opening = undefined
    },
  )
  return inTime
}

/**
 * The database of this origin, opened on first use and opened again when the browser closed it.
 * @throws AppError STORAGE_SILENT when it does not open for long, as when another tab holds an older version
 */
export function database(): Promise<Database> {
  opening ??= openInTime()
  return opening
}

const VERSION = 3
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>

function createFirstStores(db: Database): void {
  db.createObjectStore('tasks', { keyPath: 'taskId' })
  db.createObjectStore('blobs', { keyPath: 'key' }).createIndex('userId', 'userId')
  db.createObjectStore('drafts')
  db.createObjectStore('kv')
}

/** Version 2: tasks are read by the page, and downloads and projects are kept. */
async function addPagesAndDownloads(db: Database, transaction: Upgrade): Promise<void> {
  const tasks = transaction.objectStore('tasks')
  for (const name of [...tasks.indexNames]) tasks.deleteIndex(name)
  tasks.createIndex('userId+newest', ['userId', 'newest'])
  tasks.createIndex('userId+toolId+newest', ['userId', 'toolId', 'newest'])
  tasks.createIndex('userId+owed', ['userId', 'owed'])
  db.createObjectStore('downloads', { keyPath: 'downloadId' }).createIndex('userId', 'userId')
  db.createObjectStore('projects', { keyPath: 'projectId' }).createIndex('userId', 'userId')
  for (let at = await tasks.openCursor(); at; at = await at.continue()) await at.update(indexed(at.value))
}

/**
 * Version 3: a store that nothing was ever kept in goes. A picture's own edits are one bag since then, which a page of
 * an older version would drop: it cannot open this database.
 */
function dropUnused(db: IDBPDatabase): void {
  if (db.objectStoreNames.contains('chats')) db.deleteObjectStore('chats')
}

/** The fields that the indexes of `tasks` read, set from the record. */
export function indexed<T extends Record<string, unknown>>(
  record: T,
): T & Pick<StoredTask, 'newest' | 'owed' | 'userId' | 'taskId'> {
  const { owed: _owed, ...rest } = record as T & { owed?: 1 }
  const isTold = record.phase === undefined && record.intent === undefined
  const state = zTaskState.safeParse(record.state)
  const owes = !isTold || !state.success || !isFinal(state.data)
  const keys = { newest: -Number(record.createdAt), ...(owes ? { owed: 1 as const } : {}) }
  return { ...rest, ...keys } as T & Pick<StoredTask, 'newest' | 'owed' | 'userId' | 'taskId'>
}

function open(): Promise<Database> {
  return openDB<Schema>('zhuhui', VERSION, {
    async upgrade(db, from, _to, transaction) {
      if (from < 1) createFirstStores(db)
      if (from < 2) await addPagesAndDownloads(db, transaction)
      if (from < 3) dropUnused(db as unknown as IDBPDatabase)
    },
    // Another tab runs an older version and has not let go yet; opening goes on by itself once it has.
    blocked() {
      console.warn('zhuhui: the database waits for another tab of an older version')
    },
    // A newer version in another tab wants to migrate: let go at once, or it would hang.
    blocking(_current, _blocked, event) {
      opening = undefined
      ;(event.target as IDBDatabase).close()
    },
    // The browser closed it (storage cleared, process lost): the next call opens it again.
    terminated() {
      opening = undefined
    },
  })
}

/** Why a write failed, in the user's words. */
function explain(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const name = thrown instanceof Error ? thrown.name : ''
  // Where the quota stops a transaction, its open requests fail first, and only with an AbortError.
  const isFull = name === 'QuotaExceededError' || name === 'AbortError'
  const detail = isFull ? undefined : '浏览器不允许在本机保存内容'
  return new AppError('STORAGE_FULL', detail, { cause: thrown })
}

/**
 * Runs a write and waits until the browser has it for good.
 * @throws AppError STORAGE_FULL when the quota is used up or storing is not allowed
 */
export async function write(work: (db: Database) => Promise<unknown>): Promise<void> {
  try {
    await work(await database())
    // A small write that fits says nothing about the large ones that did not.
    if (problem.peek() && namesOfUnsaved() === '') problem.value = null
  } catch (thrown) {
    const error = explain(thrown)
    problem.value = error
    throw error
  }
}

/** Runs a read; a database that cannot be opened reads as `fallback`. */
export async function read<T>(work: (db: Database) => Promise<T>, fallback: T): Promise<T> {
  try {
    return await work(await database())
  } catch (thrown) {
    console.warn('zhuhui: the local store cannot be read', thrown)
    return fallback
  }
}

/** A record that parses, or undefined (logged) for a damaged one. */
export function parseRecord<S extends z.ZodType>(
  schema: S,
  record: unknown,
  what: string,
): z.output<S> | undefined {
  if (record === undefined) return undefined
  const parsed = schema.safeParse(record)
  if (parsed.success) return parsed.data
  console.warn(`zhuhui: a damaged record was dropped from ${what}`, z.prettifyError(parsed.error))
  return undefined
}

/** Value kept under `key`, parsed; undefined when there is none or it is damaged. */
export async function readValue<S extends z.ZodType>(
  key: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  const record = await read<unknown>((db) => db.get('kv', key), undefined)
  return parseRecord(schema, record, `kv/${key}`)
}

/** Keeps a small value; a full disk is reported by useStorageProblem and not thrown. */
export async function keepValue(key: string, value: unknown): Promise<void> {
  await write((db) => db.put('kv', value, key)).catch(() => undefined)
}

/** Forgets a small value. */
export async function dropValue(key: string): Promise<void> {
  await write((db) => db.delete('kv', key)).catch(() => undefined)
}
