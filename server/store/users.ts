import { randomInt, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { User } from '#contracts/account.ts'
import type { RuleId } from '#contracts/rules.ts'
import type { Db } from './database.ts'
import { openPurses } from './ledger.ts'
import type { Tables } from './schema.ts'

export type UserRow = Selectable<Tables['users']>

/** The rights of a user. */
export function rulesOf({ operator_by }: UserRow): RuleId[] {
  return operator_by === null ? [] : ['operator']
}

/** A user as clients see one: the phone number masked in the middle. */
export function viewUser(row: UserRow): User {
  return {
    id: row.id,
    nickname: row.nickname,
    phone: `${row.phone.slice(0, 3)}****${row.phone.slice(7)}`,
    avatar: row.avatar,
    rules: rulesOf(row),
    createdAt: row.created_at,
  }
}

/** The user of a phone number; a new number gets an account and its welcome tickets in one transaction. */
export function findOrCreateUser(db: Db, phone: string): Promise<{ user: UserRow; isNew: boolean }> {
  return db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirst()
    if (found) return { user: found, isNew: false }
    const user: UserRow = {
      id: randomUUID(),
      phone,
      nickname: `设计师${String(randomInt(10_000)).padStart(4, '0')}`,
      avatar: '',
      created_at: Date.now(),
      operator_by: null,
    }
    await tx.insertInto('users').values(user).execute()
    await openPurses(tx, user.id)
    return { user, isNew: true }
  })
}

/** Changes the name that others see. */
export function renameUser(db: Db, userId: string, nickname: string): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ nickname })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
