import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Asset, AssetId } from '#contracts/asset.ts'
import type { EngineTrial } from '#contracts/engines.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import type { InputRole } from '#contracts/ops.ts'
import { OPS, type OpId, paramsOf, secondsOf } from '#ops/index.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import type { Graph } from '#server/engines/comfyui/graph.ts'
import type { GraphShelf } from '#server/engines/comfyui/graph-shelf.ts'
import { rolesFor } from '#server/engines/comfyui/parts.ts'
import type { Engine, EngineIo, Job, Output } from '#server/engines/engine.ts'
import type { ChildPool } from '#server/engines/local/child-pool.ts'
import type { Blobs } from '#server/store/blobs.ts'

interface Sample {
  file: string
  type: string
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const picture = (name: string): Sample => ({
  file: pathOf(`../../public/samples/${name}-480.webp`),
  type: 'image/webp',
})
/** Size of the samples, px. */
const SIZE = { width: 480, height: 320 }
/** What a trial works on. */
const SAMPLES: Partial<Record<InputRole, Sample>> = {
  image: picture('house-clay'),
  style: picture('house-final'),
  scene: picture('garden-final'),
  endFrame: picture('house-final'),
  mask: { file: pathOf('./trial-mask.png'), type: 'image/png' },
}
const WORDS = '白墙木屋，晴天，写实照片'
/** Longer side of the picture that is shown, px. */
const SHOWN_SIDE = 640
/** Trials that are remembered. */
const KEPT = 20

interface Trial {
  engine: string
  startedAt: number
  abort: AbortController
  told: EngineTrial
}

interface Smallest {
  job: Job
  files: Map<AssetId, string>
}

/** The smallest jobs of an op, of few parameters and pictures: the first that an engine has a way for is tried. */
function smallestJobs(op: OpId, taskId: string): Smallest[] {
  const { requires, accepts } = OPS[op]
  // Some graphs need to be told where something is to be changed, and others cannot be told.
  const isMasked = accepts.includes('mask') && requires.includes('image') && !requires.includes('mask')
  const choices: (readonly InputRole[])[] = isMasked ? [[...requires, 'mask'], requires] : [requires]
  return choices.map((roles) => smallestJob(op, taskId, roles))
}

function smallestJob(op: OpId, taskId: string, roles: readonly InputRole[], graphId = ''): Smallest {
  const files = new Map<AssetId, string>()
  const inputs = roles.map((role) => {
    const sample = SAMPLES[role]
    if (!sample) throw new AppError('OP_UNAVAILABLE', '这种操作没有可以试跑的示例')
    const id: AssetId = createHash('sha256').update(sample.file).digest('hex')
    files.set(id, sample.file)
    const asset: Asset = { id, type: sample.type, bytes: 0, ...SIZE }
    return { role, name: `${role}.png`, asset }
  })
  const schema = paramsOf(op)
  const wishes = { prompt: WORDS, count: 1, material: MATERIALS[0]?.id, seconds: 2, secondsEach: 1 }
  const known = Object.entries(wishes).filter(([name]) => name in schema.shape)
  const params: Record<string, unknown> = schema.parse(Object.fromEntries(known))
  const seconds = secondsOf(op, { params, ...SIZE })
  return { job: { taskId, op, params, inputs, seconds, isLong: false, graphId }, files }
}

/** Trials of engines: real jobs on samples that nobody pays for and nothing is kept of. */
export class Trials {
  readonly #blobs: Blobs
  readonly #pictures: ChildPool
  readonly #shelf: GraphShelf
  readonly #trials = new Map<string, Trial>()

  /** @param pictures process that scales what is shown */
  constructor(blobs: Blobs, pictures: ChildPool, shelf: GraphShelf) {
    this.#blobs = blobs
    this.#pictures = pictures
    this.#shelf = shelf
  }

  /**
   * Begins a trial; an engine has one at a time.
   * @param graph the one to try, which need not be among those that the engine knows
   * @throws AppError OP_UNAVAILABLE, BAD_REQUEST
   */
  start(engine: Engine, op: OpId, graph?: Graph): string {
    const running = [...this.#trials.values()].some(
      (one) => one.engine === engine.name && one.told.state === 'running',
    )
    if (running) throw new AppError('BAD_REQUEST', '这个引擎正在试跑，请等它结束')
    const id = randomUUID()
    const jobs = graph ? [smallestJob(op, id, rolesFor(op, graph), graph.id)] : smallestJobs(op, id)
    const trial: Trial = {
      engine: engine.name,
      startedAt: performance.now(),
      abort: new AbortController(),
      told: {
        ...{ state: 'running', progress: 0, step: '准备中', seconds: 0 },
        ...{ picture: null, made: '', problem: null },
      },
    }
    this.#trials.set(id, trial)
    const [oldest] = this.#trials.keys()
    if (this.#trials.size > KEPT && oldest) this.#trials.delete(oldest)
    const takeBack = graph && this.#shelf.lend(graph)
    void this.#carryOut(trial, engine, jobs).finally(() => takeBack?.())
    return id
  }

  /** How a trial goes. @throws AppError NOT_FOUND */
  look(id: string): EngineTrial {
    const trial = this.#trials.get(id)
    if (!trial) throw new AppError('NOT_FOUND', '没有这次试跑，服务器可能重启过')
    if (trial.told.state !== 'running') return trial.told
    return { ...trial.told, seconds: (performance.now() - trial.startedAt) / 1000 }
  }

  /** Ends a trial. */
  stop(id: string): void {
    this.#trials.get(id)?.abort.abort('cancelled')
  }

  /** Ends all of them. */
  close(): void {
    for (const id of this.#trials.keys()) this.stop(id)
  }

  async #carryOut(trial: Trial, engine: Engine, jobs: readonly Smallest[]): Promise<void> {
    const saved = new Map<AssetId, string>()
    try {
      // A task waits for an engine that is away; a trial says so.
      await engine.ops()
      const { assets } = await this.#runFirst(trial, engine, jobs, saved)
      const [first] = assets
      // A film's cover comes after it.
      const path = saved.get(assets.at(-1)?.id ?? '')
      if (!first || !path) throw new AppError('ENGINE_OUTPUT')
      const { model = '', graph } = first.meta ?? {}
      // A model of 3D is not shown.
      const picture = first.name.endsWith('.glb') ? null : await this.#show(path)
      this.#end(trial, {
        state: 'done',
        progress: 1,
        picture,
        made: [model, graph].filter(Boolean).join(' · '),
      })
    } catch (thrown) {
      const { message, remedy } = toAppError(thrown, 'ENGINE_FAILED')
      this.#end(trial, { state: 'failed', problem: { message, remedy } })
    } finally {
      await Promise.all([...saved.values()].map((path) => rm(path, { force: true })))
    }
  }

  async #runFirst(
    trial: Trial,
    engine: Engine,
    [first, ...rest]: readonly Smallest[],
    saved: Map<AssetId, string>,
  ): Promise<Output> {
    if (!first) throw new AppError('OP_UNAVAILABLE')
    try {
      return await engine.run(first.job, this.#ioFor(trial, first.files, saved))
    } catch (thrown) {
      const hasNoWay = thrown instanceof AppError && thrown.errorName === 'OP_UNAVAILABLE'
      if (hasNoWay && rest.length > 0) return this.#runFirst(trial, engine, rest, saved)
      throw thrown
    }
  }

  #end(trial: Trial, told: Partial<EngineTrial>): void {
    trial.told = { ...trial.told, ...told, seconds: (performance.now() - trial.startedAt) / 1000 }
  }

  async #show(path: string): Promise<string> {
    const out = this.#blobs.temporaryPath()
    try {
      const work = { kind: 'scale', path, out, side: SHOWN_SIDE, format: 'webp', watermark: false } as const
      await this.#pictures.run(work)
      return `data:image/webp;base64,${(await readFile(out)).toString('base64')}`
    } finally {
      await rm(out, { force: true })
    }
  }

  #ioFor(trial: Trial, files: Map<AssetId, string>, saved: Map<AssetId, string>): EngineIo {
    const locate = (id: AssetId) => {
      const file = files.get(id)
      if (!file) throw new AppError('INPUT_MISSING')
      return file
    }
    return {
      signal: trial.abort.signal,
      progress(progress, step) {
        trial.told = { ...trial.told, progress: Math.min(1, Math.max(0, progress)), step }
      },
      preview() {},
      open: (id) => readFile(locate(id)),
      locate,
      temporaryPath: () => this.#blobs.temporaryPath(),
      save: async (result) => {
        const id = createHash('sha256').update(randomUUID()).digest('hex')
        // Whoever hands a file over removes it afterwards.
        const own = this.#blobs.temporaryPath()
        await writeFile(own, result instanceof Uint8Array ? result : await readFile(result.path))
        saved.set(id, own)
        return id
      },
    }
  }
}
