import type { ToolIconName } from '#src/ui/image/ToolIcon.tsx'

export type MaskTool = 'brush' | 'erase' | 'smart' | 'region' | 'wand' | 'lasso' | 'polygon' | 'rect' | 'hand'

/** The tools in the order of their row, each with its key and a word on what to do with it. */
export const MASK_TOOLS: readonly {
  value: MaskTool
  icon: ToolIconName
  title: string
  key: string
  hint: string
}[] = [
  { value: 'brush', icon: 'brush', title: '画笔', key: 'b', hint: '在画面上涂抹要处理的部分' },
  { value: 'erase', icon: 'eraser', title: '橡皮', key: 'e', hint: '擦掉多涂的部分' },
  { value: 'smart', icon: 'click', title: '点选', key: 's', hint: '框住物体，或点一下；再点补充或排除' },
  { value: 'region', icon: 'grid', title: '区域', key: 'r', hint: '点一处选中整块，或按名称全选' },
  { value: 'wand', icon: 'wand', title: '魔棒', key: 'w', hint: '点一处，选中颜色相近的部分' },
  { value: 'lasso', icon: 'lasso', title: '套索', key: 'l', hint: '按住画一圈，松开即选中' },
  { value: 'polygon', icon: 'polygon', title: '多边形', key: 'p', hint: '逐点单击，双击或回车闭合' },
  { value: 'rect', icon: 'rect', title: '矩形', key: 'm', hint: '拖出一个矩形，按住 Shift 为正方形' },
  { value: 'hand', icon: 'hand', title: '移动', key: 'h', hint: '拖动画面' },
]

/** What to do with the pointing tool while it draws lines. */
export const SCRIBBLE_HINT = '在物体上划几笔；“减选”划掉不要的'

/** Tools whose area is either added to the mask or taken out of it. */
export function hasSign(tool: MaskTool): boolean {
  return !['brush', 'erase', 'hand'].includes(tool)
}
