import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Asset } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { type OpId, paramsOf } from '#ops/index.ts'
import { resultName } from '#ops/result-name.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import type { Engine, EngineIo, Job, Output } from '../engine.ts'
import { fetchPicture } from '../fetch-picture.ts'
import type { ChildPool } from '../local/child-pool.ts'
import { Service, type ServiceOptions } from './client.ts'
import { type ModelShape, shapeOf, sizeFor } from './models.ts'

type Settings = Pick<Env, 'OPENAI_BASE_URL' | 'OPENAI_API_KEY' | 'OPENAI_IMAGE_MODEL' | 'OPENAI_TIMEOUT_S'>

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

/** Longer side of pictures that are sent along, px. */
const SENT_SIDE = 2048
const USEFUL_ERRORS = new Set(['DISK_FULL', 'CANCELLED'])

/** Where finished pictures stand in a job's progress, 0..1. */
const SUBMITTED = 0.05
const MADE = 0.95

/** A wish in words, with what shall not be seen: the interface has no field for it. */
function wordsOf({ prompt, negative }: { prompt: string; negative: string }, hasStyle: boolean): string {
  const style = hasStyle ? '参考所附图片的风格、色调与材质，重新创作一个画面，不要照抄其内容。' : ''
  const without = negative ? `画面中不要出现：${negative}` : ''
  return [prompt, style, without].filter(Boolean).join('\n')
}

function ratioOf(aspect: string): number {
  const [across = 1, down = 1] = aspect.split(':').map(Number)
  return across / down
}

/** A service with OpenAI's image interface: OpenAI itself, or one in the own house. */
export class OpenAiEngine implements Engine {
  readonly name = 'openai'
  readonly title: string
  readonly place = 'gpu'
  readonly slots = 2
  readonly #model: string
  readonly #shape: ModelShape
  readonly #service: Service
  readonly #log: Log
  readonly #pictures: ChildPool

  /**
   * @param pictures process that decodes what the service hands over
   * @param wait how waits before further tries pass
   */
  constructor(settings: Settings, log: Log, pictures: ChildPool, wait?: ServiceOptions['wait']) {
    this.#model = settings.OPENAI_IMAGE_MODEL
    this.title = `图像接口 ${this.#model}`
    this.#shape = shapeOf(this.#model)
    this.#service = new Service({
      baseUrl: settings.OPENAI_BASE_URL,
      key: settings.OPENAI_API_KEY,
      timeoutS: settings.OPENAI_TIMEOUT_S,
      ...(wait ? { wait } : {}),
    })
    this.#log = log
    this.#pictures = pictures
  }

  async ops(): Promise<ReadonlySet<OpId>> {
    return new Set<OpId>(['text2image'])
  }

  async run(job: Job, io: EngineIo): Promise<Output> {
    const params = paramsOf('text2image').parse(job.params)
    if (!params.prompt) throw new AppError('PARAMS_INVALID', '请先写下想要的画面')
    const style = job.inputs.find(({ role }) => role === 'style')
    if (style && !this.#shape.edits)
      throw new AppError('PARAMS_INVALID', `模型 ${this.#model} 不接受参考图，请移除参考图后重试`)
    const size = sizeFor(this.#shape, ratioOf(params.aspect)).join('x')
    const sent = style ? await this.#prepare(style.asset, io) : null
    const assets: Output['assets'][number][] = []
    while (assets.length < params.count) {
      io.progress(SUBMITTED + (MADE - SUBMITTED) * (assets.length / params.count), '等待图像服务')
      const n = Math.min(this.#shape.most, params.count - assets.length)
      const fields = { prompt: wordsOf(params, sent !== null), size, n }
      const answer = sent
        ? await this.#edit(fields, [sent], io.signal)
        : await this.#post(
            'images/generations',
            { model: this.#model, ...fields, ...this.#format() },
            io.signal,
          )
      this.#note(job, answer)
      for (const picture of answer.data.slice(0, n)) {
        const title = params.count > 1 ? String(assets.length + 1) : ''
        assets.push(await this.#keep(picture, { job, io, title }))
      }
    }
    return { assets, text: null }
  }

  async close(): Promise<void> {}

  #format(): { response_format?: 'b64_json' } {
    return this.#shape.asksFormat ? { response_format: 'b64_json' } : {}
  }

  async #post(path: string, body: Record<string, unknown> | FormData, signal: AbortSignal): Promise<Answer> {
    const answer = zAnswer.safeParse(await this.#service.post(path, body, signal))
    if (!answer.success || answer.data.data.length === 0) throw new AppError('ENGINE_OUTPUT')
    return answer.data
  }

  /** Asks for a picture made of others; PNG. */
  #edit(
    fields: { prompt: string; size: string; n: number },
    pictures: readonly Blob[],
    signal: AbortSignal,
  ): Promise<Answer> {
    const form = new FormData()
    for (const [key, value] of Object.entries({ model: this.#model, ...fields, ...this.#format() }))
      form.append(key, String(value))
    const field = pictures.length > 1 ? 'image[]' : 'image'
    for (const [index, picture] of pictures.entries()) form.append(field, picture, `picture-${index + 1}.png`)
    return this.#post('images/edits', form, signal)
  }

  /** A picture as it is sent along: upright, without place and camera, not larger than needed; PNG. */
  async #prepare(asset: Asset, io: EngineIo): Promise<Blob> {
    const out = io.temporaryPath()
    try {
      const work = { kind: 'scale', path: io.locate(asset.id), out, side: SENT_SIDE } as const
      await this.#pictures.run({ ...work, format: 'png', watermark: false }, { signal: io.signal })
      return new Blob([await readFile(out)], { type: 'image/png' })
    } finally {
      await rm(out, { force: true })
    }
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

  /** Stores a picture once it was decoded whole. */
  async #keep(
    picture: Answer['data'][number],
    { job, io, title }: { job: Job; io: EngineIo; title: string },
  ): Promise<Output['assets'][number]> {
    const bytes = await this.#bytesOf(picture, io.signal)
    const [path, out] = [io.temporaryPath(), io.temporaryPath()]
    try {
      await writeFile(path, bytes)
      const work = { kind: 'inspect', path, size: bytes.length, name: '', out } as const
      const { type, width, height, drawn } = await this.#pictures.run(work, { signal: io.signal })
      if (drawn || !type.startsWith('image/')) throw new AppError('ENGINE_OUTPUT')
      const id = await io.save({ path }, { type, width, height })
      return { id, name: resultName(job.op, '', type, title) }
    } catch (cause) {
      if (cause instanceof AppError && !USEFUL_ERRORS.has(cause.errorName))
        throw new AppError('ENGINE_OUTPUT', undefined, { cause })
      throw cause
    } finally {
      await Promise.all([path, out].map((file) => rm(file, { force: true })))
    }
  }

  #note({ taskId, op }: Job, { data, usage }: Answer): void {
    this.#log.info('engine usage', {
      ...{ engine: this.name, task: taskId, op, model: this.#model, pictures: data.length },
      ...{ inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens },
    })
  }
}
