import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import { ComfyUiEngine } from '#server/engines/comfyui/comfyui-engine.ts'
import { createLog } from '#server/log.ts'
import { Queue } from '#server/queue/queue.ts'
import { Blobs } from '#server/store/blobs.ts'
import { type Db, openDatabase } from '#server/store/database.ts'
import { grantTickets, readBalance } from '#server/store/ledger.ts'
import { createTask } from '#server/store/tasks.ts'
import { findOrCreateUser } from '#server/store/users.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { sharedPools } from '#tests/support/server.ts'

/** Users of one world, each with a history of their own. */
const USERS = 20
const WORLDS = 10
const COST = { kind: 'image', amount: 2 } as const
const COMFYS = [0, 1] as const

const log = createLog('silent')
let dataDir: string
let db: Db
let blobs: Blobs
let phone = 13_000_000_000
const fakes = COMFYS.map(() => new FakeComfyUi({ jobMs: 6, side: 16 }))

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zhuhui-histories-'))
  db = await openDatabase(':memory:')
  blobs = new Blobs(dataDir)
  await blobs.clearTemporary()
  for (const fake of fakes) fake.watchedWith = fakes
  await Promise.all(fakes.map((fake) => fake.start()))
})
afterAll(async () => {
  await Promise.all(fakes.map((fake) => fake.stop()))
  await db.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

/** What happens, in order: users act, and machines and lines fail. */
const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom('submit', 'submit', 'cancel'),
      user: fc.nat(USERS - 1),
      pick: fc.nat(5),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('restartComfy', 'dropSockets', 'repeat', 'silence', 'loseAnswer'),
      at: fc.constantFrom(...COMFYS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart') }) },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** The server's part of a world: a queue with two ComfyUIs. */
async function openQueue() {
  const engines = fakes.map(({ address }, index) => {
    const settings = { title: 'ComfyUI', token: '', timeoutS: 60, address }
    const named = { ...settings, name: `comfyui-${index}`, clientId: `client-${index}` }
    return new ComfyUiEngine(named, log, sharedPools().pictures, { lookMs: 15 })
  })
  const queue = new Queue({ db, blobs, log, producer: '筑绘', mark: (picture) => Promise.resolve(picture) })
  await queue.use(engines)
  await queue.start()
  return {
    queue,
    async close() {
      await queue.stop()
      await Promise.all(engines.map((engine) => engine.close()))
    },
  }
}

async function newUser(): Promise<string> {
  const { user } = await findOrCreateUser(db, String(phone++))
  await grantTickets(db, user.id, { kind: 'image', amount: 50 }, '赠送')
  return user.id
}

async function play(users: readonly string[], events: readonly Event[]) {
  const cancelled = new Set<string>()
  const tasks = new Map<string, string[]>(users.map((user) => [user, []]))
  let server = await openQueue()
  for (const step of events) {
    const user = 'user' in step ? users[step.user]! : ''
    const own = tasks.get(user) ?? []
    const fake = 'at' in step ? fakes[step.at]! : null
    if (step.do === 'submit') {
      const taskId = randomUUID()
      own.push(taskId)
      await createTask(
        db,
        {
          ...{ taskId, userId: user, toolId: 'text2Img', op: 'text2image', inputs: [], batchId: null },
          ...{ params: { prompt: taskId, aspect: '1:1' }, cost: COST, seconds: 0 },
          lane: { place: 'gpu', isLong: false },
        },
        100,
      )
      server.queue.wake()
    } else if (step.do === 'cancel' && 'pick' in step && own.length > 0) {
      const taskId = own[step.pick % own.length]!
      const known = await server.queue.cancel(user, taskId).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.errorName !== 'TASK_STATE') throw error
      })
      if (known) cancelled.add(taskId)
    } else if (step.do === 'pass' && 'ms' in step) await sleep(step.ms)
    else if (step.do === 'restart') {
      await server.close()
      server = await openQueue()
    } else if (step.do === 'restartComfy') await fake?.restart()
    else if (step.do === 'dropSockets') fake?.dropSockets()
    else if (fake && step.do === 'repeat') fake.repeats = !fake.repeats
    else if (fake && step.do === 'silence') fake.silent = !fake.silent
    else if (fake && step.do === 'loseAnswer') fake.losesAnswer = true
  }
  return { server, tasks, cancelled }
}

async function settled(users: readonly string[]): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const live = await db
      .selectFrom('tasks')
      .select('id')
      .where('user_id', 'in', users)
      .where('state', 'in', ['queued', 'running'])
      .execute()
    if (live.length === 0) return
    if (Date.now() > until) throw new Error(`${live.length} tasks did not end`)
    await sleep(10)
  }
}

/** What must hold of a user's tasks and tickets when all is over. */
async function check(user: string, own: readonly string[], cancelled: ReadonlySet<string>): Promise<void> {
  const rows = await db.selectFrom('tasks').selectAll().where('user_id', '=', user).execute()
  expect(rows.map(({ id }) => id).sort()).toEqual([...own].sort())
  let spent = 0
  for (const row of rows) {
    const outputs = await db.selectFrom('task_assets').selectAll().where('task_id', '=', row.id).execute()
    expect(outputs).toHaveLength(row.state === 'done' ? 1 : 0)
    expect(row.state === 'cancelled').toBe(cancelled.has(row.id))
    // Only a job that ComfyUIs forgot twice fails.
    if (row.state === 'failed') expect(row).toMatchObject({ error_code: 5004, lost: 1 })
    expect(row.refunded).toBe(row.state === 'done' ? 0 : 1)
    if (row.state === 'done') spent += COST.amount
    const ends = await db
      .selectFrom('ledger')
      .select('reason')
      .where('task_id', '=', row.id)
      .where('reason', 'in', ['settle', 'refund'])
      .execute()
    expect(ends).toHaveLength(1)
  }
  const ledger = await db
    .selectFrom('ledger')
    .select('delta')
    .where('user_id', '=', user)
    .where('kind', '=', 'image')
    .execute()
  const sum = ledger.reduce((total, { delta }) => total + delta, 0)
  const balance = await readBalance(db, user, 'image')
  expect(sum).toBe(balance)
  expect(balance).toBe(150 - spent)
}

describe('tasks on two ComfyUIs', () => {
  it(`end once and are paid once, whatever restarts, is cut or repeated (${USERS * WORLDS} histories)`, {
    timeout: 600_000,
  }, async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 40, maxLength: 80 }), async (events) => {
        const users = await Promise.all(Array.from({ length: USERS }, newUser))
        const { server, tasks, cancelled } = await play(users, events)
        for (const fake of fakes) Object.assign(fake, { repeats: false, silent: false, losesAnswer: false })
        await settled(users)
        await server.close()
        for (const user of users) await check(user, tasks.get(user) ?? [], cancelled)
        for (const fake of fakes) {
          // None is begun while it still was somewhere, and none is stopped but by its user.
          expect(fake.repeated).toEqual([])
          expect(fake.interrupted.filter((id) => !cancelled.has(id))).toEqual([])
          expect(fake.queue).toEqual([])
          fake.interrupted.length = 0
          fake.accepted.length = 0
        }
        done += users.length
      }),
      { numRuns: WORLDS, endOnFailure: true },
    )
    expect(done).toBe(USERS * WORLDS)
  })
})
