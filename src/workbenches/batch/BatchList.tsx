import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'
import styles from './Batch.module.css'
import { BatchRowView } from './BatchRowView.tsx'
import type { BatchRow } from './batch-rows.ts'
import type { RowActions } from './row-actions.ts'

const ROW_HEIGHT = 81

/** One row a picture; only those in sight are in the page. */
export function BatchList({
  rows,
  actions,
  bench,
}: {
  rows: readonly BatchRow[]
  actions: RowActions
  bench: Bench
}) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 24,
  })
  const { tool, inputs, params } = bench
  const masked = tool.workbench === 'mask' && params.mode !== 'auto'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
    <div ref={frame} className={styles.scroll} tabIndex={0}>
      <ul className={styles.list} style={{ blockSize: list.getTotalSize() }} aria-label="本批图片">
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <li
              key={item.key}
              ref={list.measureElement}
              className={styles.slot}
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={rows.length}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <BatchRowView
                row={row}
                actions={actions}
                op={tool.op}
                mask={masked && row.input ? maskOf(inputs, row.input) !== undefined : undefined}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
