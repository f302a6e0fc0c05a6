import { Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { isFinal } from '#contracts/task.ts'
import { useInputUrl, useOutputUrl } from '#src/data/outputs.ts'
import { cancel, type LocalTask, retry } from '#src/data/tasks.ts'
import { formatSpan } from '#src/ui/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Canvas.module.css'
import { DownloadAll } from './DownloadAll.tsx'
import { stateTitle } from './HistoryList.tsx'
import { fractionOf, type RunSummary, sourceOf, summarize } from './run-summary.ts'
import type { Bench } from './use-bench.ts'

/** A moment that moves on every second while `on`. */
export function useNow(on: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [on])
  return now
}

/** All tasks of a run: how far it is, what failed and why, and every result one click away. */
export function RunGrid({ bench }: { bench: Bench }) {
  const { run, setView } = bench
  const active = run.some((task) => !isFinal(task.state))
  const summary = summarize(run, useNow(active))
  const failed = run.filter((task) => task.state === 'failed')
  return (
    <div className={styles.run}>
      <RunHead bench={bench} summary={summary} />
      {failed.length > 0 ? (
        <details className={styles.failures}>
          <summary>{failed.length} 张失败，查看原因</summary>
          <ul>
            {failed.map((task) => (
              <li key={task.taskId}>
                <strong>{sourceOf(task).name}</strong>
                <span>
                  {task.error?.message ?? '处理失败'}，{task.error?.remedy ?? '请重试'}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <ul className={styles.grid}>
        {run.map((task) => (
          <RunCell key={task.taskId} task={task} onOpen={() => setView({ task: task.taskId })} />
        ))}
      </ul>
    </div>
  )
}

/** One line about a run. */
export function wordsOf(summary: RunSummary): string {
  const parts = [`完成 ${summary.done} / ${summary.total}`]
  if (summary.failed > 0) parts.push(`失败 ${summary.failed}`)
  if (summary.cancelled > 0) parts.push(`取消 ${summary.cancelled}`)
  if (summary.secondsLeft !== null) parts.push(`约剩 ${formatSpan(summary.secondsLeft * 1000)}`)
  return parts.join(' · ')
}

function RunHead({ bench, summary }: { bench: Bench; summary: RunSummary }) {
  const { run, setView } = bench
  const failed = run.filter((task) => task.state === 'failed' || task.state === 'cancelled')
  const active = run.filter((task) => !isFinal(task.state))
  return (
    <header className={styles.runHead}>
      <Button
        type="text"
        icon={<Icon name="chevronLeft" size={18} />}
        onClick={() => setView({ run: null, task: null })}
        aria-label="返回图片"
        title="返回（Esc）"
      />
      <div className={styles.runWords} role="status">
        <strong>本批 {summary.total} 张</strong>
        <span>{wordsOf(summary)}</span>
      </div>
      <span className={styles.spring} />
      {active.length > 0 ? (
        <Button onClick={() => active.forEach((task) => void cancel(task.taskId))}>
          取消其余 {active.length} 张
        </Button>
      ) : null}
      {failed.length > 0 ? (
        <Button
          icon={<Icon name="retry" size={18} />}
          onClick={() => failed.forEach((task) => void retry(task.taskId))}
        >
          重试失败的 {failed.length} 张
        </Button>
      ) : null}
      <DownloadAll run={run} />
      {active.length > 0 ? (
        <Progress
          className={styles.runProgress}
          percent={Math.round(summary.fraction * 100)}
          strokeColor="var(--accent-fill)"
          railColor="var(--surface-2)"
          size="small"
          aria-label="本批进度"
        />
      ) : null}
    </header>
  )
}

function RunCell({ task, onOpen }: { task: LocalTask; onOpen: () => void }) {
  const output = useOutputUrl(task.state === 'done' ? task : undefined, 0, 320)
  const input = useInputUrl(task.state === 'done' ? undefined : task, 'image', 320)
  const { name } = sourceOf(task)
  return (
    <li>
      <button type="button" className={styles.cell} data-state={task.state} onClick={onOpen}>
        <span className={styles.cellFace}>
          {output || input ? <img src={output ?? input} alt="" loading="lazy" draggable={false} /> : null}
        </span>
        {isFinal(task.state) ? null : (
          <span className={styles.cellBar}>
            <span style={{ inlineSize: `${Math.round(fractionOf(task) * 100)}%` }} />
          </span>
        )}
        <span className={styles.cellName}>{name}</span>
        {task.state === 'done' ? null : <span className={styles.cellState}>{stateTitle(task)}</span>}
      </button>
    </li>
  )
}
