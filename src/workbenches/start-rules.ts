import { IMAGE_TYPES, isShownByBrowsers, titleOfType } from '#contracts/formats.ts'
import type { Place } from '#contracts/ops.ts'
import type { Quote } from '#contracts/task.ts'
import { TICKET_KINDS, type TicketKind } from '#contracts/tickets.ts'
import { costOf, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { ownCounts } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import type { Bench } from './use-bench.ts'

/** The mask that was painted on a picture; one that names no picture belongs to the first. */
export function maskOf(inputs: readonly DraftInput[], picture: DraftInput): DraftInput | undefined {
  const first = inputs.find((input) => input.role === picture.role)
  return inputs.find((input) => input.role === 'mask' && (input.of ?? first?.id) === picture.id)
}

const hasWords = ({ prompt }: Bench['params']) => typeof prompt === 'string' && prompt.trim() !== ''

/** What an operation still lacks by its own rule; null for nothing. */
export function lackOf({ tool, inputs, params }: Pick<Bench, 'tool' | 'inputs' | 'params'>): string | null {
  const roles = inputs.map(({ role }) => role)
  return OPS[tool.op].lacks?.(params, roles) ?? null
}

/** What the browser cannot read among the inputs (TIFF), by its name; '' where it reads all of them. */
export function unreadableOf(inputs: readonly DraftInput[]): string {
  const found = inputs.find(({ file: { type } }) => IMAGE_TYPES.includes(type) && !isShownByBrowsers(type))
  return found ? titleOfType(found.file.type) : ''
}

/** What keeps a tool from starting. */
export interface Block {
  words: string
  /** Where that is mended: the form, or the picture on the canvas. */
  at: 'form' | 'canvas'
}

/** Why these inputs and parameters cannot be started; null when they can. */
export function blockOf(bench: Pick<Bench, 'tool' | 'inputs' | 'params'>): Block | null {
  const { tool, inputs, params } = bench
  const inForm = (words: string): Block => ({ words, at: 'form' })
  const onCanvas = (words: string): Block => ({ words, at: 'canvas' })
  const empty = tool.inputs.find((slot) => slot.required && !inputs.some((input) => input.role === slot.role))
  if (empty) return inForm(`请先添加${empty.title}`)
  const unreadable = unreadableOf(inputs)
  if (unreadable && OPS[tool.op].places.every((place: Place) => place === 'device'))
    return inForm(`浏览器读不了 ${unreadable}，请先转换为 JPG 或 PNG`)
  if (unreadable && OPS[tool.op].needsMask)
    return inForm(`${unreadable} 不能在浏览器里涂抹，请先转换为 JPG 或 PNG`)
  const bare = OPS[tool.op].needsMask ? picturesOf(bench).filter((one) => !maskOf(inputs, one)) : []
  if (bare.length > 0)
    return onCanvas(
      picturesOf(bench).length > 1 ? `还有 ${bare.length} 张没有涂抹` : '请先在画面上涂抹要处理的部分',
    )
  const told = OPS[tool.op].own?.counts?.(params) ? picturesOf(bench) : []
  const [only] = told.length === 1 ? told : []
  if (only && !maskOf(inputs, only))
    return onCanvas(params.mode === 'box' ? '请先在画面上框住主体' : '请先在主体上划几笔')
  if (Array.isArray(params.angles) && params.angles.length === 0) return inForm('请至少选一个视角')
  if (OPS[tool.op].needsWords && !hasWords(params)) return inForm('请先写下描述')
  const lacks = lackOf(bench)
  if (lacks) return inForm(lacks)
  const { error } = paramsOf(tool.op).safeParse(params)
  // A rule of the op's own says what to do.
  const rule = error?.issues.find(({ code }) => code === 'custom')
  return error ? inForm(rule?.message ?? '有参数超出范围，请恢复默认参数') : null
}

/** Pictures of the first slot. */
function picturesOf({ tool, inputs }: Pick<Bench, 'tool' | 'inputs'>): DraftInput[] {
  const main = tool.inputs[0]
  return main ? inputs.filter((input) => input.role === main.role) : []
}

/**
 * Parameters of each task of a picture: as many as are wanted of a render, with one seed after the other.
 * @param alone whether it is the only picture
 */
export function variantsOf(
  params: Readonly<Record<string, unknown>>,
  alone: boolean,
): Readonly<Record<string, unknown>>[] {
  const { variants, seed } = params
  if (typeof variants !== 'number' || typeof seed !== 'number') return [params]
  const count = alone ? variants : 1
  return Array.from({ length: count }, (_, n) => ({ ...params, variants: 1, seed: seed + n }))
}

/** What one task works on, and the picture that it is for. */
export interface TaskInputs {
  item: string | undefined
  inputs: DraftInput[]
}

/**
 * One group of inputs a task: each picture by itself with its own mask, and with everything else that all
 * share (a style, a scene). `wanted` leaves out the other pictures.
 */
export function splitInputs(
  bench: Pick<Bench, 'tool' | 'inputs' | 'params'>,
  wanted?: ReadonlySet<string>,
): TaskInputs[] {
  const { tool, inputs, params } = bench
  const pictures = picturesOf(bench)
  if (pictures.length === 0 || OPS[tool.op].takesAll) return [{ item: undefined, inputs: [...inputs] }]
  const own = new Set(pictures)
  const shared = inputs.filter((input) => !own.has(input) && input.role !== 'mask')
  return pictures
    .filter((picture) => !wanted || wanted.has(picture.id))
    .map((picture) => {
      const mask = ownCounts(tool.op, params) ? maskOf(inputs, picture) : undefined
      return { item: picture.id, inputs: [picture, ...shared, ...(mask ? [mask] : [])] }
    })
}

/** One task of a start, as its price and its time depend on it. */
export interface PlannedRun {
  params: Readonly<Record<string, unknown>>
  /** Size of its picture, px; 0 where it has none. */
  width: number
  height: number
}

/**
 * The tasks that a start makes.
 * @param wanted ids of the pictures that are run; all when left out
 */
export function plannedRuns(
  bench: Pick<Bench, 'tool' | 'inputs' | 'params'>,
  { wanted, isBatch }: { wanted?: ReadonlySet<string> | undefined; isBatch: boolean },
): PlannedRun[] {
  const groups = splitInputs(bench, wanted)
  return groups.flatMap(({ inputs }) => {
    const { width = 0, height = 0 } = inputs.find(({ role }) => role === 'image') ?? {}
    const variants = variantsOf(bench.params, groups.length === 1 && !isBatch)
    return variants.map((params) => ({ params, width, height }))
  })
}

/** What a start costs and whether the purse holds it. */
export interface Price {
  kind: TicketKind
  /** Tickets of a task; of the dearest where they differ. */
  each: number
  /** Whether all tasks cost the same. */
  isEven: boolean
  total: number
  /** Tickets that are missing; 0 when they suffice or the balance is not known. */
  short: number
}

/**
 * @param balance tickets in the purse; undefined when unknown
 * @param quote what the server has said of this start: its price stands
 */
export function priceOf(
  op: OpId,
  place: Place,
  runs: readonly PlannedRun[],
  balance: number | undefined,
  quote?: Quote,
): Price | null {
  const costs = (runs.length > 0 ? runs : [{}]).map((run) => costOf(op, { ...run, place }))
  const amounts = costs.flatMap((cost) => cost?.amount ?? [])
  const reckoned = amounts.reduce((sum, amount) => sum + amount, 0)
  const { kind, amount: total } = (quote ? quote.cost : { kind: costs[0]?.kind, amount: reckoned }) ?? {}
  if (!kind || total === undefined) return null
  const isEven = amounts.every((amount) => amount === amounts[0]) && total % costs.length === 0
  const each = isEven ? total / costs.length : Math.max(...amounts)
  const short = balance === undefined ? 0 : Math.max(0, total - balance)
  return { kind, each, isEven, total, short }
}

/**
 * Words for a start that the purse cannot pay.
 * @param onDevice the op could run on this device instead, which costs nothing
 */
export function shortWords(
  price: Price,
  balance: number,
  onDevice: boolean,
): { message: string; remedy: string } {
  const { title } = TICKET_KINDS[price.kind]
  const fits = Math.floor(balance / price.each)
  const ways = [
    ...(onDevice ? ['改在本机运行（不消耗算力券）'] : []),
    ...(fits > 0 && price.total > price.each ? [`先处理其中 ${fits} 张`] : []),
    '在用户中心补充算力券',
  ]
  return {
    message: `${title}不足：需要 ${price.total} 张，余 ${balance} 张，还差 ${price.short} 张`,
    remedy: `可以${ways.join('，或')}`,
  }
}
