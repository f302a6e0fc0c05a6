import { z } from 'zod'
import type { OpReport, Way } from '#contracts/engines.ts'
import { AppError } from '#contracts/errors.ts'
import { tellsWish, wantedOf } from '#ops/generative.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OP_IDS, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { findWords } from '#server/catalog/find-words.ts'
import type { Log } from '#server/log.ts'
import type { Engine, EngineIo, Job, Output, Wish } from '../engine.ts'
import { fetchPicture } from '../fetch-picture.ts'
import type { ChildPool } from '../local/child-pool.ts'
import { type Framed, PictureExchange } from '../pictures/exchange.ts'
import { type Margins, nearestSize } from '../pictures/frame.ts'
import { marginsFor, ratioOf } from '../pictures/sizes.ts'
import { Service, type ServiceOptions } from './client.ts'
import { type ModelShape, shapeOf } from './models.ts'

/** Where a service is and how it is asked. */
export interface OpenAiSettings {
  /** Name of this engine, by which its tasks find it again. */
  name: string
  title: string
  /** Address with its version. */
  address: string
  key: string
  /** Model that makes pictures. */
  model: string
  /** Seconds that one request may take. */
  timeoutS: number
  /** Jobs that it gets side by side. */
  slots: number
  isOutside: boolean
}

const zAnswer = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() }))
    .max(16)
    .default([]),
  usage: z
    .object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() })
    .nullish()
    .catch(null),
})
type Answer = z.output<typeof zAnswer>

/** Where finished pictures stand in a job's progress, 0..1. */
const SUBMITTED = 0.05
const MADE = 0.95

/** Request for one picture or several of the same words. */
interface Fields {
  prompt: string
  size: string
  n: number
}

/** A service with OpenAI's image interface: OpenAI itself, or one in the own house. */
export class OpenAiEngine implements Engine {
  readonly name: string
  readonly title: string
  readonly place = 'gpu'
  readonly slots: number
  readonly isOutside: boolean
  readonly #model: string
  readonly #shape: ModelShape
  readonly #service: Service
  readonly #log: Log
  readonly #pictures: ChildPool

  /**
   * @param pictures process that decodes what the service hands over
   * @param wait how waits before further tries pass
   */
  constructor(settings: OpenAiSettings, log: Log, pictures: ChildPool, wait?: ServiceOptions['wait']) {
    this.name = settings.name
    this.title = settings.title
    this.slots = settings.slots
    this.isOutside = settings.isOutside
    this.#model = settings.model
    this.#shape = shapeOf(this.#model)
    this.#service = new Service({
      baseUrl: settings.address,
      key: settings.key,
      timeoutS: settings.timeoutS,
      ...(wait ? { wait } : {}),
    })
    this.#log = log
    this.#pictures = pictures
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    await this.#service.isThere()
    return new Set(OP_IDS.filter((op) => this.#whyNot(op) === ''))
  }

  refuses({ op, roles, graphId, model, params }: Wish): AppError | null {
    const facts = GENERATIVE[op]
    if (graphId !== '' || (model !== '' && model !== this.#model) || !facts)
      return new AppError('OP_UNAVAILABLE')
    if (params?.lora) return new AppError('PARAMS_INVALID', '图像服务不带 LoRA，请选“不用”或换用 ComfyUI')
    const along = facts.pictures.filter(([role]) => roles?.includes(role)).length
    if (along + Number(facts.size !== 'aspect') <= this.#shape.mostInputs) return null
    return new AppError('PARAMS_INVALID', `模型 ${this.#model} 不接受参考图，请移除参考图后重试`)
  }

  async survey(): Promise<OpReport[]> {
    return OP_IDS.filter((op) => GENERATIVE[op]).map((op) => {
      const reason = this.#whyNot(op)
      return { op, canRun: reason === '', ways: this.ways(op), reason }
    })
  }

  ways(op: OpId): Way[] {
    if (this.#whyNot(op) !== '') return []
    const title = this.#model
    return [{ by: 'model', id: title, title, family: '', vramGb: 0, lacking: null }]
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const facts = GENERATIVE[job.op]
    if (!facts) throw new AppError('OP_UNAVAILABLE')
    const params: Record<string, unknown> = paramsOf(job.op).parse(job.params)
    const exchange = new PictureExchange(job, io, this.#pictures)
    const along = facts.pictures.flatMap(([role]) => exchange.inputs(role))
    const roles = along.map(({ role }) => role)
    if (!tellsWish(facts, params, roles)) throw new AppError('PARAMS_INVALID', '请先写下想要的画面')
    const framed = facts.size === 'aspect' ? null : await this.#frame(exchange, marginsFor(facts, job))
    if (along.length + Number(framed !== null) > this.#shape.mostInputs)
      throw new AppError('PARAMS_INVALID', `模型 ${this.#model} 不接受参考图，请移除参考图后重试`)
    const pictures = [
      ...(framed ? [framed.image] : []),
      ...(await Promise.all(along.map(({ asset }) => exchange.copy(asset)))),
    ]
    const wanted = wantedOf(facts, { params, roles, first: framed ? 2 : 1 }, findWords)
    const count = Number(params.count ?? 1)
    const [width, height] = framed
      ? [framed.frame.sent.width, framed.frame.sent.height]
      : nearestSize(this.#shape.made, ratioOf(params.aspect))
    const assets: Output['assets'][number][] = []
    for (const { words, title } of wanted) {
      const fields = { prompt: words, size: `${width}x${height}` }
      for (let made = 0; made < count; ) {
        const done = assets.length / (count * wanted.length)
        io.progress(SUBMITTED + (MADE - SUBMITTED) * done, '等待图像服务')
        const n = Math.min(this.#shape.most, count - made)
        const answer = await this.#ask({ ...fields, n }, pictures, framed?.mask ?? null, io.signal)
        this.#note(job, answer)
        for (const picture of answer.data.slice(0, n)) {
          made++
          const bytes = await this.#bytesOf(picture, io.signal)
          const kept = await exchange.keep(bytes, {
            framed,
            largest: null,
            title: title || (count > 1 ? String(made) : ''),
          })
          assets.push({ ...kept, meta: { model: this.#model, words } })
        }
      }
    }
    return { assets, text: null }
  }

  async close(): Promise<void> {}

  /** Why the model cannot carry out an operation; '' when it can. */
  #whyNot(op: OpId): string {
    const facts = GENERATIVE[op]
    if (!facts) return '图像服务不做这种操作'
    if (OPS[op].output !== 'image') return '图像服务只做图片'
    if (OPS[op].needs === 'comfyui') return '图像服务一张要十几秒，边画边看要一台 ComfyUI'
    if (facts.size === 'larger') return '图像服务只做几种固定的尺寸，不能放大'
    const always = facts.pictures.filter(([role]) => OPS[op].requires.includes(role)).length
    const needed = always + Number(facts.size !== 'aspect')
    const { mostInputs } = this.#shape
    if (needed <= mostInputs) return ''
    return mostInputs === 0
      ? '所设的模型不接受图片'
      : `所设的模型只接受 ${mostInputs} 张图片，这里要 ${needed} 张`
  }

  #frame(exchange: PictureExchange, margins: Margins | null): Promise<Framed> {
    return exchange.frame({ made: this.#shape.made, margins, maskAs: 'alpha' })
  }

  /** Asks for pictures, made of others where there are any. */
  async #ask(
    fields: Fields,
    pictures: readonly Buffer[],
    mask: Buffer | null,
    signal: AbortSignal,
  ): Promise<Answer> {
    const format = this.#shape.asksFormat ? { response_format: 'b64_json' } : {}
    const body = { model: this.#model, ...fields, ...format }
    if (pictures.length === 0) return this.#post('images/generations', body, signal)
    const form = new FormData()
    for (const [key, value] of Object.entries(body)) form.append(key, String(value))
    const file = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
    const field = pictures.length > 1 ? 'image[]' : 'image'
    for (const [index, picture] of pictures.entries())
      form.append(field, file(picture), `picture-${index + 1}.png`)
    if (mask) form.append('mask', file(mask), 'mask.png')
    return this.#post('images/edits', form, signal)
  }

  async #post(path: string, body: Record<string, unknown> | FormData, signal: AbortSignal): Promise<Answer> {
    const answer = zAnswer.safeParse(await this.#service.post(path, body, signal))
    if (!answer.success || answer.data.data.length === 0) throw new AppError('ENGINE_OUTPUT')
    return answer.data
  }

  async #bytesOf({ b64_json, url }: Answer['data'][number], signal: AbortSignal): Promise<Buffer> {
    if (b64_json) return Buffer.from(b64_json, 'base64')
    if (!url) throw new AppError('ENGINE_OUTPUT')
    if (url.startsWith('data:')) return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    try {
      return await fetchPicture(url, { ownOrigin: this.#service.origin, signal })
    } catch (cause) {
      if (signal.aborted) throw new AppError('CANCELLED')
      throw new AppError('ENGINE_OUTPUT', '图像服务给出的图片地址无法取回', { cause })
    }
  }

  #note({ taskId, op }: Job, { data, usage }: Answer): void {
    this.#log.info('engine usage', {
      ...{ engine: this.name, task: taskId, op, model: this.#model, pictures: data.length },
      ...{ inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens },
    })
  }
}
