import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import { TICKET_KINDS, type TicketKind } from '#contracts/tickets.ts'
import { type Db, openDatabase } from '#server/store/database.ts'
import { grantTickets, readBalance } from '#server/store/ledger.ts'
import {
  cancelTask,
  claimNext,
  deliverTask,
  failTask,
  loseTask,
  recoverTasks,
  requeueTask,
} from '#server/store/task-runs.ts'
import { createTask, deleteTask, type TaskRow } from '#server/store/tasks.ts'
import { findOrCreateUser } from '#server/store/users.ts'

let db: Db
beforeAll(async () => {
  db = await openDatabase(':memory:')
})
afterAll(() => db.destroy())

const KINDS = Object.keys(TICKET_KINDS) as TicketKind[]
let phone = 13_000_000_000
const newUser = async () => (await findOrCreateUser(db, String(phone++))).user.id

async function sums(userId: string) {
  return Promise.all(
    KINDS.map(async (kind) => {
      const entries = await db
        .selectFrom('ledger')
        .select('delta')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .execute()
      const sum = entries.reduce((total, { delta }) => total + delta, 0)
      return { kind, sum, balance: await readBalance(db, userId, kind) }
    }),
  )
}

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      kind: fc.constantFrom(...KINDS),
      amount: fc.integer({ min: 1, max: 60 }),
      pick: fc.nat(9),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'repeat',
        'claim',
        'deliver',
        'fail',
        'cancel',
        'delete',
        'requeue',
        'lose',
        'restart',
      ),
      pick: fc.nat(9),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      kind: fc.constantFrom(...KINDS),
      amount: fc.integer({ min: 1, max: 20 }),
      pick: fc.nat(9),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** Tickets may run out and tasks may have gone; anything else that is thrown is a fault. */
async function tolerate(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  }
}

const LOCAL = { name: 'test', title: '测试', place: 'local' } as const

async function play(userId: string, history: readonly Action[]): Promise<void> {
  const requests: Parameters<typeof createTask>[1][] = []
  const runs: TaskRow[] = []
  const one = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]
  for (const step of history) {
    const request = one(requests, step.pick)
    const run = one(runs, step.pick)
    if (step.do === 'submit' && 'amount' in step) {
      const cost = { kind: step.kind, amount: step.amount }
      const fresh = {
        taskId: randomUUID(),
        userId,
        toolId: 'matting',
        op: 'matting',
        params: {},
        inputs: [],
        batchId: null,
        lane: { place: 'local', isLong: false },
        seconds: 1,
        cost,
      } as const
      requests.push(fresh)
      await tolerate(createTask(db, fresh, 100))
    } else if (step.do === 'grant' && 'amount' in step) {
      await grantTickets(db, userId, { kind: step.kind, amount: step.amount }, '赠送')
    } else if (step.do === 'claim') {
      const claimed = await claimNext(db, { engine: LOCAL, ops: ['matting'], isLong: null, fits: () => true })
      if (claimed) runs.push(claimed)
    } else if (step.do === 'restart') {
      await recoverTasks(
        db,
        ({ op }) => op === 'matting',
        () => step.pick % 2 === 0,
      )
    } else if (request && step.do === 'repeat') await tolerate(createTask(db, request, 100))
    else if (request && step.do === 'cancel') await tolerate(cancelTask(db, userId, request.taskId))
    else if (request && step.do === 'delete') await tolerate(deleteTask(db, userId, request.taskId))
    else if (run && step.do === 'deliver') await deliverTask(db, run, { assets: [], text: '好' })
    else if (run && step.do === 'fail') await failTask(db, run, new AppError('ENGINE_FAILED'))
    else if (run && step.do === 'requeue') await requeueTask(db, run, () => step.pick % 2 === 0)
    else if (run && step.do === 'lose') await loseTask(db, run)
  }
}

describe('the ledger', () => {
  it('sums to the balance and never goes below zero, whatever happens (200 histories)', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (history) => {
        const userId = await newUser()
        await play(userId, history)
        for (const { sum, balance } of await sums(userId)) {
          expect(sum).toBe(balance)
          expect(balance).toBeGreaterThanOrEqual(0)
        }
        // An ended task was settled or refunded, exactly once; a live one neither.
        const tasks = await db.selectFrom('tasks').selectAll().where('user_id', '=', userId).execute()
        for (const task of tasks) {
          const entries = await db
            .selectFrom('ledger')
            .select('reason')
            .where('task_id', '=', task.id)
            .execute()
          const reasons = entries.map(({ reason }) => reason).sort()
          const ended = {
            done: ['hold', 'settle'],
            failed: ['hold', 'refund'],
            cancelled: ['hold', 'refund'],
          }
          expect(reasons).toEqual(
            task.state === 'queued' || task.state === 'running' ? ['hold'] : ended[task.state],
          )
        }
        // The next history must not claim what this one left behind.
        for (const { id } of tasks) await deleteTask(db, userId, id)
      }),
      { numRuns: 200, seed: 20_260_101 },
    )
  })

  it('is guarded by the database itself', async () => {
    const userId = await newUser()
    const overdraw = db.updateTable('purses').set({ balance: -1 }).where('user_id', '=', userId).execute()
    await expect(overdraw).rejects.toThrow(/constraint/i)
  })
})
