import { Segmented } from 'antd'
import { useState } from 'react'
import type { ParamsOf } from '#ops/index.ts'
import { ownOf } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import type { FirstTool } from '#src/ui/mask/use-mask-editor.ts'
import { InputPreview } from '../InputPreview.tsx'
import { PictureMask } from '../PictureMask.tsx'
import { maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'
import type { usePictureMasks } from '../use-picture-masks.ts'
import styles from './MattingCanvas.module.css'

type Mode = ParamsOf<'matting'>['mode']

const MODES: { value: Mode; label: string }[] = [
  { value: 'auto', label: '自动' },
  { value: 'box', label: '框选' },
  { value: 'scribble', label: '涂抹' },
]
const HINTS: Record<Mode | 'correct', string> = {
  auto: '主体由算法识别，结果可再修整',
  box: '框住主体，只抠框内；边缘在开始后细化',
  scribble: '在主体上划几笔，多选的用“减选”划掉',
  correct: '画笔补回缺的，橡皮擦去多的，再开始一次',
}

interface Props {
  bench: Bench
  source: DraftInput
  masks: ReturnType<typeof usePictureMasks>
}

/** A mask that was not made by pointing is gone on with by the brush. */
function firstTool(mode: Mode, isPainted: boolean): FirstTool {
  if (mode === 'box') return 'box'
  return isPainted ? 'brush' : 'lines'
}

/** A picture to be cut out: the network's choice, or what is boxed or scribbled on. */
export function MattingCanvas({ bench, source, masks }: Props) {
  const mode = (bench.params.mode ?? 'auto') as Mode
  const isPainted = maskOf(bench.inputs, source) !== undefined && !ownOf('matting', source).things?.length
  // Only a change of the mode changes the tool in hand, not what is drawn meanwhile.
  const [held, setHeld] = useState({ mode, id: source.id, first: firstTool(mode, isPainted) })
  if (held.mode !== mode || held.id !== source.id)
    setHeld({ mode, id: source.id, first: firstTool(mode, isPainted) })
  return (
    <div className={styles.frame}>
      <div className={styles.modes}>
        <Segmented
          value={mode}
          onChange={(next) => bench.setParams({ mode: next })}
          options={MODES}
          name="matting-mode"
          aria-label="怎样选出主体"
        />
        <span className={styles.hint}>
          {HINTS[mode !== 'auto' && held.first === 'brush' ? 'correct' : mode]}
        </span>
      </div>
      <div className={styles.body}>
        {mode === 'auto' ? (
          <InputPreview inputs={[source]} />
        ) : (
          <PictureMask bench={bench} source={source} masks={masks} first={held.first} />
        )}
      </div>
    </div>
  )
}
