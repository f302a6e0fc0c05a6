import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { FileName } from '#src/ui/FileName.tsx'
import { LongPictures } from '#src/ui/image/LongPictures.tsx'
import { RefusalList } from '#src/ui/image/RefusalList.tsx'
import type { Intake } from '#src/ui/image/use-intake.ts'
import { BackButton } from './BackButton.tsx'
import { BatchView } from './batch/BatchView.tsx'
import styles from './Canvas.module.css'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { InputPreview } from './InputPreview.tsx'
import { useMedia, WIDE } from './media.ts'
import { TaskView } from './TaskView.tsx'
import type { Bench } from './use-bench.ts'
import { useResultKeys } from './use-result-keys.ts'
import { viewBelow } from './use-view.ts'

interface Props {
  bench: Bench
  /** Shown instead of the plain preview of a picture while no result is on show. */
  editor?: (picture: DraftInput) => ReactNode
}

/** What the middle of a workbench shows: nothing yet, the input, a batch, or one task. */
export function Canvas({ bench, editor }: Props) {
  const { intake } = bench
  const wide = useMedia(WIDE)
  return (
    <div className={styles.frame}>
      <div className={styles.notes}>
        {intake.progress && intake.progress.total > 1 ? <Checking intake={intake} /> : null}
        {wide ? null : <RefusalList refusals={intake.refusals} onDismiss={intake.dismiss} folds />}
        {wide ? null : <LongPictures intake={intake} />}
      </div>
      <div className={styles.frameBody}>
        <Stage bench={bench} editor={editor} />
      </div>
    </div>
  )
}

function Stage({ bench, editor }: Props) {
  const { shown, batch, view, run, leaveView } = bench
  const [look, setLook] = useState<string | null>(null)
  const looked = look ? bench.inputs.find((input) => input.id === look) : undefined
  useResultKeys(bench, looked ? () => setLook(null) : undefined)
  const main = bench.tool.inputs[0]
  const inputs = main ? bench.inputs.filter((input) => input.role === main.role) : []
  if (shown)
    return (
      <TaskView
        key={shown.taskId}
        task={shown}
        bench={bench}
        onBack={() => leaveView(viewBelow(view, run, batch))}
      />
    )
  if (batch.on && looked)
    return (
      <div className={styles.frame}>
        <header className={styles.backBar}>
          <BackButton label="返回本批" title="返回（Esc）" onClick={() => setLook(null)} />
          <FileName name={looked.file.name} className={styles.taskName} />
        </header>
        <div className={styles.frameBody}>
          {editor?.(looked) ?? <InputPreview inputs={inputs} first={inputs.indexOf(looked)} />}
        </div>
      </div>
    )
  if (batch.on) return <BatchView bench={bench} look={setLook} />
  const first = inputs[0]
  // Until the stored form has been read nobody is asked for what is there already.
  if (!first) return bench.ready ? <EmptyCanvas bench={bench} /> : null
  return editor?.(first) ?? <InputPreview inputs={inputs} />
}

/** How far the check of many files is; what is in already stays when it is stopped. */
function Checking({ intake }: { intake: Intake }) {
  const { done, total } = intake.progress ?? { done: 0, total: 0 }
  return (
    <div className={styles.checking}>
      <span>
        正在检查图片 {done} / {total}
      </span>
      <Button type="text" size="small" onClick={intake.stop}>
        停止
      </Button>
      <span
        className={styles.checkBar}
        role="progressbar"
        aria-label="检查图片"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span style={{ inlineSize: `${total > 0 ? (done / total) * 100 : 0}%` }} />
      </span>
    </div>
  )
}
