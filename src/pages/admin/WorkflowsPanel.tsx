import { Button } from 'antd'
import { useId, useState } from 'react'
import type { EngineEntry } from '#contracts/engines.ts'
import type { WorkflowEntry } from '#contracts/workflows.ts'
import { OPS, zOpId } from '#ops/index.ts'
import { faultOf } from '#ops/own-workflow.ts'
import { changeWorkflows, useWorkflows } from '#src/data/admin/workflows.ts'
import { attempt } from '#src/pages/tasks/attempt.ts'
import { confirmed } from '#src/state/confirm.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { WorkflowDialog } from './WorkflowDialog.tsx'
import styles from './Workflows.module.css'

function titleOf({ form }: WorkflowEntry): string {
  const op = zOpId.safeParse(form.op)
  return op.success ? OPS[op.data].title : form.op
}

/** The workflows of the operator's own, beside those that come along. */
export function WorkflowsPanel({
  engines,
  isLocked,
}: {
  engines: readonly EngineEntry[]
  isLocked: boolean
}) {
  const { data, error, refetch } = useWorkflows()
  const [editing, setEditing] = useState<WorkflowEntry | 'new' | null>(null)
  const titleId = useId()
  const handleRemove = async ({ id, form }: WorkflowEntry) => {
    const agreed = await confirmed({
      title: `删除“${form.title}”？`,
      text: '等着用它的任务会结束并退券，正在运行的会做完。',
      confirmLabel: '删除',
    })
    if (agreed) await attempt(() => changeWorkflows('adminRemoveWorkflow', { id }), '已删除')
  }
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>自己的工作流</h2>
        <Button icon={<Icon name="plus" size={18} />} disabled={isLocked} onClick={() => setEditing('new')}>
          添加工作流
        </Button>
      </div>
      <p className={styles.note}>
        从 ComfyUI“导出(API)”的工作流，绑好输入后就是该操作的一种选择，所有接入的 ComfyUI 都能用它。
      </p>
      {error && !data && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((entry) => (
            <li key={entry.id}>
              <strong>{entry.form.title}</strong>
              <span className={styles.note}>
                {titleOf(entry)}
                {entry.form.isFirst && ' · 首选'}
                {faultOf(entry.form) && ' · 需要重新绑定'}
              </span>
              <Button
                size="small"
                icon={<Icon name="edit" size={18} />}
                disabled={isLocked}
                aria-label={`编辑工作流“${entry.form.title}”`}
                onClick={() => setEditing(entry)}
              >
                编辑
              </Button>
              <Button
                size="small"
                danger
                icon={<Icon name="trash" size={18} />}
                disabled={isLocked}
                aria-label={`删除工作流“${entry.form.title}”`}
                onClick={() => void handleRemove(entry)}
              >
                删除
              </Button>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <WorkflowDialog
          entry={editing === 'new' ? null : editing}
          engines={engines.filter(({ takesWorkflows, state }) => takesWorkflows && state === 'ready')}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}
