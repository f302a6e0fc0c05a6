import type { OpId } from '#ops/index.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { InputSlot } from '#src/tools/tool.ts'

/** What was shared, as far as tools differ in it. */
export interface Shared {
  pictures: number
  hasText: boolean
  /** Some of them are drawings (DXF, SVG), which few tools take. */
  hasDrawings?: boolean
}

/** Tools that can take what was shared, in the order of offering. */
export interface Suited {
  recent: RegisteredTool[]
  ready: RegisteredTool[]
  /** Nothing can run them at the moment. */
  awaited: RegisteredTool[]
}

/** Whether a tool has a field for words. */
export function takesWords(tool: Pick<RegisteredTool, 'fields' | 'workbench'>): boolean {
  return tool.workbench === 'chat' || tool.fields.some(({ key, kind }) => key === 'prompt' && kind === 'text')
}

/** Whether a tool takes this many pictures, or, without any, words. */
export function suits(tool: RegisteredTool, { pictures, hasText, hasDrawings = false }: Shared): boolean {
  const slot: InputSlot | undefined = tool.inputs[0]
  if (pictures === 0) return hasText && takesWords(tool) && !tool.inputs.some(({ required }) => required)
  return (
    slot?.kind === 'image' && slot.max >= Math.min(pictures, 2) && (!hasDrawings || slot.drawings === true)
  )
}

/**
 * Chooses tools for what was shared: those used lately, then those that can run now, then the others.
 * A variant of another tool is offered only where it was used lately.
 * @param recents ids, newest first
 */
export function suitTools(
  tools: readonly RegisteredTool[],
  shared: Shared,
  recents: readonly string[],
  runs: (op: OpId) => boolean,
): Suited {
  const able = tools.filter((tool) => suits(tool, shared))
  const recent = recents.flatMap((id) => able.find((tool) => tool.id === id && runs(tool.op)) ?? [])
  const rest = able.filter((tool) => !tool.variantOf && !recent.includes(tool))
  return {
    recent,
    ready: rest.filter(({ op }) => runs(op)),
    awaited: rest.filter(({ op }) => !runs(op)),
  }
}
