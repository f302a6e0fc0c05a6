import { MASK_TOOLS, type MaskTool } from './mask-tools.ts'

/** What a key does in the mask editor. */
export type MaskCommand =
  | { kind: 'tool'; tool: MaskTool }
  | { kind: 'size' | 'hardness'; step: 1 | -1 }
  | {
      kind:
        | 'undo'
        | 'redo'
        | 'invert'
        | 'clear'
        | 'swapSign'
        | 'peek'
        | 'sheet'
        | 'confirm'
        | 'cancel'
        | 'back'
    }

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const PLAIN: Record<string, MaskCommand> = {
  '[': { kind: 'size', step: -1 },
  ']': { kind: 'size', step: 1 },
  '{': { kind: 'hardness', step: -1 },
  '}': { kind: 'hardness', step: 1 },
  i: { kind: 'invert' },
  x: { kind: 'swapSign' },
  q: { kind: 'peek' },
  '?': { kind: 'sheet' },
  '？': { kind: 'sheet' },
  Enter: { kind: 'confirm' },
  Escape: { kind: 'cancel' },
  Backspace: { kind: 'back' },
  Delete: { kind: 'clear' },
}

/** The command of a key; null for keys that mean nothing here. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): MaskCommand | null {
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) {
    if (letter === 'z') return { kind: shiftKey ? 'redo' : 'undo' }
    if (letter === 'y') return { kind: 'redo' }
    if (letter === 'i' && !shiftKey) return { kind: 'invert' }
    return null
  }
  if (altKey) return null
  const tool = MASK_TOOLS.find((entry) => entry.key === letter)
  return tool ? { kind: 'tool', tool: tool.value } : (PLAIN[letter] ?? null)
}

/** The sheet of shortcuts: groups of what is done and by which keys. */
export const SHORTCUTS: readonly { title: string; rows: readonly (readonly [string, string])[] }[] = [
  {
    title: '工具',
    rows: MASK_TOOLS.map(({ title, key }) => [title, key.toUpperCase()] as const),
  },
  {
    title: '涂抹',
    rows: [
      ['画笔变小、变大', '[  ]'],
      ['画笔变软、变硬', 'Shift+[  ]'],
      ['加选、减选互换', 'X'],
      ['临时反向（画笔变橡皮）', '按住 Alt'],
      ['反选', 'I'],
      ['清空', 'Delete'],
      ['撤销', 'Ctrl+Z'],
      ['重做', 'Ctrl+Shift+Z'],
    ],
  },
  {
    title: '多边形与点选',
    rows: [
      ['闭合多边形', '回车'],
      ['退回一个点', '退格'],
      ['放弃、停止计算', 'Esc'],
      ['点选排除', '右键'],
    ],
  },
  {
    title: '画面',
    rows: [
      ['缩放', '滚轮、+  −'],
      ['移动', '空格或中键拖动'],
      ['适合窗口', '0'],
      ['原始大小', '1'],
      ['暂时隐藏蒙版', 'Q'],
      ['本表', '?'],
    ],
  },
]
