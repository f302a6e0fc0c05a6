import { useState } from 'react'
import { addToProject, createProject, MOST_NAME, type Project } from '#src/data/projects/projects.ts'
import { formatNumber } from '#src/text/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { attempt } from './attempt.ts'
import styles from './Projects.module.css'

/** Puts tasks into a project, one that is there or a new one. */
export function ProjectDialog({
  taskIds,
  projects,
  onClose,
  onDone,
}: {
  taskIds: readonly string[]
  projects: readonly Project[]
  onClose: () => void
  onDone: () => void
}) {
  const [name, setName] = useState('')
  const finish = async (work: () => Promise<unknown>, into: string) => {
    if (await attempt(work, `已放入“${into}”`)) onDone()
    onClose()
  }
  return (
    <Dialog title={`放入项目：${formatNumber(taskIds.length)} 个任务`} onClose={onClose}>
      <p className={styles.note}>项目保存在这台设备上，不会同步到其他设备。</p>
      {projects.length > 0 && (
        <ul className={styles.choices}>
          {projects.map((project) => (
            <li key={project.projectId}>
              <button
                type="button"
                onClick={() => void finish(() => addToProject(project.projectId, taskIds), project.name)}
              >
                <Icon name="folder" size={18} />
                <span>{project.name}</span>
                <small>{formatNumber(project.taskIds.length)} 个</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.create}
        onSubmit={(event) => {
          event.preventDefault()
          void finish(() => createProject(name, taskIds), name.trim())
        }}
      >
        <label>
          <span>新项目</span>
          <input
            value={name}
            maxLength={MOST_NAME}
            placeholder="例如：滨江住宅 3 号楼"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" look="primary" icon="plus" disabled={name.trim() === ''}>
          新建并放入
        </Button>
      </form>
    </Dialog>
  )
}
