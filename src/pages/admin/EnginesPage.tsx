import { Button } from 'antd'
import { useState } from 'react'
import { ENGINE_KINDS, type EngineEntry } from '#contracts/engines.ts'
import { changeEngines, useAiMark, useEngineEntries, useReach } from '#src/data/admin/engines.ts'
import { useIsOffline } from '#src/data/api/network.ts'
import frame from '#src/pages/page.module.css'
import { attempt } from '#src/pages/tasks/attempt.ts'
import { confirmed } from '#src/state/confirm.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { EngineCard } from './EngineCard.tsx'
import { EngineDialog } from './EngineDialog.tsx'
import styles from './Engines.module.css'
import { MarkPanel } from './MarkPanel.tsx'
import { ReachPanel } from './ReachPanel.tsx'
import { WorkflowsPanel } from './WorkflowsPanel.tsx'

/** Where how to set up engines is told in full. */
const GUIDE = '/api/docs/engines.md'

type Editing = EngineEntry | 'new' | null

/** The engines of this site: connecting, ordering, switching and trying them. */
export default function EnginesPage() {
  const { data: entries, error, isPending, refetch } = useEngineEntries()
  const reach = useReach()
  const mark = useAiMark()
  // All panels appear at once: one that came later would push the others from under the pointer.
  const isLoading = reach.isLoading || mark.isLoading
  const data = isLoading ? undefined : entries
  const offline = useIsOffline()
  const [editing, setEditing] = useState<Editing>(null)
  const [checking, setChecking] = useState(false)
  const handleCheck = async () => {
    setChecking(true)
    await attempt(() => changeEngines('adminCheckEngines'), '已重新检查')
    setChecking(false)
  }
  return (
    <div className={frame.narrow}>
      <div className={frame.heading}>
        <div>
          <h1>引擎</h1>
          <p className={frame.lead}>
            接入 ComfyUI 或兼容 OpenAI 的服务，生成类工具就能运行。
            <a className={styles.guide} href={GUIDE} target="_blank" rel="noreferrer">
              接入说明
            </a>
          </p>
        </div>
        {data && (
          <div className={styles.tools}>
            <Button
              icon={<Icon name="retry" size={18} />}
              loading={checking}
              disabled={offline}
              onClick={() => void handleCheck()}
            >
              重新检查
            </Button>
            <Button
              type="primary"
              icon={<Icon name="plus" size={18} />}
              disabled={offline}
              onClick={() => setEditing('new')}
            >
              接入引擎
            </Button>
          </div>
        )}
      </div>
      {offline && (
        <p className={styles.offline} role="status">
          连不上服务器：下面是上次的情况，恢复网络后才能修改与测试。
        </p>
      )}
      {(isPending || isLoading) && !offline && <Spinner block label="正在询问各个引擎…" />}
      {!entries && error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && <ReachPanel isLocked={offline} />}
      {data && <MarkPanel isLocked={offline} />}
      {data && <EngineList entries={data} isLocked={offline} onEdit={setEditing} />}
      {data && <WorkflowsPanel engines={data} isLocked={offline} />}
      {editing && (
        <EngineDialog entry={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </div>
  )
}

function EngineList({
  entries,
  isLocked,
  onEdit,
}: {
  entries: readonly EngineEntry[]
  isLocked: boolean
  onEdit: (editing: Editing) => void
}) {
  const own = entries.filter(({ form }) => form !== null)
  const others = entries.some(({ form, place }) => form === null && place === 'gpu')
  const ids = own.map(({ id }) => id)
  const handleMove = (from: number, to: number) => {
    const order = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? '')
    void attempt(() => changeEngines('adminOrderEngines', { ids: order }), '已调整顺序')
  }
  const handleRemove = async ({ id, title }: EngineEntry) => {
    const agreed = await confirmed({
      title: `删除“${title}”？`,
      text: '它的地址与密钥会从服务器上删除。正在它那里运行的任务会做完，排队的任务交给其他引擎。',
      confirmLabel: '删除',
    })
    if (agreed) await attempt(() => changeEngines('adminRemoveEngine', { id }), '已删除')
  }
  return (
    <>
      {own.length === 0 && !others && (
        <EmptyState
          icon="gpu"
          title="还没有接入引擎"
          actions={
            <Button
              type="primary"
              icon={<Icon name="plus" size={18} />}
              disabled={isLocked}
              onClick={() => onEdit('new')}
            >
              接入第一个引擎
            </Button>
          }
        >
          有一台装了 {ENGINE_KINDS.comfyui.title} 的显卡机器，或一个{ENGINE_KINDS.openai.title}
          的密钥，填上地址就能用。
        </EmptyState>
      )}
      <ul className={styles.list}>
        {entries.map((entry) => {
          const at = ids.indexOf(entry.id)
          return (
            <EngineCard
              key={entry.id}
              entry={entry}
              isLocked={isLocked}
              onEdit={() => onEdit(entry)}
              onRemove={() => void handleRemove(entry)}
              onUp={at > 0 ? () => handleMove(at, at - 1) : undefined}
              onDown={at >= 0 && at < ids.length - 1 ? () => handleMove(at, at + 1) : undefined}
            />
          )
        })}
      </ul>
    </>
  )
}
