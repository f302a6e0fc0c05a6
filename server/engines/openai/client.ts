import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import { MOST_PICTURE_BYTES } from '../fetch-picture.ts'

/** Where a service is and how it is asked. */
export interface ServiceOptions {
  /** Address with its version, such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** May be empty. */
  key: string
  /** Seconds that one request may take. */
  timeoutS: number
  /** Waits before a further try; the clock unless a test brings its own. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const MOST_TRIES = 4
/** How long it may take to say that it is there, ms. */
const LOOK_MS = 10_000
const FIRST_WAIT_MS = 1000
/** A service that wants to be left alone for longer is busy for this task. */
const MOST_WAIT_MS = 60_000
/** Most bytes of an answer: ten pictures in Base64. */
const MOST_ANSWER_BYTES = 10 * 1.4 * MOST_PICTURE_BYTES
const BUSY = new Set([429, 500, 502, 503, 504])
/** Nothing was sent yet when these happened. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])
const REFUSED = /content_?policy|moderation|content_filter|data_?inspection|safety|sensitive/i

const zTold = z.object({
  error: z.object({ code: z.unknown(), type: z.unknown(), message: z.unknown() }).partial(),
})
/** The same as some clouds say it, without a frame around it. */
const zToldBare = z.object({ code: z.string(), message: z.unknown() })

/** What a request is besides its path. */
interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  /** JSON, or a form with files; null for none. */
  body: Record<string, unknown> | FormData | null
  /** Beside the key and the type of the body. */
  headers?: Readonly<Record<string, string>>
}

/** Whether an error's code says that there is no money left. */
export const isUnpaid = (code: string) => /insufficient_quota|billing|arrear|overdue/i.test(code)

/** Whether what is told of an error says that the content is against the service's rules. */
export const isRefusal = (told: string) => REFUSED.test(told)

/** `code` and `type` of an error's body. Its message may repeat the key and goes nowhere. */
async function readTold(response: Response): Promise<{ names: string; message: string }> {
  const body: unknown = await response.json().catch(() => null)
  const bare = zToldBare.safeParse(body).data
  const { error = {} }: { error?: { code?: unknown; type?: unknown; message?: unknown } } =
    zTold.safeParse(body).data ?? (bare ? { error: bare } : {})
  return { names: `${error.code ?? ''} ${error.type ?? ''}`, message: String(error.message ?? '') }
}

/** How long the service wants to be left alone, ms; null when it does not say. */
function retryAfter(response: Response): number | null {
  const value = response.headers.get('retry-after')
  if (!value) return null
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

const backoff = (tries: number) => FIRST_WAIT_MS * 2 ** tries * (0.75 + Math.random() / 2)

async function explain(response: Response): Promise<AppError> {
  const { status } = response
  const { names, message } = await readTold(response)
  if (isUnpaid(names)) return new AppError('ENGINE_QUOTA')
  if (status === 401 || status === 403) return new AppError('ENGINE_KEY')
  if (status === 402) return new AppError('ENGINE_QUOTA')
  if (status < 500 && isRefusal(`${names} ${message}`)) return new AppError('ENGINE_REFUSED')
  if (BUSY.has(status)) return new AppError('ENGINE_BUSY')
  if (status === 404) return new AppError('ENGINE_OUTPUT', '图像服务没有所设的模型或接口')
  return new AppError('ENGINE_OUTPUT', `图像服务没有接受这次请求（${status}）`)
}

async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MOST_ANSWER_BYTES) throw new AppError('ENGINE_OUTPUT', '图像服务返回的内容过大')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (cause) {
    throw new AppError('ENGINE_OUTPUT', undefined, { cause })
  }
}

function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : null
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** A service that speaks OpenAI's interface. */
export class Service {
  readonly #options: ServiceOptions

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  /** Scheme, host and port of the service. */
  get origin(): string {
    return new URL(this.#options.baseUrl).origin
  }

  /**
   * Asks whether it answers, whatever it says: not every service has a list of models.
   * @throws AppError ENGINE_UNREACHABLE when nobody does, ENGINE_KEY when it does not know the key
   */
  async isThere(): Promise<void> {
    let response: Response
    try {
      const signal = AbortSignal.timeout(LOOK_MS)
      response = await fetch(this.#addressOf('models'), {
        headers: this.#headers(),
        redirect: 'error',
        signal,
      })
    } catch (cause) {
      throw new AppError('ENGINE_UNREACHABLE', undefined, { cause })
    }
    await response.body?.cancel()
    if (response.status === 401) throw new AppError('ENGINE_KEY')
  }

  #addressOf(path: string): string {
    return `${this.#options.baseUrl.replace(/\/+$/, '')}/${path}`
  }

  #headers(): Record<string, string> {
    const { key } = this.#options
    return { accept: 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) }
  }

  /**
   * Posts a request; one that is turned away for the moment is sent again, after as long as the service asks for.
   * @param body JSON, or a form with files
   * @throws AppError ENGINE_REFUSED, ENGINE_KEY, ENGINE_QUOTA, ENGINE_BUSY, ENGINE_UNREACHABLE, ENGINE_OUTPUT,
   *   ENGINE_TIMEOUT, CANCELLED
   */
  post(path: string, body: Record<string, unknown> | FormData, signal: AbortSignal): Promise<unknown> {
    return this.send(path, { method: 'POST', body }, signal)
  }

  /** The same for any request. */
  async send(path: string, request: Request, signal: AbortSignal): Promise<unknown> {
    const { wait = (ms, until) => sleep(ms, undefined, { signal: until }) } = this.#options
    const limit = AbortSignal.timeout(this.#options.timeoutS * 1000)
    const either = AbortSignal.any([signal, limit])
    try {
      for (let tries = 0; ; tries++) {
        const outcome = await this.#try(path, request, either)
        if (!('again' in outcome)) return outcome.answer
        const ms = outcome.again ?? backoff(tries)
        if (tries + 1 >= MOST_TRIES || ms > MOST_WAIT_MS) throw outcome.error
        await wait(ms, either)
      }
    } catch (thrown) {
      if (signal.aborted) throw new AppError('CANCELLED')
      if (limit.aborted) throw new AppError('ENGINE_TIMEOUT', '图像服务没有在时限内完成')
      if (thrown instanceof AppError) throw thrown
      // The connection broke in the middle of a request that may have been carried out and charged.
      throw new AppError('ENGINE_UNREACHABLE', undefined, { cause: thrown })
    }
  }

  /** One try: the answer, or how long to wait before the next (null for as one sees fit). */
  async #try(
    path: string,
    { method, body, headers }: Request,
    signal: AbortSignal,
  ): Promise<{ answer: unknown } | { again: number | null; error: AppError }> {
    const isForm = body instanceof FormData
    let response: Response
    try {
      response = await fetch(this.#addressOf(path), {
        method,
        headers: {
          ...this.#headers(),
          ...(isForm || !body ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isForm || !body ? body : JSON.stringify(body),
        // The key goes to the configured address and nowhere else.
        redirect: 'error',
        signal,
      })
    } catch (thrown) {
      if (signal.aborted || !NOT_CONNECTED.has(codeOf(thrown))) throw thrown
      return { again: null, error: new AppError('ENGINE_UNREACHABLE', undefined, { cause: thrown }) }
    }
    if (response.ok) return { answer: await readJson(response) }
    const again = retryAfter(response)
    const error = await explain(response)
    if (error.errorName === 'ENGINE_BUSY') return { again, error }
    throw error
  }
}
