import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import { MOST_PICTURE_BYTES } from '../fetch-picture.ts'
import { explainRefusal } from './errors.ts'
import type { Install, Prompt } from './graph.ts'
import { familyOfLora } from './lora.ts'

/** How long one request may take, ms. */
const REQUEST_MS = 20_000
/** How long files may take, ms. */
const FILE_MS = 300_000
const LORAS = 'loras'
/** LoRAs that are offered at most, and how many of them are asked about at once. */
const MOST_LORAS = 500
const AT_ONCE = 6

const zFile = z.object({
  filename: z.string(),
  subfolder: z.string().default(''),
  type: z.string().default('temp'),
})
export type ComfyFile = z.infer<typeof zFile>

const zUploaded = z.object({ name: z.string(), subfolder: z.string().default('') })
/** A job in the queue: number, id, graph, further data. */
const zQueued = z
  .tuple([z.number(), z.string(), z.unknown(), z.record(z.string(), z.unknown())])
  .rest(z.unknown())
const zQueue = z.object({ queue_running: z.array(zQueued), queue_pending: z.array(zQueued) })
const zHistory = z.record(
  z.string(),
  z.object({
    prompt: zQueued,
    outputs: z.record(z.string(), z.record(z.string(), z.unknown())).catch({}),
    status: z
      .object({
        status_str: z.string().catch(''),
        messages: z.array(z.tuple([z.string(), z.unknown()])).catch([]),
      })
      .nullish(),
  }),
)
const zStats = z.object({
  devices: z.array(z.object({ type: z.string(), vram_total: z.number() })).catch([]),
})
const zAccepted = z.object({ prompt_id: z.string(), node_errors: z.unknown().optional() })

/** What a ComfyUI knows of a job. */
export type Found =
  | { state: 'queued' | 'running'; extra: Record<string, unknown> }
  | {
      state: 'ended'
      extra: Record<string, unknown>
      isGood: boolean
      messages: readonly (readonly [event: string, data: unknown])[]
      /** Files of each node. */
      files: ReadonlyMap<string, readonly ComfyFile[]>
    }
  | null

/** @throws AppError ENGINE_UNREACHABLE for an answer that is none of ComfyUI's */
async function read<T extends z.ZodType>(response: Response, schema: T): Promise<z.output<T>> {
  try {
    return schema.parse(await response.json())
  } catch (cause) {
    throw new AppError('ENGINE_UNREACHABLE', '这个地址上的不是 ComfyUI，或它没有正常回答', { cause })
  }
}

/** The HTTP interface of one ComfyUI. Redirects are errors: the login goes to the configured address alone. */
export class ComfyClient {
  readonly #base: URL
  readonly #login: Record<string, string>
  readonly #families = new Map<string, string>()

  /** @param address may hold a name and a password for a proxy before it @param token for one that wants a Bearer */
  constructor(address: string, token: string) {
    const url = new URL(address)
    const { username, password } = url
    const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
      'base64',
    )
    this.#login = token
      ? { authorization: `Bearer ${token}` }
      : username
        ? { authorization: `Basic ${basic}` }
        : {}
    url.username = ''
    url.password = ''
    url.pathname = url.pathname.replace(/\/*$/, '/')
    this.#base = url
  }

  /** Address and headers of the socket for a client's events. */
  socket(clientId: string): { url: URL; headers: Record<string, string> } {
    const url = new URL('ws', this.#base)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('clientId', clientId)
    return { url, headers: this.#login }
  }

  /** Its node classes, the files in some folders of models, and its memory. */
  async install(folders: readonly string[]): Promise<Install> {
    const [nodes, stats, loras, ...lists] = await Promise.all([
      this.#json('object_info', z.record(z.string(), z.unknown())),
      this.#json('system_stats', zStats),
      this.#loras(),
      ...folders.map((folder) => this.#modelsIn(folder)),
    ])
    const memory = stats.devices.flatMap(({ type, vram_total }) =>
      type === 'cpu' ? [] : [vram_total / 2 ** 30],
    )
    return {
      nodes: new Set(Object.keys(nodes)),
      models: new Map(folders.map((folder, index) => [folder, lists[index] ?? []])),
      loras,
      vramGb: memory.length > 0 ? Math.max(...memory) : null,
    }
  }

  /** @throws AppError ENGINE_UNREACHABLE, ENGINE_KEY when it does not answer */
  async isThere(): Promise<void> {
    await this.#json('queue', zQueue)
  }

  /**
   * Puts a picture among the inputs, or among the temporary files, which it clears itself.
   * @returns the name by which graphs load it
   */
  async upload(bytes: Uint8Array, name: string, isTemporary = false): Promise<string> {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
    form.append('type', isTemporary ? 'temp' : 'input')
    form.append('subfolder', 'zhuhui')
    const response = await this.#ask('upload/image', { method: 'POST', body: form }, FILE_MS)
    const { name: stored, subfolder } = await read(response, zUploaded)
    const path = subfolder ? `${subfolder}/${stored}` : stored
    return isTemporary ? `${path} [temp]` : path
  }

  /**
   * Sends a graph. A repeat is not recognised over there: look for the job before.
   * @throws AppError ENGINE_MODEL, ENGINE_GRAPH when it is not accepted as a whole
   */
  async submit(job: {
    prompt: Prompt
    prompt_id: string
    client_id: string
    extra_data: Record<string, unknown>
    /** Before what waits there. */
    front?: boolean
  }): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const response = await this.#ask(
      'prompt',
      { method: 'POST', body: JSON.stringify(job), headers },
      REQUEST_MS,
      true,
    )
    const body: unknown = await response.json().catch(() => null)
    if (response.status === 400) throw explainRefusal(body)
    const { node_errors } = zAccepted.catch({ prompt_id: '' }).parse(body)
    if (node_errors && typeof node_errors === 'object' && Object.keys(node_errors).length > 0) {
      await this.withdraw(job.prompt_id)
      throw explainRefusal(body)
    }
  }

  /** Looks a job up: in the queue first, since it goes from there into the history and never back. */
  async find(id: string): Promise<Found> {
    const { queue_running, queue_pending } = await this.#json('queue', zQueue)
    const among = (list: z.infer<typeof zQueued>[]) => list.find((one) => one[1] === id)
    const [running, pending] = [among(queue_running), among(queue_pending)]
    if (running) return { state: 'running', extra: running[3] }
    if (pending) return { state: 'queued', extra: pending[3] }
    const entry = (await this.#json(`history/${encodeURIComponent(id)}`, zHistory))[id]
    if (!entry) return null
    const files = Object.entries(entry.outputs).map(([node, output]): [string, ComfyFile[]] => [
      node,
      // Pictures and films; models of 3D have a list of their own, and so have films of a node that many install.
      z
        .array(zFile)
        .catch([])
        .parse(output.images ?? output['3d'] ?? output.gifs),
    ])
    return {
      state: 'ended',
      extra: entry.prompt[3],
      isGood: entry.status?.status_str === 'success',
      messages: entry.status?.messages ?? [],
      files: new Map(files),
    }
  }

  /** Ends this job alone: out of the queue first, so that it cannot begin in between; then if it runs. */
  async withdraw(id: string): Promise<void> {
    const post = (path: string, body: unknown) =>
      this.#ask(
        path,
        { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        REQUEST_MS,
      )
    await post('queue', { delete: [id] })
    await post('interrupt', { prompt_id: id })
  }

  /** Bytes of a file that a job made. */
  async view(file: ComfyFile): Promise<Uint8Array> {
    const query = new URLSearchParams({ filename: file.filename, subfolder: file.subfolder, type: file.type })
    const response = await this.#ask(`view?${query}`, {}, FILE_MS)
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > MOST_PICTURE_BYTES) throw new AppError('ENGINE_OUTPUT', 'ComfyUI 给出的文件过大')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  /** LoRAs with their families, which are asked for once each, a few at a time. */
  async #loras(): Promise<Map<string, string>> {
    const names = (await this.#modelsIn(LORAS)).slice(0, MOST_LORAS)
    for (const known of this.#families.keys()) if (!names.includes(known)) this.#families.delete(known)
    const unknown = names.filter((name) => !this.#families.has(name))
    const next = async (): Promise<void> => {
      for (let name = unknown.shift(); name !== undefined; name = unknown.shift())
        this.#families.set(name, await this.#familyOf(name))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    return new Map(names.map((name) => [name, this.#families.get(name) ?? '']))
  }

  /** Family of a LoRA by its file's metadata; '' where it has none. */
  async #familyOf(name: string): Promise<string> {
    const path = `view_metadata/${LORAS}?${new URLSearchParams({ filename: name })}`
    const response = await this.#ask(path, {}, REQUEST_MS, true)
    return response.ok ? familyOfLora(await response.json().catch(() => null)) : ''
  }

  async #modelsIn(folder: string): Promise<string[]> {
    const response = await this.#ask(`models/${folder}`, {}, REQUEST_MS, true)
    // A folder that this version does not know.
    if (response.status === 404) return []
    return read(response, z.array(z.string()))
  }

  async #json<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
    const response = await this.#ask(path, {}, REQUEST_MS)
    return read(response, schema)
  }

  /** @throws AppError ENGINE_KEY for a login that is not accepted, ENGINE_UNREACHABLE otherwise */
  async #ask(path: string, init: RequestInit, ms: number, givesRefusals = false): Promise<Response> {
    let response: Response
    try {
      const headers = { ...this.#login, ...(init.headers as Record<string, string> | undefined) }
      const signal = AbortSignal.timeout(ms)
      response = await fetch(new URL(path, this.#base), { ...init, headers, signal, redirect: 'error' })
    } catch (cause) {
      throw new AppError('ENGINE_UNREACHABLE', '连接不上 ComfyUI', { cause })
    }
    if (response.status === 401 || response.status === 403)
      throw new AppError('ENGINE_KEY', 'ComfyUI 前的登录不接受所设的账号或令牌')
    if (response.ok || (givesRefusals && (response.status === 400 || response.status === 404)))
      return response
    await response.body?.cancel()
    throw new AppError('ENGINE_UNREACHABLE', `ComfyUI 没有正常回答（${response.status}）`)
  }
}
