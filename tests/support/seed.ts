import type { Page } from '@playwright/test'

/** What of a seeded task may be chosen; the rest is that of a finished line drawing. */
export interface Seed {
  userId?: string
  toolId?: string
  op?: string
  state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  origin?: 'device' | 'server'
  place?: 'device' | 'local'
  name?: string
  createdAt?: number
  batchId?: string | null
  phase?: 'waiting' | 'uploading'
  /** Key in the store `blobs` of the result's bytes. */
  outputKey?: string
}

/** A stored record of a task, as version 1 of the database wrote it. */
export function storedTask(index: number, seed: Seed = {}): Record<string, unknown> {
  const hex = index.toString(16).padStart(12, '0')
  const state = seed.state ?? 'done'
  const name = seed.name ?? `图纸 ${index}.jpg`
  const asset = {
    id: hex.padStart(64, '0'),
    type: 'image/jpeg',
    bytes: 1000 + index,
    width: 800,
    height: 600,
  }
  const place = seed.place ?? 'device'
  return {
    taskId: `00000000-0000-4000-8000-${hex}`,
    toolId: seed.toolId ?? 'toline',
    op: seed.op ?? 'lineart',
    params: {},
    inputs: [{ ...asset, name, role: 'image' }],
    batchId: seed.batchId ?? null,
    state,
    revision: 0,
    queueNum: 0,
    progress: state === 'done' ? 1 : 0,
    step: '',
    outputs: state === 'done' ? [{ ...asset, name }] : [],
    text: null,
    place,
    engine: '本机',
    cost: null,
    refunded: false,
    error: state === 'failed' ? { code: 5001, message: '处理失败', remedy: '请重试' } : null,
    createdAt: seed.createdAt ?? 0,
    startedAt: null,
    finishedAt: null,
    origin: (seed.origin ?? place === 'device') ? 'device' : 'server',
    userId: seed.userId ?? 'guest',
    outputMeta: state === 'done' ? [{ key: seed.outputKey ?? null }] : [],
    ...(seed.phase ? { phase: seed.phase } : {}),
  }
}

/**
 * Puts records into a store of the app's database as they are; the app has to have made it. They travel as one text: a
 * runner that walks thousands of records takes longer than the database does.
 */
export async function putInto(page: Page, store: string, records: readonly unknown[]): Promise<void> {
  await page.evaluate(
    async ({ name, values }) => {
      const db = await new Promise<IDBDatabase>((settle, reject) => {
        const request = indexedDB.open('zhuhui')
        request.onsuccess = () => settle(request.result)
        request.onerror = () => reject(request.error)
      })
      const transaction = db.transaction(name, 'readwrite')
      for (const value of JSON.parse(values)) transaction.objectStore(name).put(value)
      await new Promise<void>((settle, reject) => {
        transaction.oncomplete = () => settle()
        transaction.onerror = () => reject(transaction.error)
      })
      db.close()
    },
    { name: store, values: JSON.stringify(records) },
  )
}

/** Stores tasks as the present version does. */
export function seedTasks(page: Page, tasks: readonly Record<string, unknown>[]): Promise<void> {
  const records = tasks.map((task) => ({
    ...task,
    newest: -Number(task.createdAt),
    ...(task.state === 'queued' || task.state === 'running' || task.phase ? { owed: 1 } : {}),
  }))
  return putInto(page, 'tasks', records)
}

/** Gives a store a small picture under each key. */
export async function seedPictures(
  page: Page,
  keys: readonly string[],
  userId = 'guest',
  [width, height]: readonly [number, number] = [320, 240],
): Promise<void> {
  await page.evaluate(
    async ({ names, owner, width, height }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      const blobs = []
      for (const [i, key] of names.entries()) {
        if (context) {
          context.fillStyle = `hsl(${(i * 47) % 360} 40% 55%)`
          context.fillRect(0, 0, width, height)
        }
        blobs.push({
          key,
          userId: owner,
          type: 'image/jpeg',
          blob: await canvas.convertToBlob({ type: 'image/jpeg' }),
        })
      }
      const db = await new Promise<IDBDatabase>((settle, reject) => {
        const request = indexedDB.open('zhuhui')
        request.onsuccess = () => settle(request.result)
        request.onerror = () => reject(request.error)
      })
      const transaction = db.transaction('blobs', 'readwrite')
      for (const record of blobs) transaction.objectStore('blobs').put(record)
      await new Promise<void>((settle, reject) => {
        transaction.oncomplete = () => settle()
        transaction.onerror = () => reject(transaction.error)
      })
      db.close()
    },
    { names: keys, owner: userId, width, height },
  )
}
