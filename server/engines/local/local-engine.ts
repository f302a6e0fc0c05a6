import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#contracts/errors.ts'
import { BUILT_IN, type OpId } from '#contracts/ops.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import type { Engine, EngineIo, Job, Output } from '../engine.ts'
import { ChildPool } from './child-pool.ts'
import type { Work } from './protocol.ts'

type Settings = Pick<
  Env,
  'LOCAL_MEMORY_MB' | 'LOCAL_TIMEOUT_S' | 'LOCAL_IDLE_S' | 'LOCAL_THREADS' | 'MODELS_DIR'
>

/** Name of a result file, after the name of its source: `椅子.jpg` → `椅子-抠图.png`. */
function nameResult(job: Job, suffix: string): string {
  const source = job.inputs.find(({ role }) => role === 'image')?.name ?? ''
  const stem = source.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 200) || '筑绘'
  return `${stem}-${suffix}.png`
}

function workOf(job: Job, io: EngineIo, out: string, settings: Settings): { work: Work; suffix: string } {
  const inputs = job.inputs.map(({ role, asset }) => ({ role, path: io.locate(asset.id) }))
  const common = { inputs, params: job.params, out }
  switch (job.op) {
    case 'matting': {
      const model = join(settings.MODELS_DIR, 'isnet-small.onnx')
      return { work: { kind: 'matting', ...common, model, threads: settings.LOCAL_THREADS }, suffix: '抠图' }
    }
    case 'lineart':
      return { work: { kind: 'lineart', ...common }, suffix: '线稿' }
    default:
      throw new AppError('OP_UNAVAILABLE')
  }
}

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
    const model = await stat(join(this.#settings.MODELS_DIR, 'isnet-small.onnx')).catch(() => null)
    if (!model) ops.delete('matting')
    return ops
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const out = io.temporaryPath()
    try {
      const { work, suffix } = workOf(job, io, out, this.#settings)
      const made = await this.pool.run(work, { signal: io.signal, progress: io.progress })
      const id = await io.save({ path: out }, made)
      return { assets: [{ id, name: nameResult(job, suffix) }], text: null }
    } finally {
      await rm(out, { force: true })
    }
  }

  close(): Promise<void> {
    return this.pool.close()
  }
}
