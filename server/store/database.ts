import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Driver, Kysely, SqliteAdapter, SqliteDialect, type SqliteDialectConfig } from 'kysely'
import { Migrator } from 'kysely/migration'
import { AppError } from '#contracts/errors.ts'
import { MIGRATIONS } from './migrations.ts'
import { PatientDriver } from './patient-driver.ts'
import type { Tables } from './schema.ts'

/** The database as repositories see it, inside a transaction or not. */
export type Db = Kysely<Tables>

const STATEMENT_CACHE = 300
const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_IOERR = 10

interface Options {
  /**
   * Called when the disk itself failed (an fsync that did not succeed): what is in memory and on disk may
   * differ from then on, so the process must end and recover by starting again.
   */
  onFatal?: (error: unknown) => void
  /** Last migration that is carried out; all when left out. */
  upTo?: string
}

function sqliteCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

function translate(error: unknown, onFatal: Options['onFatal']): unknown {
  const code = sqliteCode(error)
  if (code === SQLITE_FULL) return new AppError('DISK_FULL', undefined, { cause: error })
  if (code === SQLITE_IOERR) onFatal?.(error)
  return error
}

/** `node:sqlite` in the shape that Kysely's SQLite dialect expects, with prepared statements kept. */
function adapt(raw: DatabaseSync, { onFatal }: Options) {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const kept = statements.get(sql)
    if (kept) return kept
    const statement = raw.prepare(sql)
    if (statements.size >= STATEMENT_CACHE) statements.delete(statements.keys().next().value ?? '')
    statements.set(sql, statement)
    return statement
  }
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw translate(error, onFatal)
    }
  }
  return {
    close: () => raw.close(),
    prepare(sql: string) {
      // SQLite rolls back by itself on a full disk; a second rollback would hide the real error.
      if (sql === 'rollback' && !raw.isTransaction) sql = 'select 1'
      // Taking the write lock at once: a read lock that must be raised can deadlock with another process.
      const statement = guard(() => prepare(sql === 'begin' ? 'begin immediate' : sql))
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]): unknown[] => guard(() => statement.all(...values(parameters))),
        run: (parameters: readonly unknown[]) => guard(() => statement.run(...values(parameters))),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      }
    },
  }
}

/** SQLite can undo changes of tables, so that a migration that is cut short leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  // There is one; the driver itself lets callers take turns.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config, (error) => sqliteCode(error) === SQLITE_BUSY)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Opens the database and brings it to the newest version.
 * @param file path, or `:memory:`
 * @throws Error when a migration fails; nothing of that migration stays
 */
export async function openDatabase(file: string, options: Options = {}): Promise<Db> {
  const raw = new DatabaseSync(file)
  raw.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0;',
  )
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: adapt(raw, options) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await (options.upTo ? migrator.migrateTo(options.upTo) : migrator.migrateToLatest())
  if (error) {
    await db.destroy()
    throw error instanceof Error ? error : new Error(String(error))
  }
  return db
}
