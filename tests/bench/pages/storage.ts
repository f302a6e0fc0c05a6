import { database, indexed } from '#src/data/store/db.ts'
import { readTaskPage } from '#src/data/tasks/task-pages.ts'

/** Rows of a page of a list. */
const ROWS = 50

function record(index: number): Record<string, unknown> {
  const hex = index.toString(16).padStart(12, '0')
  const name = `滨江住宅 ${index} 号楼 客厅.jpg`
  const asset = { id: hex.padStart(64, 'a'), type: 'image/jpeg', bytes: 900_000, width: 1024, height: 768 }
  return {
    taskId: `00000000-0000-4000-8000-${hex}`,
    toolId: index % 3 === 0 ? 'compress' : 'toline',
    op: index % 3 === 0 ? 'compress' : 'lineart',
    params: {
      prompt: '黄昏，清水混凝土，前景是草坡与石径，远处是江面与对岸的灯光',
      strength: 0.6,
      seed: index,
    },
    inputs: [{ ...asset, name, role: 'image' }],
    batchId: null,
    state: 'done',
    revision: 0,
    queueNum: 0,
    progress: 1,
    step: '',
    outputs: [{ ...asset, name }],
    text: null,
    place: 'local',
    engine: '内置引擎',
    cost: { kind: 'image', amount: 1 },
    refunded: false,
    error: null,
    createdAt: 1_760_000_000_000 - index * 60_000,
    startedAt: 1_760_000_000_000,
    finishedAt: 1_760_000_000_000,
    origin: 'server',
    userId: 'bench',
    outputMeta: [],
  }
}

/** Fills the app's own database, made by the app's own code. */
async function fill(count: number): Promise<void> {
  const db = await database()
  const transaction = db.transaction('tasks', 'readwrite')
  for (let i = 0; i < count; i++) void transaction.store.put(indexed(record(i)))
  await transaction.done
}

/** Reads pages one after the other, as a list that is scrolled does. @returns ms a page */
async function readPages(pages: number): Promise<number> {
  const start = performance.now()
  let rows = 0
  for (let i = 0, after: number | null = null; i < pages; i++) {
    const page = await readTaskPage({ owner: 'bench' }, after, ROWS)
    rows += page.records.length
    after = page.next
  }
  const ms = performance.now() - start
  if (rows !== pages * ROWS) throw new Error(`${rows} rows in ${pages} pages`)
  return ms / pages
}

/** Reads every record at once. @returns ms */
async function readAll(count: number): Promise<number> {
  const db = await database()
  const start = performance.now()
  const { length } = await db.getAll('tasks')
  const ms = performance.now() - start
  if (length !== count) throw new Error(`${length} records`)
  return ms
}

const bench = { fill, readPages, readAll }
export type StorageBench = typeof bench
Object.assign(window, { bench })
