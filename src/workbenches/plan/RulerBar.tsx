import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { zRuler } from '#contracts/flatplan.ts'
import { boundsOf } from '#src/tools/controls.ts'
import stage from '#src/ui/image/stage.module.css'
import styles from './Plan.module.css'

const { min, max } = boundsOf(zRuler.shape.mm)

/** Units in which lengths are written on plans. */
const UNITS = {
  mm: { title: '毫米', mm: 1, step: 100 },
  cm: { title: '厘米', mm: 10, step: 10 },
  m: { title: '米', mm: 1000, step: 0.1 },
  ft: { title: '英尺', mm: 304.8, step: 1 },
  in: { title: '英寸', mm: 25.4, step: 1 },
} as const
type Unit = keyof typeof UNITS
const OPTIONS = Object.entries(UNITS).map(([value, { title }]) => ({ value: value as Unit, label: title }))

/** What a drawn line is long in truth. */
export function RulerBar({ onSet, onCancel }: { onSet: (mm: number) => void; onCancel: () => void }) {
  const [length, setLength] = useState<number | null>(null)
  const [unit, setUnit] = useState<Unit>('mm')
  const { mm, step } = UNITS[unit]
  const long = length === null ? null : length * mm
  const isFit = long !== null && long >= min && long <= max
  return (
    <form
      className={`${stage.bar} ${styles.ruler}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isFit) onSet(long)
      }}
    >
      <p role="status">这段的实际长度</p>
      <InputNumber
        autoFocus
        value={length}
        onChange={setLength}
        min={min / mm}
        max={max / mm}
        step={step}
        inputMode="decimal"
        aria-label="实际长度"
        className={styles.length}
      />
      <Select value={unit} onChange={setUnit} options={OPTIONS} aria-label="单位" className={styles.unit} />
      <Button type="primary" htmlType="submit" disabled={!isFit}>
        确定
      </Button>
      <Button onClick={onCancel}>取消</Button>
    </form>
  )
}
