import { randomBytes } from 'node:crypto'
import { AppError } from '#contracts/errors.ts'
import { type WorkflowEntry, type WorkflowForm, zWorkflowForm } from '#contracts/workflows.ts'
import { faultOf } from '#ops/own-workflow.ts'
import type { GraphShelf } from '#server/engines/comfyui/graph-shelf.ts'
import { graphOfOwn } from '#server/engines/comfyui/own-graph.ts'
import { describeThrown, type Log } from '#server/log.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Db } from '#server/store/database.ts'

/** Most workflows of a site. */
const MOST = 100

interface Parts {
  db: Db
  queue: Queue
  shelf: GraphShelf
  log: Log
}

/** @throws AppError WORKFLOW_UNFIT with what is wrong */
function check(form: WorkflowForm): void {
  const fault = faultOf(form)
  if (fault) throw new AppError('WORKFLOW_UNFIT', fault.words)
}

/** The workflows of the operator's own: stored, and put among the graphs of all ComfyUIs. */
export class Workflows {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Every stored workflow in the order of their names. */
  async list(): Promise<WorkflowEntry[]> {
    const { db, log } = this.#parts
    const rows = await db.selectFrom('workflows').selectAll().orderBy('changed_at', 'desc').execute()
    return rows.flatMap(({ id, version, form }) => {
      try {
        return [{ id, version, form: zWorkflowForm.parse(JSON.parse(form)) }]
      } catch (error) {
        log.error('workflow not read', { workflow: id, ...describeThrown(error) })
        return []
      }
    })
  }

  /** Puts what is stored among the graphs. An op that is gone since takes its workflows along. */
  async load(): Promise<WorkflowEntry[]> {
    const entries = await this.list()
    this.#parts.shelf.put(entries.filter(({ form }) => !faultOf(form)).map(graphOfOwn))
    return entries
  }

  /** Stores one, or changes the one of an id. @throws AppError WORKFLOW_UNFIT, NOT_FOUND, BAD_REQUEST */
  async save(id: string | null, form: WorkflowForm): Promise<WorkflowEntry[]> {
    check(form)
    const { db } = this.#parts
    const values = { form: JSON.stringify(form), changed_at: Date.now() }
    if (id) {
      const { numUpdatedRows } = await db
        .updateTable('workflows')
        .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND', '没有这个工作流，它可能已被删除')
    } else {
      const { length } = await this.list()
      if (length >= MOST) throw new AppError('BAD_REQUEST', `最多保存 ${MOST} 个工作流`)
      const fresh = { id: `own-${randomBytes(6).toString('hex')}`, version: 1, ...values }
      await db.insertInto('workflows').values(fresh).execute()
    }
    return this.#changed()
  }

  /** Forgets one; what waits for it ends with a refund. Doing it twice is no error. */
  async remove(id: string): Promise<WorkflowEntry[]> {
    const { db, queue } = this.#parts
    await db.deleteFrom('workflows').where('id', '=', id).execute()
    const entries = await this.#changed()
    await queue.giveUpOn(id)
    return entries
  }

  /** The graph of a workflow that is not stored yet. @throws AppError WORKFLOW_UNFIT */
  graphOf(form: WorkflowForm): ReturnType<typeof graphOfOwn> {
    check(form)
    return graphOfOwn({ id: `own-${randomBytes(6).toString('hex')}`, version: 0, form })
  }

  async #changed(): Promise<WorkflowEntry[]> {
    const { queue } = this.#parts
    const entries = await this.load()
    await queue.refreshEngines()
    queue.events.publishToAll({ type: 'engines' })
    queue.wake()
    return entries
  }
}
