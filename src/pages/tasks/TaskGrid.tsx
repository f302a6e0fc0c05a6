import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { useTask } from '#src/data/tasks/tasks.ts'
import { useToday } from '#src/state/today.ts'
import { formatNumber } from '#src/text/format.ts'
import { TaskCard } from '#src/ui/TaskCard.tsx'
import { type Grid, gridOf, heightOf, type ListRow, rowsOf } from './list-rows.ts'
import styles from './TaskGrid.module.css'
import type { Picked } from './use-selection.ts'

/** Rows kept beyond each edge of the window. */
const OVERSCAN = 3
const NARROW = '(max-width: 767px)'

/** Width of the list and its distance from the top of the page, kept up to date. */
function usePlacement() {
  const root = useRef<HTMLDivElement>(null)
  const [placement, setPlacement] = useState({ width: 0, top: 0, isNarrow: false })
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return undefined
    const measure = () => {
      const next = {
        width: element.clientWidth,
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
        isNarrow: matchMedia(NARROW).matches,
      }
      setPlacement((now) =>
        now.width === next.width && now.top === next.top && now.isNarrow === next.isNarrow ? now : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // What lies above the list (filters, notices) may grow.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { root, ...placement }
}

/** Keeps the row that has the focus in the page while it is scrolled out of sight. */
function useFocusedRow() {
  const focused = useRef(-1)
  const extractor = useCallback((range: Range) => {
    const shown = defaultRangeExtractor(range)
    const row = focused.current
    if (row < 0 || row >= range.count || shown.includes(row)) return shown
    return [...shown, row].sort((a, b) => a - b)
  }, [])
  const handlers = {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const row = event.target.closest<HTMLElement>('[data-row]')
      focused.current = row ? Number(row.dataset.row) : -1
    },
    onBlur: () => {
      focused.current = -1
    },
  }
  return { extractor, handlers }
}

/**
 * Tasks in a grid by days. Only what is near the window is in the page; every height is known beforehand, so
 * that nothing jumps.
 */
export function TaskGrid({
  tasks,
  picked,
  actionsOf,
}: {
  tasks: readonly LocalTask[]
  picked: Picked
  actionsOf: (task: LocalTask) => ReactNode
}) {
  const { root, width, top, isNarrow } = usePlacement()
  const grid = useMemo(() => gridOf(width, isNarrow), [width, isNarrow])
  const today = useToday()
  const rows = useMemo(() => rowsOf(tasks, grid.columns, today), [tasks, grid.columns, today])
  const { extractor, handlers } = useFocusedRow()
  const virtualizer = useWindowVirtualizer({
    count: width > 0 ? rows.length : 0,
    estimateSize: (index) => {
      const row = rows[index]
      return row ? heightOf(row, grid) : 0
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: extractor,
  })
  // Sizes are computed, not measured: with another grid all of them are others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows and the grid decide the sizes
  useLayoutEffect(() => virtualizer.measure(), [rows, grid])
  return (
    <div
      ref={root}
      className={styles.list}
      style={{ blockSize: virtualizer.getTotalSize() }}
      data-total={tasks.length}
      {...handlers}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <div
            key={item.key}
            className={styles.row}
            data-row={item.index}
            style={{
              transform: `translateY(${item.start - top}px)`,
              blockSize: item.size,
            }}
          >
            <Row row={row} grid={grid} total={tasks.length} picked={picked} actionsOf={actionsOf} />
          </div>
        )
      })}
    </div>
  )
}

function Row({
  row,
  grid,
  total,
  picked,
  actionsOf,
}: {
  row: ListRow
  grid: Grid
  total: number
  picked: Picked
  actionsOf: (task: LocalTask) => ReactNode
}) {
  if (row.kind === 'day') {
    return (
      <h2 className={styles.day} data-first={row.isFirst}>
        {row.day} <small>{formatNumber(row.count)} 个</small>
      </h2>
    )
  }
  const columns = { gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`, gap: grid.gap }
  return (
    <ul className={styles.cards} style={{ ...columns, blockSize: grid.cardHeight }}>
      {row.tasks.map(({ taskId }, column) => (
        <li key={taskId} aria-setsize={total} aria-posinset={row.first + column + 1}>
          <Card taskId={taskId} picked={picked} actionsOf={actionsOf} />
        </li>
      ))}
    </ul>
  )
}

/** A card follows its task by itself: the list is not drawn anew for progress. */
function Card({
  taskId,
  picked,
  actionsOf,
}: {
  taskId: string
  picked: Picked
  actionsOf: (task: LocalTask) => ReactNode
}) {
  const task = useTask(taskId)
  if (!task) return null
  return (
    <TaskCard
      task={task}
      fill
      selection={{
        selected: picked.ids.has(task.taskId),
        active: picked.ids.size > 0,
        onToggle: (range) => picked.toggle(task.taskId, range),
      }}
      actions={actionsOf(task)}
    />
  )
}
