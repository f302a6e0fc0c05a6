import { Button } from 'antd'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { z } from 'zod'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { storedSignal } from '#src/state/stored-signal.ts'
import { ResultView } from '#src/ui/image/ResultView.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { wholePercent } from '#src/ui/task-words.ts'
import { useMedia } from '../media.ts'
import type { Bench } from '../use-bench.ts'
import styles from './ChangeList.module.css'
import { ChangeList } from './ChangeList.tsx'
import { isLow } from './structure-words.ts'
import { useStructureCheck } from './use-structure-check.ts'

/** Whether the list of changes is open: it stays so from result to result. */
const isListOpen = storedSignal({
  name: 'zhuhui.changeList',
  version: 1,
  schema: z.boolean(),
  initial: false,
})

/** Windows in which the list has room beside or over the picture; elsewhere it is a sheet over the page. */
const ROOMY = '(min-width: 768px)'

interface Props {
  task: LocalTask
  bench: Bench
  index?: number
}

/** A render's result, with what of its source's structure it keeps: a list of changes, ringed in the picture. */
export function CheckedResult({ task, bench, index = 0 }: Props) {
  const open = useSignalValue(isListOpen)
  const phone = !useMedia(ROOMY)
  const check = useStructureCheck(task, index, open)
  const [chosen, setChosen] = useState<number | null>(null)
  const { report, layer } = check
  const count = report?.changes.length ?? 0
  const title = report
    ? `结构保持度 ${wholePercent(report.share)}，${count > 0 ? `${count} 处改动` : '没有发现改动'}`
    : '核对结构：底图的线在结果里是否还在'
  const list = (
    <ChangeList
      {...{ task, bench, index, check, chosen }}
      isSheet={phone}
      onChoose={setChosen}
      onClose={() => {
        isListOpen.value = false
      }}
    />
  )
  return (
    <div className={styles.checked} data-open={open}>
      <ResultView
        task={task}
        index={index}
        {...(check.url ? { overlay: check.url } : {})}
        rings={open && layer !== 'none' ? report?.changes.map(({ box }) => box) : undefined}
        chosen={open ? chosen : null}
        tools={
          <Button
            type={open ? 'default' : 'text'}
            danger={report !== null && isLow(report.share)}
            icon={<ToolIcon name="structure" />}
            aria-pressed={open}
            aria-label={title}
            title={title}
            data-testid="structure"
            onClick={() => {
              isListOpen.value = !open
            }}
          >
            {report ? <span className={styles.share}>{wholePercent(report.share)}</span> : null}
          </Button>
        }
      />
      {open && !phone ? list : null}
      {open && phone ? createPortal(list, document.body) : null}
    </div>
  )
}
