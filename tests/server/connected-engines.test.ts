import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { EngineEntry, EngineForm } from '#contracts/engines.ts'
import { OPS, zOpId } from '#ops/index.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { FakeOpenAi } from '#tests/support/fake-openai.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

/** What a server prints that dies of an error with its engines in it, after it has used them. */
async function crash(dataDir: string): Promise<string> {
  const script = `
    const { startServer } = await import('#server/server.ts')
    const { readEnv } = await import('#server/env.ts')
    const { queue } = await startServer(readEnv())
    await queue.refreshEngines()
    setTimeout(() => { throw Object.assign(new Error('carried along'), { engines: queue.engines, env: process.argv }) })
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'debug' },
  })
  const [text] = await Promise.all([
    new Response(Readable.toWeb(child.stderr) as ReadableStream).text(),
    once(child, 'exit'),
  ])
  return text
}

const KEY = 'sk-secret-0123456789abcdef'
let server: TestServer
let fakes: { stop(): Promise<unknown> }[] = []

afterEach(async () => {
  await server.dispose()
  await Promise.all(fakes.map((fake) => fake.stop()))
  fakes = []
})

async function boot(settings: Record<string, string> = {}): Promise<Client> {
  server = await startTestServer(settings)
  const client = await server.signIn()
  await client.call(ENDPOINTS.becomeOperator, { body: { code: server.operatorCode } })
  return client
}

async function comfy(options: ConstructorParameters<typeof FakeComfyUi>[0] = {}): Promise<FakeComfyUi> {
  const fake = await new FakeComfyUi(options).start()
  fakes.push(fake)
  return fake
}

const formOf = (address: string, more: Partial<EngineForm> = {}): EngineForm => ({
  ...{ kind: 'comfyui', title: '机房 1', address, key: '' },
  ...{
    imageModel: '',
    videoModel: '',
    visionModel: '',
    chatModel: '',
    slots: 2,
    timeLimitS: 60,
    isOutside: false,
  },
  ...more,
})
const add = (client: Client, form: EngineForm) => client.call(ENDPOINTS.adminAddEngine, { body: { form } })
const connected = (list: readonly EngineEntry[]) => list.filter(({ form }) => form !== null)

function paint(client: Client, more: Record<string, unknown> = {}) {
  const params = { prompt: '木屋', aspect: '1:1' }
  const body = { taskId: randomUUID(), toolId: 'text2Img', op: 'text2image', params, place: 'gpu', ...more }
  return client.ask(ENDPOINTS.startTask, { body })
}

async function trial(client: Client, id: string, op: string) {
  const { trialId } = await client.call(ENDPOINTS.adminStartTrial, { body: { id, op } })
  return vi.waitFor(
    async () => {
      const told = await client.call(ENDPOINTS.adminTrial, { query: { trialId } })
      expect(told.state).not.toBe('running')
      return told
    },
    { timeout: 20_000 },
  )
}

describe('engines that the operator connects', () => {
  it('run tasks at once, and none after they were switched off; the change outlives a restart', async () => {
    const client = await boot()
    expect((await paint(client)).status).toBe(409)
    const fake = await comfy()
    const [entry] = connected(await add(client, formOf(fake.address)))
    expect(entry).toMatchObject({ title: '机房 1', state: 'ready', hasKey: false, problem: null })

    const started = await paint(client)
    const done = await client.finished(started.envelope.data.taskId)
    expect(done).toMatchObject({ state: 'done', engine: '机房 1' })

    const off = await client.call(ENDPOINTS.adminSwitchEngine, { body: { id: entry?.id, isOn: false } })
    expect(connected(off)).toMatchObject([{ state: 'off' }])
    expect((await paint(client)).status).toBe(409)

    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    const again = new Client(server.url, client.token)
    expect(connected(await again.call(ENDPOINTS.adminEngines))).toMatchObject([{ state: 'off' }])
    await again.call(ENDPOINTS.adminSwitchEngine, { body: { id: entry?.id, isOn: true } })
    expect((await paint(again)).status).toBe(200)
  })

  it('are changed while they work: what runs ends, what follows goes to the new address', async () => {
    const client = await boot()
    const [before, after] = [await comfy({ jobMs: 1500 }), await comfy()]
    const [entry] = connected(await add(client, formOf(before.address, { slots: 1 })))
    const first = (await paint(client)).envelope.data
    await vi.waitFor(() => expect(before.accepted).toHaveLength(1), { timeout: 5000 })
    const form = formOf(after.address, { title: '机房 2', slots: 1 })
    await client.call(ENDPOINTS.adminChangeEngine, { body: { id: entry?.id, form } })
    const second = (await paint(client)).envelope.data
    expect(await client.finished(first.taskId)).toMatchObject({ state: 'done', engine: '机房 1' })
    expect(await client.finished(second.taskId)).toMatchObject({ state: 'done', engine: '机房 2' })
    expect(before.accepted).toHaveLength(1)
    expect(after.accepted).toHaveLength(1)
  })

  it('are taken in the order that the operator gives them, and forgotten when removed', async () => {
    const client = await boot()
    const [one, two] = [await comfy(), await comfy()]
    await add(client, formOf(one.address, { title: '一' }))
    const both = connected(await add(client, formOf(two.address, { title: '二' })))
    const ids = both.map(({ id }) => id).reverse()
    const turned = await client.call(ENDPOINTS.adminOrderEngines, { body: { ids } })
    expect(connected(turned).map(({ title }) => title)).toEqual(['二', '一'])
    const task = await client.finished((await paint(client)).envelope.data.taskId)
    expect(task.engine).toBe('二')
    const left = await client.call(ENDPOINTS.adminRemoveEngine, { body: { id: ids[0] } })
    expect(connected(left).map(({ title }) => title)).toEqual(['一'])
  })

  it('that do not answer say why, and are there again once they do', async () => {
    const client = await boot()
    const fake = await comfy()
    const { address } = fake
    await fake.stop()
    const [silent] = connected(await add(client, formOf(address)))
    expect(silent).toMatchObject({ state: 'silent', seenAt: null, problem: { message: '连接不上 ComfyUI' } })
    const back = await new FakeComfyUi().start(Number(new URL(address).port))
    fakes = [back]
    const [ready] = connected(await client.call(ENDPOINTS.adminCheckEngines))
    expect(ready).toMatchObject({ state: 'ready', problem: null, seenAt: expect.any(Number) })
    const service = await new FakeOpenAi().start()
    await add(client, formOf(service.baseUrl, { kind: 'openai', title: '云上', imageModel: 'gpt-image-1' }))
    await service.stop()
    const gone = connected(await client.call(ENDPOINTS.adminCheckEngines)).find(
      ({ title }) => title === '云上',
    )
    expect(gone).toMatchObject({ state: 'silent', problem: { message: '连接不上图像服务' } })
  })

  it('refuses an address with a login in it, one that is none, and a key that would go elsewhere', async () => {
    const client = await boot()
    const fake = await comfy()
    const refused = async (form: EngineForm) =>
      (await client.ask(ENDPOINTS.adminAddEngine, { body: { form } })).status
    expect(await refused(formOf('http://me:secret@10.0.0.5:8188'))).toBe(400)
    expect(await refused(formOf('file:///etc/passwd'))).toBe(400)
    const [entry] = connected(await add(client, formOf(fake.address, { key: KEY })))
    const moved = formOf('http://127.0.0.1:9', { key: null })
    const answer = await client.ask(ENDPOINTS.adminChangeEngine, { body: { id: entry?.id, form: moved } })
    expect(answer.status).toBe(400)
    const kept = formOf(fake.address, { key: null, title: '改名' })
    await client.call(ENDPOINTS.adminChangeEngine, { body: { id: entry?.id, form: kept } })
    expect(connected(await client.call(ENDPOINTS.adminEngines))).toMatchObject([
      { title: '改名', hasKey: true },
    ])
  })

  it('say of each op whether they can run it, and exactly what is missing', async () => {
    const client = await boot()
    const fake = await comfy({
      without: ['sd_xl_base_1.0.safetensors', 'qwen_image_vae.safetensors', 'ae.safetensors'],
    })
    const [entry] = connected(await add(client, formOf(fake.address)))
    const { ops } = await client.call(ENDPOINTS.adminSurvey, { query: { id: entry?.id } })
    const text = ops.find(({ op }) => op === 'text2image')
    expect(text).toMatchObject({ canRun: false })
    const models = text?.ways.flatMap(({ lacking }) => lacking?.models ?? [])
    expect(models).toContainEqual({
      folder: 'checkpoints',
      file: 'sd_xl_base_1.0.safetensors',
      gb: 6.9,
      from: expect.stringMatching(/^https:\/\/huggingface\.co\//),
    })
  })

  it('show the picture and the time of a trial; it costs nothing and leaves nothing', async () => {
    const client = await boot()
    const fake = await comfy()
    const [entry] = connected(await add(client, formOf(fake.address)))
    const tickets = await client.imageTickets()
    const { ops } = await client.call(ENDPOINTS.adminSurvey, { query: { id: entry?.id } })
    for (const { op } of ops.filter(({ canRun }) => canRun)) {
      const told = await trial(client, entry?.id ?? '', op)
      expect(told, op).toMatchObject({ state: 'done', problem: null })
      if (OPS[zOpId.parse(op)].output === 'model') expect(told.picture).toBeNull()
      else expect(told.picture, op).toMatch(/^data:image\/webp;base64,/)
      expect(told.seconds, op).toBeGreaterThan(0)
    }
    expect(await client.imageTickets()).toBe(tickets)
    expect((await client.call(ENDPOINTS.getTaskList)).total).toBe(0)
    expect(await readdir(join(server.dataDir, 'tmp')).catch(() => [])).toEqual([])
    await fake.stop()
    const failed = await trial(client, entry?.id ?? '', 'text2image')
    expect(failed).toMatchObject({ state: 'failed', problem: { remedy: expect.stringMatching(/./) } })
  }, 60_000)
})

describe('what everybody may know of an engine', () => {
  it('is how long its last runs took, when it answered, and which graphs it has; also after a restart', async () => {
    const client = await boot()
    const fake = await comfy({ jobMs: 200, without: ['qwen_image_vae.safetensors'] })
    await add(client, formOf(fake.address))
    const told = async (by: Client) =>
      (await by.call(ENDPOINTS.engines)).find(({ title }) => title === '机房 1')
    const before = await told(client)
    expect(before).toMatchObject({ healthy: true, lately: {}, seenAt: expect.any(Number) })
    const ways = before?.ways?.text2image ?? []
    expect(ways).toContainEqual({
      ...{ by: 'graph', id: 'qwen-text2image', title: 'Qwen-Image 文生图', family: 'Qwen-Image' },
      ...{ vramGb: expect.any(Number), isThere: false, loras: ['Qwen-Image'] },
    })
    expect(ways.find(({ id }) => id === 'sdxl-text2image')).toMatchObject({ isThere: true })
    const body = { toolId: 'text2Img', op: 'text2image', place: 'gpu', params: { prompt: '木屋' } }
    for (let run = 0; run < 3; run++) {
      const { taskId } = await client.call(ENDPOINTS.startTask, { body: { ...body, taskId: randomUUID() } })
      expect((await client.finished(taskId)).state).toBe('done')
    }
    expect((await told(client))?.lately?.text2image).toBeGreaterThan(0.19)

    await server.close()
    await fake.stop()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    const after = await told(new Client(server.url, client.token))
    expect(after).toMatchObject({ healthy: false, seenAt: null })
    expect(after?.lately?.text2image).toBeGreaterThan(0.19)
  })

  it('is what it could run when it answered last, once it is silent', async () => {
    const client = await boot()
    const fake = await comfy()
    await add(client, formOf(fake.address))
    await fake.stop()
    await client.call(ENDPOINTS.adminCheckEngines)
    const engine = (await client.call(ENDPOINTS.engines)).find(({ title }) => title === '机房 1')
    expect(engine).toMatchObject({ healthy: false, ops: expect.arrayContaining(['text2image']) })
  })
})

describe('which engine gets a task', () => {
  it('is one that can run it by the graph or model that was asked for, though another is free', async () => {
    const client = await boot()
    const [small, large] = [
      await comfy({ without: ['qwen_image_vae.safetensors'] }),
      await comfy({ without: ['sd_xl_base_1.0.safetensors'] }),
    ]
    await add(client, formOf(small.address, { title: '小' }))
    await add(client, formOf(large.address, { title: '大' }))
    const run = async (more: Record<string, unknown>) =>
      client.finished((await paint(client, more)).envelope.data.taskId)
    const byQwen = await run({ graphId: 'qwen-text2image' })
    expect(byQwen).toMatchObject({ engine: '大', outputs: [{ meta: { graph: 'qwen-text2image@1' } }] })
    expect(await run({ graphId: 'sdxl-text2image' })).toMatchObject({ engine: '小' })
    // Whoever is free first, where nothing was asked for.
    expect(['小', '大']).toContain((await run({})).engine)
    for (const more of [{ graphId: 'none' }, { model: 'gpt-image-1' }]) {
      const refused = await paint(client, more)
      expect(refused).toMatchObject({ status: 409, envelope: { error: { code: 4204 } } })
    }
    const tickets = await client.imageTickets()
    expect(tickets).toBe(100 - 3 * (byQwen.cost?.amount ?? 0))
  })

  it('is one whose graphs take its pictures: a style picture is nothing for the small one', async () => {
    const client = await boot()
    const small = await comfy({ vramGb: 10 })
    await add(client, formOf(small.address, { title: '小' }))
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#486' } })
      .png()
      .toBuffer()
    const assetId = await client.uploadOk(picture, 'a.png')
    const inputs = (['image', 'style'] as const).map((role) => ({ role, assetId, name: 'a.png' }))
    const render = () =>
      client.ask(ENDPOINTS.startTask, {
        body: {
          taskId: randomUUID(),
          toolId: 'indoorRender',
          op: 'render',
          params: {},
          place: 'gpu',
          inputs,
        },
      })
    expect((await render()).envelope.error.message).toBe('“SDXL 控线渲染（参考图）”需要 12 GB 显存的显卡')
    const large = await comfy()
    await add(client, formOf(large.address, { title: '大' }))
    const task = await client.finished((await render()).envelope.data.taskId)
    expect(task).toMatchObject({ state: 'done', engine: '大' })
  })

  it('runs a LoRA by a graph of its family, and refuses one that it has not or that is of another', async () => {
    const client = await boot()
    const loras = {
      '木纹/年轮+1.safetensors': { 'modelspec.architecture': 'stable-diffusion-xl-v1-base/lora' },
      'any.safetensors': null,
    }
    const fake = await comfy({ loras })
    await add(client, formOf(fake.address))
    const engines = await client.call(ENDPOINTS.engines)
    const told = engines.find(({ title }) => title === '机房 1')
    const [lora, any] = Object.keys(loras)
    expect(told?.loras).toEqual([
      { name: lora, family: 'SDXL' },
      { name: any, family: '' },
    ])
    expect(told?.ways?.text2image?.find(({ id }) => id === 'sdxl-text2image')?.loras).toEqual(['SDXL'])
    const run = async (more: Record<string, unknown>) => {
      const params = { prompt: '木屋', aspect: '1:1', ...more }
      return client.finished((await paint(client, { params })).envelope.data.taskId)
    }
    // The best graph is of another family.
    expect((await run({})).outputs[0]?.meta?.graph).toMatch(/^qwen-text2image@/)
    const task = await run({ lora, loraWeight: 0.6 })
    expect(task).toMatchObject({ state: 'done', params: { lora, loraWeight: 0.6 } })
    expect(task.outputs[0]?.meta?.graph).toMatch(/^sdxl-text2image@/)
    expect(fake.accepted.at(-1)?.prompt).toMatchObject({
      'lora-1': {
        class_type: 'LoraLoader',
        inputs: { lora_name: lora, strength_model: 0.6, strength_clip: 0.6, model: ['ckpt', 0] },
      },
      sample: { inputs: { model: ['lora-1', 0] } },
      words: { inputs: { clip: ['lora-1', 1] } },
    })
    expect((await run({ lora: any })).outputs[0]?.meta?.graph).toMatch(/^qwen-text2image@/)
    for (const [asked, graphId, words] of [
      [lora, 'qwen-text2image', /是给 SDXL 的/],
      ['gone.safetensors', undefined, /没有 LoRA 文件/],
    ] as const) {
      const refused = await paint(client, { params: { prompt: '木屋', lora: asked }, graphId })
      expect(refused.status).toBe(400)
      expect(refused.envelope.error.message).toMatch(words)
    }
  })

  it('stays the same over a restart, and the graph with it; another request with one id is a conflict', async () => {
    const client = await boot()
    const fake = await comfy({ jobMs: 1200 })
    await add(client, formOf(fake.address))
    const taskId = randomUUID()
    const graphId = 'sdxl-text2image'
    await paint(client, { taskId, graphId })
    expect((await paint(client, { taskId, graphId })).status).toBe(200)
    expect((await paint(client, { taskId })).status).toBe(409)
    await vi.waitFor(() => expect(fake.begun).toEqual([taskId]))
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    const task = await new Client(server.url, client.token).finished(taskId)
    expect(task).toMatchObject({ state: 'done', outputs: [{ meta: { graph: `${graphId}@1` } }] })
    expect(fake.accepted).toHaveLength(1)
    const row = await server.db
      .selectFrom('tasks')
      .select(['lost', 'attempt', 'graph_id'])
      .where('id', '=', taskId)
      .executeTakeFirst()
    expect(row).toEqual({ lost: 0, attempt: 2, graph_id: graphId })
  })
})

describe('where pictures go', () => {
  const upscale = (client: Client, assetId: string, more: Record<string, unknown> = {}) => {
    const inputs = [{ role: 'image', assetId, name: '我的房子.png' }]
    const body = { taskId: randomUUID(), toolId: 'upScaleImg', op: 'upscale', place: 'gpu', inputs, ...more }
    return client.ask(ENDPOINTS.startTask, { body: { params: {}, ...body } })
  }
  const picture = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#486' } })
      .png()
      .toBuffer()

  it('is kept with each result: which left, to whom and when; what stayed leaves no trace', async () => {
    const client = await boot()
    const fake = await comfy()
    const [entry] = connected(await add(client, formOf(fake.address, { isOutside: true })))
    const assetId = await client.uploadOk(await picture(), 'a.png')
    const before = Date.now()
    const left = await client.finished((await upscale(client, assetId)).envelope.data.taskId)
    expect(left).toMatchObject({ state: 'done', departures: [{ name: '我的房子.png', engine: '机房 1' }] })
    expect(left.departures?.[0]?.at).toBeGreaterThanOrEqual(before)
    const form = formOf(fake.address, { isOutside: false })
    await client.call(ENDPOINTS.adminChangeEngine, { body: { id: entry?.id, form } })
    const stayed = await client.finished((await upscale(client, assetId)).envelope.data.taskId)
    expect(stayed).toMatchObject({ state: 'done', departures: [] })
  })

  it('is nowhere outside where the site or the task says so, also for what waits already', async () => {
    const client = await boot()
    const fake = await comfy({ jobMs: 800 })
    await add(client, formOf(fake.address, { isOutside: true, slots: 1 }))
    const assetId = await client.uploadOk(await picture(), 'a.png')
    const refused = await upscale(client, assetId, { reach: 'house' })
    expect(refused).toMatchObject({ status: 403, envelope: { error: { code: 4208 } } })
    const running = (await upscale(client, assetId)).envelope.data
    await vi.waitFor(() => expect(fake.begun).toHaveLength(1))
    const waiting = (await upscale(client, assetId)).envelope.data
    await client.call(ENDPOINTS.adminSetReach, { body: { reach: 'house' } })
    expect(await client.finished(running.taskId)).toMatchObject({ state: 'done' })
    expect((await upscale(client, assetId)).status).toBe(403)
    const engines = await client.call(ENDPOINTS.engines)
    expect(engines.find(({ title }) => title === '机房 1')).toMatchObject({ healthy: false, isBarred: true })
    const ended = await client.call(ENDPOINTS.getTaskByTaskId, { query: { taskId: waiting.taskId } })
    expect(ended).toMatchObject({ state: 'failed', refunded: true, departures: [], error: { code: 4209 } })
    expect(fake.accepted).toHaveLength(1)
    // Of three that were wished for one ran, and one came back.
    expect(await client.imageTickets()).toBe(99)

    // The setting outlives a restart.
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    const again = new Client(server.url, client.token)
    expect(await again.call(ENDPOINTS.adminReach)).toBe('house')
    await again.call(ENDPOINTS.adminSetReach, { body: { reach: 'outside' } })
    const { taskId } = (await upscale(again, assetId)).envelope.data
    expect(await again.finished(taskId)).toMatchObject({ state: 'done' })
  })
})

describe('the key of an engine', () => {
  it('is used, and is nowhere else: not in answers, logs, files or what a crash prints', async () => {
    const written: string[] = []
    const watch = (text: unknown) => {
      written.push(String(text))
      return true
    }
    vi.spyOn(process.stderr, 'write').mockImplementation(watch)
    vi.spyOn(process.stdout, 'write').mockImplementation(watch)
    try {
      const client = await boot({ LOG_LEVEL: 'debug' })
      const service = await new FakeOpenAi().start()
      fakes.push(service)
      const answers: unknown[] = []
      const form = formOf(service.baseUrl, { kind: 'openai', key: KEY, imageModel: 'gpt-image-1' })
      answers.push(await client.ask(ENDPOINTS.adminAddEngine, { body: { form } }))
      const list = await client.ask(ENDPOINTS.adminEngines)
      const [entry] = connected(list.envelope.data)
      answers.push(list, await client.ask(ENDPOINTS.adminSurvey, { query: { id: entry?.id } }))
      const done = await client.finished((await paint(client)).envelope.data.taskId)
      expect(done.state).toBe('done')
      expect(JSON.stringify(service.asked.at(-1))).toContain(KEY)
      // What repeats it in its refusal, what breaks the line, and what is not there any more.
      await service.stop()
      answers.push(await trial(client, entry?.id ?? '', 'text2image'))
      const bad = { ...form, slots: 0 }
      answers.push(await client.ask(ENDPOINTS.adminChangeEngine, { body: { id: entry?.id, form: bad } }))
      answers.push(await client.ask(ENDPOINTS.engines), await client.ask(ENDPOINTS.getTaskList))
      await server.close()
      written.push(await crash(server.dataDir))
      const { dataDir } = server
      server = await startTestServer({ DATA_DIR: dataDir })
      expect(written.at(-1)).toContain('carried along')

      expect(JSON.stringify(answers)).not.toContain(KEY)
      expect(written.join('')).not.toContain(KEY)
      const files = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
      const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      expect(paths.length).toBeGreaterThan(2)
      for (const path of paths) {
        const bytes = await readFile(path)
        expect(bytes.includes(KEY), path).toBe(false)
        expect(bytes.includes(Buffer.from(KEY).toString('base64').slice(0, 20)), path).toBe(false)
      }
      expect((await stat(join(server.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('that cannot be read any more is said, and asked for again', async () => {
    const client = await boot()
    const fake = await comfy()
    await add(client, formOf(fake.address, { key: KEY }))
    await server.db
      .updateTable('engines')
      .set({ key: Buffer.alloc(60).toString('base64') })
      .execute()
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    const again = new Client(server.url, client.token)
    const [entry] = connected(await again.call(ENDPOINTS.adminEngines))
    expect(entry).toMatchObject({
      state: 'silent',
      hasKey: false,
      problem: { remedy: expect.stringMatching(/密钥/) },
    })
  })
})
