import { Button, Dropdown, Segmented, Slider } from 'antd'
import { MASK_NAMES } from '#contracts/mask.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { changeEditor, editorSettings } from './editor-settings.ts'
import styles from './MaskEditor.module.css'
import { hasSign, type MaskTool } from './mask-tools.ts'
import type { MaskJobs } from './use-mask-jobs.ts'

interface Props {
  jobs: MaskJobs
  tool: MaskTool
  brush: number
  maxBrush: number
  onBrush: (brush: number) => void
  subtract: boolean
  onSubtract: (subtract: boolean) => void
  scribble: boolean
  /** Left out where the tool's page says how things are pointed at. */
  onScribble: ((scribble: boolean) => void) | undefined
}

const SIGNS = [
  { value: false, label: '加选' },
  { value: true, label: '减选' },
]
const REACH = [
  { value: true, label: '相连' },
  { value: false, label: '全图' },
]
const POINTING = [
  { value: false, label: '点、框' },
  { value: true, label: '划线' },
]

/** Settings of the tool in hand. */
export function ToolOptions(props: Props) {
  const { tool } = props
  return (
    <div className={styles.options}>
      {tool === 'brush' || tool === 'erase' ? <BrushOptions {...props} /> : null}
      {hasSign(tool) ? (
        <Segmented
          value={props.subtract}
          onChange={props.onSubtract}
          options={SIGNS}
          name="mask-sign"
          aria-label="选区加入还是减去"
        />
      ) : null}
      {tool === 'smart' && props.onScribble ? (
        <Segmented
          value={props.scribble}
          onChange={props.onScribble}
          options={POINTING}
          name="mask-pointing"
          aria-label="怎样指出物体"
        />
      ) : null}
      {tool === 'region' ? <NameMenu jobs={props.jobs} subtract={props.subtract} /> : null}
      {tool === 'wand' ? <WandOptions /> : null}
    </div>
  )
}

/** Selects all of a name that the picture shows: its windows, its walls, its sky. */
function NameMenu({ jobs, subtract }: Pick<Props, 'jobs' | 'subtract'>) {
  const { names, busy, findNames, selectName } = jobs
  const items = names?.map(({ name, share }) => ({
    key: name,
    label: `${MASK_NAMES[name].title} · ${share < 0.01 ? '不到 1' : Math.round(100 * share)}%`,
    onClick: () => selectName(name, subtract),
  }))
  return (
    <Dropdown
      trigger={['click']}
      // Below the bar is no room for a menu that grows as names are found.
      placement="topLeft"
      onOpenChange={(open) => open && !names && !busy && findNames()}
      menu={{
        items: items ?? [{ key: 'wait', label: busy ? '正在识图…' : '没有认出来，请再试', disabled: true }],
      }}
    >
      <Button>{subtract ? '减去全部…' : '选中全部…'}</Button>
    </Dropdown>
  )
}

function BrushOptions({ brush, maxBrush, onBrush }: Props) {
  const { hardness } = useSignalValue(editorSettings)
  return (
    <>
      <Dial title="大小" name="画笔大小" min={1} max={maxBrush} value={brush} onChange={onBrush} />
      <Dial
        title="硬度"
        name="画笔硬度"
        min={0}
        max={100}
        value={Math.round(100 * hardness)}
        onChange={(value) => changeEditor({ hardness: value / 100 })}
      />
    </>
  )
}

function WandOptions() {
  const { tolerance, contiguous } = useSignalValue(editorSettings)
  return (
    <>
      <Dial
        title="容差"
        name="颜色容差"
        min={0}
        max={128}
        value={tolerance}
        onChange={(value) => changeEditor({ tolerance: value })}
      />
      <Segmented
        value={contiguous}
        onChange={(value) => changeEditor({ contiguous: value })}
        options={REACH}
        name="mask-reach"
        aria-label="选取范围"
      />
    </>
  )
}

interface DialProps {
  title: string
  /** Name for those who do not see it. */
  name: string
  min: number
  max: number
  value: number
  onChange: (value: number) => void
}

/** A slider with its name and value in one line. */
export function Dial({ title, name, min, max, value, onChange }: DialProps) {
  return (
    <div className={styles.dial}>
      <span aria-hidden>{title}</span>
      <Slider
        min={min}
        max={max}
        value={value}
        onChange={onChange}
        ariaLabelForHandle={name}
        tooltip={{ open: false }}
      />
      <span className={styles.value} aria-hidden>
        {value}
      </span>
    </div>
  )
}
