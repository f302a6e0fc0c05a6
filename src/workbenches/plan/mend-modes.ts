import type { MadePart } from '#contracts/flatplan.ts'
import type { StageMode } from '../StageModes.tsx'

/** What the pointer does to a plan. */
export type MendMode = 'point' | Exclude<MadePart, 'sliding'> | 'join' | 'room' | 'ruler' | 'crop'

interface Mode extends StageMode<MendMode> {
  /** Works on site plans as well. */
  onSites?: true
}

export const MEND_MODES: readonly Mode[] = [
  {
    mode: 'point',
    icon: 'click',
    title: '点选',
    hint: '点房间改用途与名称，点门窗改成别的',
    onSites: true,
  },
  { mode: 'wall', icon: 'pen', title: '画墙', hint: '沿墙拖一道线；两端会接到近处的墙，也可补上断口' },
  {
    mode: 'open',
    icon: 'eraser',
    title: '拆墙',
    hint: '点一下去掉认错的一块墙、门窗；拖一道线只拆线下的一段',
  },
  { mode: 'door', icon: 'cut', title: '门', hint: '在墙上或断口上拖出门的宽度' },
  { mode: 'window', icon: 'split', title: '窗', hint: '在墙上或断口上拖出窗的宽度' },
  { mode: 'passage', icon: 'minus', title: '洞口', hint: '拖一道线：封住断口但不砌墙，或把一间分成两间' },
  { mode: 'join', icon: 'merge', title: '合并', hint: '从一间拖到另一间，算作一间' },
  { mode: 'room', icon: 'rect', title: '加房间', hint: '从一角拖到对角，墙线以内算一间' },
  { mode: 'ruler', icon: 'adjust', title: '标定', hint: '沿知道长度的墙拖一道线，再填长度', onSites: true },
  { mode: 'crop', icon: 'fit', title: '裁图', hint: '拖框圈出要上色的一个图；改过的要重来', onSites: true },
]

/** What to do in a mode. */
export const hintOf = (mode: MendMode): string => MEND_MODES.find((one) => one.mode === mode)?.hint ?? ''
