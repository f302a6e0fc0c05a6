import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as ort from 'onnxruntime-web/wasm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelId } from '#contracts/models.ts'
import type { InputRole } from '#contracts/ops.ts'
import { type SceneId, scenePicture } from '#contracts/scenes.ts'
import { type Answers, OpenNetworks, type RunNetwork } from '#kernels/networks.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Seen } from '#kernels/seeing/scene.ts'
import { seeScene } from '#kernels/seeing/see.ts'
import { segmenterOf } from '#kernels/segmentation/segment.ts'
import { isBuiltIn, OP_IDS, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import { networksFor } from '#ops/run-op.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import type { RunWork } from '#server/engines/local/protocol.ts'
import { runWork } from '#server/engines/local/run.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { armchairPhoto } from '#tests/support/pictures.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { segmentPicture } from '#tests/support/segment.ts'
import { BrowserPlatform } from '#workers/image/platform.ts'
import { runWith } from '#workers/image/run-with.ts'
import type { LibraryFile } from '#workers/image/types.ts'

const SIZE = { width: 128, height: 96 }
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
  outpaint: { params: { left: 16, right: 16, top: 0, bottom: 8 } },
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
      const inside = x >= 40 && x < 60 && y >= 40 && y < 60
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
    room: await copy('room.png', await sharp(PHOTOS.room).resize(320).png().toBuffer()),
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

// Its threads would wait for each other where tests share the processor.
ort.env.wasm.numThreads = 1

const opened = new Map<string, OpenNetworks<ModelId>>()
/** What networks answered, by what they were asked: two operations that ask the same wait for it once. */
const answered = new Map<string, Answers>()

/** Networks by the runtime that browsers have; each stays loaded. */
function byWasm(...ids: ModelId[]): RunNetwork {
  const open = async (id: ModelId) => ({
    session: await ort.InferenceSession.create(new Uint8Array(await readFile(modelPath(MODELS, id))), {
      executionProviders: ['wasm'],
    }),
    tensor: (values: Float32Array, dims: readonly number[]) => new ort.Tensor('float32', values, dims),
  })
  const networks = opened.get(ids.join()) ?? new OpenNetworks(open)
  opened.set(ids.join(), networks)
  return async (values, dims, wanted) => {
    const asked = JSON.stringify([ids, wanted, createHash('sha256').update(values).digest('hex')])
    const known = answered.get(asked) ?? (await networks.run(ids, values, dims, wanted))
    answered.set(asked, known)
    // An operation may write into what it was given.
    return known.map((one) => one.slice()) as unknown as Answers
  }
}

async function inBrowser(op: OpId, params: Record<string, unknown>, given: Case) {
  const inputs = await Promise.all(
    inputsOf(given).map(async ({ role, path }) => ({ role, file: await blobOf(path) })),
  )
  const open = { material: openMaterial, library: openLibrary, scene: openScene }
  const means = { network: byWasm, open }
  const ids = await networksFor(op, { io: new BrowserPlatform(op, inputs, means), params })
  const { pictures, note, trim } = await runWith({ op, params, inputs }, means, NOTHING)
  const made = pictures.map(async ({ blob, title }) =>
    describeMade(op, { type: blob.type, title }, new Uint8Array(await blob.arrayBuffer())),
  )
  return { pictures: await Promise.all(made), note, trim, ids }
}

/** How far two pictures are from each other, steps of 255. */
function difference(a: Buffer, b: Buffer): { mean: number; near: number } {
  let [sum, near] = [0, 0]
  for (let i = 0; i < a.length; i += 4) {
    let most = 0
    for (let c = 0; c < 4; c++) {
      const step = Math.abs((a[i + c] ?? 0) - (b[i + c] ?? 0))
      sum += step
      most = Math.max(most, step)
    }
    if (most <= 8) near++
  }
  return { mean: sum / a.length, near: (4 * near) / a.length }
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
      const { ids, ...browser } = await inBrowser(op, params, given)
      expect(browser.pictures.map(({ facts }) => facts)).toEqual(server.pictures.map(({ facts }) => facts))
      expect([browser.note, browser.trim]).toEqual([server.note, server.trim])
      for (const [n, { data }] of browser.pictures.entries()) {
        const { mean, near } = difference(data, server.pictures[n]?.data ?? Buffer.alloc(0))
        // Runtimes round differently; kernels do not.
        expect(mean, `mean difference of picture ${n}`).toBeLessThanOrEqual(ids.length > 0 ? 1 : 0)
        expect(near, `share of picture ${n} that is alike`).toBeGreaterThanOrEqual(0.999)
      }
    },
  )

  it.each(['room', 'house'] as const)('reads a photograph alike: %s', async (name) => {
    const image = await readRaster(PHOTOS[name], 512)
    const [server, browser] = [
      await seeScene(image, { segment: segmentPicture }),
      await seeScene(image, { segment: segmenterOf(byWasm('seeing')) }),
    ]
    const labelsOf = ({ map, regions }: Seen) => Array.from(map, (id) => regions[id]?.label)
    const labels = labelsOf(browser)
    const unlike = labelsOf(server).filter((label, i) => label !== labels[i]).length
    expect(browser.setting).toBe(server.setting)
    expect(unlike / labels.length).toBeLessThanOrEqual(0.01)
  })
})
