// Renders the sample pictures: node studio/scenes/render.ts [scene…] [--spp N] [--size W] [--only clay,line,final]
// [--out DIR] [--threads N]. Every picture is computed by this project from geometry made by code; runs are seeded.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { Scene } from './builder.ts'
import { CHANNELS } from './denoise.ts'
import { clayScene, type PackedScene, packScene } from './packed-scene.ts'
import { SCENES, type SceneName } from './scenes.ts'
import { develop, type ToneOptions } from './tone.ts'
import type { RenderJob } from './worker.ts'

type View = 'clay' | 'line' | 'final'

interface Settings {
  width: number
  height: number
  spp: number
  threads: number
  out: string
}

function floats(n: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(n * 4))
}

async function runJob(
  kind: RenderJob['kind'],
  base: Omit<RenderJob, 'kind' | 'next' | 'thread'>,
  threads: number,
): Promise<void> {
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workers = Array.from({ length: threads }, (_, thread) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...base, kind, next, thread },
    })
    return new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`render thread ended with ${code}`)),
      )
    })
  })
  await Promise.all(workers)
}

async function renderLight(
  scene: PackedScene,
  tone: ToneOptions,
  spp: number,
  s: Settings,
): Promise<Uint8Array> {
  const n = s.width * s.height
  const job = { scene, ...s, spp, strength: 1, frame: floats(n * CHANNELS), out: floats(n * 3) }
  await runJob('trace', job, s.threads)
  await runJob('denoise', job, s.threads)
  return develop(job.out, s.width, s.height, tone)
}

const PAPER = [255, 254, 251] as const
const INK = [20, 23, 26] as const

async function renderLines(scene: PackedScene, s: Settings): Promise<Uint8Array> {
  const n = s.width * s.height
  const job = { scene, ...s, spp: 1, strength: 0, frame: floats(1), out: floats(n) }
  await runJob('lines', job, s.threads)
  const rgb = new Uint8Array(n * 3)
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(PAPER[c]! + (INK[c]! - PAPER[c]!) * job.out[i]!)
  }
  return rgb
}

/** Encodes at falling quality until the file fits. */
async function encode(rgb: Uint8Array, s: Settings, width: number, limit: number): Promise<Buffer> {
  for (let quality = 84; ; quality -= 4) {
    const image = sharp(rgb, { raw: { width: s.width, height: s.height, channels: 3 } })
    const resized = width < s.width ? image.resize(width, undefined, { kernel: 'lanczos3' }) : image
    const file = await resized.webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (file.length <= limit || quality <= 48) return file
  }
}

async function save(name: string, rgb: Uint8Array, s: Settings): Promise<void> {
  await mkdir(s.out, { recursive: true })
  await writeFile(join(s.out, `${name}.webp`), await encode(rgb, s, s.width, 170_000))
  await writeFile(join(s.out, `${name}-480.webp`), await encode(rgb, s, 480, 25_000))
}

/** A model's room has sun and shade to bring together; under a plain sky its tones are better kept apart. */
function curveOf({ claySky }: Scene, view: View): ToneOptions['agx'] {
  if (view === 'final') return { contrast: 1.2, saturation: 1.06 }
  return claySky.plain ? null : { contrast: 1.22, saturation: 1 }
}

async function renderScene(name: SceneName, views: View[], s: Settings): Promise<void> {
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
  const scene: Scene = SCENES[name].make()
  const packed = packScene(scene)
  console.log(`${name}: ${packed.bvh.order.length} slots, built in ${seconds()}`)
  for (const view of views) {
    if (!SCENES[name].views.includes(view)) continue
    const title = SCENES[name].views.length === 1 ? name : `${name}-${view}`
    if (view === 'line') await save(title, await renderLines(packed, s), s)
    else {
      const light = view === 'clay' ? clayScene(packed, scene) : packed
      const tone: ToneOptions = {
        exposure: light.exposure,
        warmth: view === 'clay' ? -0.02 : (scene.warmth ?? 0),
        bloom: view === 'clay' ? 0 : 0.12,
        agx: curveOf(scene, view),
      }
      const spp = view === 'clay' ? Math.max(8, Math.round(s.spp * 0.7)) : s.spp
      await save(title, await renderLight(light, tone, spp & ~1, s), s)
    }
    console.log(`${title}: ${seconds()}`)
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      spp: { type: 'string', default: '96' },
      size: { type: 'string', default: '1440' },
      only: { type: 'string', default: 'line,clay,final' },
      out: { type: 'string', default: 'public/samples' },
      threads: { type: 'string', default: '2' },
    },
  })
  const width = Math.max(48, Number(values.size))
  const settings: Settings = {
    width,
    height: Math.round((width * 2) / 3),
    spp: Math.max(2, Number(values.spp)),
    threads: Math.max(1, Number(values.threads)),
    out: values.out,
  }
  const all = Object.keys(SCENES) as SceneName[]
  const unknown = positionals.filter((p) => !(all as string[]).includes(p))
  if (unknown.length > 0) throw new Error(`unknown scene ${unknown.join(', ')}; there are ${all.join(', ')}`)
  const views = values.only.split(',') as View[]
  for (const name of positionals.length > 0 ? (positionals as SceneName[]) : all) {
    await renderScene(name, views, settings)
  }
}

await main()
