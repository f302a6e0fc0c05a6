import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, useState } from 'react'
import { isFinal } from '#contracts/task.ts'
import { stateTitle } from '../HistoryList.tsx'
import { fractionOf } from '../run-summary.ts'
import styles from './Batch.module.css'
import type { BatchRow } from './batch-rows.ts'
import { ResultFace, SourceFace } from './Faces.tsx'
import type { RowActions } from './row-actions.ts'

const CELL_WIDTH = 168
const NARROW_CELL_WIDTH = 140
const GAP = 16

/** Inner width of an element, px. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

/** The pictures themselves, results in place of their sources; only the lines in sight are in the page. */
export function BatchGrid({ rows, actions }: { rows: readonly BatchRow[]; actions: RowActions }) {
  const { ref, width } = useWidth()
  const least = width < 560 ? NARROW_CELL_WIDTH : CELL_WIDTH
  const columns = Math.max(2, Math.floor((width + GAP) / (least + GAP)))
  const cell = (width - GAP * (columns - 1)) / columns
  const lines = useVirtualizer({
    count: width > 0 ? Math.ceil(rows.length / columns) : 0,
    getScrollElement: () => ref.current,
    estimateSize: () => cell * 0.75 + 56,
    overscan: 3,
    paddingStart: 16,
    paddingEnd: 24,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
    <div ref={ref} className={styles.scroll} tabIndex={0}>
      <ul className={styles.list} style={{ blockSize: lines.getTotalSize() }} aria-label="本批图片">
        {lines.getVirtualItems().map((line) => (
          <li
            key={line.key}
            ref={lines.measureElement}
            data-index={line.index}
            className={styles.line}
            style={{
              transform: `translateY(${line.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {rows.slice(line.index * columns, (line.index + 1) * columns).map((row) => (
              <Cell key={row.key} row={row} actions={actions} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Cell = memo(
  ({ row, actions }: { row: BatchRow; actions: RowActions }) => {
    const { task } = row
    const done = task?.state === 'done'
    return (
      <button
        type="button"
        className={styles.cell}
        data-state={task?.state ?? 'idle'}
        onClick={() => actions.open(row)}
        aria-label={`查看 ${row.name}，${task ? stateTitle(task) : '待处理'}`}
        title={task?.state === 'failed' ? task.error?.message : row.name}
      >
        {done && task.outputs.length > 0 ? <ResultFace row={row} /> : <SourceFace row={row} />}
        {task && !isFinal(task.state) ? (
          <span className={styles.rowBar} aria-hidden>
            <span style={{ inlineSize: `${Math.round(fractionOf(task) * 100)}%` }} />
          </span>
        ) : null}
        <span className={styles.cellName}>{row.name}</span>
        {task && !done ? <span className={styles.cellState}>{stateTitle(task)}</span> : null}
      </button>
    )
  },
  (a, b) => a.row.task === b.row.task && a.row.input === b.row.input && a.actions === b.actions,
)
Cell.displayName = 'Cell'
