import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { EngineKind } from '#contracts/engines.ts'
import { zInputRole } from '#contracts/ops.ts'
import { zOpId } from '#ops/index.ts'
import { zMadeSizes } from '../pictures/frame.ts'

/** What stands in a request: a value, or `{name}` for one of the task's; parts whose values are not there are left out. */
export type Template = string | number | boolean | readonly Template[] | { readonly [key: string]: Template }
const zTemplate: z.ZodType<Template> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.array(zTemplate), z.record(z.string(), zTemplate)]),
)

/** How a cloud is asked for the work of an op. */
const zCloudJob = z.object({
  model: z.enum(['image', 'video']),
  /** Where a job is created. */
  path: z.string(),
  body: zTemplate,
  /** Where the addresses of the results stand in the answer; `[]` stands for each of a list. */
  results: z.string(),
  /** Pictures that it takes beside the required ones. */
  takes: z.array(zInputRole),
  /** Sizes that it makes; null where it is told a ratio, or takes the picture's. */
  made: zMadeSizes.nullable(),
  /** Lengths of films that it makes, s; any where there are none. */
  seconds: z.array(z.number()),
  /** What the names of models hold that are for the other kind of film. */
  not: z.string().optional(),
})
export type CloudJob = z.infer<typeof zCloudJob>

/** A cloud that has jobs created and looked up, told as data: paths, fields and states. */
const zCloud = z.object({
  /** Sent along when a job is created. */
  headers: z.record(z.string(), z.string()),
  /** Where the answer to that has the job's name. */
  id: z.string(),
  /** Where a job is looked up, and where it is given up; {id} stands for its name. */
  look: z.string(),
  cancel: z.object({ method: z.enum(['POST', 'DELETE']), path: z.string() }),
  /** Where the answer has the state, and what its values mean; any other is a job that is not known any more. */
  state: z.string(),
  states: z.record(z.string(), z.enum(['waiting', 'running', 'done', 'failed'])),
  /** Where it has the code and the words of a failure. */
  code: z.string(),
  message: z.string(),
  jobs: z.partialRecord(zOpId, zCloudJob),
})
export type Cloud = z.infer<typeof zCloud>

function read(name: string): Cloud {
  return zCloud.parse(JSON.parse(readFileSync(new URL(`./clouds/${name}.json`, import.meta.url), 'utf8')))
}

/** Clouds by the kinds of engines that they are. */
export const CLOUDS: Readonly<Record<Exclude<EngineKind, 'comfyui' | 'openai'>, Cloud>> = {
  dashscope: read('dashscope'),
  ark: read('ark'),
}

type Values = Readonly<Record<string, string | number | undefined>>

/** A template with values in it; undefined where one of them is not there, as are parts of lists and objects. */
export function fillTemplate(template: Template, values: Values): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{(\w+)\}$/.exec(template) ?? []
    // Alone it keeps its type.
    if (only !== undefined) return values[only]
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    if (names.some((name) => values[name] === undefined)) return undefined
    return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  }
  if (Array.isArray(template))
    return template.map((part: Template) => fillTemplate(part, values)).filter((part) => part !== undefined)
  if (typeof template !== 'object') return template
  const parts = Object.entries(template).map(([key, part]) => [key, fillTemplate(part, values)] as const)
  // A picture that is not there takes what belongs to it along; a mere setting does not.
  const isPicture = 'image_url' in template
  if (isPicture && parts.some(([, part]) => part === undefined)) return undefined
  const kept = parts.filter(([, part]) => part !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** The texts at a place of an answer, such as `output.results[].url`; those that are none are left out. */
export function textsAt(answer: unknown, place: string): string[] {
  let found: unknown[] = [answer]
  for (const step of place.split('.')) {
    const name = step.replace('[]', '')
    found = found
      .map((one) => (one && typeof one === 'object' ? (one as Record<string, unknown>)[name] : undefined))
      .flatMap((one) => (step.endsWith('[]') ? (Array.isArray(one) ? one : []) : [one]))
  }
  return found.filter((one): one is string => typeof one === 'string' && one !== '')
}
