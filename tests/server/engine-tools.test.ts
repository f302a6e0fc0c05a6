import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetUrl } from '#contracts/asset.ts'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { InputRole } from '#contracts/ops.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OPS } from '#ops/index.ts'
import { choosePlaces, describeMissing } from '#src/data/tasks/places.ts'
import { initialParams, schemaOf } from '#src/tools/controls.ts'
import { type RegisteredTool, TOOLS } from '#src/tools/registry.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { FakeOpenAi } from '#tests/support/fake-openai.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const MODEL = 'gpt-image-1'
/** Small, and no multiple of what models make. */
const SIZE = { width: 150, height: 110 }

const comfy = new FakeComfyUi({ side: 256 })
const service = new FakeOpenAi()
let server: TestServer
let client: Client
let assets: Partial<Record<InputRole, string>> = {}

beforeAll(async () => {
  await comfy.start()
  await service.start()
  server = await startTestServer({
    COMFYUI_URL: comfy.address,
    OPENAI_BASE_URL: service.baseUrl,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_IMAGE_MODEL: MODEL,
  })
  client = await server.signIn()
  const flat = (background: string) => sharp({ create: { ...SIZE, channels: 3, background } })
  const spot = { create: { width: 60, height: 40, channels: 3, background: '#fff' } } as const
  const mask = flat('#000').composite([{ input: spot, left: 40, top: 30 }])
  const upload = async (role: InputRole, picture: Sharp) =>
    [role, await client.uploadOk(await picture.png().toBuffer(), `${role}.png`)] as const
  assets = Object.fromEntries([
    await upload('image', flat('#486')),
    await upload('mask', mask),
    ...(await Promise.all(
      (['style', 'scene', 'endFrame'] as const).map((role) => upload(role, flat('#a63'))),
    )),
  ])
})
afterAll(async () => {
  await server.dispose()
  await Promise.all([comfy.stop(), service.stop()])
})

/** What a user gives a tool: all of its slots, a mask where the op takes one, words where it asks for them. */
function bodyOf(tool: RegisteredTool): Record<string, unknown> {
  const masked = OPS[tool.op].accepts.includes('mask') ? (['mask'] as const) : []
  const roles = [...new Set([...tool.inputs.map(({ role }) => role), ...masked])]
  const schema = schemaOf(tool)
  const said = 'prompt' in schema.shape ? { prompt: '木屋' } : {}
  const shed = 'material' in schema.shape ? { material: 'wood-walnut' } : {}
  const params = { ...schema.parse(initialParams(tool)), ...said, ...shed }
  const inputs = roles.map((role) => ({ role, assetId: assets[role], name: `${role}.png` }))
  return { toolId: tool.id, op: tool.op, params, inputs, place: 'gpu' }
}

/** Real-time rendering has sessions instead of tasks; see live.test.ts. */
const ALL = TOOLS.filter(({ op }) => GENERATIVE[op] && op !== 'live')
/** The first of those that are the same to a server: some tools differ by nothing but their page. */
const firstOf = (keyOf: (tool: RegisteredTool) => string) => [
  ...new Map(ALL.toReversed().map((tool) => [keyOf(tool), tool])).values(),
]
const BY_REQUEST = firstOf((tool) => {
  const { toolId: _, ...body } = bodyOf(tool)
  return JSON.stringify(body)
})
const BY_OP = firstOf(({ op }) => op)
const KINDS: Record<string, RegExp> = { image: /^image\//, video: /^video\/mp4$/, model: /^model\// }

describe('with both kinds of engines connected', { timeout: 120_000 }, () => {
  it('no tool that engines carry out says that it waits for one', async () => {
    const engines = await client.call(ENDPOINTS.engines)
    for (const { id, op } of TOOLS.filter((tool) => GENERATIVE[tool.op])) {
      expect(describeMissing(op, engines), id).toBeNull()
      expect(
        choosePlaces(op, engines).find(({ place }) => place === 'gpu'),
        id,
      ).toMatchObject({
        available: true,
      })
    }
  })

  it.each([
    ['the ComfyUI', BY_REQUEST, {}],
    [
      'the service',
      BY_OP.filter(({ op }) => OPS[op].output === 'image' && op !== 'upscale'),
      { model: MODEL },
    ],
  ] as const)('each goes from its inputs to a result that is downloaded, by %s', async (_, tools, way) => {
    const started = tools.map(async (tool) => {
      const body = { taskId: randomUUID(), ...bodyOf(tool), ...way }
      return { tool, taskId: (await client.call(ENDPOINTS.startTask, { body })).taskId }
    })
    for (const { tool, taskId } of await Promise.all(started)) {
      const task = await client.finished(taskId)
      expect(task, tool.id).toMatchObject({ state: 'done', place: 'gpu', error: null, progress: 1 })
      expect(task.outputs.length, tool.id).toBeGreaterThan(0)
      for (const { id, name, type } of task.outputs) {
        const response = await fetch(server.url + assetUrl(id), { headers: client.headers() })
        expect([response.status, response.headers.get('content-type')], name).toEqual([200, type])
        expect((await response.arrayBuffer()).byteLength, name).toBeGreaterThan(20)
      }
      expect(task.outputs[0]?.type, tool.id).toMatch(KINDS[OPS[tool.op].output] ?? /^$/)
    }
  })
})
