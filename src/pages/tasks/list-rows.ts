import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { formatDay } from '#src/text/format.ts'

/** Pixels of the grid; the style sheets use the same. */
export const GAP = { wide: 16, narrow: 12 } as const
const LEAST_CARD = 220
/** Words below a card's picture, with its borders. */
const WORDS_HEIGHT = 98
const HEADING_HEIGHT = 40
/** Space between the days. */
const DAY_GAP = 24
const PICTURE_RATIO = 3 / 4

/** A line of the list: a day's heading, or cards beside each other. */
export type ListRow =
  | { kind: 'day'; key: string; day: string; count: number; isFirst: boolean }
  | { kind: 'cards'; key: string; tasks: readonly LocalTask[]; first: number }

/** How the cards are laid out in a width. @param width px of the list @param isNarrow a phone */
export interface Grid {
  columns: number
  gap: number
  cardHeight: number
}

export function gridOf(width: number, isNarrow: boolean): Grid {
  const gap = isNarrow ? GAP.narrow : GAP.wide
  const columns = isNarrow ? 2 : Math.max(1, Math.floor((width + gap) / (LEAST_CARD + gap)))
  const cardWidth = (width - gap * (columns - 1)) / columns
  return { columns, gap, cardHeight: Math.round(cardWidth * PICTURE_RATIO) + WORDS_HEIGHT }
}

/** Height of a row with the space below it, px. Exact, so that nothing moves when it comes into sight. */
export function heightOf(row: ListRow, grid: Grid): number {
  if (row.kind === 'cards') return grid.cardHeight + grid.gap
  return HEADING_HEIGHT + (row.isFirst ? 0 : DAY_GAP)
}

/** Names the day of each time, asking the calendar once a day and not once a task. */
function dayNamer(now: number): (time: number) => string {
  let start = 0
  let end = 0
  let name = ''
  return (time) => {
    if (time >= start && time < end) return name
    const from = new Date(time)
    from.setHours(0, 0, 0, 0)
    const to = new Date(from)
    to.setDate(to.getDate() + 1)
    start = from.getTime()
    end = to.getTime()
    name = formatDay(time, now)
    return name
  }
}

/** The rows of a list, a heading a day. @param tasks newest first */
export function rowsOf(tasks: readonly LocalTask[], columns: number, now: number): ListRow[] {
  const nameDay = dayNamer(now)
  const rows: ListRow[] = []
  for (let at = 0; at < tasks.length; ) {
    const day = nameDay(tasks[at]?.createdAt ?? 0)
    let end = at
    while (end < tasks.length && nameDay(tasks[end]?.createdAt ?? 0) === day) end++
    rows.push({ kind: 'day', key: day, day, count: end - at, isFirst: at === 0 })
    for (; at < end; at += columns) {
      const cards = tasks.slice(at, Math.min(end, at + columns))
      rows.push({ kind: 'cards', key: cards[0]?.taskId ?? '', tasks: cards, first: at })
    }
    at = end
  }
  return rows
}
