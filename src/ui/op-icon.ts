import { type OpId, OP_ICONS as SIGNS } from '#ops/index.ts'
import type { RegisteredTool, ToolId } from '#src/tools/registry.ts'
import type { IconName } from './Icon.tsx'

/** The sign of each operation on cards and in menus: one that is not drawn does not compile. */
export const OP_ICONS: Readonly<Record<OpId, IconName>> = SIGNS

/** Tools that share an operation but not a subject. */
const TOOL_ICONS: Partial<Record<ToolId, IconName>> = {
  indoorRenderNew: 'sofa',
  indoorRender: 'sofa',
  gongzhuangRenderNew: 'shop',
  gongzhuangRender: 'shop',
  landscapeRenderNew: 'tree',
  landscapeRender: 'tree',
  indoorExterior: 'window',
  birdsViewRender: 'aerial',
  architecturalPart: 'facade',
  lockImg: 'lock',
  lockImgOut: 'lock',
  oldhouse: 'renovate',
}

/** The sign of a tool on cards and in menus. */
export function iconOf(tool: Pick<RegisteredTool, 'id' | 'op'>): IconName {
  return TOOL_ICONS[tool.id] ?? OP_ICONS[tool.op]
}
