import { Button } from 'antd'
import { useId, useState } from 'react'
import { ENGINE_KINDS, type EngineEntry, type EngineState } from '#contracts/engines.ts'
import { changeEngines } from '#src/data/admin/engines.ts'
import { attempt } from '#src/pages/tasks/attempt.ts'
import { formatTime } from '#src/text/format.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { EngineSurvey } from './EngineSurvey.tsx'
import styles from './Engines.module.css'

const STATES: Record<EngineState, string> = { ready: '就绪', silent: '没有响应', off: '已停用' }

function kindOf({ kind, place, form }: EngineEntry): string {
  if (place === 'local') return '内置引擎，随服务器运行'
  return kind && form ? ENGINE_KINDS[kind].title : '由环境变量设置'
}

/** One engine: how it is, what can be done with it, and on demand what it can do. */
export function EngineCard({
  entry,
  isLocked,
  onEdit,
  onRemove,
  onUp,
  onDown,
}: {
  entry: EngineEntry
  isLocked: boolean
  onEdit: () => void
  onRemove: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) {
  const { id, title, form, state, seenAt, problem, isOutside, ops, hasKey } = entry
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const isOff = state === 'off'
  const facts = [
    kindOf(entry),
    form?.address,
    form?.imageModel,
    hasKey && '已存密钥',
    entry.place === 'gpu' && (isOutside ? '图片会发到外部' : '图片留在自己的网络里'),
    state === 'ready' && `能做 ${ops.length} 种操作`,
    state === 'silent' && seenAt && `上次响应：${formatTime(seenAt)}`,
  ].filter(Boolean)
  return (
    <li className={styles.card} data-state={state}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.state}>{STATES[state]}</span>
        {(onUp || onDown) && (
          <span className={styles.order}>
            <IconButton
              icon={<Icon name="chevronUp" />}
              label={`把“${title}”提前`}
              disabled={!onUp || isLocked}
              onClick={onUp}
            />
            <IconButton
              icon={<Icon name="chevronDown" />}
              label={`把“${title}”移后`}
              disabled={!onDown || isLocked}
              onClick={onDown}
            />
          </span>
        )}
      </div>
      <p className={styles.facts}>
        {facts.map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </p>
      {problem && !isOff && <ErrorNote error={problem} />}
      {entry.place === 'gpu' && (
        <div className={styles.actions}>
          {!isOff && (
            <Button
              size="small"
              aria-expanded={open}
              aria-controls={panelId}
              disabled={isLocked && !open}
              onClick={() => setOpen(!open)}
              icon={<Icon name={open ? 'chevronUp' : 'chevronDown'} size={16} />}
            >
              能做什么、缺什么
            </Button>
          )}
          {form && (
            <>
              <Button size="small" icon={<Icon name="edit" size={18} />} disabled={isLocked} onClick={onEdit}>
                编辑
              </Button>
              <Button
                size="small"
                disabled={isLocked}
                onClick={() =>
                  void attempt(
                    () => changeEngines('adminSwitchEngine', { id, isOn: isOff }),
                    isOff ? '已启用' : '已停用，正在运行的任务会做完',
                  )
                }
              >
                {isOff ? '启用' : '停用'}
              </Button>
              <Button
                size="small"
                danger
                icon={<Icon name="trash" size={18} />}
                disabled={isLocked}
                onClick={onRemove}
              >
                删除
              </Button>
            </>
          )}
        </div>
      )}
      {open && !isOff && (
        <div id={panelId} className={styles.survey}>
          <EngineSurvey id={id} isLocked={isLocked} />
        </div>
      )}
    </li>
  )
}
