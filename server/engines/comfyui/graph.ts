import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Binding, zBinding, zInputAt, zWorkflowNode } from '#contracts/workflows.ts'
import { type OpId, zOpId } from '#ops/index.ts'
import { zMadeSizes } from '../pictures/frame.ts'
import { type AskedLora, insertLora } from './lora.ts'

/** Pictures that a graph takes: the one it is about, its mask, a further one (a style, a scene), and a film's last. */
export const zGraphPicture = z.enum(['image', 'mask', 'picture', 'endFrame'])
export type GraphPicture = z.infer<typeof zGraphPicture>

/** English sentences for values of a parameter: for some values, or one up to each of rising numbers. */
const zTelling = z.union([
  z.object({ values: z.record(z.string(), z.string()) }),
  z.object({ upTo: z.array(z.tuple([z.number(), z.string()])) }),
])

/**
 * Nodes that stand once for each pair of neighbouring pictures, so that a film goes through all of them: the first of
 * a pair is bound as `image`, the second as `endFrame`.
 */
const zSeries = z.object({
  nodes: z.array(z.string()),
  /** Their last node, whose frames are joined. */
  gives: z.string(),
})

const zOutput = z.tuple([z.string(), z.number().int()])

/** Where a LoRA goes in: behind these outputs. */
const zLoraBinding = z.object({
  /** Families of LoRAs that it takes; none where that is not known. */
  families: z.array(z.string()),
  models: z.array(zOutput).min(1),
  /** Text encoder that it changes as well, along with the first model. */
  clip: zOutput.optional(),
})

/** A graph of ComfyUI in its API format, and what has to be known of it. */
export const zGraph = z.object({
  id: z.string(),
  /** Goes up when results change. */
  version: z.number().int(),
  title: z.string(),
  /** Of models. */
  family: z.string(),
  /** Language that its models read. */
  language: z.enum(['zh', 'en']),
  /** Of several that can run, the highest is taken. */
  rank: z.number(),
  /** Least memory of the card. */
  vramGb: z.number(),
  /** What it carries out, each with words that always go along. */
  ops: z.partialRecord(zOpId, z.string()),
  /** Parameter that has to be set for it: with that set it is meant alone, and without it only where it is named. */
  asked: z.string().optional(),
  needs: z.array(zGraphPicture),
  /** Pictures that it takes but does not need: without one, what loads it is left out. */
  may: z.array(zGraphPicture),
  models: z.array(
    z.object({
      at: zInputAt,
      folder: z.string(),
      file: z.string(),
      /** Other files that serve as well, as a pattern without regard to case. */
      like: z.string(),
      /** 0 where it is not known. */
      gb: z.number(),
      /** Where its makers publish it; null where it is not known. */
      from: z.url().nullable(),
    }),
  ),
  /** Sizes that it makes; null where it takes any picture as it is. */
  made: zMadeSizes.nullable(),
  bind: z.record(z.string(), z.array(zBinding)),
  /** What it says of parameters that it does not bind, where its models read English. */
  tells: z.record(z.string(), zTelling).default({}),
  lora: zLoraBinding.optional(),
  series: zSeries.optional(),
  /** How many times longer it may run than others. */
  patience: z.number().default(1),
  /** Node that holds the results. */
  output: z.string(),
  /** Node that holds a picture of a film. */
  poster: z.string().optional(),
  prompt: z.record(z.string(), zWorkflowNode),
})
export type Graph = z.infer<typeof zGraph>
export type Prompt = Graph['prompt']

/** The graphs that come along, best first. */
export function loadGraphs(folder = new URL('./graphs/', import.meta.url)): Graph[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const graphs = files.map((name) => zGraph.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
  return graphs.sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))
}

/** What a ComfyUI has: its node classes, its model files by folders, and the memory of its card. */
export interface Install {
  nodes: ReadonlySet<string>
  models: ReadonlyMap<string, readonly string[]>
  /** Its LoRAs, each with the family that it was trained for; '' where it does not say. */
  loras: ReadonlyMap<string, string>
  /** GB; null where it is not known. */
  vramGb: number | null
}

/** What an install lacks of a graph. */
export interface Lacking {
  nodes: string[]
  models: Graph['models']
  /** GB of memory that the card falls short of. */
  vramGb: number
}

type Model = Graph['models'][number]

/** The installed file that serves as a graph's model; its own before one that is alike. */
function fileFor({ folder, file, like }: Model, { models }: Install): string | undefined {
  const installed = models.get(folder) ?? []
  const pattern = new RegExp(like, 'i')
  const nameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? path
  return (
    installed.find((path) => nameOf(path) === file) ?? installed.find((path) => pattern.test(nameOf(path)))
  )
}

/** What is missing before a graph can run; null when nothing is. */
export function lackingFor(graph: Graph, install: Install): Lacking | null {
  const nodes = [...new Set(Object.values(graph.prompt).map((node) => node.class_type))].filter(
    (name) => !install.nodes.has(name),
  )
  const models = graph.models.filter((model) => !fileFor(model, install))
  // A card reports a little less than its makers say.
  const vramGb = install.vramGb === null ? 0 : Math.max(0, graph.vramGb * 0.9 - install.vramGb)
  return nodes.length > 0 || models.length > 0 || vramGb > 0 ? { nodes, models, vramGb } : null
}

/** Whether a graph is meant by what is asked. @param isNamed whether it was asked for by its id */
export function isMeant(
  { asked, bind }: Graph,
  params: Readonly<Record<string, unknown>>,
  { all, isNamed }: { all: readonly Graph[]; isNamed: boolean },
): boolean {
  const set = all.flatMap((graph) => (graph.asked && params[graph.asked] ? [graph.asked] : []))
  if (set.length > 0) return set.some((name) => asked === name || name in bind)
  return asked === undefined || isNamed
}

/** Whether a graph carries out an op with these pictures. */
export function suits(graph: Graph, op: OpId, pictures: readonly GraphPicture[]): boolean {
  return (
    graph.ops[op] !== undefined &&
    graph.needs.every((one) => pictures.includes(one)) &&
    pictures.every((one) => graph.needs.includes(one) || graph.may.includes(one))
  )
}

/**
 * Repeats the nodes of a series for each pair of pictures, and joins what they give.
 * @param pictures names by which they are loaded, at least two
 */
function repeatSeries(prompt: Prompt, graph: Graph, pictures: readonly string[]): void {
  const { series } = graph
  if (!series) return
  const own = new Set(series.nodes)
  const originals = series.nodes.map((id) => [id, prompt[id]] as const)
  for (const id of series.nodes) delete prompt[id]
  let joined: [string, number] | undefined
  for (let pair = 0; pair + 1 < pictures.length; pair++) {
    const named = (id: string) => `${id}-${pair + 1}`
    for (const [id, node] of originals) {
      if (!node) continue
      const inputs = Object.entries(node.inputs).map(([name, value]): [string, unknown] => {
        const isOwn = Array.isArray(value) && own.has(String(value[0]))
        return [name, isOwn ? [named(String(value[0])), value[1]] : value]
      })
      prompt[named(id)] = { class_type: node.class_type, inputs: Object.fromEntries(inputs) }
    }
    for (const [name, picture] of [
      ['image', pictures[pair]],
      ['endFrame', pictures[pair + 1]],
    ] as const)
      for (const { at } of graph.bind[name] ?? []) {
        const node = prompt[named(at[0])]
        if (node) node.inputs[at[1]] = picture
      }
    const given: [string, number] = [named(series.gives), 0]
    if (!joined) joined = given
    else {
      const join = named('join')
      prompt[join] = { class_type: 'ImageBatch', inputs: { image1: joined, image2: given } }
      joined = [join, 0]
    }
  }
  for (const { inputs } of Object.values(prompt))
    for (const [name, value] of Object.entries(inputs))
      if (isLinkTo(value, series.gives)) inputs[name] = joined
}

const isLinkTo = (value: unknown, id: string) => Array.isArray(value) && value[0] === id

/** Takes a node out, and every input that is linked to it. */
function dropNode(prompt: Prompt, id: string): void {
  delete prompt[id]
  for (const { inputs } of Object.values(prompt))
    for (const [name, value] of Object.entries(inputs)) if (isLinkTo(value, id)) delete inputs[name]
}

function valueFor(binding: Binding, value: unknown): unknown {
  if (binding.values) return binding.values[String(value)]
  if (binding.range) {
    const [from, to] = binding.range
    return Math.round(1000 * (from + (to - from) * Number(value))) / 1000
  }
  return binding.after && typeof value === 'string' && value ? `${binding.after}, ${value}` : value
}

/**
 * A graph as it is sent: models of the install, values where they are bound, without the pictures that are not there.
 * @param values by the names of bindings; those that the graph does not bind are left out
 * @param lora one that the graph takes; null for none
 */
export function fillGraph(
  graph: Graph,
  values: Readonly<Record<string, unknown>>,
  install: Install,
  lora: AskedLora | null = null,
): { prompt: Prompt; model: string } {
  const prompt = structuredClone(graph.prompt)
  const set = ([id, name]: readonly [string, string], value: unknown) => {
    const node = prompt[id]
    if (node && value !== undefined) node.inputs[name] = value
  }
  const files = graph.models.map((model) => ({ model, file: fileFor(model, install) ?? model.file }))
  for (const { model, file } of files) set(model.at, file)
  for (const [name, bindings] of Object.entries(graph.bind))
    for (const binding of bindings) {
      const value = values[name]
      const words = binding.after ?? ''
      if (value !== undefined) set(binding.at, valueFor(binding, value) || words)
    }
  for (const picture of graph.may)
    if (values[picture] === undefined) for (const { at } of graph.bind[picture] ?? []) dropNode(prompt, at[0])
  if (Array.isArray(values.pictures)) repeatSeries(prompt, graph, values.pictures)
  if (lora) insertLora(prompt, graph, lora)
  return { prompt, model: files[0]?.file ?? graph.family }
}
