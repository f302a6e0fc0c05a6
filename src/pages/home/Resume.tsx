import { Link } from 'react-router-dom'
import { hrefOfTasks, hrefOfTool } from '#src/app/device.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { useTasks } from '#src/data/tasks/tasks.ts'
import { recentTools } from '#src/state/recents.ts'
import { findTool, type RegisteredTool } from '#src/tools/registry.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { iconOf } from '#src/ui/op-icon.ts'
import { TaskCard } from '#src/ui/TaskCard.tsx'
import styles from './Resume.module.css'

const MOST_TASKS = 5

/** What the user was at: the tools used last. */
export function RecentTools() {
  const recents = useSignalValue(recentTools)
    .map(findTool)
    .filter((tool): tool is RegisteredTool => tool !== undefined)
    .slice(0, 5)
  if (recents.length === 0) return null
  return (
    <div className={styles.recents}>
      <h2 className={styles.label}>最近使用</h2>
      <ul className={styles.chips}>
        {recents.map((tool) => (
          <li key={tool.id}>
            <Link to={hrefOfTool(tool)} className={styles.chip}>
              <Icon name={iconOf(tool)} size={18} />
              {tool.title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is at work now and what was made last. */
export function RecentTasks() {
  const active = useTasks({ state: 'active' })
  const all = useTasks()
  const shown = [...active, ...all.filter((task) => !active.includes(task))].slice(0, MOST_TASKS)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="recent-tasks">
      <div className={styles.head}>
        <h2 id="recent-tasks">
          最近任务
          {active.length > 0 && <small>{active.length} 个进行中</small>}
        </h2>
        <Link to={hrefOfTasks()} className={styles.more}>
          全部任务
          <Icon name="chevronRight" size={16} />
        </Link>
      </div>
      <ul className={styles.tasks}>
        {shown.map((task) => (
          <li key={task.taskId}>
            <TaskCard task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}
