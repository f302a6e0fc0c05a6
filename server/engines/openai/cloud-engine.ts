import { setTimeout as sleep } from 'node:timers/promises'
import type { OpReport, Way } from '#contracts/engines.ts'
import { AppError, type ErrorName } from '#contracts/errors.ts'
import type { InputRole } from '#contracts/ops.ts'
import { tellsWish, wantedOf } from '#ops/generative.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OP_IDS, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { findWords } from '#server/catalog/find-words.ts'
import type { Log } from '#server/log.ts'
import type { RemoteJobs } from '#server/store/remote-jobs.ts'
import { type Engine, type EngineIo, type Job, type Output, stopReasonOf, type Wish } from '../engine.ts'
import { fetchPicture } from '../fetch-picture.ts'
import type { ChildPool } from '../local/child-pool.ts'
import { PictureExchange } from '../pictures/exchange.ts'
import { nearestSize } from '../pictures/frame.ts'
import { ratioOf } from '../pictures/sizes.ts'
import { isRefusal, isUnpaid, Service } from './client.ts'
import { type Cloud, type CloudJob, fillTemplate, textsAt } from './clouds.ts'

/** Where a cloud is and how it is asked. */
export interface CloudSettings {
  /** Name of this engine, by which its tasks find it again. */
  name: string
  title: string
  address: string
  key: string
  /** Names of models, one or several with commas between them; '' for what is not made. */
  models: Readonly<Record<CloudJob['model'], string>>
  cloud: Cloud
  /** Seconds that one job may take. */
  timeoutS: number
  /** Jobs that it gets side by side. */
  slots: number
  isOutside: boolean
}

/** Seconds that one request may take. */
const REQUEST_S = 60
/** A job is looked up after so long, ms, then ever more seldom, and so often in the end. */
const FIRST_LOOK_MS = 250
const LOOK_GROWTH = 1.4
const LOOK_EVERY_MS = 3000
/** How long the request may take by which a job is given up, ms. */
const CANCEL_MS = 10_000
/** A look that fails so is tried again: the job goes on meanwhile. */
const PASSING: ReadonlySet<ErrorName> = new Set(['ENGINE_BUSY', 'ENGINE_UNREACHABLE', 'ENGINE_TIMEOUT'])
/** Where the work over there begins, runs and ends in a job's progress, 0..1. */
const SUBMITTED = 0.05
const RUNNING = 0.4
const MADE = 0.95

const STEPS = { waiting: '在云端排队', running: '生成中' } as const

/** A cloud whose jobs are created and then looked up; they go on while this server is away. */
export class CloudEngine implements Engine {
  readonly name: string
  readonly title: string
  readonly place = 'gpu'
  readonly slots: number
  readonly isOutside: boolean
  readonly keepsJobs = true
  readonly #settings: CloudSettings
  readonly #service: Service
  readonly #log: Log
  readonly #pictures: ChildPool
  readonly #jobs: RemoteJobs

  /**
   * @param pictures process that decodes what comes back
   * @param jobs where it is noted what the cloud calls a task's job
   */
  constructor(settings: CloudSettings, log: Log, pictures: ChildPool, jobs: RemoteJobs) {
    this.name = settings.name
    this.title = settings.title
    this.slots = settings.slots
    this.isOutside = settings.isOutside
    this.#settings = settings
    this.#service = new Service({ baseUrl: settings.address, key: settings.key, timeoutS: REQUEST_S })
    this.#log = log
    this.#pictures = pictures
    this.#jobs = jobs
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    await this.#service.isThere()
    return new Set(OP_IDS.filter((op) => this.#modelOf(op) !== ''))
  }

  refuses({ op, roles, graphId, model, params }: Wish): AppError | null {
    const job = this.#settings.cloud.jobs[op]
    if (!job || graphId !== '' || (model !== '' && model !== this.#modelOf(op)))
      return new AppError('OP_UNAVAILABLE')
    if (params?.lora) return new AppError('PARAMS_INVALID', '云端服务不带 LoRA，请选“不用”或换用 ComfyUI')
    const known: readonly InputRole[] = [...OPS[op].requires, ...job.takes]
    const isKnown = roles?.every((role) => known.includes(role)) ?? true
    return isKnown ? null : new AppError('PARAMS_INVALID', `${this.title}不接受参考图与尾帧，请移除后重试`)
  }

  async survey(): Promise<OpReport[]> {
    return OP_IDS.filter((op) => GENERATIVE[op]).map((op) => {
      const canRun = this.#modelOf(op) !== ''
      const isKnown = this.#settings.cloud.jobs[op] !== undefined
      const reason = canRun ? '' : isKnown ? '没有填它要用的模型' : '这个云服务不做这种操作'
      return { op, canRun, ways: this.ways(op), reason }
    })
  }

  ways(op: OpId): Way[] {
    const id = this.#modelOf(op)
    return id ? [{ by: 'model', id, title: id, family: '', vramGb: 0, lacking: null }] : []
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const way = this.#settings.cloud.jobs[job.op]
    if (!way) throw new AppError('OP_UNAVAILABLE')
    const limit = AbortSignal.timeout(this.#settings.timeoutS * 1000)
    const either = AbortSignal.any([io.signal, limit])
    const exchange = new PictureExchange(job, io, this.#pictures)
    let remote = await this.#jobs.find(job.taskId, this.name)
    try {
      const words = wordsOf(job)
      if (!remote) {
        io.progress(0.01, '准备图片')
        remote = await this.#create(job, way, { words, exchange, signal: either })
      }
      const addresses = await this.#follow(job.taskId, remote, way, io, either)
      io.progress(MADE, '取回结果')
      const meta = { model: this.#modelOf(job.op), words }
      const assets: Output['assets'][number][] = []
      for (const [index, address] of addresses.entries()) {
        const bytes = await this.#fetch(address, either)
        const title = addresses.length > 1 ? String(index + 1) : ''
        const isPicture = OPS[job.op].output === 'image'
        const kept = isPicture
          ? await exchange.keep(bytes, { framed: null, largest: null, title })
          : await exchange.keepFile(bytes, title)
        assets.push({ ...kept, meta })
      }
      return { assets, text: null }
    } catch (thrown) {
      const isStopped = stopReasonOf(io.signal) === 'cancelled' || (limit.aborted && !io.signal.aborted)
      if (isStopped && remote) await this.#giveUp(remote)
      if (io.signal.aborted) throw new AppError('CANCELLED')
      if (limit.aborted) throw new AppError('ENGINE_TIMEOUT', '云端没有在时限内完成')
      throw thrown
    }
  }

  async close(): Promise<void> {}

  /** The model that carries out an op; '' where none does. */
  #modelOf(op: OpId): string {
    const job = this.#settings.cloud.jobs[op]
    if (!job) return ''
    const named = this.#settings.models[job.model].split(/[,，\s]+/).filter(Boolean)
    return named.find((name) => !job.not || !name.includes(job.not)) ?? ''
  }

  /** Has a job made; the cloud's name of it, once that is noted. */
  async #create(
    job: Job,
    way: CloudJob,
    { words, exchange, signal }: { words: string; exchange: PictureExchange; signal: AbortSignal },
  ): Promise<string> {
    const { cloud } = this.#settings
    const { params } = job
    const picture = async (role: InputRole) => {
      const [input] = exchange.inputs(role)
      return input && `data:image/png;base64,${(await exchange.copy(input.asset)).toString('base64')}`
    }
    const [width, height] = way.made ? nearestSize(way.made, ratioOf(params.aspect)) : []
    const seed = Number(params.seed ?? -1)
    const body = fillTemplate(way.body, {
      ...{ model: this.#modelOf(job.op), words, width, height },
      count: Number(params.count ?? 1),
      seed: seed >= 0 ? seed : undefined,
      seconds: params.seconds === undefined ? undefined : nearest(way.seconds, Number(params.seconds)),
      ratio: typeof params.aspect === 'string' ? params.aspect : undefined,
      image: await picture('image'),
      endFrame: await picture('endFrame'),
    }) as Record<string, unknown>
    const { headers } = cloud
    const answer = await this.#service.send(way.path, { method: 'POST', body, headers }, signal)
    const [remote] = textsAt(answer, cloud.id)
    if (!remote) throw new AppError('ENGINE_OUTPUT', '云端没有给出任务的编号')
    await this.#jobs.note(job.taskId, this.name, remote)
    return remote
  }

  /**
   * Looks a job up until it has ended.
   * @returns addresses of its results
   * @throws AppError ENGINE_LOST where the cloud does not know it any more; ENGINE_REFUSED, ENGINE_QUOTA, ENGINE_OUTPUT
   */
  async #follow(
    taskId: string,
    remote: string,
    way: CloudJob,
    io: EngineIo,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { cloud } = this.#settings
    io.progress(SUBMITTED, STEPS.waiting)
    for (let wait = FIRST_LOOK_MS; ; wait = Math.min(LOOK_EVERY_MS, wait * LOOK_GROWTH)) {
      const answer = await this.#look(remote, signal)
      const [told = ''] = textsAt(answer, cloud.state)
      const state = answer === null ? 'running' : cloud.states[told]
      if (state === undefined) {
        await this.#jobs.forget(taskId, this.name)
        throw new AppError('ENGINE_LOST')
      }
      if (state === 'failed') throw this.#explain(answer)
      if (state === 'done') {
        const addresses = textsAt(answer, way.results)
        if (addresses.length === 0) throw this.#explain(answer)
        return addresses
      }
      io.progress(state === 'running' ? RUNNING : SUBMITTED, STEPS[state])
      await sleep(wait, undefined, { signal })
    }
  }

  /** How a job is; null where that cannot be had for the moment. */
  async #look(remote: string, signal: AbortSignal): Promise<unknown> {
    const path = this.#settings.cloud.look.replace('{id}', encodeURIComponent(remote))
    try {
      return await this.#service.send(path, { method: 'GET', body: null }, signal)
    } catch (thrown) {
      if (!signal.aborted && thrown instanceof AppError && PASSING.has(thrown.errorName)) return null
      throw thrown
    }
  }

  /** Why a job failed; its words may repeat what was asked, and go nowhere. */
  #explain(answer: unknown): AppError {
    const { code, message } = this.#settings.cloud
    const [named = ''] = textsAt(answer, code)
    const [words = ''] = textsAt(answer, message)
    if (isUnpaid(named)) return new AppError('ENGINE_QUOTA')
    if (isRefusal(`${named} ${words}`)) return new AppError('ENGINE_REFUSED')
    return new AppError('ENGINE_OUTPUT', named ? `云端没有做成（${named.slice(0, 80)}）` : '云端没有做成')
  }

  async #fetch(address: string, signal: AbortSignal): Promise<Buffer> {
    try {
      return await fetchPicture(address, { ownOrigin: this.#service.origin, signal })
    } catch (cause) {
      if (signal.aborted) throw cause
      throw new AppError('ENGINE_OUTPUT', '云端给出的结果地址取不回来，可能已经过期', { cause })
    }
  }

  /** Ends a job over there, as far as the cloud lets it be ended. */
  async #giveUp(remote: string): Promise<void> {
    const { method, path } = this.#settings.cloud.cancel
    const at = path.replace('{id}', encodeURIComponent(remote))
    await this.#service.send(at, { method, body: null }, AbortSignal.timeout(CANCEL_MS)).catch(() => {
      // One that runs already cannot be ended everywhere.
      this.#log.info('job of a cloud not ended', { engine: this.name })
    })
  }
}

/** The words by which a job is asked for. @throws AppError PARAMS_INVALID when it is not said what is wanted */
function wordsOf(job: Job): string {
  const facts = GENERATIVE[job.op]
  if (!facts) throw new AppError('OP_UNAVAILABLE')
  const params: Record<string, unknown> = paramsOf(job.op).parse(job.params)
  if (!tellsWish(facts, params, [])) throw new AppError('PARAMS_INVALID', '请先写下想要的画面')
  return wantedOf(facts, { params, roles: [], first: 1 }, findWords)
    .map(({ words }) => words)
    .join('\n')
}

/** The nearest of some values; the value itself where there are none. */
function nearest(among: readonly number[], value: number): number {
  const [first = value, ...rest] = among
  return rest.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best), first)
}
