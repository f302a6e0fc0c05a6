import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { AppError } from '#contracts/errors.ts'
import { deliver, FakeEngine, hang } from '#tests/support/fake-engine.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { type Client, startTestServer, type TestServer, taskBody } from '#tests/support/server.ts'

let server: TestServer
let engine: FakeEngine
let client: Client
let photo: string

beforeAll(async () => {
  engine = new FakeEngine()
  server = await startTestServer({}, { engines: () => [engine] })
})
beforeEach(async () => {
  engine.behave = deliver
  client = await server.signIn()
  photo = await client.uploadOk(await armchairPhoto(64, 64), '椅子.jpg')
})
afterAll(() => server.dispose())

const startAsk = (body: unknown, who = client) => who.ask(ENDPOINTS.startTask, { body })

async function ledgerOf(who: Client, taskId: string) {
  const entries = await who.call(ENDPOINTS.ticketLedger, { query: { limit: 100 } })
  return entries.filter((entry) => entry.taskId === taskId).map(({ reason }) => reason)
}

/** Occupies the engine, so that what follows waits; ends it again. */
async function occupy(): Promise<() => Promise<void>> {
  engine.behave = hang
  const other = await server.signIn()
  const asset = await other.uploadOk(await armchairPhoto(64, 64), 'x.jpg')
  const task = await other.start('matting', asset)
  return async () => {
    engine.behave = deliver
    await other.call(ENDPOINTS.cancelTask, { body: { taskId: task.taskId } })
  }
}

describe('startTask', () => {
  it('makes one task and one charge of 50 identical calls in parallel', async () => {
    const body = taskBody('matting', photo)
    const answers = await Promise.all(Array.from({ length: 50 }, () => startAsk(body)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map(({ envelope }) => envelope.data.taskId)).size).toBe(1)
    await client.finished(body.taskId)
    expect(await client.imageTickets()).toBe(99)
    expect(engine.begun.filter((id) => id === body.taskId)).toHaveLength(1)
    expect((await client.call(ENDPOINTS.getTaskList)).total).toBe(1)
    expect(await ledgerOf(client, body.taskId)).toEqual(['settle', 'hold'])
  })

  it('takes written-out defaults for the same request, another body for a conflict', async () => {
    const body = taskBody('matting', photo)
    await startAsk(body)
    const params = { trim: false, colour: '#F7F5F0', ground: 'transparent' }
    expect((await startAsk({ ...body, params })).status).toBe(200)
    const other = await startAsk({ ...body, params: { trim: true } })
    expect(other.status).toBe(409)
    expect(other.envelope.error.code).toBe(4201)
    await client.finished(body.taskId)
    expect(await client.imageTickets()).toBe(99)
  })

  it('takes an id in capitals for the same request', async () => {
    const body = taskBody('matting', photo)
    await startAsk(body)
    const capitals = await startAsk({ ...body, taskId: body.taskId.toUpperCase() })
    expect(capitals.envelope.data.taskId).toBe(body.taskId)
    await client.finished(body.taskId)
    expect(await client.imageTickets()).toBe(99)
  })

  it('gives away nothing about the id of another user', async () => {
    const body = taskBody('matting', photo)
    await startAsk(body)
    const stranger = await server.signIn()
    const answer = await startAsk(body, stranger)
    expect(answer.status).toBe(409)
    expect(answer.envelope.data).toBeNull()
    expect(await stranger.imageTickets()).toBe(100)
  })

  it('lets parallel spends of the last ticket through once', async () => {
    await server.db.updateTable('purses').set({ balance: 1 }).where('kind', '=', 'image').execute()
    const bodies = Array.from({ length: 100 }, () => taskBody('matting', photo))
    const answers = await Promise.all(bodies.map((body) => startAsk(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const short = answers.find(({ status }) => status === 402)
    expect(short?.envelope.error.message).toContain('图片券不足')
    expect(short?.envelope.error.remedy).toBeTruthy()
    expect(await client.imageTickets()).toBe(0)
  })

  it('charges nothing for what cannot run or is not allowed', async () => {
    const cases: [unknown, number][] = [
      [taskBody('chatEdit', photo), 4204],
      [taskBody('matting', photo, { params: { ground: 'red' } }), 4205],
      [taskBody('matting', photo, { params: { tickets: 0 } }), 4205],
      [taskBody('matting', photo, { inputs: [] }), 4206],
      [taskBody('matting', photo, { inputs: [{ role: 'scene', assetId: photo }] }), 4205],
      [taskBody('matting', 'f'.repeat(64)), 4206],
      [taskBody('matting', photo, { taskId: 'no-uuid' }), 4000],
      [taskBody('matting', photo, { op: 'fly' }), 4000],
    ]
    for (const [body, code] of cases) {
      const answer = await startAsk(body)
      expect(answer.envelope.error.code).toBe(code)
      expect(answer.envelope.error.remedy).toBeTruthy()
    }
    expect((await startAsk(taskBody('chatEdit', photo))).envelope.error.message).toContain('ComfyUI')
    expect(await client.imageTickets()).toBe(100)
    expect((await client.call(ENDPOINTS.getTaskList)).total).toBe(0)
  })

  it('refuses pictures of other users as if they did not exist', async () => {
    const stranger = await server.signIn()
    expect((await startAsk(taskBody('matting', photo), stranger)).envelope.error.code).toBe(4206)
  })
})

describe('a waiting or running task', () => {
  it('knows its place, and users take turns', async () => {
    const release = await occupy()
    const mine = [await client.start('matting', photo), await client.start('matting', photo)]
    expect(mine.map(({ queueNum }) => queueNum)).toEqual([1, 2])
    const other = await server.signIn()
    const asset = await other.uploadOk(await armchairPhoto(64, 64), 'x.jpg')
    const theirs = await other.start('matting', asset)
    expect(theirs.queueNum).toBe(2)
    const second = await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId: mine[1]?.taskId } })
    expect(second.queueNum).toBe(3)
    await release()
    await client.finished(second.taskId)
    const order = engine.begun.slice(-3)
    expect(order).toEqual([mine[0]?.taskId, theirs.taskId, second.taskId])
  })

  it('gives tickets back when cancelled in the queue or while running, once', async () => {
    const release = await occupy()
    const waiting = await client.start('matting', photo)
    const cancelled = await client.call(ENDPOINTS.cancelTask, { body: { taskId: waiting.taskId } })
    expect(cancelled).toMatchObject({ state: 'cancelled', refunded: true })
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: waiting.taskId } })
    expect(await client.imageTickets()).toBe(100)
    await release()

    engine.behave = hang
    const running = await client.start('matting', photo)
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: running.taskId } })
    expect(await client.imageTickets()).toBe(100)
    expect(await ledgerOf(client, running.taskId)).toEqual(['refund', 'hold'])
    engine.behave = deliver
    expect((await client.finished((await client.start('matting', photo)).taskId)).state).toBe('done')
  })

  it('ignores a result that comes after its cancellation', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    engine.behave = async (job, io) => {
      await gate
      return deliver(job, io)
    }
    const task = await client.start('matting', photo)
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: task.taskId } })
    finish()
    engine.behave = deliver
    await client.finished((await client.start('lineart', photo)).taskId)
    const after = await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId: task.taskId } })
    expect(after).toMatchObject({ state: 'cancelled', outputs: [] })
    expect(await ledgerOf(client, task.taskId)).toEqual(['refund', 'hold'])
  })

  it('cannot be cancelled once done', async () => {
    const done = await client.finished((await client.start('matting', photo)).taskId)
    expect((await client.ask(ENDPOINTS.cancelTask, { body: { taskId: done.taskId } })).status).toBe(409)
    expect(await client.imageTickets()).toBe(99)
  })
})

describe('a failed task', () => {
  it('explains itself, refunds once, and can be run again as a new task, once', async () => {
    engine.behave = () => Promise.reject(new AppError('ENGINE_MEMORY'))
    const failed = await client.finished((await client.start('matting', photo)).taskId)
    expect(failed).toMatchObject({ state: 'failed', refunded: true, error: { code: 5003 } })
    expect(failed.error?.remedy).toContain('缩小图片')
    expect(await client.imageTickets()).toBe(100)
    engine.behave = deliver
    const body = { taskId: failed.taskId, newTaskId: randomUUID() }
    const again = await Promise.all(
      Array.from({ length: 5 }, () => client.call(ENDPOINTS.retryTask, { body })),
    )
    expect(new Set(again.map(({ taskId }) => taskId))).toEqual(new Set([body.newTaskId]))
    expect((await client.finished(body.newTaskId)).state).toBe('done')
    expect(await client.imageTickets()).toBe(99)
  })

  it('hides what an unforeseen fault said', async () => {
    engine.behave = () => Promise.reject(new Error('secret path /etc/passwd'))
    const failed = await client.finished((await client.start('matting', photo)).taskId)
    expect(failed.error?.code).toBe(5001)
    expect(JSON.stringify(failed)).not.toContain('passwd')
  })
})

describe('lists and deletion', () => {
  it('pages through the tasks, newest first, by tool and state', async () => {
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      const toolId = i % 2 ? 'toline' : 'matting'
      made.unshift((await client.finished((await client.start('matting', photo, { toolId })).taskId)).taskId)
    }
    const first = await client.call(ENDPOINTS.getTaskList, { query: { limit: 3 } })
    const second = await client.call(ENDPOINTS.getTaskList, { query: { limit: 3, cursor: first.cursor } })
    expect([...first.tasks, ...second.tasks].map(({ taskId }) => taskId)).toEqual(made)
    expect(first.total).toBe(5)
    expect(second.cursor).toBeNull()
    const lines = await client.call(ENDPOINTS.getTaskList, { query: { toolId: 'toline', state: 'done' } })
    expect(lines.tasks).toHaveLength(2)
  })

  it('deletes a live task with a refund, and does not charge for a late repeat of its request', async () => {
    engine.behave = hang
    const body = taskBody('matting', photo)
    await startAsk(body)
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId: body.taskId } })
    await client.call(ENDPOINTS.delTaskByTaskId, { query: { taskId: body.taskId } })
    expect(await client.imageTickets()).toBe(100)
    expect((await client.ask(ENDPOINTS.getTaskByTaskId, { query: { taskId: body.taskId } })).status).toBe(404)
    expect((await startAsk(body)).status).toBe(404)
    expect(await client.imageTickets()).toBe(100)
  })

  it('keeps other users out of every call that takes a task id', async () => {
    const { taskId } = await client.finished((await client.start('matting', photo)).taskId)
    const stranger = await server.signIn()
    const refusals = [
      await stranger.ask(ENDPOINTS.getTaskByTaskId, { query: { taskId } }),
      await stranger.ask(ENDPOINTS.delTaskByTaskId, { query: { taskId } }),
      await stranger.ask(ENDPOINTS.cancelTask, { body: { taskId } }),
      await stranger.ask(ENDPOINTS.retryTask, { body: { taskId, newTaskId: randomUUID() } }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })).state).toBe('done')
  })
})
