import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { deliver, FakeEngine, hang } from '#tests/support/fake-engine.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { Client, freshPhone, startTestServer, taskBody } from '#tests/support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let dataDir: string
let server: ChildProcess | null = null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zhuhui-kill-'))
})
afterEach(async () => {
  await stop('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the real server in a process of its own; what it prints is at hand. */
async function boot(): Promise<{ url: string; printed: () => string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  await vi.waitFor(() => expect(text).toContain('筑绘已启动：http://127.0.0.1:'), { timeout: 20_000 })
  return { url: /http:\/\/[\d.:]+/.exec(text)?.[0] ?? '', printed: () => text }
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
  const child = server
  server = null
  if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill(signal)
  return gone
}

/** Signs in as a user does without an SMS service: with the code from the console. */
async function signIn(url: string, printed: () => string): Promise<Client> {
  const phoneNo = freshPhone()
  const visitor = new Client(url)
  await visitor.call(ENDPOINTS.smsSend, { body: { phoneNo } })
  await vi.waitFor(() => expect(printed()).toMatch(/验证码 .*：\d{6}（/))
  const verifyCode = /：(\d{6})（/.exec(printed())?.[1]
  const { satoken } = await visitor.call(ENDPOINTS.smsLogin, { body: { phoneNo, verifyCode } })
  return new Client(url, satoken)
}

describe('a server that is killed', { timeout: 90_000 }, () => {
  it('in the middle of an enlargement finishes it once after the restart, with one charge', async () => {
    const first = await boot()
    const before = await signIn(first.url, first.printed)
    const photo = await before.uploadOk(await armchairPhoto(480, 240), '椅子.jpg')
    const body = taskBody('upscale', photo, { toolId: 'upScaleImg', params: { factor: 2, quality: 'fast' } })
    await before.call(ENDPOINTS.startTask, { body })
    await vi.waitFor(
      async () => {
        const task = await before.call(ENDPOINTS.getTaskByTaskId, { query: { taskId: body.taskId } })
        expect(task.progress).toBeGreaterThan(0)
        expect(task.state).toBe('running')
      },
      { timeout: 20_000, interval: 10 },
    )
    await stop('SIGKILL')

    const second = await boot()
    const after = new Client(second.url, before.token)
    // The client that never saw the answer sends its request again.
    await after.call(ENDPOINTS.startTask, { body })
    const done = await after.finished(body.taskId, 60_000)
    expect(done.state).toBe('done')
    expect(done.outputs).toHaveLength(1)
    expect(await after.imageTickets()).toBe(99)
    const ledger = await after.call(ENDPOINTS.ticketLedger, { query: { kind: 'image' } })
    expect(ledger.map(({ reason, delta }) => [reason, delta])).toEqual([
      ['settle', 0],
      ['hold', -1],
      ['welcome', 100],
    ])
    expect((await after.call(ENDPOINTS.getTaskList)).total).toBe(1)
    expect(await stop('SIGTERM')).toBe(0)
  })
})

describe('a server that is restarted', () => {
  async function interrupted() {
    const engine = new FakeEngine(hang)
    const running = await startTestServer({ DATA_DIR: dataDir }, { engines: () => [engine] })
    const client = await running.signIn()
    const photo = await client.uploadOk(await armchairPhoto(64, 64), 'a.jpg')
    const tasks = [await client.start('matting', photo), await client.start('matting', photo)]
    await vi.waitFor(() => expect(engine.begun).toHaveLength(1))
    return { running, client, tasks }
  }

  it('in good order runs what was running and what waited', async () => {
    const { running, client, tasks } = await interrupted()
    const [first, second] = tasks.map(({ taskId }) => taskId)
    const before = await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId: first ?? '' } })
    expect(before).toMatchObject({ state: 'running', revision: 1 })
    await running.close()
    const again = await startTestServer({ DATA_DIR: dataDir }, { engines: () => [new FakeEngine(deliver)] })
    const same = new Client(again.url, client.token)
    // Waited, ran, waited again, ran again, ended.
    expect(await same.finished(first ?? '')).toMatchObject({ state: 'done', revision: 5 })
    expect(await same.finished(second ?? '')).toMatchObject({ state: 'done', revision: 3 })
    expect(await same.imageTickets()).toBe(98)
    await again.close()
  })

  it('gives up on a task that was lost twice, with a refund', async () => {
    const { running, client, tasks } = await interrupted()
    const [first] = tasks
    await running.db
      .updateTable('tasks')
      // As another run of it, it is not put back in good order either.
      .set({ lost: 1, attempt: 9 })
      .where('id', '=', first?.taskId ?? '')
      .execute()
    await running.close()
    const again = await startTestServer({ DATA_DIR: dataDir }, { engines: () => [new FakeEngine(deliver)] })
    const same = new Client(again.url, client.token)
    const lost = await same.finished(first?.taskId ?? '')
    expect(lost).toMatchObject({ state: 'failed', refunded: true, error: { code: 5004 } })
    expect((await same.finished(tasks[1]?.taskId ?? '')).state).toBe('done')
    expect(await same.imageTickets()).toBe(99)
    await again.close()
  })

  it('without the engine a task needs refunds it', async () => {
    const { running, client, tasks } = await interrupted()
    await running.close()
    const again = await startTestServer({ DATA_DIR: dataDir }, { engines: () => [] })
    const same = new Client(again.url, client.token)
    for (const { taskId } of tasks) expect((await same.finished(taskId)).error?.code).toBe(5004)
    expect(await same.imageTickets()).toBe(100)
    await again.close()
  })
})
