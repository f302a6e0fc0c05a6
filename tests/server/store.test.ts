import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { removeOrphans } from '#server/store/assets.ts'
import { Blobs, translateDiskError } from '#server/store/blobs.ts'
import { openDatabase } from '#server/store/database.ts'
import { findOrCreateUser } from '#server/store/users.ts'
import { FakeEngine } from '#tests/support/fake-engine.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Answer, startTestServer } from '#tests/support/server.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zhuhui-store-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('the database', () => {
  it('grows from nothing, and opening it again changes nothing', async () => {
    const file = join(dir, 'a.db')
    const first = await openDatabase(file)
    const { user } = await findOrCreateUser(first, '13800000000')
    await first.destroy()
    const second = await openDatabase(file)
    expect(await findOrCreateUser(second, '13800000000')).toMatchObject({
      user: { id: user.id },
      isNew: false,
    })
    await second.destroy()
  })

  it('is written through to the disk, with foreign keys on', async () => {
    const db = await openDatabase(join(dir, 'a.db'))
    const pragma = async (name: string) =>
      Object.values(
        (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {},
      )[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    await db.destroy()
  })

  it('undoes a transaction that fails, and goes on', async () => {
    const db = await openDatabase(':memory:')
    const failing = db.transaction().execute(async (tx) => {
      await findOrCreateUserIn(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
    await db.destroy()
  })

  it('says DISK_FULL when it cannot grow, keeps answering, and recovers', async () => {
    const db = await openDatabase(join(dir, 'a.db'))
    await findOrCreateUser(db, '13800000000')
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(db)
    const fill = async () => {
      for (let i = 0; i < 2000; i++) await findOrCreateUser(db, String(13_900_000_000 + i))
    }
    await expect(fill()).rejects.toMatchObject({ errorName: 'DISK_FULL', status: 507 })
    expect((await findOrCreateUser(db, '13800000000')).isNew).toBe(false)
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect((await findOrCreateUser(db, '13700000000')).isNew).toBe(true)
    await db.destroy()
  })

  it('reports a failing disk, once it fails', async () => {
    const seen: unknown[] = []
    const file = join(dir, 'a.db')
    const db = await openDatabase(file, { onFatal: (error) => seen.push(error) })
    await expect(sql`select * from nowhere`.execute(db)).rejects.toThrow()
    expect(seen).toEqual([])
    await db.destroy()
    expect(new DatabaseSync(file).prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })
})

async function findOrCreateUserIn(tx: Parameters<typeof findOrCreateUser>[0]): Promise<void> {
  await tx
    .insertInto('users')
    .values({ id: 'x', phone: '13800000000', nickname: 'x', avatar: '', created_at: 1 })
    .execute()
}

describe('a server on a full disk', () => {
  it('refuses writes with 507 and goes on reading', async () => {
    const server = await startTestServer({}, { engines: () => [new FakeEngine()] })
    try {
      const client = await server.signIn()
      const photo = await client.uploadOk(await armchairPhoto(64, 64), 'a.jpg')
      await sql`pragma max_page_count = 1`.execute(server.db)
      let refused: Answer = await client.ask(ENDPOINTS.editUser, { body: { nickname: '满' } })
      for (let i = 0; i < 400 && refused.status === 200; i++) {
        refused = await client.ask(ENDPOINTS.smsSend, { body: { phoneNo: String(13_600_000_000 + i) } })
      }
      expect([refused.status, refused.envelope.error.code]).toEqual([507, 5070])
      expect(await client.imageTickets()).toBe(100)
      expect((await fetch(`${server.url}/api/asset/${photo}`, { headers: client.headers() })).status).toBe(
        200,
      )
      await sql`pragma max_page_count = 1000000`.execute(server.db)
      expect((await client.ask(ENDPOINTS.smsSend, { body: { phoneNo: '13500000000' } })).status).toBe(200)
    } finally {
      await server.dispose()
    }
  })

  it('knows the errors of a full disk', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      expect(translateDiskError(Object.assign(new Error('write'), { code }))).toMatchObject({
        errorName: 'DISK_FULL',
      })
    }
    const other = new Error('other')
    expect(translateDiskError(other)).toBe(other)
  })
})

describe('blobs', () => {
  it('are named by their bytes, whole, and leave no half-written files', async () => {
    const blobs = new Blobs(dir)
    const [a, b] = await Promise.all([blobs.put(Buffer.from('筑绘')), blobs.put(Buffer.from('筑绘'))])
    expect(a).toEqual({ id: '1330755076fcc441dca0d6ce7e7596f9a457a877ae07767eaf64105f6769d2d8', bytes: 6 })
    expect(b).toEqual(a)
    expect(await readdir(join(dir, 'tmp'))).toEqual([])
  })

  it('that are just coming in are not removed as ownerless', async () => {
    const db = await openDatabase(':memory:')
    const blobs = new Blobs(dir)
    const { id } = await blobs.put(Buffer.from('x'))
    await removeOrphans(db, blobs, [id])
    expect(await readdir(join(dir, 'blobs', id.slice(0, 2)))).toEqual([id])
    blobs.release(id)
    await removeOrphans(db, blobs, [id])
    expect(await readdir(join(dir, 'blobs', id.slice(0, 2)))).toEqual([])
    await db.destroy()
  })
})
