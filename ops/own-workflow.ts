import { AppError } from '#contracts/errors.ts'
import {
  type Binding,
  type InputAt,
  WORKFLOW_BYTES,
  type WorkflowForm,
  type WorkflowNode,
  type WorkflowPrompt,
  zWorkflowPrompt,
} from '#contracts/workflows.ts'
import { GENERATIVE } from './generative-table.ts'
import { OP_IDS, OPS, type OpId, paramsOf, zOpId } from './index.ts'

/** What a slot's value is: a picture, words, a number as it is, a share that goes onto a range, or one of some. */
export type SlotKind = 'picture' | 'words' | 'number' | 'share' | 'choice'

/** A picture or a parameter of an op, which inputs of a workflow can stand for. */
export interface Slot {
  name: string
  title: string
  kind: SlotKind
  /** Whether a workflow without it could not do what the op promises. */
  isRequired: boolean
  /** Values of a choice, with what each is called. */
  choices: readonly (readonly [value: string, title: string])[]
}

/** Ops that a workflow can be of: those that make one result of what they are given. */
export const WORKFLOW_OPS: readonly OpId[] = OP_IDS.filter((op) => GENERATIVE[op] && !OPS[op].takesAll)

/** Why none is taken of an op that makes one film of all pictures. */
export const NO_SERIES = '多图生视频要为每一对图重复节点，自己的工作流做不到，请用自带的工作流'

const SECONDS = Array.from({ length: 9 }, (_, index) => String(index + 2))
/** Parameters that are numbers to a workflow, besides its words, its seed and its size. */
const SETTINGS: Readonly<Record<string, Pick<Slot, 'title' | 'kind'> & Partial<Pick<Slot, 'choices'>>>> = {
  strength: { title: '强度', kind: 'share' },
  lock: {
    title: '锁定几何',
    kind: 'choice',
    choices: [
      ['0', '放开'],
      ['1', '锁定'],
    ],
  },
  ipaPlus: {
    title: '强参考',
    kind: 'choice',
    choices: [
      ['false', '关'],
      ['true', '开'],
    ],
  },
  creative: { title: '补细节', kind: 'share' },
  count: { title: '张数', kind: 'number' },
  factor: { title: '放大倍数', kind: 'number' },
  seconds: {
    title: '帧数（按秒）',
    kind: 'choice',
    choices: SECONDS.map((seconds) => [seconds, `${seconds} 秒`] as const),
  },
  detail: {
    title: '精细程度',
    kind: 'choice',
    choices: [
      ['draft', '草稿'],
      ['normal', '一般'],
      ['fine', '精细'],
    ],
  },
}

/** The pictures and parameters of an op that a workflow can take up, pictures first. */
export function slotsOf(op: OpId): Slot[] {
  const facts = GENERATIVE[op]
  if (!facts) return []
  const { accepts, requires, needsWords = false } = OPS[op]
  const params = paramsOf(op).shape as Readonly<Record<string, unknown>>
  const further = facts.pictures.map(([role]) => role)
  const slot = (name: string, title: string, kind: SlotKind, isRequired = false): Slot => ({
    ...{ name, title, kind, isRequired },
    choices: [],
  })
  const hasMask = accepts.includes('mask') || facts.size === 'margins'
  const isSized = facts.size === 'aspect' || OPS[op].output === 'video'
  return [
    ...(accepts.includes('image') ? [slot('image', '原图', 'picture', requires.includes('image'))] : []),
    ...(hasMask
      ? [slot('mask', '蒙版（白处要改）', 'picture', requires.includes('mask') || facts.size === 'margins')]
      : []),
    ...(further.length > 0
      ? [
          slot(
            'picture',
            '参考图',
            'picture',
            further.some((role) => requires.includes(role)),
          ),
        ]
      : []),
    ...(accepts.includes('endFrame') ? [slot('endFrame', '尾帧', 'picture')] : []),
    slot('words', '描述', 'words', needsWords),
    ...('negative' in params ? [slot('negative', '不要出现', 'words')] : []),
    slot('seed', '种子', 'number'),
    ...(facts.size === 'larger'
      ? []
      : [slot('width', '宽', 'number', isSized), slot('height', '高', 'number', isSized)]),
    ...Object.entries(SETTINGS)
      .filter(([name]) => name in params)
      .map(([name, { title, kind, choices = [] }]) => ({ name, title, kind, isRequired: false, choices })),
  ]
}

/**
 * Reads a workflow in ComfyUI's API format, also as it is sent to `/prompt`.
 * @throws AppError WORKFLOW_FORMAT, which tells how to export one, for the editor's format and other JSON; WORKFLOW_LARGE
 */
export function readWorkflow(text: string): WorkflowPrompt {
  if (new TextEncoder().encode(text).length > WORKFLOW_BYTES) throw new AppError('WORKFLOW_LARGE')
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (cause) {
    throw new AppError('WORKFLOW_FORMAT', '这不是 JSON，或内容不完整', { cause })
  }
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(read)) throw new AppError('WORKFLOW_FORMAT')
  if (Array.isArray(read.nodes) && Array.isArray(read.links))
    throw new AppError('WORKFLOW_FORMAT', '这是编辑器格式的工作流，引擎运行不了')
  const parsed = zWorkflowPrompt.safeParse(isObject(read.prompt) ? read.prompt : read)
  if (!parsed.success) throw new AppError('WORKFLOW_FORMAT', undefined, { cause: parsed.error })
  return parsed.data
}

type Link = readonly [node: string, output: number]

/** The link that an input is; null for a value. */
function linkOf(prompt: WorkflowPrompt, value: unknown): Link | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [id, output] = value as unknown[]
  return typeof id === 'string' && typeof output === 'number' && prompt[id] ? [id, output] : null
}

/** Inputs of all nodes that hold a value of their own, not a link. */
export function freeInputs(prompt: WorkflowPrompt): InputAt[] {
  return Object.entries(prompt).flatMap(([id, { inputs }]) =>
    Object.entries(inputs).flatMap(([name, value]): InputAt[] =>
      linkOf(prompt, value) || (typeof value === 'object' && value !== null) ? [] : [[id, name]],
    ),
  )
}

/** What a node is called: its class, and its title where that says more. */
export function nameOfNode({ class_type, _meta }: WorkflowNode): string {
  return _meta?.title && _meta.title !== class_type ? `${_meta.title}（${class_type}）` : class_type
}

const SAVERS = {
  image: [/^SaveImage/, /^PreviewImage/, /(save|preview).*image/i],
  video: [/^SaveVideo/, /^VHS_VideoCombine/, /save.*(video|webm|animated)/i],
  model: [/^SaveGLB/, /save.*(glb|3d|mesh)/i],
} as const

function guessOutput(prompt: WorkflowPrompt, op: OpId): string {
  const { output } = OPS[op]
  if (output !== 'image' && output !== 'video' && output !== 'model') return ''
  for (const pattern of SAVERS[output]) {
    const found = Object.entries(prompt).find(([, { class_type }]) => pattern.test(class_type))
    if (found) return found[0]
  }
  return ''
}

/** Nodes where sampling begins: what they are told and what they begin from is linked to them. */
const isSampler = ({ class_type, inputs }: WorkflowNode) =>
  /sampler|guider/i.test(class_type) && ['positive', 'conditioning'].some((name) => name in inputs)
/** Inputs of nodes in which words stand. */
const WORD_INPUTS = ['text', 'prompt', 'text_g', 'text_l', 'clip_l', 't5xxl', 'string', 'value']

type Side = 'positive' | 'negative'

/** Inputs with words that a link leads back to, through whatever turns conditions into others. */
function wordsBehind(
  prompt: WorkflowPrompt,
  [from, output]: Link,
  side: Side,
  seen = new Set<string>(),
): InputAt[] {
  const node = prompt[from]
  const key = `${from} ${output}`
  if (!node || seen.has(key)) return []
  seen.add(key)
  const own = WORD_INPUTS.filter((name) => typeof node.inputs[name] === 'string')
  if (own.length > 0) return own.map((name): InputAt => [from, name])
  const isPair = linkOf(prompt, node.inputs.positive) && linkOf(prompt, node.inputs.negative)
  // A node that takes both gives the one first, the other second.
  const only: readonly string[] | null = isPair ? [output === 1 ? 'negative' : 'positive'] : null
  const text = WORD_INPUTS.filter((name) => linkOf(prompt, node.inputs[name]))
  const names = only ?? (text.length > 0 ? text : Object.keys(node.inputs))
  return names
    .filter((name) => only || !/^(clip|model|vae|image|pixels|mask)/.test(name))
    .flatMap((name) => {
      const link = linkOf(prompt, node.inputs[name])
      return link ? wordsBehind(prompt, link, side, seen) : []
    })
}

const same = (one: InputAt, other: InputAt) => one[0] === other[0] && one[1] === other[1]
const without = (list: readonly InputAt[], others: readonly InputAt[]) =>
  list.filter((at) => !others.some((other) => same(at, other)))
const unique = (list: readonly InputAt[]) =>
  list.filter((at, index) => list.findIndex((other) => same(at, other)) === index)

function guessWords(prompt: WorkflowPrompt): Record<Side, InputAt[]> {
  const behind = (side: Side, names: readonly string[]) =>
    unique(
      Object.values(prompt)
        .filter(isSampler)
        .flatMap((node) =>
          names.flatMap((name) => {
            const link = linkOf(prompt, node.inputs[name])
            return link ? wordsBehind(prompt, link, side) : []
          }),
        ),
    )
  const positive = behind('positive', ['positive', 'conditioning'])
  return { positive, negative: without(behind('negative', ['negative']), positive) }
}

/** What a loaded picture goes into in the end: class and input, through nodes that only change pictures. */
function goalsOf(
  prompt: WorkflowPrompt,
  id: string,
  seen = new Set<string>(),
): { node: WorkflowNode; input: string }[] {
  if (seen.has(id)) return []
  seen.add(id)
  return Object.entries(prompt).flatMap(([to, node]) =>
    Object.entries(node.inputs).flatMap(([input, value]) => {
      if (linkOf(prompt, value)?.[0] !== id) return []
      const passes =
        /^(Image|Mask|Resize|Canny|Lotus|Grow|Feather|Invert|Threshold)|scale|preprocess|tomask|kontextimage/i
      return [{ node, input }, ...(passes.test(node.class_type) ? goalsOf(prompt, to, seen) : [])]
    }),
  )
}

type Picture = 'image' | 'mask' | 'picture' | 'endFrame'

/** What a node that loads a picture seems to load. */
function roleOf(prompt: WorkflowPrompt, id: string, node: WorkflowNode): Picture {
  if (node.class_type === 'LoadImageMask') return 'mask'
  const goals = goalsOf(prompt, id)
  const goes = (test: (goal: { node: WorkflowNode; input: string }) => boolean) => goals.some(test)
  if (goes(({ input, node: goal }) => /mask/i.test(input) || /tomask/i.test(goal.class_type))) {
    // A picture whose own transparency is the mask is still the picture.
    if (!goes(({ input }) => /^(pixels|image1?)$/.test(input))) return 'mask'
    if (goes(({ node: goal }) => /tomask/i.test(goal.class_type))) return 'mask'
  }
  if (goes(({ input }) => /^end_(image|frame)/.test(input))) return 'endFrame'
  if (goes(({ node: goal }) => /clipvision|stylemodel|ipadapter|redux|unclip/i.test(goal.class_type)))
    return goes(({ input }) => /^(pixels|start_image|image1)$/.test(input)) ? 'image' : 'picture'
  if (goes(({ input }) => /^image[2-9]$/.test(input))) return 'picture'
  return 'image'
}

/** Named inputs that hold a number, of nodes that a pattern fits. */
function numbersAt(prompt: WorkflowPrompt, names: readonly string[], classes: RegExp): InputAt[] {
  return Object.entries(prompt).flatMap(([id, { class_type, inputs }]) =>
    classes.test(class_type)
      ? names.filter((name) => typeof inputs[name] === 'number').map((name): InputAt => [id, name])
      : [],
  )
}

const valueAt = (prompt: WorkflowPrompt, [id, name]: InputAt) => prompt[id]?.inputs[name]
const round = (value: number) => Math.round(value * 1000) / 1000
/** Where a workflow begins anew: empty latents and films. */
const CANVAS = /^(empty.*(latent|image)|.*(tovideo|latentvideo))/i

/** How an input is bound to a slot when nothing else is said. */
export function bindingFor(prompt: WorkflowPrompt, slot: Slot, at: InputAt): Binding {
  const now = Number(valueAt(prompt, at))
  const value = Number.isFinite(now) ? now : 1
  if (slot.kind === 'share') return { at, range: at[1] === 'denoise' ? [0.35, 1] : [0, 1] }
  if (slot.name === 'negative') {
    const after = valueAt(prompt, at)
    return typeof after === 'string' && after ? { at, after } : { at }
  }
  if (slot.kind !== 'choice') return { at }
  const rate = Number(
    Object.values(prompt)
      .map(({ inputs }) => inputs.fps ?? inputs.frame_rate)
      .find((fps) => typeof fps === 'number') ?? 16,
  )
  // Films have four frames a step, and one more.
  const frames = (seconds: string) => 4 * Math.round((Number(seconds) * rate) / 4) + 1
  const last = slot.choices.length - 1
  const values = slot.choices.map(([choice], index): [string, number] => [
    choice,
    slot.name === 'seconds' ? frames(choice) : round(value * (last > 0 ? (1 + index / last) / 2 : 1)),
  ])
  return { at, values: Object.fromEntries(values) }
}

/** Inputs of a workflow that seem to stand for each of an op's slots. */
function guessInputs(prompt: WorkflowPrompt, op: OpId): Record<string, InputAt[]> {
  const { positive, negative } = guessWords(prompt)
  const loaders = Object.entries(prompt)
    .filter(([, { class_type, inputs }]) => /^LoadImage/.test(class_type) && typeof inputs.image === 'string')
    .map(([id, node]) => ({ at: [id, 'image'] as InputAt, role: roleOf(prompt, id, node) }))
  const loaded = (role: Picture) => loaders.filter((one) => one.role === role).map(({ at }) => at)
  const slots = new Set(slotsOf(op).map(({ name }) => name))
  const pictures = slots.has('picture') ? loaded('picture') : []
  // Where the op has no further picture, one that is only looked at is the picture itself.
  const [image, ...others] = [...loaded('image'), ...(slots.has('picture') ? [] : loaded('picture'))]
  // A second picture that nothing tells apart is a further one.
  if (pictures.length === 0 && slots.has('picture')) pictures.push(...others)
  const begins = numbersAt(prompt, ['denoise'], /sampler|scheduler/i)
  return {
    image: image ? [image] : [],
    mask: loaded('mask'),
    picture: pictures,
    endFrame: loaded('endFrame'),
    words: positive,
    negative,
    // A sampler that goes on with another's noise has a seed that changes nothing.
    seed: numbersAt(prompt, ['seed', 'noise_seed'], /./).filter(
      ([id]) => prompt[id]?.inputs.add_noise !== 'disable',
    ),
    width: numbersAt(prompt, ['width'], CANVAS),
    height: numbersAt(prompt, ['height'], CANVAS),
    count: numbersAt(prompt, ['batch_size'], CANVAS),
    creative: begins.filter((at) => image && Number(valueAt(prompt, at)) < 1),
    strength: begins.filter((at) => image && Number(valueAt(prompt, at)) < 1),
    lock: numbersAt(prompt, ['strength'], /^ControlNetApply/),
    ipaPlus: numbersAt(prompt, ['strength', 'weight'], /stylemodelapply|ipadapter|unclipconditioning/i),
    seconds: numbersAt(prompt, ['length', 'num_frames'], CANVAS),
    factor: numbersAt(prompt, ['scale_by', 'upscale_by', 'factor'], /upscale|scaleby/i),
  }
}

/**
 * Gives the mask a node of its own where a workflow takes it from the transparency of its picture, as one does that was
 * painted on in ComfyUI.
 */
function withOwnMask(
  prompt: WorkflowPrompt,
  [id]: InputAt,
): { prompt: WorkflowPrompt; mask: InputAt } | null {
  const mask = `${id}-mask`
  const isUsed = Object.values(prompt).some(({ inputs }) =>
    Object.values(inputs).some((value) => {
      const link = linkOf(prompt, value)
      return link?.[0] === id && link[1] === 1
    }),
  )
  if (!isUsed || prompt[mask]) return null
  const turned = Object.entries(prompt).map(([at, node]): [string, WorkflowNode] => {
    const inputs = Object.entries(node.inputs).map(([name, value]): [string, unknown] => {
      const link = linkOf(prompt, value)
      return [name, link?.[0] === id && link[1] === 1 ? [mask, 0] : value]
    })
    return [at, { ...node, inputs: Object.fromEntries(inputs) }]
  })
  const loader: WorkflowNode = {
    class_type: 'LoadImageMask',
    inputs: { image: '', channel: 'red' },
    _meta: { title: '蒙版' },
  }
  return { prompt: { ...Object.fromEntries(turned), [mask]: loader }, mask: [mask, 'image'] }
}

/** A workflow for an op with the bindings that its nodes suggest, for the operator to look through. */
export function guessWorkflow(given: WorkflowPrompt, op: OpId): WorkflowForm {
  const guessed = guessInputs(given, op)
  const [image] = guessed.image ?? []
  const wantsMask = slotsOf(op).some(({ name }) => name === 'mask') && guessed.mask?.length === 0
  const masked = image && wantsMask ? withOwnMask(given, image) : null
  const prompt = masked?.prompt ?? given
  if (masked) guessed.mask = [masked.mask]
  const bind = slotsOf(op).flatMap((slot): [string, Binding[]][] => {
    const inputs = guessed[slot.name] ?? []
    return inputs.length > 0 ? [[slot.name, inputs.map((at) => bindingFor(prompt, slot, at))]] : []
  })
  const text = JSON.stringify(prompt)
  const [width, height] = [guessed.width, guessed.height].map((list) =>
    list?.[0] ? Number(valueAt(prompt, list[0])) : 1024,
  )
  const megapixels = Math.round(((width ?? 1024) * (height ?? 1024)) / 10_000) / 100
  return {
    ...{ title: '', op, prompt, output: guessOutput(prompt, op) },
    bind: Object.fromEntries(bind),
    ...{ may: [], words: '', isFirst: false },
    language: /qwen|z[-_]image|wan2|hunyuan|lumina/i.test(text) ? 'zh' : 'en',
    megapixels: Math.min(8, Math.max(0.05, megapixels)),
  }
}

/** What is wrong with a workflow as it is bound, and where; null when it can be used. */
export function faultOf(form: WorkflowForm): { slot: string; words: string } | null {
  const op = zOpId.safeParse(form.op)
  if (op.success && OPS[op.data].takesAll) return { slot: 'op', words: NO_SERIES }
  if (!op.success || !WORKFLOW_OPS.includes(op.data)) return { slot: 'op', words: '请选择它是哪种操作' }
  if (!form.prompt[form.output]) return { slot: 'output', words: '请选择给出结果的节点，例如 SaveImage' }
  const slots = slotsOf(op.data)
  const free = freeInputs(form.prompt)
  const taken: InputAt[] = []
  for (const [name, bindings] of Object.entries(form.bind)) {
    const slot = slots.find((one) => one.name === name)
    if (!slot) return { slot: name, words: `“${OPS[op.data].title}”没有“${name}”这一项` }
    for (const { at } of bindings) {
      if (!free.some((one) => same(one, at)))
        return { slot: name, words: `“${slot.title}”绑定的 ${at.join(' · ')} 不在工作流里，或已连到别的节点` }
      if (taken.some((one) => same(one, at)))
        return { slot: name, words: `${at.join(' · ')} 绑定了两次：“${slot.title}”与另一项` }
      taken.push(at)
    }
  }
  const lacking = slots.find(({ name, isRequired }) => isRequired && !form.bind[name])
  return lacking ? { slot: lacking.name, words: `“${lacking.title}”还没有绑定：没有它结果与输入无关` } : null
}
