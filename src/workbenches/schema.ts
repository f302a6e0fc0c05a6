import { z } from 'zod'
import { OPS } from '#contracts/ops.ts'
import { type RegisteredTool, TOOLS } from '#src/tools/registry.ts'

/** The op's parameters with the tool's own defaults in place of the op's. */
function schemaFor(tool: RegisteredTool): z.ZodObject {
  const base: z.ZodObject = OPS[tool.op].params
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
const schemas = new Map(TOOLS.map((tool) => [tool.id as string, schemaFor(tool)]))

/** Schema of a tool's parameters; parsing `{}` gives what the tool starts with. */
export function schemaOf(tool: RegisteredTool): z.ZodObject {
  return schemas.get(tool.id) ?? schemaFor(tool)
}
