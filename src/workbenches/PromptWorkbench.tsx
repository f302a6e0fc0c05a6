import { Button } from 'antd'
import { ERRORS } from '#contracts/errors.ts'
import { isFinal } from '#contracts/task.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { retry } from '#src/data/tasks/tasks.ts'
import { toast } from '#src/state/toasts.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { Canvas } from './Canvas.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import styles from './PromptWorkbench.module.css'
import { sourceOf } from './run-summary.ts'
import { StandardBench } from './StandardBench.tsx'
import { useBench } from './use-bench.ts'

/** A picture or a thought in, words for a prompt out. */
export default function PromptWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const { shown, batch, setView } = bench
  const canvas = shown ? (
    <div className={styles.list}>
      {batch.on ? (
        <Button
          type="text"
          className={styles.back}
          icon={<Icon name="chevronLeft" size={18} />}
          onClick={() => setView({ task: null })}
        >
          返回本批
        </Button>
      ) : null}
      <PromptCard key={shown.taskId} task={shown} />
    </div>
  ) : tool.inputs.length > 0 ? (
    <Canvas bench={bench} />
  ) : (
    <div className={styles.stage}>
      <EmptyState icon="expand" title="扩写的提示词会出现在这里">
        <p>写一句想法：空间、材料、光线、时间，任意一样就够</p>
      </EmptyState>
    </div>
  )
  return <StandardBench bench={bench} canvas={canvas} />
}

function PromptCard({ task }: { task: LocalTask }) {
  const text = task.text ?? ''
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('success', '已复制'),
      () => toast('error', '浏览器不允许复制，请手动选中文字'),
    )
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <strong>{sourceOf(task).name || '提示词'}</strong>
        {text ? (
          <Button icon={<ToolIcon name="copy" />} onClick={() => void copy()}>
            复制
          </Button>
        ) : null}
      </header>
      {task.state === 'failed' ? (
        <ErrorNote error={task.error ?? ERRORS.ENGINE_FAILED} onRetry={() => void retry(task.taskId)} />
      ) : isFinal(task.state) ? (
        <p className={styles.text}>{text || '已取消'}</p>
      ) : (
        <Spinner label={task.step || '正在写…'} />
      )}
    </article>
  )
}
