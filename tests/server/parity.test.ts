import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as ort from 'onnxruntime-web/wasm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ModelId } from '#contracts/models.ts'
import type { InputRole } from '#contracts/ops.ts'
import { type SceneId, scenePicture } from '#contracts/scenes.ts'
import type { Answers, RunNetwork } from '#kernels/networks.ts'
import type { Raster } from '#kernels/raster.ts'
import { isBuiltIn, OP_IDS, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import type { RunWork } from '#server/engines/local/protocol.ts'
import { runWork } from '#server/engines/local/run.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { runWith } from '#workers/image/run-with.ts'
import type { LibraryFile } from '#workers/image/types.ts'

/** What networks answered, by what they were asked: both platforms ask the same, and wait for it once. */
vi.mock('#server/engines/local/session.ts', async (load) => {
  const { createHash } = await import('node:crypto')
  const real = await load<typeof import('#server/engines/local/session.ts')>()
  const answered = new Map<string, Answers>()
  return {
    async runNetwork(...[files, values, dims, wanted]: Parameters<typeof real.runNetwork>): Promise<Answers> {
      const asked = JSON.stringify([files, dims, wanted, createHash('sha256').update(values).digest('hex')])
      const known = answered.get(asked) ?? (await real.runNetwork(files, values, dims, wanted))
      answered.set(asked, known)
      // An operation may write into what it was given.
      return known.map((one) => one.slice()) as unknown as Answers
    },
  }
})

const SIZE = { width: 96, height: 72 }
const ROOT = resolve(import.meta.dirname, '../..')
const MODELS = join(ROOT, 'models')
const NOTHING = () => {}

interface Case {
  /** What it is given besides the picture. */
  roles?: readonly InputRole[]
  params?: Record<string, unknown>
  /** The picture; a room when left out. */
  image?: 'image' | 'plan' | 'photo' | 'room'
}

/** A case of each operation that both platforms carry out; further ones behind a dash. */
const CASES: Record<string, Case> = {
  clearroom: { roles: ['mask'] },
  composite: { roles: ['mask'], params: { placing: { x: 0.5, y: 0.9, size: 0.5 } } },
  flatplan: { image: 'plan' },
  matting: { image: 'photo', params: { trim: true, shadow: 0.5 } },
  'matting of what is painted': { roles: ['mask'], params: { mode: 'scribble' } },
  edit: { roles: ['mask'], params: { prompt: '木地板', setting: 'indoors' } },
  grade: { params: { exposure: 20 } },
  inpaint: { roles: ['mask'] },
  lineart: {},
  outpaint: { params: { left: 8, right: 8, top: 0, bottom: 4 } },
  relight: { params: { time: 'sunset' } },
  render: { params: { setting: 'indoors' } },
  restore: { params: { factor: 2 } },
  retexture: { roles: ['mask'], params: { material: MATERIALS[0]?.id ?? '' } },
  stylize: { roles: ['style'], params: { method: 'fast' } },
  upscale: {},
  views: { params: { angles: ['left'], setting: 'indoors' } },
  'render of a photograph': { image: 'room', params: { setting: 'indoors' } },
}

let folder: string
let files: Record<'image' | 'style' | 'mask' | 'plan' | 'photo' | 'room', string>

/** PNG with alpha: browsers and sharp read the same pixels of it, and Node without a browser can as well. */
async function write(name: string, pixels: Uint8ClampedArray, { width, height } = SIZE): Promise<string> {
  const path = join(folder, name)
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(path)
  return path
}

/** The same of a picture without alpha. */
async function copy(name: string, picture: Raster | Buffer): Promise<string> {
  const { data, info } = await (Buffer.isBuffer(picture)
    ? sharp(picture)
    : sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 4 } })
  )
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return write(name, new Uint8ClampedArray(data), info)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parity-'))
  const scene = (kind: 'indoors' | 'outdoors') => renderScene(107, kind, 'clay', SIZE).image.data
  const mask = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const inside = x >= 30 && x < 45 && y >= 30 && y < 45
      mask.set(inside ? [255, 255, 255, 255] : [0, 0, 0, 255], 4 * (y * SIZE.width + x))
    }
  }
  files = {
    image: await write('image.png', scene('indoors')),
    style: await write('style.png', scene('outdoors')),
    mask: await write('mask.png', mask),
    plan: await copy(
      'plan.png',
      (await drawPlan({ seed: 3, walls: 'solid', names: true, scale: 0.05, furniture: false })).image,
    ),
    photo: await copy('photo.png', await armchairPhoto(256, 256, 'png')),
    room: await copy('room.png', await sharp(PHOTOS.room).resize(200).png().toBuffer()),
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function blobOf(path: string): Promise<Blob> {
  return new Blob([new Uint8Array(await sharp(path).ensureAlpha().png().toBuffer())])
}

const tileOf = (id: string) => blobOf(join(ROOT, 'public/materials', `${id}.webp`))

/** The library as a page gives it to its workers. */
async function openLibrary(ids: string[]): Promise<LibraryFile[]> {
  const known = MATERIALS.filter(({ id }) => ids.includes(id))
  return Promise.all(
    known.map(async ({ id, repeatMm, colour, gloss }) => {
      return { id, repeatMm, colour, gloss, file: await tileOf(id) }
    }),
  )
}

async function openScene(id: SceneId): Promise<Blob> {
  return blobOf(join(ROOT, 'public', scenePicture(id)))
}

async function openMaterial(id: string) {
  return { file: await tileOf(id), repeatMm: MATERIALS.find((one) => one.id === id)?.repeatMm ?? null }
}

/** What a run made, however it was made. */
async function describeMade(
  op: OpId,
  picture: { type: string; title?: string | undefined },
  bytes: Uint8Array,
) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { type, title } = picture
  const name = resultName(op, '房间.png', type, title)
  return { data, facts: { name, type, width: info.width, height: info.height } }
}

/** Files of what an operation is given, by their roles. */
function inputsOf({ roles = [], image = 'image' }: Case): { role: InputRole; path: string }[] {
  return (['image', ...roles] as (keyof typeof files)[]).map((role) => {
    return { role: role as InputRole, path: files[role === 'image' ? image : role] }
  })
}

async function onServer(op: OpId, params: Record<string, unknown>, given: Case) {
  const ids = OPS[op].networks?.of(params) ?? []
  const work: RunWork = {
    kind: 'run',
    op,
    params,
    inputs: inputsOf(given),
    out: join(folder, `${op}.out`),
    threads: 1,
    models: Object.fromEntries(ids.map((id) => [id, modelPath(MODELS, id)])),
  }
  const { more = [], note = '', trim, ...first } = await runWork(work, NOTHING)
  const pictures = [{ ...first, path: work.out }, ...more]
  const made = pictures.map(async (one) => describeMade(op, one, await sharp(one.path).png().toBuffer()))
  return { pictures: await Promise.all(made), note, trim }
}

/** Networks of this machine's runtime, for both platforms: what is compared then is their kernels, which do not round. */
const network = (...ids: ModelId[]): RunNetwork => {
  const models = ids.map((id) => modelPath(MODELS, id))
  return (...run) => runNetwork({ models, threads: 1 }, ...run)
}

async function inBrowser(op: OpId, params: Record<string, unknown>, given: Case) {
  const inputs = await Promise.all(
    inputsOf(given).map(async ({ role, path }) => ({ role, file: await blobOf(path) })),
  )
  const open = { material: openMaterial, library: openLibrary, scene: openScene }
  const means = { network, open }
  const { pictures, note, trim } = await runWith({ op, params, inputs }, means, NOTHING)
  const made = pictures.map(async ({ blob, title }) =>
    describeMade(op, { type: blob.type, title }, new Uint8Array(await blob.arrayBuffer())),
  )
  return { pictures: await Promise.all(made), note, trim }
}

describe('an operation on both platforms', { timeout: 240_000 }, () => {
  it('has a case of every one that both carry out', () => {
    const both = OP_IDS.filter((op) => isBuiltIn(op, 'device') && isBuiltIn(op, 'local'))
    expect([...new Set(Object.keys(CASES).map((name) => name.split(' ')[0]))].sort()).toEqual(
      [...both].sort(),
    )
  })

  it.each(Object.entries(CASES))(
    '%s: the same pixels, name, type, size, trim and note',
    async (name, given) => {
      const op = name.split(' ')[0] as OpId
      const params = paramsOf(op).parse(given.params ?? {})
      const server = await onServer(op, params, given)
      const browser = await inBrowser(op, params, given)
      expect(browser.pictures.map(({ facts }) => facts)).toEqual(server.pictures.map(({ facts }) => facts))
      expect([browser.note, browser.trim]).toEqual([server.note, server.trim])
      for (const [n, { data }] of browser.pictures.entries()) {
        expect(data.equals(server.pictures[n]?.data ?? Buffer.alloc(0)), `pixels of picture ${n}`).toBe(true)
      }
    },
  )
})

/**
 * A small input of each network. The one that cuts out sees 1024 × 1024 px at a time, which takes this runtime a dozen
 * seconds: tests in the browser look at what it finds.
 */
const SMALL: Partial<Record<ModelId, readonly number[]>> = {
  fastX2: [1, 3, 32, 24],
  fastX4: [1, 3, 24, 16],
  bestFeatures: [1, 3, 24, 16],
  seeing: [1, 3, 128, 96],
  plans: [1, 3, 128, 128],
  ocrFind: [1, 3, 64, 96],
  ocrRead: [1, 3, 48, 96],
}

describe('a network in the runtimes of browsers and of the server', () => {
  it.each(Object.entries(SMALL) as [ModelId, readonly number[]][])('answers alike: %s', async (id, dims) => {
    // Its threads would wait for each other where tests share the processor.
    ort.env.wasm.numThreads = 1
    const values = Float32Array.from({ length: dims.reduce((all, n) => all * n, 1) }, (_, i) => {
      return 0.5 + 0.3 * Math.sin(i / 7) + 0.2 * Math.sin((i * i) / 1000)
    })
    const path = modelPath(MODELS, id)
    const session = await ort.InferenceSession.create(new Uint8Array(await readFile(path)), {
      executionProviders: ['wasm'],
    })
    const [input, output] = [session.inputNames[0]!, session.outputNames[0]!]
    const answers = await session.run({ [input]: new ort.Tensor('float32', values, dims) })
    const inBrowsers = answers[output]?.data as Float32Array
    const [onServers] = await runNetwork({ models: [path], threads: 1 }, values, dims)
    await session.release()
    expect(inBrowsers.length).toBe(onServers.length)
    const furthest = inBrowsers.reduce((most, value, i) => Math.max(most, Math.abs(value - onServers[i]!)), 0)
    // Shares and colours of 0..1: runtimes round differently.
    expect(furthest).toBeLessThan(0.001)
  })
})
