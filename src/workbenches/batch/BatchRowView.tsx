import { memo } from 'react'
import { isFinal } from '#contracts/task.ts'
import { OPS, type OpId } from '#ops/index.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { formatBytes, formatPixels, formatSpan } from '#src/text/format.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { FileName } from '#src/ui/FileName.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { stateTitle } from '../HistoryList.tsx'
import { fractionOf } from '../run-summary.ts'
import styles from './Batch.module.css'
import type { BatchRow } from './batch-rows.ts'
import { ResultFace, SourceFace } from './Faces.tsx'
import type { RowActions } from './row-actions.ts'
import { savedText } from './savings.ts'

interface Props {
  row: BatchRow
  actions: RowActions
  op: OpId
  /** Whether a mask was painted on it; undefined for tools without masks. */
  mask: boolean | undefined
}

function Row({ row, actions, op, mask }: Props) {
  const { task } = row
  const sizes = OPS[op].comparesBytes ?? false
  const text = task?.state === 'done' && task.text ? task.text : ''
  const verb = task?.state === 'done' ? (sizes ? '的前后对比' : '的结果') : ''
  return (
    <div className={styles.row} data-state={task?.state ?? 'idle'} data-sizes={sizes}>
      <button
        type="button"
        className={styles.faces}
        onClick={() => actions.open(row)}
        aria-label={`查看 ${row.name} ${verb}`.trim()}
      >
        <SourceFace row={row} />
        {sizes || OPS[op].output === 'text' ? null : (
          <>
            <Icon name="arrowRight" size={16} />
            <ResultFace row={row} />
          </>
        )}
      </button>
      <div className={styles.name}>
        <FileName name={row.name || '未命名'} className={styles.file} />
        <span className={styles.sub}>{factsOf(row, op)}</span>
        {text ? <span className={styles.text}>{text}</span> : null}
        {mask === undefined || task ? null : (
          <span className={styles.sub} data-bare={!mask}>
            {mask ? '已涂抹' : '未涂抹'}
          </span>
        )}
        {task?.state === 'failed' ? <Why task={task} /> : null}
      </div>
      {sizes ? <Sizes row={row} /> : null}
      <State row={row} sizes={sizes} />
      <Actions row={row} actions={actions} mask={mask} op={op} />
    </div>
  )
}

/** One picture of a batch; drawn again only when something about it has changed. */
export const BatchRowView = memo(
  Row,
  (a, b) =>
    a.row.task === b.row.task &&
    a.row.input === b.row.input &&
    a.row.due === b.row.due &&
    a.mask === b.mask &&
    a.actions === b.actions,
)

function factsOf({ task, input, before }: BatchRow, op: OpId): string {
  const output = task?.state === 'done' ? task.outputs[0] : undefined
  const meta = task?.outputMeta[0]
  const size = output ?? input
  const pixels = size ? formatPixels(size.width, size.height) : ''
  if (OPS[op].comparesBytes) {
    const note = output && (meta?.note ?? task?.text)
    const quality = output && meta?.quality && !note ? `质量 ${meta.quality}` : ''
    return [pixels, quality, note].filter(Boolean).join(' · ')
  }
  const bytes = formatBytes(output?.bytes ?? before)
  const spent =
    output && task?.startedAt && task.finishedAt ? formatSpan(task.finishedAt - task.startedAt) : ''
  return [pixels, bytes, spent].filter(Boolean).join(' · ')
}

/** What went wrong and the way out. */
function Why({ task }: { task: LocalTask }) {
  return (
    <span className={styles.why}>
      {task.error?.message ?? '处理失败'}。{task.error?.remedy ?? '请重试'}
      {task.refunded && task.cost ? `（已退 ${task.cost.amount} 张券）` : ''}
    </span>
  )
}

function Sizes({ row }: { row: BatchRow }) {
  const output = row.task?.state === 'done' ? row.task.outputs[0] : undefined
  return (
    <div className={styles.sizes}>
      <span>{formatBytes(row.task?.outputMeta[0]?.before ?? row.before)}</span>
      {output ? (
        <>
          <span aria-hidden>→</span>
          <strong>{formatBytes(output.bytes)}</strong>
        </>
      ) : null}
    </div>
  )
}

function State({ row, sizes }: { row: BatchRow; sizes: boolean }) {
  const { task } = row
  const output = task?.state === 'done' ? task.outputs[0] : undefined
  if (sizes && output) {
    const before = task?.outputMeta[0]?.before ?? row.before
    return (
      <div className={styles.state}>
        <span className={styles.saved} data-grown={output.bytes > before}>
          {savedText(before, output.bytes)}
        </span>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <span className={styles.stateWord}>
        {task ? (task.state === 'done' && row.due ? '设置已改' : stateTitle(task)) : '待处理'}
      </span>
      {task && (task.state === 'running' || task.phase === 'uploading') ? (
        <span className={styles.rowBar} aria-hidden>
          <span style={{ inlineSize: `${Math.round(fractionOf(task) * 100)}%` }} />
        </span>
      ) : null}
    </div>
  )
}

function Actions({ row, actions, mask, op }: Props) {
  const { task, name } = row
  const active = task && !isFinal(task.state)
  return (
    <div className={styles.actions}>
      {!task && mask !== undefined ? (
        <IconButton
          icon={<ToolIcon name="brush" />}
          onClick={() => actions.open(row)}
          label={`涂抹 ${name}`}
          title="涂抹"
        />
      ) : null}
      {task?.state === 'done' && OPS[op].output !== 'text' ? (
        <>
          <IconButton
            icon={<ToolIcon name="split" />}
            onClick={() => actions.open(row)}
            label={`对比 ${name}`}
            title="对比"
            className={styles.compare}
          />
          <IconButton
            icon={<Icon name="download" size={18} />}
            onClick={() => actions.download(row)}
            label={`下载 ${name}`}
            title="下载"
          />
        </>
      ) : null}
      {task?.state === 'failed' || task?.state === 'cancelled' ? (
        <IconButton
          icon={<Icon name="retry" size={18} />}
          onClick={() => actions.retry(row)}
          label={`重试 ${name}`}
          title="重试"
        />
      ) : null}
      {active ? (
        <IconButton
          icon={<Icon name="stop" size={18} />}
          onClick={() => actions.cancel(row)}
          label={`取消 ${name}`}
          title="取消"
        />
      ) : (
        <IconButton
          icon={<Icon name="close" size={18} />}
          onClick={() => actions.remove(row)}
          label={`移除 ${name}`}
          title="移除"
        />
      )}
    </div>
  )
}
