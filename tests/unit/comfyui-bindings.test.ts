import { describe, expect, it } from 'vitest'
import type { Category } from '#contracts/catalog.ts'
import type { InputRole } from '#contracts/ops.ts'
import { type OpId, paramsOf } from '#ops/index.ts'
import { RENDER_STYLES } from '#ops/render/styles.ts'
import { CATEGORIES } from '#server/catalog/categories.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import {
  fillGraph,
  type Graph,
  type GraphPicture,
  type Install,
  loadGraphs,
} from '#server/engines/comfyui/graph.ts'
import { loraOf } from '#server/engines/comfyui/lora.ts'
import { partsOf } from '#server/engines/comfyui/parts.ts'
import type { EngineIo, Job } from '#server/engines/engine.ts'
import type { ChildPool } from '#server/engines/local/child-pool.ts'
import { PictureExchange } from '#server/engines/pictures/exchange.ts'
import { type Control, controlsOf } from '#src/tools/controls.ts'
import { TOOLS } from '#src/tools/registry.ts'

/** Parameters of the embedded engine's own methods, and those that decide of tasks, pictures and sizes instead of graphs. */
const NOT_ASKED: Partial<Record<OpId, readonly string[]>> = {
  render: ['variants', 'classifyId2', 'regions', 'room'],
  views: ['classifyId2', 'dress', 'reach', 'lock', 'view'],
  stylize: ['method', 'scale'],
  retexture: ['tileMm', 'turn', 'corners'],
  flatplan: ['ruler', 'changes', 'showAreas', 'shadow', 'side'],
  composite: ['frame', 'harmonise', 'wrap', 'placing', 'shadow'],
  restore: ['deblock', 'factor'],
  // They become the margins and the size.
  outpaint: ['ratio', 'position', 'left', 'right', 'top', 'bottom'],
  upscale: ['factor', 'quality'],
  text2image: ['aspect'],
  text2video: ['aspect'],
  images2video: ['aspect'],
  // It draws the picture that is sent.
  live: ['brush'],
}

const anything: Install = { nodes: new Set(), models: new Map(), loras: new Map(), vramGb: null }
const asset = { id: 'a'.repeat(64), type: 'image/png', bytes: 1, width: 640, height: 480 }

const roleOf = (name: GraphPicture, op: OpId): InputRole =>
  name === 'picture' ? (op === 'composite' ? 'scene' : 'style') : name

/** What is sent for a job of a graph's, apart from the pictures themselves. */
function sentFor(graph: Graph, op: OpId, params: unknown, pictures: readonly GraphPicture[]): string {
  const inputs = pictures.map((name) => ({ role: roleOf(name, op), name: 'a.png', asset }))
  const job: Job = {
    taskId: 'task',
    op,
    params: paramsOf(op).parse(params),
    inputs,
    seconds: 1,
    isLong: false,
    graphId: '',
  }
  const exchange = new PictureExchange(job, {} as EngineIo, {} as ChildPool)
  const loaded = Object.fromEntries(pictures.map((name) => [name, `${name}.png`]))
  return JSON.stringify(
    partsOf(job, graph, exchange).map(
      ({ values }) => fillGraph(graph, { ...values, ...loaded }, anything, loraOf(job.params)).prompt,
    ),
  )
}

const leaves = (tree: readonly Category[]): Category[] =>
  tree.flatMap((one) => (one.childrens.length > 0 ? leaves(one.childrens) : [one]))
/** Values of lists. */
const LISTED: Record<string, readonly string[]> = {
  style: RENDER_STYLES.map(({ id }) => id),
  material: MATERIALS.map(({ id }) => id),
  view: leaves(CATEGORIES).map(({ id }) => id),
  atmosphere: leaves(CATEGORIES).map(({ id }) => id),
  environment: leaves(CATEGORIES).map(({ id }) => id),
  classifyId3: leaves(CATEGORIES).map(({ id }) => id),
}

/** Values that a control can be set to, far from each other. */
function samplesOf({ options, initial, min, max, kind, key }: Control): unknown[] {
  if (options.length > 0) return [...options]
  if (typeof initial === 'boolean') return [false, true]
  if (typeof initial === 'number') return [min, Math.floor((min + max) / 2), max]
  if (kind === 'colour') return ['#112233', '#fedcba']
  return [...(LISTED[key] ?? ['stone library', 'glass tower'])]
}

/** Says how much of a style picture is taken: means nothing to graphs that take none. */
const OF_PICTURES = new Set(['ipaPlus'])

/** Parameters that choose the graph. */
const ASKED = new Set(loadGraphs().flatMap(({ asked }) => asked ?? []))

const offered = (op: OpId): Control[] => {
  const all = TOOLS.filter((tool) => tool.op === op).flatMap((tool) => controlsOf(tool))
  return [...new Map(all.map((control) => [control.key, control])).values()].filter(
    ({ key }) => !NOT_ASKED[op]?.includes(key),
  )
}

const cases = loadGraphs().flatMap((graph) =>
  (Object.keys(graph.ops) as OpId[]).flatMap((op) =>
    offered(op)
      .filter(({ key }) => !ASKED.has(key) || graph.asked === key)
      .filter(({ key }) => !OF_PICTURES.has(key) || [...graph.needs, ...graph.may].includes('picture'))
      .map((control) => [graph.id, op, control.key, graph, control] as const),
  ),
)

describe('what is sent', () => {
  it.each(cases)('by %s for %s is changed by %s', (_id, op, key, graph, control) => {
    const base: Record<string, unknown> = { ...paramsOf(op).parse({ time: 'dusk' }) }
    if ('prompt' in base) base.prompt = 'timber pavilion'
    if ('material' in base) base.material = MATERIALS[0]?.id
    const { when } = control
    if (when && 'is' in when) base[when.key] = when.is[0]
    if (when && 'not' in when && typeof base[when.key] === 'string') base[when.key] = 'anything else'
    // With as few pictures as it needs, and with all that it takes.
    const changes = [graph.needs, [...graph.needs, ...graph.may]].map((pictures) => {
      const sent = samplesOf(control)
        .map((value) => ({ ...base, [key]: value }))
        .filter((params) => paramsOf(op).safeParse(params).success)
        .map((params) => sentFor(graph, op, params, pictures))
      return new Set(sent).size > 1
    })
    expect(changes).toContain(true)
  })
})
