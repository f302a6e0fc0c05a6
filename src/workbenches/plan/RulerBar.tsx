import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { zRuler } from '#contracts/flatplan.ts'
import { boundsOf } from '#src/tools/controls.ts'
import stage from '#src/ui/image/stage.module.css'
import styles from './Plan.module.css'

const LENGTHS = boundsOf(zRuler.shape.mm)

interface Props {
  /** How many of the line's two ends are set. */
  ends: number
  onSet: (mm: number) => void
  onCancel: () => void
}

/** What a drawn line is long in truth. */
export function RulerBar({ ends, onSet, onCancel }: Props) {
  const [mm, setMm] = useState<number | null>(null)
  return (
    <form
      className={`${stage.bar} ${styles.ruler}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (mm && ends === 2) onSet(mm)
      }}
    >
      <p role="status">
        {ends === 0 ? '点出已知长度的起点，如一段标注尺寸的墙' : ends === 1 ? '再点终点' : '这段的实际长度'}
      </p>
      {ends === 2 ? (
        <>
          <InputNumber
            autoFocus
            value={mm}
            onChange={setMm}
            {...LENGTHS}
            step={100}
            suffix="mm"
            aria-label="实际长度（毫米）"
            className={styles.length}
          />
          <Button type="primary" htmlType="submit" disabled={!mm}>
            确定
          </Button>
        </>
      ) : null}
      <Button onClick={onCancel}>取消</Button>
    </form>
  )
}
