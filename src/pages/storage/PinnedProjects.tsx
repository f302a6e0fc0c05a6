import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { hrefOfTasks } from '#src/app/device.ts'
import { useUser } from '#src/data/api/session.ts'
import { openProjects, useProjects } from '#src/data/projects/projects.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'
import { Icon } from '#src/ui/Icon.tsx'
import frame from '../page.module.css'
import styles from '../StoragePage.module.css'
import { PinButton, PinState } from '../tasks/ProjectBar.tsx'

/** Every project, with what of it lies on this device. */
export function PinnedProjects({ onChange }: { onChange: () => void }) {
  const user = useUser()
  const projects = useProjects()
  const owner = user === undefined ? undefined : (user?.id ?? GUEST)
  useEffect(() => {
    if (owner !== undefined) void openProjects(owner)
  }, [owner])
  const pinned = projects.map(({ pinned }) => pinned?.assets.length ?? 0).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are measured again when a pin changes
  useEffect(onChange, [pinned])
  return (
    <section className={`${frame.panel} ${styles.section}`} aria-labelledby="projects">
      <h2 id="projects">项目</h2>
      <p className={styles.note}>
        项目保存在这台设备上。固定后，其中任务的原图与成图会存到本机，断网也能打开；不会被自动清理。
      </p>
      {projects.length === 0 ? (
        <p className={styles.note}>
          还没有项目：到<Link to={hrefOfTasks()}>我的任务</Link>选中任务，点“放入项目”。
        </p>
      ) : (
        <ul className={styles.projects}>
          {projects.map((project) => (
            <li key={project.projectId}>
              <Icon name="folder" />
              <span className={styles.words}>
                <Link to={`${hrefOfTasks()}?project=${project.projectId}`}>{project.name}</Link>
                <PinState project={project} />
              </span>
              <span className={styles.buttons}>
                <PinButton project={project} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
