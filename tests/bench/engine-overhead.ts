/**
 * What this server adds to a job of a ComfyUI: the median time from startTask to a stored picture of one megapixel, over
 * the job alone, ms. `overheadMs` is for 20 jobs in a row, `overheadAtFourMs` for four that are started at once, which a
 * ComfyUI runs one after the other. The jobs alone are the same ones, of 300 ms each, sent to the fake without this server in
 * the same run.
 * Prints one line of JSON last.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import { isFinal } from '#contracts/task.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { type Client, startTestServer } from '#tests/support/server.ts'

const JOB_MS = 300
const IN_A_ROW = 20
const AT_ONCE = 4
const ROUNDS = 5
const LOOK_MS = 5

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (ms: number) => Math.round(10 * ms) / 10

/** Starts a task and gives the time until its picture is stored, ms. */
async function run(client: Client): Promise<number> {
  const taskId = randomUUID()
  const params = { prompt: taskId, aspect: '1:1' }
  const begun = performance.now()
  await client.call(ENDPOINTS.startTask, { body: { taskId, toolId: 'text2Img', op: 'text2image', params } })
  for (;;) {
    const { state, error } = await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })
    if (state === 'done') return performance.now() - begun
    if (isFinal(state)) throw new Error(`task ${state}: ${error?.message}`)
    await wait(LOOK_MS)
  }
}

/** The same job without this server, sent and waited for at the ComfyUI itself, ms. */
async function runBare(fake: FakeComfyUi): Promise<number> {
  const id = randomUUID()
  const prompt = fake.accepted[0]?.prompt
  const begun = performance.now()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ prompt, prompt_id: id })
  await fetch(`${fake.address}/prompt`, { method: 'POST', headers, body })
  for (;;) {
    const history = z
      .record(z.string(), z.unknown())
      .parse(await (await fetch(`${fake.address}/history/${id}`)).json())
    if (history[id]) return performance.now() - begun
    await wait(LOOK_MS)
  }
}

/** Times of some that are begun at once, shortest first. */
async function inOrder(begin: () => Promise<number>): Promise<number[]> {
  const times = await Promise.all(Array.from({ length: AT_ONCE }, begin))
  return times.sort((a, b) => a - b)
}

const fake = await new FakeComfyUi({ jobMs: JOB_MS }).start()
const server = await startTestServer({ COMFYUI_URL: fake.address })
try {
  const client = await server.signIn()
  await run(client)
  const bare: number[] = []
  const inARow: number[] = []
  for (let n = 0; n < IN_A_ROW; n++) {
    bare.push(await runBare(fake))
    inARow.push(await run(client))
  }
  const atOnce: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const alone = await inOrder(() => runBare(fake))
    const times = await inOrder(() => run(client))
    atOnce.push(...times.map((ms, index) => ms - (alone[index] ?? 0)))
  }
  const [jobMs, overheadMs] = [median(bare), median(inARow) - median(bare)]
  const result = { overheadMs, overheadAtFourMs: median(atOnce), jobMs }
  console.log(
    JSON.stringify(result, (_key, value: unknown) => (typeof value === 'number' ? round(value) : value)),
  )
} finally {
  await server.dispose()
  await fake.stop()
}
process.exit(0)
