import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelId } from '#contracts/models.ts'
import type { InputRole } from '#contracts/ops.ts'
import { OPS, type OpId, paramsOf } from '#ops/index.ts'
import { NETWORK_RUNS } from '#ops/network-runs.ts'
import { resultName } from '#ops/result-name.ts'
import { RUNS } from '#ops/run-table.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { modelPath } from '#server/engines/local/model-path.ts'
import type { RunWork } from '#server/engines/local/protocol.ts'
import { runWork } from '#server/engines/local/run.ts'
import { runNetwork } from '#server/engines/local/session.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { runWith } from '#workers/image/run-with.ts'
import type { LibraryFile } from '#workers/image/types.ts'

const SIZE = { width: 128, height: 96 }
const ROOT = resolve(import.meta.dirname, '../..')
const MODELS = join(ROOT, 'models')
const NOTHING = () => {}

/** A case of each operation that is written once: what it is given besides the picture, and its parameters. */
const CASES: { [Op in OpId]?: { roles?: readonly InputRole[]; params?: Record<string, unknown> } } = {
  clearroom: { roles: ['mask'] },
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
}

let folder: string
let files: Record<'image' | 'style' | 'mask', string>

/** PNG with alpha: browsers and sharp read the same pixels of it, and Node without a browser can as well. */
async function write(name: string, pixels: Uint8ClampedArray, { width, height } = SIZE): Promise<string> {
  const path = join(folder, name)
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(path)
  return path
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

async function onServer(op: OpId, params: Record<string, unknown>, roles: readonly InputRole[]) {
  const ids = OPS[op].networks?.of(params) ?? []
  const work: RunWork = {
    kind: 'run',
    op,
    params,
    inputs: roles.map((role) => ({ role, path: files[role as keyof typeof files] })),
    out: join(folder, `${op}.out`),
    threads: 1,
    models: Object.fromEntries(ids.map((id) => [id, modelPath(MODELS, id)])),
  }
  const { more = [], note = '', trim, ...first } = await runWork(work, NOTHING)
  const pictures = [{ ...first, path: work.out }, ...more]
  const made = pictures.map(async (one) => describeMade(op, one, await sharp(one.path).png().toBuffer()))
  return { pictures: await Promise.all(made), note, trim }
}

async function inBrowser(op: OpId, params: Record<string, unknown>, roles: readonly InputRole[]) {
  const inputs = await Promise.all(
    roles.map(async (role) => ({ role, file: await blobOf(files[role as keyof typeof files]) })),
  )
  const network = (id: ModelId, cut: Parameters<typeof runNetwork>[0]['cut']) => {
    const file = { model: modelPath(MODELS, id), threads: 1, cut }
    return (half: 0 | 1, values: Float32Array, dims: readonly number[]) =>
      runNetwork(file, values, dims, half)
  }
  const table = op in NETWORK_RUNS ? NETWORK_RUNS : RUNS
  const means = { openMaterial, openLibrary, network }
  const { pictures, note, trim } = await runWith(table, { op, params, inputs }, means, NOTHING)
  const made = pictures.map(async ({ blob, title }) =>
    describeMade(op, { type: blob.type, title }, new Uint8Array(await blob.arrayBuffer())),
  )
  return { pictures: await Promise.all(made), note, trim }
}

describe('an operation on both platforms', { timeout: 120_000 }, () => {
  it('has a case of every one that is written once', () => {
    expect(Object.keys(CASES).sort()).toEqual(Object.keys(RUNS).sort())
  })

  it.each(Object.keys(CASES) as OpId[])(
    '%s: the same pixels, name, type, size, trim and note',
    async (op) => {
      const { roles = [], params = {} } = CASES[op] ?? {}
      const parsed = paramsOf(op).parse(params)
      const server = await onServer(op, parsed, ['image', ...roles])
      const browser = await inBrowser(op, parsed, ['image', ...roles])
      expect(browser.pictures.map(({ facts }) => facts)).toEqual(server.pictures.map(({ facts }) => facts))
      expect([browser.note, browser.trim]).toEqual([server.note, server.trim])
      for (const [n, { data }] of browser.pictures.entries())
        expect(Buffer.compare(data, server.pictures[n]?.data ?? Buffer.alloc(0)), `picture ${n}`).toBe(0)
    },
  )
})
