import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Project } from '#src/data/projects/projects.ts'
import type { TaskFilter } from '#src/data/tasks/task-model.ts'
import { useToday } from '#src/state/today.ts'

export const STATES: readonly { value: NonNullable<TaskFilter['state']> | ''; title: string }[] = [
  { value: '', title: '全部' },
  { value: 'active', title: '进行中' },
  { value: 'waiting', title: '等待网络' },
  { value: 'done', title: '已完成' },
  { value: 'failed', title: '失败' },
  { value: 'cancelled', title: '已取消' },
]

export const DATES = [
  { value: '', title: '全部时间' },
  { value: 'today', title: '今天' },
  { value: 'week', title: '近 7 天' },
  { value: 'month', title: '近 30 天' },
  { value: 'older', title: '30 天以前' },
] as const

export const ORIGINS = [
  { value: '', title: '本机与服务器' },
  { value: 'device', title: '本机处理' },
  { value: 'server', title: '服务器处理' },
] as const

/** What of the list is shown; '' means everything. */
export interface ListFilter {
  q: string
  tool: string
  state: (typeof STATES)[number]['value']
  date: (typeof DATES)[number]['value']
  origin: (typeof ORIGINS)[number]['value']
  project: string
}

const NO_FILTER: ListFilter = { q: '', tool: '', state: '', date: '', origin: '', project: '' }

function oneOf<T extends string>(options: readonly { value: T }[], value: string | null): T | '' {
  return options.find((option) => option.value === value)?.value ?? ''
}

/** The filter lives in the address, so that a reload and the way back keep it. */
export function useListFilter() {
  const [query, setQuery] = useSearchParams()
  const filter: ListFilter = {
    q: query.get('q') ?? '',
    tool: query.get('tool') ?? '',
    state: oneOf(STATES, query.get('state')),
    date: oneOf(DATES, query.get('date')),
    origin: oneOf(ORIGINS, query.get('origin')),
    project: query.get('project') ?? '',
  }
  const setFilter = (patch: Partial<ListFilter>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [key, value] of Object.entries(patch)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    filter,
    isFiltered: Object.values(filter).some(Boolean),
    setFilter,
    clear: () => setFilter(NO_FILTER),
  }
}

/** Start of the day that lies `days` before today, ms since 1970. */
function dayStart(days: number, today: number): number {
  const day = new Date(today)
  day.setDate(day.getDate() - days)
  return day.getTime()
}

function spanOf(date: ListFilter['date'], today: number): Pick<TaskFilter, 'from' | 'until'> {
  switch (date) {
    case 'today':
      return { from: dayStart(0, today) }
    case 'week':
      return { from: dayStart(6, today) }
    case 'month':
      return { from: dayStart(29, today) }
    case 'older':
      return { until: dayStart(29, today) }
    case '':
      return {}
  }
}

/** The query of the list for a filter, with a key that changes when what it finds may change. */
export function useListQuery(
  { q, tool, state, date, origin, project: projectId }: ListFilter,
  project: Project | undefined,
): { query: TaskFilter; key: string } {
  const today = useToday()
  return useMemo(() => {
    const query: TaskFilter = {
      ...(q ? { q } : {}),
      ...(tool ? { toolId: tool } : {}),
      ...(state ? { state } : {}),
      ...(origin ? { origin } : {}),
      ...spanOf(date, today),
      // A project that is gone has no tasks.
      ...(projectId ? { within: new Set(project?.taskIds) } : {}),
    }
    const within = projectId ? `${projectId}/${project?.taskIds.join() ?? ''}` : ''
    return { query, key: JSON.stringify([q, tool, state, origin, query.from, query.until, within]) }
  }, [q, tool, state, date, today, origin, projectId, project])
}
