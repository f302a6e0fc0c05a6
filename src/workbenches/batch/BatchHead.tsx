import { OPS } from '#ops/index.ts'
import { currentHold } from '#src/data/tasks/outbox.ts'
import { formatBytes, formatSpan } from '#src/text/format.ts'
import { NotifyOffer } from '#src/ui/NotifyOffer.tsx'
import { wordsOfWait } from '#src/ui/outbox/outbox-words.ts'
import { BackButton } from '../BackButton.tsx'
import { summarize, wordsOfRun } from '../run-summary.ts'
import type { Bench } from '../use-bench.ts'
import styles from './Batch.module.css'
import type { BatchRow } from './batch-rows.ts'
import { MaskRow } from './MaskRow.tsx'
import { paceOf, roughSpan } from './pace.ts'
import { RunActions } from './RunActions.tsx'
import { savedText, totalsOf } from './savings.ts'

/** How far a batch is, how long it still takes, and what can be done with all of it. */
export function BatchHead({ bench }: { bench: Bench }) {
  const { rows, linked } = bench.batch
  const tasks = rows.flatMap((row) => row.task ?? [])
  const summary = summarize(tasks)
  return (
    <header className={styles.head}>
      <div className={styles.headRow}>
        {bench.view.run && !linked ? (
          <BackButton
            label="返回图片"
            title="返回（Esc）"
            onClick={() => bench.leaveView({ run: null, task: null })}
          />
        ) : null}
        <div className={styles.words} role="status">
          {OPS[bench.tool.op].comparesBytes ? <Saved rows={rows} /> : <strong>{titleOf(rows)}</strong>}
          <span>{detailOf(bench)}</span>
        </div>
        <div className={styles.headActions}>
          <RunActions tasks={tasks} saves={OPS[bench.tool.op].output !== 'text'} />
        </div>
      </div>
      {summary.active > 0 ? (
        <div
          className={styles.progress}
          role="progressbar"
          aria-label="本批进度"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(summary.fraction * 100)}
        >
          <span style={{ inlineSize: `${summary.fraction * 100}%` }} />
        </div>
      ) : null}
      <div className={styles.offer}>
        <NotifyOffer run={tasks} />
      </div>
      <MaskRow bench={bench} />
    </header>
  )
}

/** Bytes before and after, once there is something to compare. */
function Saved({ rows }: { rows: readonly BatchRow[] }) {
  const { done, before, after } = totalsOf(rows)
  if (done === 0) return <strong>{titleOf(rows)}</strong>
  return (
    <strong>
      {formatBytes(before)} → {formatBytes(after)}
      <span className={styles.saved} data-grown={after > before}>
        {savedText(before, after)}
      </span>
    </strong>
  )
}

function titleOf(rows: readonly BatchRow[]): string {
  const summary = summarize(rows.flatMap((row) => row.task ?? []))
  return summary.total === 0 ? `${rows.length} 张图片` : wordsOfRun(summary)
}

function detailOf({ batch, place, tool }: Bench): string {
  const { rows } = batch
  const tasks = rows.flatMap((row) => row.task ?? [])
  const { total, done, failed, active } = summarize(tasks)
  if (total === 0) {
    const bytes = formatBytes(rows.reduce((sum, row) => sum + row.before, 0))
    return `共 ${bytes}，${place.chosen?.place === 'device' ? '在本机处理，不上传' : '使用同一套参数'}`
  }
  if (active > 0) {
    const { perMinute, secondsLeft } = paceOf(tasks)
    const parts = failed > 0 ? [`失败 ${failed} 张`] : []
    if (perMinute !== null)
      parts.push(`每分钟 ${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)} 张`)
    if (secondsLeft !== null) parts.push(`约剩 ${roughSpan(secondsLeft)}`)
    if (parts.length > 0) return parts.join(' · ')
    if (tasks.some((task) => task.phase === 'waiting')) {
      const { title, text } = wordsOfWait(currentHold() ?? 'queue')
      return `${title}，${text}`
    }
    return '可以离开此页，完成后在历史里查看'
  }
  if (OPS[tool.op].comparesBytes) return titleOf(rows)
  const spans = tasks.flatMap(({ startedAt, finishedAt }) =>
    startedAt && finishedAt ? [{ startedAt, finishedAt }] : [],
  )
  const from = Math.min(...spans.map((span) => span.startedAt))
  const to = Math.max(...spans.map((span) => span.finishedAt))
  if (done < total) return failed > 0 ? '原因写在各张下面，可一次重试' : '已完成的不受影响'
  return spans.length > 0 && to >= from ? `用时 ${formatSpan(to - from)}` : ''
}
