import type { Db } from './database.ts'
import type { UserRow } from './users.ts'

/** How somebody became an operator: by a setting (as long as it names the number), the one-time code, or the command. */
export type NamedBy = 'setting' | 'code' | 'command'

/** Whether this site has an operator. */
export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('operator_by', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a user an operator; who is one already stays what they are. */
export async function nameOperator(db: Db, user: UserRow, by: NamedBy): Promise<UserRow> {
  if (user.operator_by !== null) return user
  return db
    .updateTable('users')
    .set({ operator_by: by })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes the right from a user, however it was given. */
export async function dismissOperator(db: Db, phone: string): Promise<void> {
  await db.updateTable('users').set({ operator_by: null }).where('phone', '=', phone).execute()
}

/** Brings the operators in line with the numbers of the setting: who is no longer among them was one by it alone. */
export function settleOperators(db: Db, phones: readonly string[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ operator_by: null })
      .where('operator_by', '=', 'setting')
      .where('phone', 'not in', ['', ...phones])
      .execute()
    await tx
      .updateTable('users')
      .set({ operator_by: 'setting' })
      .where('operator_by', 'is', null)
      .where('phone', 'in', ['', ...phones])
      .execute()
  })
}
