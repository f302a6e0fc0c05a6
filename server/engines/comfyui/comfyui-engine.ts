import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Lora, OpReport, Way } from '#contracts/engines.ts'
import { AppError } from '#contracts/errors.ts'
import type { ResultMeta } from '#contracts/task.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OP_IDS, OPS, type OpId } from '#ops/index.ts'
import type { Log } from '#server/log.ts'
import { type Engine, type EngineIo, type Job, type Output, stopReasonOf, type Wish } from '../engine.ts'
import type { ChildPool } from '../local/child-pool.ts'
import { PictureExchange } from '../pictures/exchange.ts'
import { zFrame, zMargins } from '../pictures/frame.ts'
import { ComfyClient, type ComfyFile, type Found } from './client.ts'
import { explainFailure } from './errors.ts'
import { ComfyEvents } from './events.ts'
import { findPatiently, followJob, type Pace } from './follow.ts'
import { fillGraph, type Graph, type Install, isMeant, lackingFor, suits } from './graph.ts'
import { GraphShelf } from './graph-shelf.ts'
import { loraOf, whyNoLora } from './lora.ts'
import { factsOf, type Part, partsOf, picturesOf, preparePictures, progressOf } from './parts.ts'

/** Where one ComfyUI is and how it is asked. */
export interface ComfySettings {
  /** Name of this engine, by which its tasks find it again. */
  name: string
  title: string
  address: string
  token: string
  /** Seconds that one job may run. */
  timeoutS: number
  /** By which it sends events to this server; the same after a restart. */
  clientId: string
  /** Jobs that it gets side by side. */
  slots?: number
  isOutside?: boolean
}

/** It does one at a time; the next one waits over there, so that no time passes in between. */
const SLOTS = 2
/** How long what it has installed is believed, ms: it is a large answer. */
const INSTALL_MS = 5 * 60_000
/** Where the work over there begins and ends in a job's progress, 0..1. */
const SUBMITTED = 0.05
const MADE = 0.95
/** What is kept with a job over there, so that it can be finished after a restart of this server. */
const zKept = z.object({
  frame: zFrame.nullable(),
  margins: zMargins.nullable(),
  /** Nodes that hold its results: the graph may have been changed since. */
  output: z.string().optional(),
  poster: z.string().optional(),
  meta: z.object({ model: z.string(), words: z.string(), graph: z.string(), seed: z.number() }),
})
type Kept = z.infer<typeof zKept>

const isUnreachable = (error: unknown) =>
  error instanceof AppError && error.errorName === 'ENGINE_UNREACHABLE'

/** Whether an install has what a graph needs, and the graph takes the LoRA that is asked for. */
function canDo(graph: Graph, params: Wish['params'], install: Install): boolean {
  const lora = loraOf(params ?? {})
  return lackingFor(graph, install) === null && (!lora || whyNoLora(graph, lora, install) === '')
}

/** How many times longer than others a job may run: films of several pictures once for each of their parts. */
function patienceFor({ patience, series }: Graph, { inputs }: Job): number {
  const pictures = inputs.filter(({ role }) => role === 'image').length
  return patience * (series ? Math.max(1, pictures - 1) : 1)
}

/** One ComfyUI. Its jobs have the tasks' ids, and go on while this server is away. */
export class ComfyUiEngine implements Engine {
  readonly name: string
  readonly title: string
  readonly place = 'gpu'
  readonly slots: number
  readonly isOutside: boolean
  readonly keepsJobs = true
  readonly takesWorkflows = true
  readonly #settings: ComfySettings
  readonly #client: ComfyClient
  readonly #events: ComfyEvents
  readonly #log: Log
  readonly #pictures: ChildPool
  readonly #pace: Pace
  readonly #shelf: GraphShelf
  readonly #uploaded = new Map<string, string>()
  #install: Install | null = null
  #installedAt = 0

  /** @param pictures process that decodes what comes back */
  constructor(
    settings: ComfySettings,
    log: Log,
    pictures: ChildPool,
    { shelf = new GraphShelf(), ...pace }: Pace & { shelf?: GraphShelf } = {},
  ) {
    this.#settings = settings
    this.name = settings.name
    this.title = settings.title
    this.slots = settings.slots ?? SLOTS
    this.isOutside = settings.isOutside ?? false
    this.#client = new ComfyClient(settings.address, settings.token)
    this.#events = new ComfyEvents(this.#client, settings.clientId, log)
    this.#log = log
    this.#pictures = pictures
    this.#pace = pace
    this.#shelf = shelf
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    const install = await this.#installed()
    const able = this.#shelf.all.filter((graph) => lackingFor(graph, install) === null)
    return new Set(OP_IDS.filter((op) => able.some((graph) => graph.ops[op] !== undefined)))
  }

  refuses(wish: Wish): AppError | null {
    const install = this.#install
    if (!install || wish.model !== '') return new AppError('OP_UNAVAILABLE')
    const suiting = this.#suiting(wish)
    const canRun = suiting.some((graph) => canDo(graph, wish.params, install))
    return canRun ? null : this.#explainLacking(suiting, wish.params, install)
  }

  /** Graphs that carry out a wish, best first; those of its op where pictures or parameters are not known. */
  #suiting({ op, roles, graphId, params }: Pick<Wish, 'op' | 'roles' | 'graphId' | 'params'>): Graph[] {
    const pictures = roles && picturesOf({ op }, roles)
    const named = this.#shelf.find(graphId)
    const among = graphId === '' ? this.#shelf.all : named ? [named] : []
    const all = this.#shelf.all.filter((graph) => graph.ops[op] !== undefined)
    const isNamed = graphId !== ''
    return among.filter(
      (graph) =>
        (pictures ? suits(graph, op, pictures) : graph.ops[op] !== undefined) &&
        (!params || isMeant(graph, params, { all, isNamed })),
    )
  }

  async survey(): Promise<OpReport[]> {
    const install = await this.#installed()
    return OP_IDS.filter((op) => GENERATIVE[op]).map((op) => {
      const ways = this.#waysOf(op, install)
      const canRun = ways.some(({ lacking }) => lacking === null)
      return { op, canRun, ways, reason: ways.length > 0 ? '' : '还没有适合它的工作流' }
    })
  }

  ways(op: OpId): Way[] {
    return this.#install ? this.#waysOf(op, this.#install) : []
  }

  get loras(): Lora[] {
    return [...(this.#install?.loras ?? [])].map(([name, family]) => ({ name, family }))
  }

  #waysOf(op: OpId, install: Install): Way[] {
    return this.#suiting({ op, roles: null, graphId: '' }).map((graph) => ({
      ...{ by: 'graph', id: graph.id, title: graph.title, family: graph.family, vramGb: graph.vramGb },
      ...(graph.lora && { loras: graph.lora.families }),
      lacking: lackingFor(graph, install),
    }))
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const exchange = new PictureExchange(job, io, this.#pictures)
    const known = await this.#find(job.taskId, io)
    const graph = this.#graphOf(job, known, this.#install ?? (await this.#installed()))
    const parts = partsOf(job, graph, exchange)
    const assets: Output['assets'][number][] = []
    for (const [index, part] of parts.entries()) {
      const tell = (share: number, step: string) =>
        io.progress((index + SUBMITTED + (MADE - SUBMITTED) * share) / parts.length, step)
      const found = index === 0 ? known : await this.#find(part.id, io)
      const kept = await this.#ensure(part, graph, { job, io, exchange }, found)
      const ended = await this.#follow(part, { graph, patience: patienceFor(graph, job) }, io, tell)
      if (!ended.isGood) throw explainFailure(ended.messages)
      tell(1, '取回结果')
      const { output = graph.output, poster = graph.poster } = kept
      const files = ended.files.get(output) ?? []
      const posters = poster ? (ended.files.get(poster) ?? []) : []
      assets.push(...(await this.#fetch(files, posters, { part, kept, job, exchange })))
    }
    return { assets, text: null }
  }

  async close(): Promise<void> {
    this.#events.close()
  }

  async #installed(): Promise<Install> {
    const isOld = Date.now() - this.#installedAt > INSTALL_MS
    const { folders } = this.#shelf
    // A workflow of the operator's own may want models of folders that were not asked for.
    const isKnown = folders.every((folder) => this.#install?.models.has(folder))
    if (!this.#install || isOld || !isKnown) {
      this.#install = await this.#client.install(folders)
      this.#installedAt = Date.now()
    } else {
      await this.#client.isThere()
    }
    return this.#install
  }

  /** The graph of a job: the one that it was begun with, or the best that suits its pictures. */
  #graphOf(job: Job, known: Found, install: Install): Graph {
    const begun = known && zKept.parse(known.extra.zhuhui).meta.graph
    const same = begun ? this.#shelf.find(begun.slice(0, begun.lastIndexOf('@'))) : undefined
    if (same && begun === `${same.id}@${same.version}`) return same
    const roles = job.inputs.map(({ role }) => role)
    const { op, graphId, params } = job
    const suiting = this.#suiting({ op, roles, graphId, params })
    const graph = suiting.find((one) => canDo(one, params, install))
    if (graph) return graph
    throw this.#explainLacking(suiting, params, install)
  }

  /** Why none of the graphs that suit a job can run: by its LoRA, or by what the most modest of them lacks. */
  #explainLacking(suiting: readonly Graph[], params: Wish['params'], install: Install): AppError {
    const lora = loraOf(params ?? {})
    const ready = suiting.find((one) => lackingFor(one, install) === null)
    if (lora && ready) return new AppError('PARAMS_INVALID', whyNoLora(ready, lora, install))
    const graph = suiting.at(-1)
    const lacking = graph && lackingFor(graph, install)
    if (!lacking) return new AppError('OP_UNAVAILABLE', '还没有适合这些图片的 ComfyUI 工作流')
    const [model] = lacking.models
    const [node] = lacking.nodes
    if (node) return new AppError('ENGINE_GRAPH', `ComfyUI 上没有“${node}”节点`)
    if (model) return new AppError('ENGINE_MODEL', `ComfyUI 上没有模型文件 ${model.folder}/${model.file}`)
    return new AppError('ENGINE_VRAM', `“${graph.title}”需要 ${graph.vramGb} GB 显存的显卡`)
  }

  #find(id: string, { signal }: EngineIo): Promise<Found> {
    return findPatiently({ client: this.#client, id, signal, pace: this.#pace })
  }

  /** Sends a job unless it is over there; again when it is not sure whether it was taken, and it was not. */
  async #ensure(
    part: Part,
    graph: Graph,
    run: { job: Job; io: EngineIo; exchange: PictureExchange },
    known: Found,
  ): Promise<Kept> {
    for (let found = known; ; found = await this.#find(part.id, run.io)) {
      if (found) return zKept.parse(found.extra.zhuhui)
      try {
        return await this.#begin(part, graph, run)
      } catch (error) {
        if (!isUnreachable(error)) throw error
        this.#uploaded.clear()
      }
    }
  }

  /** Sends a job that is not over there yet. */
  async #begin(
    part: Part,
    graph: Graph,
    { job, io, exchange }: { job: Job; io: EngineIo; exchange: PictureExchange },
  ): Promise<Kept> {
    io.progress(0.01, '准备图片')
    const { files, series, size, framed } = await preparePictures(graph, job, exchange)
    const upload = (bytes: Buffer) => this.#upload(bytes, job.isUrgent ?? false)
    const loaded = Object.entries(files).map(async ([name, bytes]) => [name, await upload(bytes)] as const)
    const pictures: Record<string, unknown> = Object.fromEntries(await Promise.all(loaded))
    if (series.length > 0) pictures.pictures = await Promise.all(series.map(upload))
    const install = this.#install ?? (await this.#installed())
    const { prompt, model } = fillGraph(
      graph,
      { ...part.values, ...size, ...pictures },
      install,
      loraOf(job.params),
    )
    const kept: Kept = {
      frame: framed?.frame ?? null,
      margins: framed?.margins ?? null,
      output: graph.output,
      ...(graph.poster && { poster: graph.poster }),
      meta: {
        model,
        words: part.words,
        graph: `${graph.id}@${graph.version}`,
        seed: Number(part.values.seed),
      },
    }
    if (io.signal.aborted) throw new AppError('CANCELLED')
    await this.#submit(part.id, prompt, { kept, front: job.isUrgent ?? false })
    return kept
  }

  async #submit(
    id: string,
    prompt: Graph['prompt'],
    { kept, front }: { kept: Kept; front: boolean },
  ): Promise<void> {
    const whose = { prompt_id: id, client_id: this.#settings.clientId }
    const job = { prompt, ...whose, extra_data: { zhuhui: kept }, ...(front && { front }) }
    try {
      await this.#client.submit(job)
    } catch (error) {
      // What it has may have changed.
      this.#installedAt = 0
      this.#uploaded.clear()
      throw error
    }
  }

  /** @param isPassing whether it is one of many that come once: those are not left lying over there */
  async #upload(bytes: Buffer, isPassing: boolean): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (isPassing) return this.#client.upload(bytes, `${hash.slice(0, 32)}.png`, true)
    const known = this.#uploaded.get(hash)
    if (known) return known
    const name = await this.#client.upload(bytes, `${hash.slice(0, 32)}.png`)
    this.#uploaded.set(hash, name)
    return name
  }

  async #follow(
    part: Part,
    { graph, patience }: { graph: Graph; patience: number },
    io: EngineIo,
    tell: (share: number, step: string) => void,
  ) {
    let share = 0
    let step = '等待 ComfyUI'
    try {
      return await followJob({
        client: this.#client,
        events: this.#events,
        id: part.id,
        signal: io.signal,
        limitMs: this.#settings.timeoutS * 1000 * patience,
        pace: this.#pace,
        onNodes: (shares) => {
          // Events may come late or twice.
          share = Math.max(share, progressOf(graph, shares))
          step = '生成中'
          tell(share, step)
        },
        onPreview: (picture, type) => io.preview(picture, type),
        onState: (state) => {
          step = state === 'running' ? '生成中' : '在 ComfyUI 上排队'
          tell(share, step)
        },
      })
    } catch (error) {
      const isLost = error instanceof AppError && error.errorName === 'ENGINE_LOST'
      if (isLost) {
        // It was started anew, perhaps with other files.
        this.#uploaded.clear()
        this.#installedAt = 0
      }
      this.#log.info('job of ComfyUI left', {
        engine: this.name,
        task: part.id,
        why: stopReasonOf(io.signal),
      })
      throw error
    }
  }

  /** A result; one that is gone with its ComfyUI was lost. */
  async #view(file: ComfyFile): Promise<Uint8Array> {
    try {
      return await this.#client.view(file)
    } catch (cause) {
      throw isUnreachable(cause) ? new AppError('ENGINE_LOST', undefined, { cause }) : cause
    }
  }

  async #fetch(
    files: readonly ComfyFile[],
    posters: readonly ComfyFile[],
    { part, kept, job, exchange }: { part: Part; kept: Kept; job: Job; exchange: PictureExchange },
  ): Promise<Output['assets'][number][]> {
    if (files.length === 0) throw new AppError('ENGINE_OUTPUT', 'ComfyUI 没有给出结果')
    const { frame, margins } = kept
    const meta: ResultMeta = kept.meta
    const made: Output['assets'][number][] = []
    for (const [index, file] of files.entries()) {
      const bytes = await this.#view(file)
      const title = part.title || (files.length > 1 ? String(index + 1) : '')
      if (OPS[job.op].output !== 'image') {
        made.push({ ...(await exchange.keepFile(bytes, title)), meta })
        continue
      }
      const largest = factsOf(job).size === 'larger' ? exchange.largest(Number(job.params.factor ?? 1)) : null
      const framed = frame && { frame, margins }
      made.push({ ...(await exchange.keep(bytes, { framed, title, largest })), meta })
    }
    for (const file of posters) {
      const options = { framed: null, title: '封面', largest: null }
      made.push({ ...(await exchange.keep(await this.#view(file), options)), meta })
    }
    return made
  }
}
