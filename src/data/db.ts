import { signal } from '@preact/signals-react'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
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

/** Values are `unknown`: whatever is read is parsed, since an older version may have written it. */
interface Schema extends DBSchema {
  tasks: {
    key: string
    value: { taskId: string } & Record<string, unknown>
    indexes: {
      createdAt: number
      'toolId+createdAt': [string, number]
      'userId+createdAt': [string, number]
    }
  }
  blobs: { key: string; value: StoredBlob; indexes: { userId: string } }
  drafts: { key: string; value: unknown }
  kv: { key: string; value: unknown }
}
export type Database = IDBPDatabase<Schema>

/** Set while the browser refuses to keep what the user makes; null when storing works. */
const problem = signal<AppError | null>(null)

/** Why nothing can be saved on this device, or null; re-renders when it changes. */
export function useStorageProblem(): AppError | null {
  return useSignalValue(problem)
}

let opening: Promise<Database> | undefined

/** The database of this origin, opened on first use and opened again when the browser closed it. */
export function database(): Promise<Database> {
  opening ??= open().catch((thrown: unknown) => {
    opening = undefined
    throw thrown
  })
  return opening
}

function open(): Promise<Database> {
  return openDB<Schema>('zhuhui', 1, {
    upgrade(db) {
      const tasks = db.createObjectStore('tasks', { keyPath: 'taskId' })
      tasks.createIndex('createdAt', 'createdAt')
      tasks.createIndex('toolId+createdAt', ['toolId', 'createdAt'])
      tasks.createIndex('userId+createdAt', ['userId', 'createdAt'])
      db.createObjectStore('blobs', { keyPath: 'key' }).createIndex('userId', 'userId')
      db.createObjectStore('drafts')
      db.createObjectStore('kv')
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
  const detail = name === 'QuotaExceededError' ? undefined : '浏览器不允许在本机保存内容'
  return new AppError('STORAGE_FULL', detail, { cause: thrown })
}

/**
 * Runs a write and waits until the browser has it for good.
 * @throws AppError STORAGE_FULL when the quota is used up or storing is not allowed
 */
export async function write(work: (db: Database) => Promise<unknown>): Promise<void> {
  try {
    await work(await database())
    problem.value = null
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
