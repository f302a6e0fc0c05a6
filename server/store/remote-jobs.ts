import type { Db } from './database.ts'

/** How long clouds may be asked for a job, ms: they forget it after a day. */
const KEPT_MS = 7 * 24 * 3600 * 1000

/** Which job of a cloud is a task's: noted as soon as the cloud has named it, so that a restart finds it again. */
export class RemoteJobs {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The cloud's name of a task's job; null where it has none. */
  async find(id: string, engineId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('remote_jobs')
      .select('remote_id')
      .where('id', '=', id)
      .where('engine_id', '=', engineId)
      .executeTakeFirst()
    return row?.remote_id ?? null
  }

  /** Stores the cloud's id of a task's job, and deletes rows older than clouds keep jobs. */
  async note(id: string, engineId: string, remoteId: string): Promise<void> {
    const now = Date.now()
    await this.#db
      .deleteFrom('remote_jobs')
      .where('created_at', '<', now - KEPT_MS)
      .execute()
    await this.#db
      .insertInto('remote_jobs')
      .values({ id, engine_id: engineId, remote_id: remoteId, created_at: now })
      .execute()
  }

  /** Forgets a job that its cloud does not know any more. */
  async forget(id: string, engineId: string): Promise<void> {
    await this.#db.deleteFrom('remote_jobs').where('id', '=', id).where('engine_id', '=', engineId).execute()
  }
}
