import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A migration is frozen once released: it must not depend on today's table types.
type AnySchema = Kysely<unknown>

async function createAccounts(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('phone', 'text', (c) => c.notNull().unique())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('avatar', 'text', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .addColumn('last_seen_at', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sms_codes')
    .addColumn('phone', 'text', (c) => c.primaryKey())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sms_sends')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sms_sends_phone').on('sms_sends').columns(['phone', 'created_at']).execute()
  await db.schema.createIndex('sms_sends_source').on('sms_sends').columns(['source', 'created_at']).execute()
}

async function createMoney(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('purses')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('balance', 'integer', (c) => c.notNull().check(sql`balance >= 0`))
    .addPrimaryKeyConstraint('purses_pk', ['user_id', 'kind'])
    .execute()
  await db.schema
    .createTable('ledger')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('delta', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('task_id', 'text')
    .addColumn('created_at', 'integer', (c) => c.notNull())
    // A task is held once, settled once, refunded once, whatever goes wrong around it.
    .addUniqueConstraint('ledger_once', ['task_id', 'reason'])
    .execute()
  await db.schema.createIndex('ledger_user').on('ledger').columns(['user_id', 'id']).execute()
}

async function createAssets(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('assets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('asset_owners')
    .addColumn('asset_id', 'text', (c) => c.notNull().references('assets.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_owners_pk', ['asset_id', 'user_id'])
    .execute()
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('asset_id', 'text')
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('uploads_user').on('uploads').columns(['user_id', 'created_at']).execute()
}

async function createTasks(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('tasks')
    .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tool_id', 'text', (c) => c.notNull())
    .addColumn('op', 'text', (c) => c.notNull())
    .addColumn('params', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('turn', 'integer', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('engine', 'text', (c) => c.notNull())
    .addColumn('cost_kind', 'text')
    .addColumn('cost_amount', 'integer', (c) => c.notNull())
    .addColumn('refunded', 'integer', (c) => c.notNull())
    .addColumn('error_code', 'integer')
    .addColumn('error_message', 'text', (c) => c.notNull())
    .addColumn('error_remedy', 'text', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'integer')
    .addColumn('finished_at', 'integer')
    .addColumn('deleted_at', 'integer')
    .execute()
  await db.schema.createIndex('tasks_queue').on('tasks').columns(['state', 'turn', 'seq']).execute()
  await db.schema.createIndex('tasks_user').on('tasks').columns(['user_id', 'deleted_at', 'seq']).execute()
  await db.schema
    .createTable('task_assets')
    .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('side', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull().references('assets.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('task_assets_pk', ['task_id', 'side', 'position'])
    .execute()
  await db.schema.createIndex('task_assets_asset').on('task_assets').columns(['asset_id']).execute()
}

/** Every change of the tables, in order of their names. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-foundation': {
    async up(db) {
      await createAccounts(db)
      await createMoney(db)
      await createAssets(db)
      await createTasks(db)
    },
  },
  '0002-trim': {
    async up(db) {
      await db.schema.alterTable('task_assets').addColumn('trim', 'text').execute()
    },
  },
  '0003-code-of-browser': {
    async up(db) {
      // Codes live for minutes: those of before are asked for again.
      await db.schema.dropTable('sms_codes').execute()
      await db.schema
        .createTable('sms_codes')
        .addColumn('phone', 'text', (c) => c.notNull())
        .addColumn('browser', 'text', (c) => c.notNull())
        .addColumn('code_hash', 'text', (c) => c.notNull())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('expires_at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('sms_codes_pk', ['phone', 'browser'])
        .execute()
    },
  },
  '0004-engine-of-task': {
    async up(db) {
      await db.schema
        .alterTable('tasks')
        .addColumn('engine_id', 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    },
  },
  '0005-work-of-task': {
    async up(db) {
      await db.schema
        .alterTable('tasks')
        .addColumn('work_s', 'real', (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('tasks')
        .addColumn('is_long', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    },
  },
  '0006-lost-runs-and-meta': {
    async up(db) {
      await db.schema
        .alterTable('tasks')
        .addColumn('lost', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema.alterTable('task_assets').addColumn('meta', 'text').execute()
    },
  },
  '0007-queue-of-lanes': {
    async up(db) {
      // In the order in which lanes are ranked, so that thirty thousand waiting tasks are not sorted for each list.
      await db.schema.dropIndex('tasks_queue').execute()
      await db.schema
        .createIndex('tasks_queue')
        .on('tasks')
        .columns(['state', 'place', 'is_long', 'turn', 'seq', 'id'])
        .execute()
    },
  },
  '0008-operators': {
    async up(db) {
      await db.schema.alterTable('users').addColumn('operator_by', 'text').execute()
    },
  },
  '0009-engines': {
    async up(db) {
      await db.schema
        .createTable('engines')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('image_model', 'text', (c) => c.notNull())
        .addColumn('vision_model', 'text', (c) => c.notNull())
        .addColumn('chat_model', 'text', (c) => c.notNull())
        .addColumn('slots', 'integer', (c) => c.notNull())
        .addColumn('time_limit_s', 'integer', (c) => c.notNull())
        .addColumn('is_outside', 'integer', (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('is_on', 'integer', (c) => c.notNull())
        .addColumn('changed_at', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  '0010-way-of-task': {
    async up(db) {
      for (const column of ['graph_id', 'model'])
        await db.schema
          .alterTable('tasks')
          .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
          .execute()
    },
  },
  '0011-where-pictures-go': {
    async up(db) {
      await db.schema
        .alterTable('tasks')
        .addColumn('reach', 'text', (c) => c.notNull().defaultTo('outside'))
        .execute()
      await db.schema
        .createTable('site')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('departures')
        .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
        .addColumn('asset_id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('engine_id', 'text', (c) => c.notNull())
        .addColumn('engine', 'text', (c) => c.notNull())
        .addColumn('at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('departures_pk', ['task_id', 'asset_id', 'engine_id'])
        .execute()
    },
  },
  '0012-workflows': {
    async up(db) {
      await db.schema
        .createTable('workflows')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('form', 'text', (c) => c.notNull())
        .addColumn('changed_at', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  '0013-live-sessions': {
    async up(db) {
      await db.schema
        .createTable('live_sessions')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('started_at', 'integer', (c) => c.notNull())
        .addColumn('beat_at', 'integer', (c) => c.notNull())
        .addColumn('minutes', 'integer', (c) => c.notNull())
        .addColumn('ended_at', 'integer')
        .addColumn('ended_by', 'text')
        .execute()
      await db.schema
        .createIndex('live_sessions_open')
        .on('live_sessions')
        .columns(['ended_at', 'user_id'])
        .execute()
    },
  },
  '0014-live-departures': {
    async up(db) {
      await db.schema
        .createTable('live_departures')
        .addColumn('session_id', 'text', (c) =>
          c.notNull().references('live_sessions.id').onDelete('cascade'),
        )
        .addColumn('engine_id', 'text', (c) => c.notNull())
        .addColumn('engine', 'text', (c) => c.notNull())
        .addColumn('pictures', 'integer', (c) => c.notNull())
        .addColumn('first_at', 'integer', (c) => c.notNull())
        .addColumn('last_at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('live_departures_pk', ['session_id', 'engine_id'])
        .execute()
    },
  },
  '0015-cloud-tasks': {
    async up(db) {
      await db.schema
        .alterTable('engines')
        .addColumn('video_model', 'text', (c) => c.notNull().defaultTo(''))
        .execute()
      await db.schema
        .createTable('remote_jobs')
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('engine_id', 'text', (c) => c.notNull())
        .addColumn('remote_id', 'text', (c) => c.notNull())
        .addColumn('created_at', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('remote_jobs_pk', ['id', 'engine_id'])
        .execute()
    },
  },
}
