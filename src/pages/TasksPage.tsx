import { useCallback, useEffect, useMemo, useState } from 'react'
import { hrefOfHome } from '#src/app/device.ts'
import { useNetwork } from '#src/data/api/network.ts'
import { loginOpen, useUser } from '#src/data/api/session.ts'
import { openProjects, takeFromProject, useProjects } from '#src/data/projects/projects.ts'
import { useWholeList } from '#src/data/tasks/task-history.ts'
import { GUEST, isListedAlike, type LocalTask } from '#src/data/tasks/task-model.ts'
import { useTasks, useTasksLoading } from '#src/data/tasks/tasks.ts'
import { formatNumber } from '#src/text/format.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import frame from './page.module.css'
import styles from './TasksPage.module.css'
import { attempt } from './tasks/attempt.ts'
import { CardActions } from './tasks/CardActions.tsx'
import { DeleteTasks } from './tasks/DeleteTasks.tsx'
import { FilterBar } from './tasks/FilterBar.tsx'
import { useListFilter, useListQuery } from './tasks/list-filter.ts'
import { ProjectBar } from './tasks/ProjectBar.tsx'
import { ProjectDialog } from './tasks/ProjectDialog.tsx'
import { SelectionBar } from './tasks/SelectionBar.tsx'
import { TaskGrid } from './tasks/TaskGrid.tsx'
import { useSelection } from './tasks/use-selection.ts'
import { useWholeHistory } from './tasks/use-whole-history.ts'

/** All tasks: the signed-in user's, or what a visitor made on this device. */
export default function TasksPage() {
  const user = useUser()
  const owner = user === undefined ? undefined : (user?.id ?? GUEST)
  useEffect(() => {
    if (owner !== undefined) void openProjects(owner)
  }, [owner])
  const network = useNetwork()
  const loading = useTasksLoading()
  const history = useWholeHistory()
  const isWhole = useWholeList(owner)
  const projects = useProjects()
  const { filter, isFiltered, setFilter, clear } = useListFilter()
  const project = projects.find(({ projectId }) => projectId === filter.project)
  const { query, key } = useListQuery(filter, project)
  const shown = useTasks(query, key, isListedAlike)
  const all = useTasks({}, 'all', isListedAlike)
  const toolIds = useMemo(() => [...new Set(all.map((task) => task.toolId))], [all])
  const reading = loading || !isWhole
  return (
    <div className={frame.page}>
      <div className={frame.heading}>
        <div>
          <h1>我的任务</h1>
          <p className={frame.lead}>
            {user === null
              ? '这台设备上的任务。登录后可在多台设备上查看。'
              : '服务器处理的任务在您的账户里，看过的离线也能打开；本机处理的只在这台设备上。'}
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
      {(all.length > 0 || isFiltered) && (
        <FilterBar filter={filter} toolIds={toolIds} projects={projects} onChange={setFilter} />
      )}
      {project && <ProjectBar project={project} onGone={() => setFilter({ project: '' })} />}
      <Results
        key={owner}
        shown={shown}
        all={all}
        reading={reading || history.busy}
        takeOut={
          project &&
          ((ids) => attempt(() => takeFromProject(project.projectId, ids), `已移出“${project.name}”`))
        }
      />
      {!reading && !history.busy && shown.length === 0 && (
        <Empty
          filtered={isFiltered && all.length > 0}
          offline={network === 'offline'}
          project={project?.name}
          onClear={clear}
        />
      )}
      <div className={styles.end}>
        {(reading || history.busy) && shown.length === 0 && <Spinner />}
        {(reading || history.busy) && shown.length > 0 && <p role="status">正在读取更早的任务…</p>}
        {history.error && network !== 'offline' && (
          <ErrorNote error={history.error} onRetry={history.retry} />
        )}
        {network === 'offline' && shown.length > 0 && user && <p>离线中，显示的是这台设备上的记录。</p>}
      </div>
    </div>
  )
}

/** The list with its selection and what can be done with it. */
function Results({
  shown,
  all,
  reading,
  takeOut,
}: {
  shown: readonly LocalTask[]
  all: readonly LocalTask[]
  reading: boolean
  takeOut: ((ids: readonly string[]) => Promise<unknown>) | undefined
}) {
  const projects = useProjects()
  const [doomed, setDoomed] = useState<readonly LocalTask[] | 'picked'>([])
  const [filing, setFiling] = useState(false)
  const shownIds = useMemo(() => shown.map((task) => task.taskId), [shown])
  const allIds = useMemo(() => all.map((task) => task.taskId), [all])
  const picked = useSelection(
    shownIds,
    allIds,
    useCallback(() => setDoomed('picked'), []),
  )
  const chosen = useMemo(() => all.filter((task) => picked.ids.has(task.taskId)), [all, picked.ids])
  const chosenIds = useMemo(() => chosen.map((task) => task.taskId), [chosen])
  const toDelete = doomed === 'picked' ? chosen : doomed
  const actionsOf = useCallback(
    (task: LocalTask) => <CardActions task={task} onDelete={() => setDoomed([task])} />,
    [],
  )
  return (
    <>
      <p className="visually-hidden" role="status">
        {reading ? '' : `共 ${formatNumber(shown.length)} 个任务`}
      </p>
      <TaskGrid tasks={shown} picked={picked} actionsOf={actionsOf} />
      {chosen.length > 0 && (
        <SelectionBar
          tasks={chosen}
          shownCount={shown.length}
          counting={reading}
          onAll={picked.all}
          onClear={picked.clear}
          onDelete={() => setDoomed('picked')}
          onProject={() => setFiling(true)}
          takeOut={takeOut && (() => void takeOut(chosenIds).then(picked.clear))}
        />
      )}
      {filing && (
        <ProjectDialog
          taskIds={chosenIds}
          projects={projects}
          onClose={() => setFiling(false)}
          onDone={picked.clear}
        />
      )}
      {toDelete.length > 0 && <DeleteTasks tasks={toDelete} onClose={() => setDoomed([])} />}
    </>
  )
}

function Empty({
  filtered,
  offline,
  project,
  onClear,
}: {
  filtered: boolean
  offline: boolean
  project: string | undefined
  onClear: () => void
}) {
  if (filtered) {
    return (
      <EmptyState
        icon={project ? 'folder' : 'search'}
        title={project ? `“${project}”里没有符合条件的任务` : '没有符合条件的任务'}
        actions={<Button onClick={onClear}>清除筛选</Button>}
      >
        {project ? '在列表里选中任务，再点“放入项目”。' : '换一个状态或工具，或者清空搜索词。'}
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
