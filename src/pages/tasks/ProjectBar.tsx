import { useState } from 'react'
import { REACHES } from '#contracts/reach.ts'
import { useNetwork } from '#src/data/api/network.ts'
import { useUser } from '#src/data/api/session.ts'
import {
  deleteProject,
  editProject,
  MOST_NAME,
  type Project,
  useCurrentProject,
  workInProject,
} from '#src/data/projects/projects.ts'
import { pinnedBytes, pinProject, stopPin, unpinProject, usePinProgress } from '#src/data/tasks/pins.ts'
import { toast } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ReachChoice } from '#src/ui/ReachChoice.tsx'
import { percent } from '#src/ui/task-words.ts'
import { attempt } from './attempt.ts'
import styles from './Projects.module.css'

/** The project that is on show: what of it is kept here, and what can be done with it. */
export function ProjectBar({ project, onGone }: { project: Project; onGone: () => void }) {
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const isCurrent = useCurrentProject()?.projectId === project.projectId
  const handleDelete = async () => {
    const gone = await attempt(async () => {
      await unpinProject(project.projectId)
      await deleteProject(project.projectId)
    }, `已删除项目“${project.name}”`)
    if (gone) onGone()
  }
  return (
    <section className={styles.bar} aria-label={`项目 ${project.name}`}>
      <Icon name="folder" />
      <div className={styles.facts}>
        <strong>{project.name}</strong>
        <span className={styles.state}>
          {isCurrent && '新任务放进这里 · '}数据去向：{REACHES[project.reach].short}
        </span>
        <PinState project={project} />
      </div>
      <span className={styles.buttons}>
        <Button
          size="s"
          icon={isCurrent ? 'check' : 'plus'}
          aria-pressed={isCurrent}
          onClick={() => workInProject(isCurrent ? null : project.projectId)}
        >
          新任务放进这里
        </Button>
        <PinButton project={project} />
        <Button size="s" look="quiet" icon="edit" onClick={() => setAsking('edit')}>
          编辑
        </Button>
        <Button size="s" look="quiet" icon="trash" onClick={() => setAsking('delete')}>
          删除项目
        </Button>
      </span>
      {asking === 'edit' && <EditDialog project={project} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <ConfirmDialog
          title={`删除项目“${project.name}”？`}
          confirmLabel="删除项目"
          onConfirm={() => void handleDelete()}
          onClose={() => setAsking(null)}
        >
          <p>只删除这个分组，里面的任务与结果都保留；固定在本机的原图会释放。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** In words, what of a project lies on this device. */
export function PinState({ project }: { project: Project }) {
  const progress = usePinProgress(project.projectId)
  if (progress) {
    return (
      <span className={styles.state} role="status">
        正在保存原图 {progress.done}/{progress.total}，{formatBytes(progress.bytes)}
        <progress aria-label="保存原图的进度" value={progress.done} max={Math.max(1, progress.total)}>
          {percent(progress.done / Math.max(1, progress.total))}
        </progress>
      </span>
    )
  }
  if (!project.pinned) return <span className={styles.state}>项目保存在这台设备上</span>
  const size = formatBytes(pinnedBytes(project))
  return (
    <span className={styles.state}>
      {project.pinned.missing > 0
        ? `已固定 ${project.pinned.assets.length} 张原图，${size}；还差 ${project.pinned.missing} 张，联网后继续`
        : `已固定在本机，${project.pinned.assets.length} 张原图，${size}，断网可看`}
    </span>
  )
}

/** Pins, stops or unpins a project. */
export function PinButton({ project }: { project: Project }) {
  const progress = usePinProgress(project.projectId)
  const network = useNetwork()
  const isSignedIn = Boolean(useUser())
  const handlePin = () => attempt(() => pinProject(project))
  const handleUnpin = () =>
    attempt(async () => {
      const freed = await unpinProject(project.projectId)
      toast('success', `已取消固定，释放 ${formatBytes(freed)}`)
    })
  if (progress) {
    return (
      <Button size="s" icon="stop" onClick={() => stopPin(project.projectId)}>
        停止
      </Button>
    )
  }
  if (project.pinned && project.pinned.missing === 0) {
    return (
      <Button size="s" icon="check" onClick={() => void handleUnpin()}>
        取消固定
      </Button>
    )
  }
  return (
    <>
      <Button
        size="s"
        icon="install"
        disabled={network === 'offline' || !isSignedIn}
        title={network === 'offline' ? '离线时不能保存原图' : isSignedIn ? undefined : '登录后可用'}
        onClick={() => void handlePin()}
      >
        {project.pinned ? '继续固定' : '固定到本机'}
      </Button>
      {project.pinned && (
        <Button size="s" look="quiet" onClick={() => void handleUnpin()}>
          取消固定
        </Button>
      )}
    </>
  )
}

function EditDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState(project.name)
  const [reach, setReach] = useState(project.reach)
  const handleSave = async () => {
    if (await attempt(() => editProject(project.projectId, { name, reach }))) onClose()
  }
  return (
    <Dialog title="编辑项目" onClose={onClose}>
      <form
        className={styles.create}
        onSubmit={(event) => {
          event.preventDefault()
          void handleSave()
        }}
      >
        <label>
          <span>项目名</span>
          <input value={name} maxLength={MOST_NAME} onChange={(event) => setName(event.target.value)} />
        </label>
        <ReachChoice of="project" className={styles.reach} value={reach} onChange={setReach} />
        <p className={styles.note}>对新任务与重做的任务有效；已经提交的不受影响。</p>
        <Button type="submit" look="primary" disabled={name.trim() === ''}>
          保存
        </Button>
      </form>
    </Dialog>
  )
}
