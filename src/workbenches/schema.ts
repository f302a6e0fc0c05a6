import { z } from 'zod'
import { paramsOf } from '#ops/index.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'

/** The op's parameters with the tool's own defaults in place of the op's. */
function schemaFor(tool: RegisteredTool): z.ZodObject {
  const base: z.ZodObject = paramsOf(tool.op)
  const own = Object.fromEntries(
    tool.fields.flatMap((field) => {
      const known = base.shape[field.key] as z.ZodType | undefined
      return known ? [[field.key, known.default(field.initial)]] : []
    }),
  )
  // Without rules between parameters: a form may be on its way through what they refuse, a start may not.
  return z.object({ ...base.shape, ...own })
}

/** Made once a tool: drafts compare schemas by identity. */
const schemas = new Map<string, z.ZodObject>()

/** Schema of a tool's parameters; parsing `{}` gives what the tool starts with. */
export function schemaOf(tool: RegisteredTool): z.ZodObject {
  const known = schemas.get(tool.id) ?? schemaFor(tool)
  schemas.set(tool.id, known)
  return known
}
