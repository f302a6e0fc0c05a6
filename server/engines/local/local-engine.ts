import { rm, stat } from 'node:fs/promises'
import { AppError } from '#contracts/errors.ts'
import { type ModelId, upscaleModel } from '#contracts/models.ts'
import { paramsOf } from '#contracts/op-params.ts'
import { BUILT_IN, type OpId } from '#contracts/ops.ts'
import { VIEW_ANGLES } from '#contracts/views.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import type { Engine, EngineIo, Job, Output } from '../engine.ts'
import { ChildPool } from './child-pool.ts'
import { modelPath } from './model-path.ts'
import type { Work } from './protocol.ts'

type Settings = Pick<
  Env,
  'LOCAL_MEMORY_MB' | 'LOCAL_TIMEOUT_S' | 'LOCAL_IDLE_S' | 'LOCAL_THREADS' | 'MODELS_DIR'
>

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/** Networks that read the names on a plan. */
const PLAN_MODELS = ['ocrFind', 'ocrRead'] as const

/** Name of a result file, after the name of its source: `椅子.jpg` → `椅子-抠图.png`. */
function nameResult(job: Job, suffix: string, type: string): string {
  const source = job.inputs.find(({ role }) => role === 'image')?.name ?? ''
  const stem = source.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 200) || '筑绘'
  return `${stem}-${suffix}.${EXTENSIONS[type] ?? 'png'}`
}

/** Network that a job needs; null for one that needs none. */
function modelOf(op: OpId, params: Record<string, unknown>): ModelId | null {
  if (op === 'matting' || op === 'composite') return 'isnet'
  // Loaded only where it is asked to enlarge.
  if (op === 'restore') return 'fastX2'
  return op === 'upscale' ? upscaleModel(paramsOf('upscale').parse(params)) : null
}

function workOf(job: Job, io: EngineIo, out: string, settings: Settings): { work: Work; suffix: string } {
  const inputs = job.inputs.map(({ role, asset }) => ({ role, path: io.locate(asset.id) }))
  const common = { inputs, params: job.params, out }
  const id = modelOf(job.op, job.params)
  const network = {
    model: id ? modelPath(settings.MODELS_DIR, id) : '',
    threads: settings.LOCAL_THREADS,
  }
  switch (job.op) {
    case 'matting':
      return { work: { kind: 'matting', ...common, ...network }, suffix: '抠图' }
    case 'composite':
      return { work: { kind: 'composite', ...common, ...network }, suffix: '合成' }
    case 'upscale':
      return { work: { kind: 'upscale', ...common, ...network }, suffix: '放大' }
    case 'inpaint':
      return { work: { kind: 'inpaint', ...common }, suffix: '消除' }
    case 'outpaint':
      return { work: { kind: 'outpaint', ...common }, suffix: '扩图' }
    case 'grade':
      return { work: { kind: 'grade', ...common }, suffix: '洗图' }
    case 'relight':
      return { work: { kind: 'relight', ...common }, suffix: '换氛围' }
    case 'retexture':
      return { work: { kind: 'retexture', ...common }, suffix: '换材质' }
    case 'clearroom':
      return { work: { kind: 'clearroom', ...common }, suffix: '清空' }
    case 'edit':
      return { work: { kind: 'edit', ...common }, suffix: '局部渲染' }
    case 'render':
      return { work: { kind: 'render', ...common }, suffix: '渲染' }
    case 'views':
      return { work: { kind: 'views', ...common }, suffix: '多角度' }
    case 'stylize':
      return { work: { kind: 'stylize', ...common }, suffix: '风格迁移' }
    case 'restore':
      return { work: { kind: 'restore', ...common, ...network }, suffix: '清理' }
    case 'flatplan': {
      const [find, read] = PLAN_MODELS.map((model) => modelPath(settings.MODELS_DIR, model)) as [
        string,
        string,
      ]
      const { threads } = network
      return { work: { kind: 'flatplan', ...common, find, read, threads }, suffix: '彩平图' }
    }
    case 'lineart':
      return { work: { kind: 'lineart', ...common }, suffix: '线稿' }
    default:
      throw new AppError('OP_UNAVAILABLE')
  }
}

/** Files that a job may leave behind where it is ended: several pictures lie beside the first. */
function filesOf({ op }: Job, out: string): string[] {
  const count = op === 'views' ? VIEW_ANGLES.length : 0
  return [out, ...Array.from({ length: count }, (_, n) => `${out}.${n + 1}`)]
}

/** Times of LOCAL_TIMEOUT_S that a megapixel may take to be enlarged. */
const UPSCALE_PATIENCE = { fast: 1, best: 6 }

/** Seconds that a job may take: enlarging takes as long as the picture is large. */
function patience(job: Job, timeoutS: number): number {
  if (job.op !== 'upscale' && job.op !== 'restore') return timeoutS
  const quality = job.op === 'upscale' ? paramsOf('upscale').parse(job.params).quality : 'fast'
  const megapixels = job.inputs.reduce((sum, { asset }) => sum + (asset.width * asset.height) / 1e6, 0)
  return timeoutS * (1 + megapixels * UPSCALE_PATIENCE[quality])
}

const NEEDS: { op: OpId; models: readonly ModelId[] }[] = [
  { op: 'matting', models: ['isnet'] },
  { op: 'composite', models: ['isnet'] },
  { op: 'restore', models: ['fastX2'] },
  { op: 'flatplan', models: PLAN_MODELS },
  { op: 'upscale', models: ['fastX2', 'fastX4', 'bestX4'] },
]

/** The embedded engine: kernels and small networks on this machine's processor, in a killable process. */
export class LocalEngine implements Engine {
  readonly name = 'local'
  readonly title = '本地引擎'
  readonly place = 'local'
  readonly slots = 1
  /** The process, for tests that kill it. */
  readonly pool: ChildPool
  readonly #settings: Settings

  constructor(settings: Settings, log: Log, script?: URL) {
    this.#settings = settings
    this.pool = new ChildPool({
      name: 'local',
      log,
      memoryMb: settings.LOCAL_MEMORY_MB,
      timeoutS: settings.LOCAL_TIMEOUT_S,
      idleS: settings.LOCAL_IDLE_S,
      script,
    })
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    const ops = new Set<OpId>(BUILT_IN.local)
    for (const { op, models } of NEEDS) {
      const paths = models.map((id) => modelPath(this.#settings.MODELS_DIR, id))
      const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
      if (found.includes(null)) ops.delete(op)
    }
    return ops
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const out = io.temporaryPath()
    try {
      const { work, suffix } = workOf(job, io, out, this.#settings)
      const timeoutS = patience(job, this.#settings.LOCAL_TIMEOUT_S)
      const made = await this.pool.run(work, { signal: io.signal, progress: io.progress, timeoutS })
      const assets: Output['assets'][number][] = []
      for (const one of [{ ...made, path: out }, ...(made.more ?? [])]) {
        const id = await io.save({ path: one.path }, one)
        const title = one.title ? `${suffix}-${one.title}` : suffix
        assets.push({ id, name: nameResult(job, title, one.type), trim: made.trim })
      }
      return { assets, text: made.note ?? null }
    } finally {
      await Promise.all(filesOf(job, out).map((path) => rm(path, { force: true })))
    }
  }

  close(): Promise<void> {
    return this.pool.close()
  }
}
