import { rm, stat } from 'node:fs/promises'
import { isBuiltIn, OP_IDS, OPS, type OpId } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import type { Env } from '#server/env.ts'
import type { Engine, EngineIo, Job, Output } from '../engine.ts'
import { modelPath } from './model-path.ts'
import type { Pools } from './pools.ts'
import type { RunWork } from './protocol.ts'

type Settings = Pick<Env, 'LOCAL_TIMEOUT_S' | 'LOCAL_THREADS' | 'MODELS_DIR'>

/** Work of an op in the child process, with the files of the networks that it may run. */
function workOf({ op, params, inputs }: Job, io: EngineIo, out: string, settings: Settings): RunWork {
  const files = inputs.map(({ role, asset }) => ({ role, path: io.locate(asset.id) }))
  const ids = OPS[op].networks?.of(params) ?? []
  const models = Object.fromEntries(ids.map((id) => [id, modelPath(settings.MODELS_DIR, id)]))
  return { kind: 'run', op, inputs: files, params, out, threads: settings.LOCAL_THREADS, models }
}

/** Files that a job may leave behind where it is ended: several pictures lie beside the first. */
function filesOf({ op }: Job, out: string): string[] {
  const more = (OPS[op].mostPictures ?? 1) - 1
  return [out, ...Array.from({ length: more }, (_, n) => `${out}.${n + 1}`)]
}

/** Times that a job may take longer than reckoned, on a slow or busy machine. */
const MOST_SLOWER = 6

/**
 * The embedded engine: kernels and small networks on this machine's processor, in killable processes: one for jobs that
 * end within a minute, and one for long ones, which stands back where both want the processor.
 */
export class LocalEngine implements Engine {
  readonly name = 'local'
  readonly title = '本地引擎'
  readonly place = 'local'
  readonly slots = 1
  readonly longSlots = 1
  readonly #pools: Pick<Pools, 'short' | 'long'>
  readonly #settings: Settings

  constructor(settings: Settings, pools: Pick<Pools, 'short' | 'long'>) {
    this.#settings = settings
    this.#pools = pools
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    const ops = new Set<OpId>(OP_IDS.filter((op) => isBuiltIn(op, 'local')))
    for (const op of ops) {
      const paths = (OPS[op].networks?.all ?? []).map((id) => modelPath(this.#settings.MODELS_DIR, id))
      const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
      if (found.includes(null)) ops.delete(op)
    }
    return ops
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const out = io.temporaryPath()
    try {
      const work = workOf(job, io, out, this.#settings)
      const timeoutS = this.#settings.LOCAL_TIMEOUT_S + MOST_SLOWER * job.seconds
      const pool = this.#pools[job.isLong ? 'long' : 'short']
      const made = await pool.run(work, { signal: io.signal, progress: io.progress, timeoutS })
      const source = job.inputs.find(({ role }) => role === 'image')?.name ?? ''
      const assets: Output['assets'][number][] = []
      for (const one of [{ ...made, path: out }, ...(made.more ?? [])]) {
        const id = await io.save({ path: one.path }, one)
        assets.push({ id, name: resultName(job.op, source, one.type, one.title), trim: made.trim })
      }
      return { assets, text: made.note ?? null }
    } finally {
      await Promise.all(filesOf(job, out).map((path) => rm(path, { force: true })))
    }
  }

  /** Its processes are the server's. */
  async close(): Promise<void> {}
}
