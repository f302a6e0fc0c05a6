import { Button } from 'antd'
import { isFinal } from '#contracts/task.ts'
import { downloadOutput, useOutputUrl } from '#src/data/outputs.ts'
import { cancel, retry } from '#src/data/tasks.ts'
import { formatBytes } from '#src/ui/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Thumb } from '#src/ui/image/ImageInput.tsx'
import { formatPixels } from '#src/ui/image/pixels.ts'
import styles from './BatchTable.module.css'
import { type CompressRow, savedText, totalsOf } from './compress-rows.ts'
import { DownloadAll } from './DownloadAll.tsx'
import { stateTitle } from './HistoryList.tsx'
import { useNow, wordsOf } from './RunGrid.tsx'
import { summarize } from './run-summary.ts'
import type { Bench } from './use-bench.ts'

/** Every file of the batch with its sizes before and after, and the totals above. */
export function BatchTable({ rows, bench }: { rows: readonly CompressRow[]; bench: Bench }) {
  const tasks = rows.flatMap((row) => row.task ?? [])
  const active = tasks.filter((task) => !isFinal(task.state))
  const summary = summarize(tasks, useNow(active.length > 0))
  const totals = totalsOf(rows)
  return (
    <div className={styles.batch}>
      <header className={styles.head}>
        <div className={styles.totals} role="status">
          {totals.done > 0 ? (
            <>
              <strong>
                {formatBytes(totals.before)} → {formatBytes(totals.after)}
                <span className={styles.saved}>{savedText(totals.before, totals.after)}</span>
              </strong>
              <span>{wordsOf(summary)}</span>
            </>
          ) : (
            <>
              <strong>{rows.length} 个文件</strong>
              <span>
                共 {formatBytes(rows.reduce((sum, row) => sum + row.before, 0))}
                {tasks.length > 0 ? ` · ${wordsOf(summary)}` : '，在本机压缩，不上传'}
              </span>
            </>
          )}
        </div>
        {active.length > 0 ? (
          <Button onClick={() => active.forEach((task) => void cancel(task.taskId))}>
            取消其余 {active.length} 个
          </Button>
        ) : null}
        <DownloadAll run={tasks} />
      </header>
      {active.length > 0 ? (
        <div className={styles.bar}>
          <span style={{ inlineSize: `${Math.round(summary.fraction * 100)}%` }} />
        </div>
      ) : null}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Row key={row.key} row={row} bench={bench} />
        ))}
      </ul>
    </div>
  )
}

function Row({ row, bench }: { row: CompressRow; bench: Bench }) {
  const { task, input } = row
  const done = task?.state === 'done' ? task : undefined
  const output = done?.outputs[0]
  const meta = done?.outputMeta[0]
  const before = meta?.before ?? row.before
  const open = () => task && bench.setView({ task: task.taskId })
  return (
    <li className={styles.row} data-state={task?.state ?? 'idle'}>
      <button
        type="button"
        className={styles.thumb}
        onClick={open}
        disabled={!done}
        aria-label={`查看 ${row.name} 的前后对比`}
      >
        {input ? <Thumb file={input.file} className={styles.face} /> : <OutputThumb row={row} />}
      </button>
      <div className={styles.name}>
        <span className={styles.file} title={row.name}>
          {row.name}
        </span>
        <span className={styles.sub}>
          {output
            ? formatPixels(output.width, output.height)
            : input
              ? formatPixels(input.width, input.height)
              : ''}
          {meta?.quality && !meta.note ? ` · 质量 ${meta.quality}` : ''}
        </span>
        {meta?.note ? <span className={styles.sub}>{meta.note}</span> : null}
        {task?.state === 'failed' ? (
          <span className={styles.error}>
            {task.error?.message ?? '压缩失败'}，{task.error?.remedy ?? '请更换图片'}
          </span>
        ) : null}
      </div>
      <div className={styles.size}>
        <span>{formatBytes(before)}</span>
        {output ? (
          <>
            <span aria-hidden>→</span>
            <strong>{formatBytes(output.bytes)}</strong>
          </>
        ) : null}
      </div>
      <div className={styles.result}>
        {output ? (
          <span className={styles.saved} data-grown={output.bytes > before}>
            {savedText(before, output.bytes)}
          </span>
        ) : (
          <span className={styles.state}>{task ? stateTitle(task) : '待压缩'}</span>
        )}
      </div>
      <RowActions row={row} bench={bench} />
    </li>
  )
}

function OutputThumb({ row }: { row: CompressRow }) {
  const url = useOutputUrl(row.task, 0, 320)
  return (
    <span className={styles.face}>{url ? <img src={url} alt={row.name} draggable={false} /> : null}</span>
  )
}

function RowActions({ row, bench }: { row: CompressRow; bench: Bench }) {
  const { task, input } = row
  return (
    <div className={styles.actions}>
      {task?.state === 'done' ? (
        <Button
          type="text"
          icon={<Icon name="download" size={18} />}
          onClick={() => void downloadOutput(task, 0)}
          aria-label={`下载 ${row.name}`}
          title="下载"
        />
      ) : task?.state === 'failed' ? (
        <Button
          type="text"
          icon={<Icon name="retry" size={18} />}
          onClick={() => void retry(task.taskId)}
          aria-label={`重试 ${row.name}`}
          title="重试"
        />
      ) : task && !isFinal(task.state) ? (
        <Button
          type="text"
          icon={<Icon name="stop" size={18} />}
          onClick={() => void cancel(task.taskId)}
          aria-label={`取消 ${row.name}`}
          title="取消"
        />
      ) : null}
      {input ? (
        <Button
          type="text"
          icon={<Icon name="close" size={18} />}
          onClick={() => bench.removeInputs([input.id])}
          aria-label={`移出 ${row.name}`}
          title="移出列表"
        />
      ) : null}
    </div>
  )
}
