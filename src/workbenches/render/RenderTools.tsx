import { Button } from 'antd'
import type { StageMode } from '../StageModes.tsx'
import { UndoRedo } from '../UndoRedo.tsx'
import styles from './RenderTools.module.css'
import type { StrokeMode } from './strokes.ts'
import type { RegionEdits } from './use-region-edits.ts'

/** What the pointer does to the picture. */
export type RegionMode = 'point' | StrokeMode | 'room'

export const REGION_MODES: readonly StageMode<RegionMode>[] = [
  { mode: 'point', icon: 'click', title: '点选', hint: '点画面里的墙、地、窗即可改' },
  { mode: 'around', icon: 'lasso', title: '圈选', hint: '大致圈住几块，一起改' },
  { mode: 'merge', icon: 'merge', title: '合并', hint: '一笔划过相邻的几块，合成一块' },
  { mode: 'split', icon: 'cut', title: '拆分', hint: '划一道线切开，或圈出一块' },
  { mode: 'room', icon: 'room', title: '房间框', hint: '拖后墙的四角对准墙角，蓝点定进深方向' },
]

/** What to do in a mode. */
export const hintOf = (mode: RegionMode) => REGION_MODES.find((one) => one.mode === mode)?.hint ?? ''

/** Back and forth through what was done by hand. */
export function EditActions({ edits, mode }: { edits: RegionEdits; mode: RegionMode }) {
  const { change, room, isBlank, canUndo, canRedo } = edits
  if (!canUndo && !canRedo) return null
  return (
    <span className={styles.actions}>
      <UndoRedo edits={edits} />
      {mode === 'room' ? (
        <Button type="text" disabled={!room} onClick={() => change({ room: null })}>
          自动识别
        </Button>
      ) : (
        <Button
          type="text"
          disabled={isBlank}
          title="全部还原为自动识别的"
          onClick={() => change({ regions: [], room: null })}
        >
          还原
        </Button>
      )}
    </span>
  )
}
