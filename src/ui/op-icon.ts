import type { OpId } from '#contracts/ops.ts'
import type { RegisteredTool, ToolId } from '#src/tools/registry.ts'
import type { IconName } from './Icon.tsx'

/** The sign of each operation on cards and in menus. */
export const OP_ICONS: Record<OpId, IconName> = {
  render: 'render',
  views: 'views',
  composite: 'composite',
  render3d: 'render3d',
  flatplan: 'flatplan',
  clearroom: 'clearroom',
  edit: 'localEdit',
  stylize: 'stylize',
  retexture: 'retexture',
  relight: 'relight',
  grade: 'grade',
  matting: 'matting',
  inpaint: 'inpaint',
  outpaint: 'outpaint',
  upscale: 'upscale',
  compress: 'compress',
  restore: 'restore',
  lineart: 'lineart',
  panorama: 'panorama',
  text2image: 'text2image',
  text2video: 'video',
  image2video: 'video',
  images2video: 'images2video',
  describe: 'describe',
  expand: 'expand',
  chatEdit: 'chatEdit',
  chat: 'chat',
  live: 'live',
}

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
