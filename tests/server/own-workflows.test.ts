import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { InputRole } from '#contracts/ops.ts'
import type { WorkflowEntry, WorkflowForm, WorkflowPrompt } from '#contracts/workflows.ts'
import type { OpId } from '#ops/index.ts'
import { guessWorkflow } from '#ops/own-workflow.ts'
import type { Prompt } from '#server/engines/comfyui/graph.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { OWN_FILL, OWN_RENDER, OWN_TEXT } from '#tests/support/own-workflows.ts'
import { Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let fake: FakeComfyUi

afterEach(async () => {
  await server.dispose()
  await fake.stop()
})

async function boot(options: ConstructorParameters<typeof FakeComfyUi>[0] = {}): Promise<string> {
  fake = await new FakeComfyUi(options).start()
  server = await startTestServer()
  client = await server.signIn()
  await client.call(ENDPOINTS.becomeOperator, { body: { code: server.operatorCode } })
  const form = {
    ...{ kind: 'comfyui', title: '机房', address: fake.address, key: '' },
    ...{
      imageModel: '',
      videoModel: '',
      visionModel: '',
      chatModel: '',
      slots: 1,
      timeLimitS: 60,
      isOutside: false,
    },
  }
  const engines = await client.call(ENDPOINTS.adminAddEngine, { body: { form } })
  return engines.find(({ title }) => title === '机房')?.id ?? ''
}

const formOf = (prompt: WorkflowPrompt, op: OpId, more: Partial<WorkflowForm> = {}): WorkflowForm => ({
  ...guessWorkflow(prompt, op),
  title: '我的工作流',
  ...more,
})

async function save(form: WorkflowForm, id: string | null = null): Promise<WorkflowEntry> {
  const list = await client.call(ENDPOINTS.adminSaveWorkflow, { body: { id, form } })
  const found = list.find((one) => (id ? one.id === id : one.form.title === form.title))
  expect(found).toBeDefined()
  return found as WorkflowEntry
}

async function pictureOf(role: InputRole): Promise<string> {
  const size = { width: 320, height: 240, channels: 3 } as const
  const whole = sharp({ create: { ...size, background: role === 'mask' ? '#000' : '#486' } })
  const input = { create: { width: 80, height: 80, channels: 3, background: '#fff' } } as const
  const drawn = role === 'mask' ? whole.composite([{ input, left: 100, top: 80 }]) : whole
  return client.uploadOk(await drawn.png().toBuffer(), `${role}.png`)
}

async function start(
  op: OpId,
  params: Record<string, unknown>,
  roles: readonly InputRole[],
  graphId?: string,
) {
  const inputs = await Promise.all(
    roles.map(async (role) => ({ role, assetId: await pictureOf(role), name: `${role}.png` })),
  )
  const body = {
    taskId: randomUUID(),
    toolId: 'architecturalRenderNew',
    op,
    params,
    place: 'gpu',
    inputs,
    graphId,
  }
  return client.ask(ENDPOINTS.startTask, { body })
}

async function run(...args: Parameters<typeof start>) {
  const started = await start(...args)
  expect(started.status, started.envelope.error?.message).toBe(200)
  const task = await client.finished(started.envelope.data.taskId)
  expect(task).toMatchObject({ state: 'done', error: null })
  return { task, sent: fake.accepted.find(({ id }) => id === task.taskId)?.prompt as Prompt }
}

describe('a workflow of the operator’s own', { timeout: 60_000 }, () => {
  it('is among the ways of its op, runs when asked for, and each thing that is bound changes what is sent', async () => {
    const engine = await boot()
    const { id } = await save(formOf(OWN_RENDER, 'render', { words: 'photo' }))
    const { ops } = await client.call(ENDPOINTS.adminSurvey, { query: { id: engine } })
    const ways = ops.find(({ op }) => op === 'render')?.ways
    expect(ways?.find((way) => way.id === id)).toMatchObject({ title: '我的工作流', lacking: null })
    // Asked for by nobody, it is nobody's.
    expect((await run('render', {}, ['image'])).task.outputs[0]?.meta?.graph).toBe('qwen-edit@1')

    const params = { prompt: 'glass house', strength: 0.4, lock: 1, seed: 5 }
    const { task, sent } = await run('render', params, ['image'], id)
    expect(task.outputs[0]).toMatchObject({ width: 320, height: 240, meta: { graph: `${id}@1`, seed: 5 } })
    expect(sent['9']?.inputs).toMatchObject({ seed: 5, denoise: 0.61, steps: 20, cfg: 6 })
    expect(sent['7']?.inputs.strength).toBe(0.8)
    expect(sent['2']?.inputs.text).toMatch(/^photo, .*glass house/)
    expect(sent['3']?.inputs.text).toBe('blurry')
    expect(fake.inputOf(sent['4']?.inputs.image)).toBeDefined()
    // What it says of itself is what the real server gets besides: nothing else of it is changed.
    for (const node of ['1', '5', '6', '8', '10', '11']) expect(sent[node]).toEqual(OWN_RENDER[node])

    for (const [change, node, input] of [
      [{ prompt: 'brick house' }, '2', 'text'],
      [{ strength: 0.9 }, '9', 'denoise'],
      [{ lock: 0 }, '7', 'strength'],
      [{ seed: 6 }, '9', 'seed'],
    ] as const) {
      const other = (await run('render', { ...params, ...change }, ['image'], id)).sent
      expect(other[node]?.inputs[input], input).not.toEqual(sent[node]?.inputs[input])
    }
    // It takes no style picture.
    expect((await start('render', {}, ['image', 'style'], id)).status).toBe(409)
  })

  it('outlives a restart, and is taken first where the operator says so', async () => {
    await boot()
    const { id } = await save(formOf(OWN_TEXT, 'text2image', { isFirst: true, title: '首选' }))
    const before = await run('text2image', { prompt: '木屋', aspect: '16:9', count: 2 }, [])
    expect(before.task.outputs[0]).toMatchObject({ width: 1280, height: 720, meta: { graph: `${id}@1` } })
    expect(before.task.outputs).toHaveLength(2)
    expect(before.sent['4']?.inputs.text).toBe('木屋')
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    client = new Client(server.url, client.token)
    const [stored] = await client.call(ENDPOINTS.adminWorkflows)
    expect(stored).toMatchObject({ id, version: 1, form: { title: '首选', isFirst: true } })
    const after = await run('text2image', { prompt: '木屋', aspect: '1:1' }, [])
    expect(after.task.outputs[0]?.meta?.graph).toBe(`${id}@1`)

    const changed = await save({ ...(stored as WorkflowEntry).form, isFirst: false }, id)
    expect(changed.version).toBe(2)
    const plain = await run('text2image', { prompt: '木屋', aspect: '1:1' }, [])
    expect(plain.task.outputs[0]?.meta?.graph).toBe('qwen-text2image@1')
  })

  it('goes on over a restart in the middle of a job, which is not sent twice', async () => {
    await boot({ jobMs: 1200 })
    const { id } = await save(formOf(OWN_RENDER, 'render'))
    const { taskId } = (await start('render', {}, ['image'], id)).envelope.data
    await vi.waitFor(() => expect(fake.begun).toEqual([taskId]), { timeout: 10_000 })
    await server.close()
    server = await startTestServer({ DATA_DIR: server.dataDir })
    client = new Client(server.url, client.token)
    expect(await client.finished(taskId)).toMatchObject({
      state: 'done',
      outputs: [{ meta: { graph: `${id}@1` } }],
    })
    expect(fake.accepted).toHaveLength(1)
  })

  it('with a mask that was painted in ComfyUI gets the mask of the tool in grey', async () => {
    await boot()
    const { id } = await save(formOf(OWN_FILL, 'edit'))
    const { task, sent } = await run('edit', { prompt: 'a pond' }, ['image', 'mask'], id)
    expect(task.outputs[0]).toMatchObject({ width: 320, height: 240 })
    expect(sent['4-mask']).toMatchObject({ class_type: 'LoadImageMask', inputs: { channel: 'red' } })
    const mask = fake.inputOf(sent['4-mask']?.inputs.image)
    const { channels } = await sharp(mask).stats()
    expect(channels[0]).toMatchObject({ min: 0, max: 255 })
  })

  it('says which of its model files and nodes an engine lacks', async () => {
    const engine = await boot({ without: ['diffusers_xl_canny_full.safetensors'], lacks: ['Canny'] })
    const { id } = await save(formOf(OWN_RENDER, 'render'))
    const { ops } = await client.call(ENDPOINTS.adminSurvey, { query: { id: engine } })
    const way = ops.find(({ op }) => op === 'render')?.ways.find((one) => one.id === id)
    expect(way?.lacking).toEqual({
      nodes: ['Canny'],
      models: [{ folder: 'controlnet', file: 'diffusers_xl_canny_full.safetensors', gb: 0, from: null }],
      vramGb: 0,
    })
    const refused = await start('render', {}, ['image'], id)
    expect(refused.envelope.error).toMatchObject({ message: expect.stringMatching(/Canny|工作流/) })
  })

  it('is tried before it is stored: its picture is shown, nothing is kept and nobody can choose it', async () => {
    const engine = await boot()
    const workflow = formOf(OWN_RENDER, 'render', { title: '试试' })
    const body = { id: engine, op: 'render', workflow }
    const { trialId } = await client.call(ENDPOINTS.adminStartTrial, { body })
    const told = await vi.waitFor(
      async () => {
        const now = await client.call(ENDPOINTS.adminTrial, { query: { trialId } })
        expect(now.state).not.toBe('running')
        return now
      },
      { timeout: 20_000 },
    )
    expect(told).toMatchObject({
      state: 'done',
      problem: null,
      picture: expect.stringMatching(/^data:image/),
    })
    expect(fake.accepted.at(-1)?.prompt['5']?.class_type).toBe('Canny')
    expect(await client.call(ENDPOINTS.adminWorkflows)).toEqual([])
    const { ops } = await client.call(ENDPOINTS.adminSurvey, { query: { id: engine } })
    expect(JSON.stringify(ops)).not.toContain('试试')
  })

  it('ends what waits for it when it is removed, and the tickets go back', async () => {
    await boot({ jobMs: 60_000 })
    const { id } = await save(formOf(OWN_RENDER, 'render'))
    const tickets = await client.imageTickets()
    const running = (await start('render', {}, ['image'], id)).envelope.data
    await vi.waitFor(() => expect(fake.begun).toHaveLength(1), { timeout: 10_000 })
    const waiting = (await start('render', {}, ['image'], id)).envelope.data
    expect(await client.call(ENDPOINTS.adminRemoveWorkflow, { body: { id } })).toEqual([])
    const ended = await client.finished(waiting.taskId)
    expect(ended).toMatchObject({ state: 'failed', refunded: true, error: { code: 5015 } })
    await client.call(ENDPOINTS.cancelTask, { body: { taskId: running.taskId } })
    expect(await client.imageTickets()).toBe(tickets)
    expect((await start('render', {}, ['image'], id)).status).toBe(409)
    await client.call(ENDPOINTS.adminRemoveWorkflow, { body: { id } })
  })

  it('is refused with what is wrong; only the operator can touch them; large ones are taken up to their limit', async () => {
    await boot()
    const { seed: _seed, image: _image, ...bind } = formOf(OWN_RENDER, 'render').bind
    const ask = (form: unknown) => client.ask(ENDPOINTS.adminSaveWorkflow, { body: { id: null, form } })
    const unbound = await ask(formOf(OWN_RENDER, 'render', { bind }))
    expect(unbound.envelope.error).toMatchObject({ code: 4112, message: expect.stringContaining('原图') })
    expect((await ask({ ...formOf(OWN_RENDER, 'render'), prompt: { nodes: [] } })).status).toBe(400)
    const id = 'own-0123456789ab'
    const gone = await client.ask(ENDPOINTS.adminSaveWorkflow, {
      body: { id, form: formOf(OWN_RENDER, 'render') },
    })
    expect(gone.status).toBe(404)

    const note = { class_type: 'Note', inputs: { text: '注'.repeat(300_000) } }
    const large = formOf({ ...OWN_TEXT, note }, 'text2image', { title: '大' })
    expect((await save(large)).form.prompt.note).toEqual(note)
    const most = { ...note, inputs: { text: 'x'.repeat(4 * 1024 * 1024) } }
    const refused = await ask(formOf({ ...OWN_TEXT, note: most }, 'text2image'))
    expect(refused.envelope.error?.message).toMatch(/过大/)

    const other = await server.signIn('13900000002')
    for (const [endpoint, body] of [
      [ENDPOINTS.adminWorkflows, undefined],
      [ENDPOINTS.adminSaveWorkflow, { id: null, form: large }],
      [ENDPOINTS.adminRemoveWorkflow, { id }],
    ] as const)
      expect((await other.ask(endpoint, body ? { body } : {})).status, endpoint.path).toBe(403)
  })
})
