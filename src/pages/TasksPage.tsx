import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hrefOfHome } from '#src/app/device.ts'
import { useNetwork } from '#src/data/network.ts'
import { loginOpen, useUser } from '#src/data/session.ts'
import type { LocalTask } from '#src/data/task-model.ts'
import { useTasks, useTasksLoading } from '#src/data/tasks.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { formatDay } from '#src/ui/format.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import { TaskCard } from '#src/ui/TaskCard.tsx'
import frame from './page.module.css'
import styles from './TasksPage.module.css'
import { CardActions } from './tasks/CardActions.tsx'
import { DeleteTasks } from './tasks/DeleteTasks.tsx'
import { FilterBar, type ListFilter, STATES } from './tasks/FilterBar.tsx'
import { SelectionBar } from './tasks/SelectionBar.tsx'
import { useEndless } from './tasks/use-endless.ts'
import { useSelection } from './tasks/use-selection.ts'

/** All tasks: the signed-in user's, or what a visitor made on this device. */
export default function TasksPage() {
  const user = useUser()
  const network = useNetwork()
  const loading = useTasksLoading()
  const all = useTasks()
  const { filter, setFilter, clear } = useListFilter()
  const tasks = useTasks({
    q: filter.q || undefined,
    toolId: filter.tool || undefined,
    state: filter.state || undefined,
  })
  const endless = useEndless(tasks.length)
  const shown = useMemo(() => tasks.slice(0, endless.limit), [tasks, endless.limit])
  const [doomed, setDoomed] = useState<readonly LocalTask[] | 'picked'>([])

  const shownIds = useMemo(() => shown.map((task) => task.taskId), [shown])
  const allIds = useMemo(() => all.map((task) => task.taskId), [all])
  const picked = useSelection(
    shownIds,
    allIds,
    useCallback(() => setDoomed('picked'), []),
  )
  const chosen = all.filter((task) => picked.ids.has(task.taskId))
  const toDelete = doomed === 'picked' ? chosen : doomed
  const toolIds = [...new Set(all.map((task) => task.toolId))]
  const filtered = Boolean(filter.q || filter.tool || filter.state)
  return (
    <div className={frame.page}>
      <div className={frame.heading}>
        <div>
          <h1>我的任务</h1>
          <p className={frame.lead}>
            {user === null
              ? '这台设备上的任务。登录后可在多台设备上查看。'
              : '全部任务保存在您的账户里，离线也能查看近期的。'}
          </p>
        </div>
        {user === null && (
          <Button
            onClick={() => {
              loginOpen.value = true
            }}
          >
            登录
          </Button>
        )}
      </div>
      {(all.length > 0 || filtered) && <FilterBar filter={filter} toolIds={toolIds} onChange={setFilter} />}
      {groupByDay(shown).map(({ day, tasks: ofDay }) => (
        <section key={day} className={styles.day} aria-label={day}>
          <h2>{day}</h2>
          <ul className={styles.grid}>
            {ofDay.map((task) => (
              <li key={task.taskId}>
                <TaskCard
                  task={task}
                  selection={{
                    selected: picked.ids.has(task.taskId),
                    active: picked.ids.size > 0,
                    onToggle: (range) => picked.toggle(task.taskId, range),
                  }}
                  actions={<CardActions task={task} onDelete={() => setDoomed([task])} />}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!loading && tasks.length === 0 && !endless.busy && (
        <Empty filtered={filtered && all.length > 0} offline={network === 'offline'} onClear={clear} />
      )}
      <div ref={endless.end} className={styles.end}>
        {(loading || endless.busy) && <Spinner />}
        {endless.error && network !== 'offline' && <ErrorNote error={endless.error} onRetry={endless.more} />}
        {network === 'offline' && tasks.length > 0 && <p>离线中，更早的任务恢复网络后显示。</p>}
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          tasks={chosen}
          shownCount={shown.length}
          onAll={picked.all}
          onClear={picked.clear}
          onDelete={() => setDoomed('picked')}
        />
      )}
      {toDelete.length > 0 && <DeleteTasks tasks={toDelete} onClose={() => setDoomed([])} />}
    </div>
  )
}

function Empty({ filtered, offline, onClear }: { filtered: boolean; offline: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyState
        icon="search"
        title="没有符合条件的任务"
        actions={<Button onClick={onClear}>清除筛选</Button>}
      >
        换一个状态或工具，或者清空搜索词。
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="tasks"
      title="还没有任务"
      actions={
        <LinkButton to={hrefOfHome()} look="primary">
          选一个工具开始
        </LinkButton>
      }
    >
      {offline
        ? '本机没有任务记录。离线时也可以提交任务，恢复网络后自动处理。'
        : '提交的任务会出现在这里，关掉页面也会继续处理。'}
    </EmptyState>
  )
}

/** The filter lives in the address, so that a reload and the way back keep it. */
function useListFilter() {
  const [query, setQuery] = useSearchParams()
  const filter: ListFilter = {
    q: query.get('q') ?? '',
    tool: query.get('tool') ?? '',
    state: STATES.find((state) => state.value === query.get('state'))?.value ?? '',
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
  return { filter, setFilter, clear: () => setFilter({ q: '', tool: '', state: '' }) }
}

function groupByDay(tasks: readonly LocalTask[]): { day: string; tasks: LocalTask[] }[] {
  const groups = new Map<string, LocalTask[]>()
  for (const task of tasks) {
    const day = formatDay(task.createdAt)
    const group = groups.get(day)
    if (group) group.push(task)
    else groups.set(day, [task])
  }
  return [...groups].map(([day, ofDay]) => ({ day, tasks: ofDay }))
}
