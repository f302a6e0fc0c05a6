import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { loadGraphs, type Prompt } from '#server/engines/comfyui/graph.ts'
import { COMFY_NODES } from './comfy-nodes.ts'
import { SocketEnd } from './socket-server.ts'

/** A job as the real server keeps it: number, id, graph, further data, outputs to be made. */
type Item = [number: number, id: string, prompt: Prompt, extra: Record<string, unknown>, outputs: string[]]
interface Entry {
  prompt: Item
  outputs: Record<string, Record<string, unknown>>
  status: { status_str: string; completed: boolean; messages: [string, unknown][] }
}

/** What a job does instead of ending well. */
export type Mishap = 'oom' | 'broken' | 'hang' | 'truncated' | 'nothing'

interface Options {
  /** How long a job takes, ms. */
  jobMs?: number
  /** Files of models that are missing. */
  without?: readonly string[]
  /** Node classes that are missing. */
  lacks?: readonly string[]
  /** Authorization that it wants. */
  login?: string
  /** Longer side of its pictures, px; as asked for when left out. */
  side?: number
  /** Memory of its card, GB; null for none. */
  vramGb?: number | null
  /** Files of LoRAs with the metadata in them; null for none. */
  loras?: Readonly<Record<string, Readonly<Record<string, string>> | null>>
}

/** Nodes that keep something, and what. */
const SAVERS: Readonly<Record<string, 'png' | 'mp4' | 'glb'>> = {
  PreviewImage: 'png',
  SaveImage: 'png',
  SaveVideo: 'mp4',
  SaveGLB: 'glb',
}
interface Colour {
  r: number
  g: number
  b: number
}
const FILM = readFileSync(new URL('../fixtures/film.mp4', import.meta.url))

/** A film of a size that is only said; its colour stands in a box that players skip. */
function filmOf({ width, height }: { width: number; height: number }, { r, g, b }: Colour): Buffer {
  const film = Buffer.from(FILM)
  const track = film.indexOf('tkhd') - 4
  const end = track + film.readUInt32BE(track)
  film.writeUInt32BE(width * 0x10000, end - 8)
  film.writeUInt32BE(height * 0x10000, end - 4)
  return Buffer.concat([film, Buffer.from([0, 0, 0, 11]), Buffer.from('free'), Buffer.from([r, g, b])])
}

/** A model of 3D without any mesh; its colour is that of its one material. */
function glbOf({ r, g, b }: Colour): Buffer {
  const materials = [{ pbrMetallicRoughness: { baseColorFactor: [r / 255, g / 255, b / 255, 1] } }]
  const json = JSON.stringify({ asset: { version: '2.0' }, materials })
  const chunk = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4))
  const head = Buffer.alloc(20)
  head.write('glTF', 'latin1')
  for (const [at, value] of [
    [4, 2],
    [8, 20 + chunk.length],
    [12, chunk.length],
  ] as const)
    head.writeUInt32LE(value, at)
  head.write('JSON', 16, 'latin1')
  return Buffer.concat([head, chunk])
}

class Interrupted extends Error {}

const isLink = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'

/** Every model that the graphs name, by folders. */
function allModels(): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const { models } of loadGraphs())
    for (const { folder, file } of models)
      folders.set(folder, [...new Set([...(folders.get(folder) ?? []), file])].sort())
  return folders
}

/**
 * A server that behaves as ComfyUI 0.8 does, message by message, without any model: its pictures have a colour that
 * follows from all that was bound, so that a lost binding is seen. It misbehaves on demand.
 */
export class FakeComfyUi {
  /** Graphs that were accepted, in order. */
  readonly accepted: { id: string; prompt: Prompt; extra: Record<string, unknown> }[] = []
  /** Ids of jobs that began to run, in order. */
  readonly begun: string[] = []
  /** Ids that were interrupted while they ran. */
  readonly interrupted: string[] = []
  /** What the next jobs do, first in first out. */
  readonly mishaps: Mishap[] = []
  /** Ids that were accepted although it, or one that it is watched with, still had them. */
  readonly repeated: string[] = []
  watchedWith: readonly FakeComfyUi[] = [this]
  /** Every event is sent twice, and old ones once more at the end. */
  repeats = false
  /** Sends no events at all. */
  silent = false
  /** The next submission is taken, and its answer lost. */
  losesAnswer = false
  jobMs: number
  readonly #options: Options
  readonly #models = allModels()
  readonly #files = new Map<string, Buffer>()
  readonly #sockets = new Map<string, SocketEnd>()
  #pending: Item[] = []
  #running: Item | null = null
  #history = new Map<string, Entry>()
  #number = 0
  /** Goes up with each restart: what ran before ends silently. */
  #life = 0
  #stop: (() => void) | null = null
  #server: Server | null = null
  #port = 0

  constructor(options: Options = {}) {
    this.#options = options
    this.jobMs = options.jobMs ?? 20
    this.#models.set('loras', Object.keys(options.loras ?? {}))
  }

  /** Begins to listen; on the port that it had before, if it had one. */
  async start(port = this.#port): Promise<this> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
    server.on('upgrade', (request, socket) => this.#upgrade(request, socket as Socket))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Goes away: everything in memory is forgotten, as in the real one; inputs stay on its disk. */
  async stop(): Promise<void> {
    this.#life++
    this.#stop?.()
    this.#pending = []
    this.#running = null
    this.#history = new Map()
    this.dropSockets()
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Cuts the sockets of events; jobs go on. */
  dropSockets(): void {
    for (const socket of this.#sockets.values()) socket.cut()
    this.#sockets.clear()
  }

  /** Ids that wait or run. */
  get queue(): string[] {
    return [...(this.#running ? [this.#running] : []), ...this.#pending].map(([, id]) => id)
  }

  /** Whether it knows a job. */
  has(id: string): boolean {
    return this.queue.includes(id) || this.#history.has(id)
  }

  #upgrade(request: IncomingMessage, socket: Socket): void {
    const { login } = this.#options
    const isForeign = request.headers.origin !== undefined
    if ((login && request.headers.authorization !== login) || isForeign) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const id = new URL(request.url ?? '', this.address).searchParams.get('clientId') || randomUUID()
    const end = new SocketEnd(request, socket, () => {
      if (this.#sockets.get(id) === end) this.#sockets.delete(id)
    })
    this.#sockets.set(id, end)
    end.send({ type: 'status', data: { status: this.#queueInfo(), sid: id } })
  }

  #queueInfo() {
    return { exec_info: { queue_remaining: this.queue.length } }
  }

  #send(clientId: unknown, type: string, data: Record<string, unknown>): void {
    const socket = this.#sockets.get(String(clientId))
    if (this.silent || !socket) return
    for (let n = 0; n < (this.repeats ? 2 : 1); n++) socket.send({ type, data })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { login } = this.#options
    const url = new URL(request.url ?? '', this.address)
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (login && request.headers.authorization !== login) return json({}, 401)
    if (request.headers.origin !== undefined) return json({}, 403)
    const path = url.pathname.replace(/^\/api(?=\/)/, '')
    const [, first = '', second = ''] = path.split('/')
    switch (`${request.method} /${first}`) {
      case 'GET /object_info':
        return json(Object.fromEntries(Object.keys(this.#nodes()).map((name) => [name, { name }])))
      case 'GET /system_stats': {
        const { vramGb = 24 } = this.#options
        const cuda = { name: 'cuda:0', type: 'cuda', vram_total: (vramGb ?? 0) * 2 ** 30 }
        return json({ system: {}, devices: [vramGb === null ? { type: 'cpu', vram_total: 8e9 } : cuda] })
      }
      case 'GET /models': {
        const files = this.#models.get(second)
        if (!files) return json({}, 404)
        return json(files.filter((file) => !this.#options.without?.includes(file)))
      }
      case 'GET /view_metadata': {
        const metadata = this.#options.loras?.[url.searchParams.get('filename') ?? '']
        return json(metadata ?? {}, second === 'loras' && metadata ? 200 : 404)
      }
      case 'GET /queue': {
        const running = this.#running ? [this.#running] : []
        return json({ queue_running: running, queue_pending: this.#pending })
      }
      case 'GET /history': {
        const entry = this.#history.get(decodeURIComponent(second))
        return json(entry ? { [entry.prompt[1]]: entry } : {})
      }
      case 'GET /view': {
        const { filename, subfolder = '' } = Object.fromEntries(url.searchParams)
        const bytes = this.#files.get(subfolder ? `${subfolder}/${filename}` : (filename ?? ''))
        response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/png' }).end(bytes)
        return
      }
      case 'POST /upload':
        return json(await this.#upload(request))
      case 'POST /prompt':
        return this.#answer(this.#accept(await readJson(request)), json, response)
      case 'POST /queue': {
        const { delete: ids } = await readJson(request)
        this.#pending = this.#pending.filter(([, id]) => !(ids as string[]).includes(id))
        response.writeHead(200).end()
        return
      }
      case 'POST /interrupt': {
        const { prompt_id } = await readJson(request)
        if (!prompt_id || this.#running?.[1] === prompt_id) this.#stop?.()
        response.writeHead(200).end()
        return
      }
      default:
        json({}, 404)
    }
  }

  #nodes(): typeof COMFY_NODES {
    const { lacks = [] } = this.#options
    return Object.fromEntries(Object.entries(COMFY_NODES).filter(([name]) => !lacks.includes(name)))
  }

  async #upload(request: IncomingMessage) {
    const type = request.headers['content-type'] ?? ''
    const body = new Response(Readable.toWeb(request) as ReadableStream, {
      headers: { 'content-type': type },
    })
    const form = await body.formData()
    const file = form.get('image') as File
    const subfolder = String(form.get('subfolder') ?? '')
    const folder = String(form.get('type') ?? 'input')
    // Graphs name a temporary file with this behind it.
    const mark = folder === 'temp' ? ' [temp]' : ''
    this.#files.set(`${subfolder}/${file.name}${mark}`, Buffer.from(await file.arrayBuffer()))
    return { name: file.name, subfolder, type: folder }
  }

  /** What the real server finds wrong with a node. */
  #errorsOf(prompt: Prompt, id: string): { type: string; message: string; details: string }[] {
    const node = prompt[id]
    const known = node && this.#nodes()[node.class_type]
    if (!node || !known) return []
    const errors: { type: string; message: string; details: string }[] = []
    for (const name of known.required)
      if (node.inputs[name] === undefined)
        errors.push({ type: 'required_input_missing', message: 'Required input is missing', details: name })
    for (const [name, value] of Object.entries(node.inputs)) {
      if (isLink(value) && !prompt[value[0]])
        errors.push({ type: 'bad_linked_input', message: 'Bad linked input', details: name })
      const folder = known.files?.[name]
      if (!folder) continue
      const files = (this.#models.get(folder) ?? []).filter((file) => !this.#options.without?.includes(file))
      if (folder === 'input' ? !this.#files.has(String(value)) : !files.includes(String(value)))
        errors.push(
          folder === 'input'
            ? {
                type: 'custom_validation_failed',
                message: 'Custom validation failed for node',
                details: `${name} - Invalid image file: ${value}`,
              }
            : {
                type: 'value_not_in_list',
                message: 'Value not in list',
                details: `${name}: '${value}' not in [${files}]`,
              },
        )
    }
    return errors
  }

  #answer(
    { status, body }: { status: number; body: unknown },
    json: (body: unknown, status?: number) => void,
    response: ServerResponse,
  ): void {
    if (!this.losesAnswer || status !== 200) {
      json(body, status)
      return
    }
    this.losesAnswer = false
    response.destroy()
  }

  #accept(request: Record<string, unknown>): { status: number; body: unknown } {
    const prompt = request.prompt as Prompt
    for (const [id, { class_type }] of Object.entries(prompt))
      if (!this.#nodes()[class_type]) {
        const message = `Cannot execute because node ${class_type} does not exist.`
        const error = { type: 'invalid_prompt', message, details: `Node ID '#${id}'` }
        return { status: 400, body: { error, node_errors: {} } }
      }
    const node_errors = Object.fromEntries(
      Object.entries(prompt).flatMap(([id, { class_type }]) => {
        const errors = this.#errorsOf(prompt, id)
        return errors.length > 0 ? [[id, { class_type, errors, dependent_outputs: [] }]] : []
      }),
    )
    if (Object.keys(node_errors).length > 0) {
      const message = 'Prompt outputs failed validation'
      const error = { type: 'prompt_outputs_failed_validation', message, details: '' }
      return { status: 400, body: { error, node_errors } }
    }
    const id = String(request.prompt_id ?? randomUUID())
    const extra = { ...(request.extra_data as object), client_id: request.client_id, create_time: Date.now() }
    const outputs = Object.keys(prompt).filter((key) => SAVERS[prompt[key]?.class_type ?? ''])
    const number = this.#number++
    if (this.watchedWith.some((fake) => fake.has(id))) this.repeated.push(id)
    this.accepted.push({ id, prompt, extra })
    const item: Item = [request.front ? -number : number, id, prompt, extra, outputs]
    if (request.front) this.#pending.unshift(item)
    else this.#pending.push(item)
    void this.#work()
    return { status: 200, body: { prompt_id: id, number, node_errors: {} } }
  }

  async #work(): Promise<void> {
    if (this.#running) return
    const item = this.#pending.shift()
    if (!item) return
    this.#running = item
    const life = this.#life
    const entry = await this.#run(item)
    if (life !== this.#life) return
    this.#running = null
    this.#history.set(item[1], entry)
    this.#send(item[3].client_id, 'executing', { node: null, prompt_id: item[1] })
    void this.#work()
  }

  async #run([number, id, prompt, extra, outputs]: Item): Promise<Entry> {
    const life = this.#life
    const mishap = this.mishaps.shift()
    const interrupted = new Promise<never>((_resolve, reject) => {
      this.#stop = () => reject(new Interrupted())
    })
    interrupted.catch(() => {})
    const messages: [string, unknown][] = []
    const tell = (event: string, data: Record<string, unknown>) => {
      messages.push([event, { prompt_id: id, ...data, timestamp: Date.now() }])
      this.#send(extra.client_id, event, { prompt_id: id, ...data })
    }
    const end = (status_str: 'success' | 'error', made: Entry['outputs'] = {}): Entry => ({
      prompt: [number, id, prompt, extra, outputs],
      outputs: made,
      status: { status_str, completed: status_str === 'success', messages },
    })
    this.begun.push(id)
    tell('execution_start', {})
    tell('execution_cached', { nodes: [] })
    const nodes = Object.keys(prompt)
    try {
      const states: Record<string, unknown> = {}
      for (const node of nodes) {
        this.#send(extra.client_id, 'executing', { node, display_node: node, prompt_id: id })
        for (const [value, state] of [
          [0, 'running'],
          [1, 'finished'],
        ] as const) {
          states[node] = { value, max: 1, state, node_id: node, prompt_id: id }
          this.#send(extra.client_id, 'progress_state', { prompt_id: id, nodes: { ...states } })
        }
        await Promise.race([sleep(this.jobMs / nodes.length), interrupted])
        await this.#preview(extra.client_id, id, prompt, node)
      }
      if (mishap === 'hang') await interrupted
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      // A process that ends interrupts nothing.
      if (life === this.#life) this.interrupted.push(id)
      tell('execution_interrupted', { node_id: nodes[0], node_type: '', executed: [] })
      return end('error')
    }
    const said = {
      oom: ['torch.OutOfMemoryError', 'Allocation on device 0 would exceed'],
      broken: ['RuntimeError', 'shape mismatch'],
    }
    if (mishap === 'oom' || mishap === 'broken') {
      const [exception_type, exception_message] = said[mishap]
      tell('execution_error', {
        node_id: 'sample',
        node_type: 'KSampler',
        exception_type,
        exception_message,
        traceback: [],
      })
      return end('error')
    }
    const made: Entry['outputs'] = {}
    for (const output of outputs) {
      const files = mishap === 'nothing' ? [] : await this.#make(prompt, output, mishap === 'truncated')
      const key = prompt[output]?.class_type === 'SaveGLB' ? '3d' : 'images'
      made[output] = { [key]: files, ...(prompt[output]?.class_type === 'SaveVideo' && { animated: [true] }) }
      this.#send(extra.client_id, 'executed', { node: output, output: made[output], prompt_id: id })
    }
    tell('execution_success', {})
    if (this.repeats) this.#send(extra.client_id, 'execution_start', { prompt_id: id })
    return end('success', made)
  }

  /** Sends a small picture of what a sampler has so far, as the real one does to ends that understand it. */
  async #preview(clientId: unknown, id: string, prompt: Prompt, node: string): Promise<void> {
    const socket = this.#sockets.get(String(clientId))
    if (this.silent || !socket || !prompt[node]?.class_type.startsWith('KSampler')) return
    const background = this.colourOf(prompt)
    const picture = await sharp({ create: { width: 16, height: 12, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const about = Buffer.from(JSON.stringify({ node_id: node, prompt_id: id, image_type: 'image/jpeg' }))
    const head = Buffer.alloc(8)
    head.writeUInt32BE(4, 0)
    head.writeUInt32BE(about.length, 4)
    socket.sendBytes(Buffer.concat([head, about, picture]))
  }

  /** Files that an output node keeps. */
  async #make(prompt: Prompt, output: string, isTruncated: boolean) {
    const saver = SAVERS[prompt[output]?.class_type ?? '']
    if (saver === 'png') return this.#makePictures(prompt, output, isTruncated)
    const whole =
      saver === 'mp4'
        ? filmOf(await this.#sizeOf(prompt), this.colourOf(prompt))
        : glbOf(this.colourOf(prompt))
    const filename = `zhuhui_${randomUUID()}_.${saver}`
    this.#files.set(`zhuhui/${filename}`, isTruncated ? whole.subarray(0, whole.length / 2) : whole)
    return [{ filename, subfolder: 'zhuhui', type: 'output' }]
  }

  async #makePictures(prompt: Prompt, output: string, isTruncated: boolean) {
    const asked = await this.#sizeOf(prompt)
    const { side = Math.max(asked.width, asked.height) } = this.#options
    const scale = side / Math.max(asked.width, asked.height)
    const [width, height] = [Math.round(asked.width * scale), Math.round(asked.height * scale)]
    const { count } = asked
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const background = this.colourOf(prompt, index)
        const whole = await sharp({ create: { width, height, channels: 3, background } })
          .png()
          .toBuffer()
        const filename = `ComfyUI_temp_${output}_${randomUUID()}.png`
        this.#files.set(filename, isTruncated ? whole.subarray(0, whole.length / 2) : whole)
        return { filename, subfolder: '', type: 'temp' }
      }),
    )
  }

  /** The colour of a graph's pictures: of all its values, and the bytes of its inputs. */
  colourOf(prompt: Prompt, index = 0): Colour {
    const hash = createHash('sha256').update(`${index}`)
    for (const [id, { class_type, inputs }] of Object.entries(prompt)) {
      hash.update(JSON.stringify([id, class_type, inputs]))
      const file = this.#files.get(String(inputs.image))
      if (file) hash.update(file)
    }
    const [r = 0, g = 0, b = 0] = hash.digest()
    return { r, g, b }
  }

  /** Bytes of an input, by the name under which a graph loads it. */
  inputOf(name: unknown): Buffer | undefined {
    return this.#files.get(String(name))
  }

  async #sizeOf(prompt: Prompt): Promise<{ width: number; height: number; count: number }> {
    const nodes = Object.values(prompt)
    const empty = nodes.find(({ inputs }) => typeof inputs.width === 'number')?.inputs
    if (empty)
      return {
        width: Number(empty.width),
        height: Number(empty.height),
        count: Number(empty.batch_size ?? 1),
      }
    const loader = prompt.image ?? nodes.find(({ class_type }) => class_type === 'LoadImage')
    const { width = 64, height = 64 } = await sharp(this.#files.get(String(loader?.inputs.image))).metadata()
    const factor = nodes.some(({ class_type }) => class_type === 'ImageUpscaleWithModel') ? 4 : 1
    return { width: width * factor, height: height * factor, count: 1 }
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>
}
