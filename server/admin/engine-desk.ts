import type { EngineEntry, EngineForm } from '#contracts/engines.ts'
import { AppError } from '#contracts/errors.ts'
import type { Engine } from '#server/engines/engine.ts'
import { describeThrown, type Log } from '#server/log.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Db } from '#server/store/database.ts'
import {
  addEngine,
  changeEngine,
  type EngineRow,
  listEngines,
  orderEngines,
  removeEngine,
  switchEngine,
} from './engine-store.ts'
import type { KeyBox } from './key-box.ts'

interface Parts {
  db: Db
  box: KeyBox
  queue: Queue
  log: Log
  /** Engines that are there whatever is connected, before the connected ones and after them. */
  before: readonly Engine[]
  after: readonly Engine[]
  open: (row: EngineRow, key: string) => Engine
}

type Opened = Map<string, { changedAt: number; engine: Engine }>

const KEY_LOST = new AppError('ENGINE_KEY', '密钥读不出来：数据文件夹里的密钥文件换过了')

function formOf(row: EngineRow): Omit<EngineForm, 'key'> {
  return {
    kind: row.kind,
    title: row.title,
    address: row.address,
    imageModel: row.image_model,
    videoModel: row.video_model,
    visionModel: row.vision_model,
    chatModel: row.chat_model,
    slots: row.slots,
    timeLimitS: row.time_limit_s,
    isOutside: row.is_outside === 1,
  }
}

/** The engines of this site: those that its operator has connected, taken into the running queue, and the others. */
export class EngineDesk {
  readonly #parts: Parts
  /** What is open of the connected ones, by their names, each for one state of its row. */
  #open: Opened = new Map()
  #loading: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Brings the queue in line with the database; one after another. */
  load(): Promise<void> {
    this.#loading = this.#loading.catch(() => undefined).then(() => this.#load())
    return this.#loading
  }

  async #load(): Promise<void> {
    const { db, box, queue, before, after, open, log } = this.#parts
    const opened: Opened = new Map()
    for (const row of await listEngines(db)) {
      const key = box.open(row.key, row.id)
      if (row.is_on === 0 || key === null) continue
      const known = this.#open.get(row.id)
      try {
        const engine = known?.changedAt === row.changed_at ? known.engine : open(row, key)
        opened.set(row.id, { changedAt: row.changed_at, engine })
      } catch (error) {
        log.error('engine not opened', { engine: row.id, ...describeThrown(error) })
      }
    }
    this.#open = opened
    await queue.use([...before, ...[...opened.values()].map(({ engine }) => engine), ...after])
  }

  /** Every engine, in the order of preference. */
  async list(): Promise<EngineEntry[]> {
    const { db, before, after } = this.#parts
    const rows = await listEngines(db)
    return [
      ...before.map((engine) => this.#entryOf(engine)),
      ...rows.map((row) => this.#entryOfRow(row)),
      ...after.map((engine) => this.#entryOf(engine)),
    ]
  }

  async add(form: EngineForm): Promise<void> {
    await addEngine(this.#parts.db, form, this.#parts.box)
    await this.load()
  }

  /** @throws AppError NOT_FOUND, BAD_REQUEST */
  async change(id: string, form: EngineForm): Promise<void> {
    await changeEngine(this.#parts.db, id, form, this.#parts.box)
    await this.load()
  }

  /** @throws AppError NOT_FOUND */
  async switch(id: string, isOn: boolean): Promise<void> {
    await switchEngine(this.#parts.db, id, isOn)
    await this.load()
  }

  async order(ids: readonly string[]): Promise<void> {
    await orderEngines(this.#parts.db, ids)
    await this.load()
  }

  async remove(id: string): Promise<void> {
    await removeEngine(this.#parts.db, id)
    await this.load()
  }

  /** The engine of a name that is on. @throws AppError NOT_FOUND */
  find(id: string): Engine {
    const engine = this.#parts.queue.engines.find(({ name }) => name === id)
    if (!engine) throw new AppError('NOT_FOUND', '这个引擎没有启用')
    return engine
  }

  #entryOf(engine: Engine, row?: EngineRow): EngineEntry {
    const { queue } = this.#parts
    const { ops, seenAt, problem } = queue.stateOf(engine.name)
    return {
      id: engine.name,
      title: engine.title,
      place: engine.place,
      kind: row?.kind ?? null,
      form: row ? formOf(row) : null,
      hasKey: row !== undefined && row.key !== '',
      isOutside: engine.isOutside ?? false,
      takesWorkflows: engine.takesWorkflows ?? false,
      state: problem ? 'silent' : 'ready',
      seenAt,
      problem: problem && { message: problem.message, remedy: problem.remedy },
      ops: [...ops],
    }
  }

  #entryOfRow(row: EngineRow): EngineEntry {
    const open = this.#open.get(row.id)
    if (open) return this.#entryOf(open.engine, row)
    const { box } = this.#parts
    const isLost = box.open(row.key, row.id) === null
    return {
      id: row.id,
      title: row.title,
      place: 'gpu',
      kind: row.kind,
      form: formOf(row),
      hasKey: row.key !== '' && !isLost,
      isOutside: row.is_outside === 1,
      takesWorkflows: false,
      state: row.is_on === 1 ? 'silent' : 'off',
      seenAt: null,
      problem: isLost ? { message: KEY_LOST.message, remedy: '请编辑这个引擎，重新填写密钥' } : null,
      ops: [],
    }
  }
}
