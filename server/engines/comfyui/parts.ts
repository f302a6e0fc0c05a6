import { createHash } from 'node:crypto'
import { AppError } from '#contracts/errors.ts'
import { type GenerativeFacts, tagsOf, tellsWish, wantedOf } from '#ops/generative.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { paramsOf } from '#ops/index.ts'
import { findWords } from '#server/catalog/find-words.ts'
import type { Job } from '../engine.ts'
import type { Framed, PictureExchange } from '../pictures/exchange.ts'
import { nearestSize } from '../pictures/frame.ts'
import { marginsFor, ratioOf } from '../pictures/sizes.ts'
import type { Graph, GraphPicture } from './graph.ts'

/** How much of the work a node stands for; 1 for those that are not named. */
const WEIGHTS: Readonly<Record<string, number>> = { KSampler: 20, ImageUpscaleWithModel: 20 }

/** One of the pictures that a task asks for. */
export interface Part {
  id: string
  title: string
  values: Record<string, unknown>
  words: string
}

function seedOf({ taskId, params }: Job): number {
  const { seed } = params
  return typeof seed === 'number' ? seed : createHash('sha256').update(taskId).digest().readUInt32BE(0)
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
export function factsOf({ op }: Job): GenerativeFacts {
  const facts = GENERATIVE[op]
  if (!facts) throw new AppError('OP_UNAVAILABLE')
  return facts
}

/** Pictures that a job has for a graph. */
export function picturesOf(job: Job): GraphPicture[] {
  const facts = factsOf(job)
  const has = (role: string) => job.inputs.some((input) => input.role === role)
  const further = facts.pictures.some(([role]) => has(role))
  return [
    ...(facts.size === 'aspect' ? [] : ['image' as const]),
    ...(has('mask') || facts.size === 'margins' ? ['mask' as const] : []),
    ...(further ? ['picture' as const] : []),
  ]
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
    const own = graph.language === 'zh' ? words : tagsOf(facts, { params, roles }, findWords)
    const said = [always, own].filter(Boolean).join(graph.language === 'zh' ? '\n' : ', ')
    return {
      id: index === 0 ? job.taskId : `${job.taskId}.${index + 1}`,
      title,
      words: said,
      values: { ...params, words: said, seed: seed + index },
    }
  })
}

/** Pictures as the graph takes them, by the names of its bindings, and the size that is asked for. */
export async function preparePictures(
  graph: Graph,
  job: Job,
  exchange: PictureExchange,
): Promise<{ files: Record<string, Buffer>; size: Record<string, number>; framed: Framed | null }> {
  const facts = factsOf(job)
  const files: Record<string, Buffer> = {}
  const [further] = facts.pictures.flatMap(([role]) => exchange.inputs(role))
  if (further) files.picture = await exchange.copy(further.asset)
  if (facts.size === 'aspect') {
    const made = graph.made ?? { pixels: 1024 * 1024, step: 64 }
    const [width, height] = nearestSize(made, ratioOf(job.params.aspect))
    return { files, size: { width, height }, framed: null }
  }
  const [image] = exchange.inputs('image')
  if (!image) throw new AppError('INPUT_MISSING')
  if (!graph.made)
    return { files: { ...files, image: await exchange.whole(image.asset) }, size: {}, framed: null }
  const margins = marginsFor(facts, job)
  const framed = await exchange.frame({ made: graph.made, margins, maskAs: 'grey' })
  files.image = framed.image
  if (framed.mask) files.mask = framed.mask
  return { files, size: framed.frame.sent, framed }
}
