import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult, SqliteDialectConfig } from 'kysely'
import { SqliteDriver } from 'kysely'
import { AppError } from '#contracts/errors.ts'

/** How long a write waits for another process (a backup, an administrator's shell) to let go of the database, ms. */
const PATIENCE_MS = 2000
const PAUSE_MS = 25
const RETRY_AFTER_MS = 2000

/** Lets one caller after the other use the only connection. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** @returns what ends the turn */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }
}

interface Parts {
  inner: DatabaseConnection
  turns: Turns
  isBusy: (error: unknown) => boolean
}

/** One caller's use of the connection; while it waits for another process, other callers may go on reading. */
class PatientConnection implements DatabaseConnection {
  readonly #parts: Parts
  #end: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async begin(): Promise<void> {
    this.#end = await this.#parts.turns.take()
  }

  end(): void {
    this.#end?.()
    this.#end = null
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { inner, isBusy } = this.#parts
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        return await inner.executeQuery<R>(query)
      } catch (error) {
        // Transactions begin with the write lock: nothing inside of one is refused for being busy.
        if (!isBusy(error)) throw error
        if (performance.now() >= until)
          throw new AppError('DATABASE_BUSY', undefined, { cause: error, retryAfterMs: RETRY_AFTER_MS })
      }
      this.end()
      await wait(PAUSE_MS)
      await this.begin()
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#parts.inner.streamQuery<R>(query, chunkSize)
  }
}

/**
 * Kysely's driver of SQLite, which retries what finds the database locked by another process without blocking this
 * one, as SQLite's own busy timeout would.
 * @throws AppError DATABASE_BUSY from queries, when the other does not let go in time
 */
export class PatientDriver extends SqliteDriver {
  readonly #turns = new Turns()
  readonly #isBusy: (error: unknown) => boolean

  constructor(config: SqliteDialectConfig, isBusy: (error: unknown) => boolean) {
    super(config)
    this.#isBusy = isBusy
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection()
    const connection = new PatientConnection({ inner, turns: this.#turns, isBusy: this.#isBusy })
    await connection.begin()
    return connection
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof PatientConnection) connection.end()
  }
}
