import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { EngineForm } from '#contracts/engines.ts'
import { AppError } from '#contracts/errors.ts'
import type { Db } from '#server/store/database.ts'
import type { Tables } from '#server/store/schema.ts'
import type { KeyBox } from './key-box.ts'

export type EngineRow = Selectable<Tables['engines']>

/** Most engines of a site. */
const MOST = 32

/** Engines in the order in which they are preferred. */
export function listEngines(db: Db): Promise<EngineRow[]> {
  return db.selectFrom('engines').selectAll().orderBy('position').orderBy('id').execute()
}

/** @throws AppError NOT_FOUND */
export async function findEngine(db: Db, id: string): Promise<EngineRow> {
  const row = await db.selectFrom('engines').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', '没有这个引擎，它可能已被删除')
  return row
}

function columnsOf(form: EngineForm) {
  return {
    kind: form.kind,
    title: form.title,
    address: form.address,
    image_model: form.imageModel,
    video_model: form.videoModel,
    vision_model: form.visionModel,
    chat_model: form.chatModel,
    slots: form.slots,
    time_limit_s: form.timeLimitS,
    is_outside: form.isOutside ? 1 : 0,
    changed_at: Date.now(),
  }
}

/** Puts an engine behind the others; its id. */
export function addEngine(db: Db, form: EngineForm, box: KeyBox): Promise<string> {
  const id = `${form.kind}-${randomBytes(6).toString('hex')}`
  return db.transaction().execute(async (tx) => {
    const rows = await listEngines(tx)
    if (rows.length >= MOST) throw new AppError('BAD_REQUEST', `最多接入 ${MOST} 个引擎`)
    const position = Math.max(0, ...rows.map((row) => row.position + 1))
    const key = box.seal(form.key ?? '', id)
    await tx
      .insertInto('engines')
      .values({ id, position, key, is_on: 1, ...columnsOf(form) })
      .execute()
    return id
  })
}

/** Changes an engine; its key stays where none is given. @throws AppError NOT_FOUND */
export async function changeEngine(db: Db, id: string, form: EngineForm, box: KeyBox): Promise<void> {
  const row = await findEngine(db, id)
  if (row.kind !== form.kind) throw new AppError('BAD_REQUEST', '引擎的种类不能改，请另外添加一个')
  // A key is for one place: sent to another address it would be given away.
  const isMoved = new URL(row.address).origin !== new URL(form.address).origin
  if (form.key === null && row.key !== '' && isMoved)
    throw new AppError('BAD_REQUEST', '换了地址，请重新填写密钥')
  const key = form.key === null ? row.key : box.seal(form.key, id)
  await db
    .updateTable('engines')
    .set({ ...columnsOf(form), key })
    .where('id', '=', id)
    .execute()
}

/** @throws AppError NOT_FOUND */
export async function switchEngine(db: Db, id: string, isOn: boolean): Promise<void> {
  await findEngine(db, id)
  await db
    .updateTable('engines')
    .set({ is_on: isOn ? 1 : 0, changed_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

/** Puts engines into an order; those that are not named come after them, as they were. */
export function orderEngines(db: Db, ids: readonly string[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const known = (await listEngines(tx)).map(({ id }) => id)
    const named = [...new Set(ids)].filter((id) => known.includes(id))
    const order = [...named, ...known.filter((id) => !named.includes(id))]
    for (const [position, id] of order.entries())
      await tx.updateTable('engines').set({ position }).where('id', '=', id).execute()
  })
}

/** Forgets an engine and its key; doing it twice is no error. */
export async function removeEngine(db: Db, id: string): Promise<void> {
  await db.deleteFrom('engines').where('id', '=', id).execute()
}
