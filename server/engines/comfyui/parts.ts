import { createHash } from 'node:crypto'
import { AppError } from '#contracts/errors.ts'
import type { InputRole } from '#contracts/ops.ts'
import { type GenerativeFacts, sayingOf, tagsOf, tellsWish, wantedOf } from '#ops/generative.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OPS, type OpId, paramsOf } from '#ops/index.ts'
import { checkCreative } from '#ops/upscale/limits.ts'
import { findWords } from '#server/catalog/find-words.ts'
import type { Job } from '../engine.ts'
import type { Framed, PictureExchange } from '../pictures/exchange.ts'
import { nearestSize } from '../pictures/frame.ts'
import { marginsFor, ratioOf } from '../pictures/sizes.ts'
import type { Graph, GraphPicture } from './graph.ts'

/** How much of the work a node stands for; 1 for those that are not named. */
const WEIGHTS: Readonly<Record<string, number>> = {
  KSampler: 20,
  KSamplerAdvanced: 20,
  ImageUpscaleWithModel: 20,
  VAEDecodeHunyuan3D: 20,
}

/** A job's words for a graph whose models read English. */
function englishOf(
  graph: Graph,
  facts: GenerativeFacts,
  job: { params: Record<string, unknown>; roles: readonly InputRole[] },
): string {
  const { negative } = job.params
  const told = Object.entries(graph.tells).map(([key, telling]) => sayingOf(telling, job.params[key]))
  // Where nothing is steered away from, what is not wanted is said as well.
  const unwanted =
    typeof negative === 'string' && negative && !graph.bind.negative ? `without ${negative}` : ''
  return [tagsOf(facts, job, findWords), unwanted, ...told].filter(Boolean).join(', ')
}

/** One of the pictures that a task asks for. */
export interface Part {
  id: string
  title: string
  values: Record<string, unknown>
  words: string
}

function seedOf({ taskId, params }: Job): number {
  const { seed } = params
  return typeof seed === 'number' && seed >= 0
    ? seed
    : createHash('sha256').update(taskId).digest().readUInt32BE(0)
}

/** How far a graph is, 0..1, by how far its nodes are. */
export function progressOf({ prompt }: Graph, shares: ReadonlyMap<string, number>): number {
  let [done, all] = [0, 0]
  for (const [id, { class_type }] of Object.entries(prompt)) {
    const weight = WEIGHTS[class_type] ?? 1
    all += weight
    done += weight * (shares.get(id) ?? 0)
  }
  return done / all
}

/** @throws AppError OP_UNAVAILABLE for an op that no words are known of */
export function factsOf({ op }: Pick<Job, 'op'>): GenerativeFacts {
  const facts = GENERATIVE[op]
  if (!facts) throw new AppError('OP_UNAVAILABLE')
  return facts
}

/** Pictures that a job with inputs in these roles has for a graph. */
export function picturesOf(job: Pick<Job, 'op'>, roles: readonly InputRole[]): GraphPicture[] {
  const facts = factsOf(job)
  const has = (role: InputRole) => roles.includes(role)
  const further = facts.pictures.some(([role]) => has(role))
  return [
    ...(has('image') ? ['image' as const] : []),
    ...(has('mask') || facts.size === 'margins' ? ['mask' as const] : []),
    ...(further ? ['picture' as const] : []),
    ...(has('endFrame') ? ['endFrame' as const] : []),
  ]
}

/** Roles of the pictures that an op requires, and of those that a graph needs beside them. */
export function rolesFor(op: OpId, { needs }: Pick<Graph, 'needs'>): InputRole[] {
  const { pictures, size } = factsOf({ op })
  const [further] = pictures.map(([role]) => role)
  const needed = needs.flatMap((one): InputRole[] => {
    if (one === 'picture') return further ? [further] : []
    // What is to be drawn out is masked by itself.
    return one === 'mask' && size === 'margins' ? [] : [one]
  })
  return [...new Set([...OPS[op].requires, ...needed])]
}

/**
 * The pictures that a job asks for, each with the values that its graph binds.
 * @throws AppError PARAMS_INVALID when it is not said what is wanted
 */
export function partsOf(job: Job, graph: Graph, exchange: PictureExchange): Part[] {
  const facts = factsOf(job)
  const params: Record<string, unknown> = paramsOf(job.op).parse(job.params)
  const roles = facts.pictures.flatMap(([role]) => exchange.inputs(role)).map(({ role }) => role)
  if (!tellsWish(facts, params, roles)) throw new AppError('PARAMS_INVALID', '请先写下想要的画面')
  const always = graph.ops[job.op] ?? ''
  const wanted = wantedOf(facts, { params, roles, first: facts.size === 'aspect' ? 1 : 2 }, findWords)
  const seed = seedOf(job)
  return wanted.map(({ words, title }, index) => {
    const own = graph.language === 'zh' ? words : englishOf(graph, facts, { params, roles })
    const said = [always, own].filter(Boolean).join(graph.language === 'zh' ? '\n' : ', ')
    return {
      id: index === 0 ? job.taskId : `${job.taskId}.${index + 1}`,
      title,
      words: said,
      values: { ...params, words: said, seed: seed + index },
    }
  })
}

/** What a graph is filled with besides its words. */
interface Prepared {
  /** PNG by the names of bindings. */
  files: Record<string, Buffer>
  /** PNG of pictures that a film goes through, in order. */
  series: Buffer[]
  size: Record<string, number>
  /** How the picture was framed; null where what comes back is taken as it is. */
  framed: Framed | null
}

/** Pictures of a film or of a thing in space: nothing comes back in their place. */
async function prepareFrames(graph: Graph, job: Job, exchange: PictureExchange): Promise<Prepared> {
  const images = exchange.inputs('image')
  const [end] = exchange.inputs('endFrame')
  const files: Record<string, Buffer> = {}
  if (end) files.endFrame = await exchange.copy(end.asset)
  const [first] = images
  if (first) files.image = await exchange.copy(first.asset)
  const series = graph.series ? await Promise.all(images.map(({ asset }) => exchange.copy(asset))) : []
  // One picture alone is gone through to itself.
  if (graph.series && series.length === 1) series.push(...series)
  const ratio =
    first && factsOf(job).size === 'source'
      ? first.asset.width / first.asset.height
      : ratioOf(job.params.aspect)
  const [width, height] = graph.made ? nearestSize(graph.made, ratio) : []
  return { files, series, size: width && height ? { width, height } : {}, framed: null }
}

/** Sides that models of pictures see whole are multiples of it, px. */
const LATENT = 8

/**
 * Size of an enlargement, and the one in which a model works on it.
 * @throws AppError FILE_TOO_MANY_PIXELS where detail is wanted for too much
 */
function enlargedSize(
  { width, height }: { width: number; height: number },
  { factor: times, creative }: Readonly<Record<string, unknown>>,
): Record<string, number> {
  const factor = Number(times ?? 1)
  if (Number(creative) > 0) checkCreative(width, height, factor)
  const whole = (side: number) => Math.max(LATENT, Math.round(side / LATENT) * LATENT)
  const [wide, high] = [width * factor, height * factor]
  return { width: wide, height: high, workWidth: whole(wide), workHeight: whole(high) }
}

/** Pictures as the graph takes them, by the names of its bindings, and the size that is asked for. */
export async function preparePictures(graph: Graph, job: Job, exchange: PictureExchange): Promise<Prepared> {
  const facts = factsOf(job)
  const files: Record<string, Buffer> = {}
  if (OPS[job.op].output !== 'image') return prepareFrames(graph, job, exchange)
  const [further] = facts.pictures.flatMap(([role]) => exchange.inputs(role))
  if (further) files.picture = await exchange.copy(further.asset)
  if (facts.size === 'aspect') {
    const made = graph.made ?? { pixels: 1024 * 1024, step: 64 }
    const [width, height] = nearestSize(made, ratioOf(job.params.aspect))
    return { files, series: [], size: { width, height }, framed: null }
  }
  const [image] = exchange.inputs('image')
  if (!image) throw new AppError('INPUT_MISSING')
  if (!graph.made)
    return {
      files: { ...files, image: await exchange.whole(image.asset) },
      series: [],
      size: facts.size === 'larger' ? enlargedSize(image.asset, job.params) : {},
      framed: null,
    }
  const margins = marginsFor(facts, job)
  const framed = await exchange.frame({ made: graph.made, margins, maskAs: 'grey' })
  files.image = framed.image
  if (framed.mask) files.mask = framed.mask
  return { files, series: [], size: framed.frame.sent, framed }
}
