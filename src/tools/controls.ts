import { z } from 'zod'
import type { Place } from '#contracts/ops.ts'
import { paramsOf } from '#ops/index.ts'
import type { Field, Tool, Value } from './tool.ts'

/** What an op's schema says of a parameter, for the form. */
interface Limits {
  /** What the tool begins with. */
  initial: Value
  /** Bounds of a number; NaN where it has none. */
  min: number
  max: number
  step: number
  /** Most characters of a text. */
  maxLength: number | undefined
  /** Values to choose from. */
  options: readonly (string | number)[]
}

/** A field with the bounds, options and default of its parameter. */
export type Control = Field & Limits

/** What a form needs of a tool. */
type Formed = Pick<Tool, 'id' | 'op' | 'fields'>

/** The op's parameters with the tool's own defaults in place of the op's. */
function schemaFor({ op, fields }: Formed): z.ZodObject {
  const base: z.ZodObject = paramsOf(op)
  const own = Object.fromEntries(
    fields.flatMap(({ key, initial }) =>
      initial === undefined ? [] : [[key, (base.shape[key] as z.ZodType).default(initial)]],
    ),
  )
  // Without rules between parameters: a form may be on its way through what they refuse, a start may not.
  return z.object({ ...base.shape, ...own })
}

/** Made once a tool: drafts compare schemas by identity. */
const schemas = new Map<string, z.ZodObject>()

/** Schema of a tool's parameters; parsing `{}` gives what the tool starts with. */
export function schemaOf(tool: Formed): z.ZodObject {
  const known = schemas.get(tool.id) ?? schemaFor(tool)
  schemas.set(tool.id, known)
  return known
}

function bareOf(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return isWrapped ? bareOf(schema.unwrap()) : schema
}

/** Bounds of a number by its schema; NaN where it has none. */
export function boundsOf(schema: z.ZodType): { min: number; max: number } {
  const bare = bareOf(schema)
  const number = bare instanceof z.ZodNumber ? bare : undefined
  return { min: number?.minValue ?? Number.NaN, max: number?.maxValue ?? Number.NaN }
}

/** Values of an enumeration, of a union of literals, or of a short range of whole numbers. */
function optionsOf(schema: unknown): (string | number)[] {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodUnion)
    return schema.options
      .flatMap((option) => (option instanceof z.ZodLiteral ? [...option.values] : []))
      .filter((value) => typeof value === 'string' || typeof value === 'number')
  if (schema instanceof z.ZodNumber && schema.isInt && Number(schema.maxValue) - Number(schema.minValue) < 10)
    return Array.from(
      { length: Number(schema.maxValue) - Number(schema.minValue) + 1 },
      (_, k) => Number(schema.minValue) + k,
    )
  return []
}

function controlOf(tool: Formed, field: Field): Control {
  const schema = schemaOf(tool).shape[field.key] as z.ZodType
  const bare = bareOf(schema)
  const whole = bare instanceof z.ZodNumber && bare.isInt
  return {
    ...field,
    initial: schema.parse(undefined) as Value,
    ...boundsOf(schema),
    step: ('step' in field && field.step) || (whole ? 1 : 0.05),
    maxLength: (bare instanceof z.ZodString && bare.maxLength) || undefined,
    options: optionsOf(bare),
  }
}

const controls = new Map<string, readonly Control[]>()

/** The fields of a tool with the bounds, options and defaults that its op's schema has for them. */
export function controlsOf(tool: Formed): readonly Control[] {
  const known = controls.get(tool.id) ?? tool.fields.map((field) => controlOf(tool, field))
  controls.set(tool.id, known)
  return known
}

/** Parameters as they count at a place: those of fields that belong to another have their defaults. */
export function heededParams<P extends Readonly<Record<string, unknown>>>(
  tool: Formed,
  params: P,
  place: Place | undefined,
): P {
  const others = controlsOf(tool).filter((field) => field.place && field.place !== place)
  if (others.every(({ key, initial }) => params[key] === initial)) return params
  return { ...params, ...Object.fromEntries(others.map(({ key, initial }) => [key, initial])) }
}

/** Parameters of a tool before the user touches anything, by the keys of its fields. */
export function initialParams(tool: Formed): Record<string, unknown> {
  return Object.fromEntries(controlsOf(tool).map(({ key, initial }) => [key, initial]))
}

/** Name of an option of a choice. */
export function titleOfOption(field: Extract<Field, { kind: 'choice' }>, value: string | number): string {
  return field.titles?.[value] ?? String(value)
}
