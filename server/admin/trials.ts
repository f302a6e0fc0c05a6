import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Asset } from '#contracts/asset.ts'
import type { EngineTrial } from '#contracts/engines.ts'
import { AppError, toAppError } from '#contracts/errors.ts'
import type { InputRole } from '#contracts/ops.ts'
import { OPS, type OpId, paramsOf, secondsOf } from '#ops/index.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import type { Graph } from '#server/engines/comfyui/graph.ts'
import type { GraphShelf } from '#server/engines/comfyui/graph-shelf.ts'
import { rolesFor } from '#server/engines/comfyui/parts.ts'
import type { Engine, Job, Output } from '#server/engines/engine.ts'
import type { ChildPool } from '#server/engines/local/child-pool.ts'
import { Scratch, webpAddress } from '#server/engines/scratch.ts'
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

/** What makes a job: its id, and where its files are. */
interface Making {
  taskId: string
  scratch: Scratch
}

/** The smallest jobs of an op, of few parameters and pictures: the first that an engine has a way for is tried. */
function smallestJobs(op: OpId, making: Making): Job[] {
  const { requires, accepts } = OPS[op]
  // Some graphs need to be told where something is to be changed, and others cannot be told.
  const isMasked = accepts.includes('mask') && requires.includes('image') && !requires.includes('mask')
  // And some need a picture where the tool can draw one itself.
  const isDrawn = accepts.includes('image') && !requires.includes('image')
  const choices: (readonly InputRole[])[] = [
    ...(isMasked ? [[...requires, 'mask' as const]] : []),
    requires,
    ...(isDrawn ? [[...requires, 'image' as const]] : []),
  ]
  return choices.map((roles) => smallestJob(op, making, roles))
}

function smallestJob(op: OpId, { taskId, scratch }: Making, roles: readonly InputRole[], graphId = ''): Job {
  const inputs = roles.map((role) => {
    const sample = SAMPLES[role]
    if (!sample) throw new AppError('OP_UNAVAILABLE', '这种操作没有可以试跑的示例')
    const asset: Asset = { id: scratch.add(sample.file), type: sample.type, bytes: 0, ...SIZE }
    return { role, name: `${role}.png`, asset }
  })
  const schema = paramsOf(op)
  const wishes = { prompt: WORDS, count: 1, material: MATERIALS[0]?.id, seconds: 2, secondsEach: 1 }
  const known = Object.entries(wishes).filter(([name]) => name in schema.shape)
  const params: Record<string, unknown> = schema.parse(Object.fromEntries(known))
  const seconds = secondsOf(op, { params, ...SIZE })
  return { taskId, op, params, inputs, seconds, isLong: false, graphId }
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
    const scratch = new Scratch(this.#blobs, this.#pictures)
    const making = { taskId: id, scratch }
    const jobs = graph ? [smallestJob(op, making, rolesFor(op, graph), graph.id)] : smallestJobs(op, making)
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
    void this.#carryOut(trial, engine, { jobs, scratch }).finally(() => takeBack?.())
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

  async #carryOut(
    trial: Trial,
    engine: Engine,
    { jobs, scratch }: { jobs: readonly Job[]; scratch: Scratch },
  ): Promise<void> {
    try {
      // A task waits for an engine that is away; a trial says so.
      await engine.ops()
      const { assets } = await this.#runFirst(trial, engine, jobs, scratch)
      const [first] = assets
      if (!first) throw new AppError('ENGINE_OUTPUT')
      const { model = '', graph } = first.meta ?? {}
      // A model of 3D is not shown, and a film by its cover, which comes after it.
      const isShown = !first.name.endsWith('.glb')
      const shown = isShown ? await scratch.picture(assets.at(-1)?.id, SHOWN_SIDE) : null
      this.#end(trial, {
        state: 'done',
        progress: 1,
        picture: shown && webpAddress(shown),
        made: [model, graph].filter(Boolean).join(' · '),
      })
    } catch (thrown) {
      const { message, remedy } = toAppError(thrown, 'ENGINE_FAILED')
      this.#end(trial, { state: 'failed', problem: { message, remedy } })
    } finally {
      await scratch.clear()
    }
  }

  async #runFirst(
    trial: Trial,
    engine: Engine,
    [first, ...rest]: readonly Job[],
    scratch: Scratch,
  ): Promise<Output> {
    if (!first) throw new AppError('OP_UNAVAILABLE')
    const io = scratch.io({
      signal: trial.abort.signal,
      progress(progress, step) {
        trial.told = { ...trial.told, progress: Math.min(1, Math.max(0, progress)), step }
      },
      preview() {},
    })
    try {
      return await engine.run(first, io)
    } catch (thrown) {
      const hasNoWay = thrown instanceof AppError && thrown.errorName === 'OP_UNAVAILABLE'
      if (hasNoWay && rest.length > 0) return this.#runFirst(trial, engine, rest, scratch)
      throw thrown
    }
  }

  #end(trial: Trial, told: Partial<EngineTrial>): void {
    trial.told = { ...trial.told, ...told, seconds: (performance.now() - trial.startedAt) / 1000 }
  }
}
