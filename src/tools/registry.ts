import type { Place } from '#contracts/ops.ts'
import { GENERATION } from './generation.ts'
import { IMAGE_TOOLS } from './image-tools.ts'
import { RENDERS } from './renders.ts'
import type { Field, GroupId, Tool } from './tool.ts'

const ALL = [...RENDERS, ...IMAGE_TOOLS, ...GENERATION] as const

/** Id of a tool: its path without the slash. */
export type ToolId = (typeof ALL)[number]['id']
export type RegisteredTool = Tool & { readonly id: ToolId }

/** Every tool, in the order of the menus. Routes, home, search and tests derive from it. */
export const TOOLS: readonly RegisteredTool[] = ALL

const byId = new Map<string, RegisteredTool>(TOOLS.map((tool) => [tool.id, tool]))

/** The tool with this id, in exactly this case; undefined when there is none. */
export function findTool(id: string): RegisteredTool | undefined {
  return byId.get(id)
}

const INDOORS: ReadonlySet<string> = new Set(['interior', 'commercial'])

/** Whether a tool is for rooms. */
export function isIndoorTool({ fields }: Tool): boolean {
  return fields.some((field) => field.kind === 'category' && INDOORS.has(field.domain))
}

/** Path of a tool's page. */
export function pathOf(tool: Pick<Tool, 'id'>): string {
  return `/${tool.id}`
}

/** Tools of a group that menus list: variants stay reachable by their own path only. */
export function toolsOf(group: GroupId): readonly RegisteredTool[] {
  return TOOLS.filter((tool) => tool.group === group && !tool.variantOf)
}

/** Whether a field is shown among the parameters when they are these; one that belongs to an input never is. */
export function isShown(field: Field, params: Readonly<Record<string, unknown>>, place?: Place): boolean {
  if (field.forInput || (field.place && field.place !== place)) return false
  const { when } = field
  if (!when) return true
  const now = params[when.key]
  return 'is' in when ? when.is.some((value) => value === now) : when.not.every((value) => value !== now)
}
