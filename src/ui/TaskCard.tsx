import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { OPS } from '#ops/index.ts'
import { hrefOfTask } from '#src/app/device.ts'
import { coverOf, useInputUrl, useOutputUrl } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { formatBytes, formatTime } from '#src/text/format.ts'
import { FileName } from '#src/ui/FileName.tsx'
import { Icon } from './Icon.tsx'
import { OP_ICONS } from './op-icon.ts'
import styles from './TaskCard.module.css'
import { isActive, percent, progressOfTask, stateOfTask, titleOfTask, wholePercent } from './task-words.ts'

/** How a card takes part in a selection of many. */
export interface CardSelection {
  selected: boolean
  /** Something is selected: the whole card selects instead of opening. */
  active: boolean
  onToggle: (range: boolean) => void
}

/** A task in a grid: picture, tool, what it is at, time and size. */
export function TaskCard({
  task,
  selection,
  actions,
  fill = false,
}: {
  task: LocalTask
  selection?: CardSelection
  /** Buttons over the picture. */
  actions?: ReactNode
  /** Takes the height that it is given: every card of a long list has the same, whatever it has to say. */
  fill?: boolean
}) {
  const title = titleOfTask(task)
  const name = task.inputs[0]?.name ?? task.localInputs?.[0]?.name ?? ''
  const output = task.outputs[0]
  const handleClick = (event: MouseEvent) => {
    if (!selection || (!selection.active && !event.shiftKey && !event.metaKey && !event.ctrlKey)) return
    event.preventDefault()
    selection.onToggle(event.shiftKey)
  }
  return (
    <article className={styles.card} data-selected={selection?.selected} data-fill={fill}>
      <Link
        to={hrefOfTask(task)}
        className={styles.link}
        aria-label={`${title}，${name || '无文件名'}，${stateOfTask(task)}`}
        onClick={handleClick}
      >
        <Picture task={task} />
      </Link>
      {selection && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={selection.selected}
            aria-label={`选择 ${title} ${name}`}
            onClick={(event) => selection.onToggle(event.shiftKey)}
            onChange={() => undefined}
          />
        </label>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
      <div className={styles.words} aria-hidden="true">
        <span className={styles.title}>{title}</span>
        {fill && task.state === 'failed' && task.error ? null : (
          <FileName name={name || '　'} className={styles.name} />
        )}
        {task.state === 'failed' && task.error && (
          <span className={styles.reason} title={task.error.remedy}>
            {task.error.message}
          </span>
        )}
        <span className={styles.meta}>
          <span className={styles[task.state]}>{stateOfTask(task)}</span>
          <Kept task={task} />
          <span>
            {formatTime(task.createdAt).slice(5)}
            {output && output.bytes > 0 && (
              <span className={styles.size}> · {formatBytes(output.bytes)}</span>
            )}
          </span>
        </span>
      </div>
    </article>
  )
}

/** How much of its source's structure a render keeps. */
function Kept({ task: { outputMeta } }: { task: LocalTask }) {
  const structure = outputMeta[0]?.structure
  return structure ? <span>结构 {wholePercent(structure.share)}</span> : null
}

function Picture({ task }: { task: LocalTask }) {
  const cover = coverOf(task)
  const outputUrl = useOutputUrl(task, cover, 320)
  const inputUrl = useInputUrl(task, 'image', 320)
  const progress = progressOfTask(task)
  const wanted = task.state === 'done' && cover >= 0 ? outputUrl : inputUrl
  // Not on this device, and the server cannot be reached.
  const [broken, setBroken] = useState<string>()
  const url = wanted === broken ? undefined : wanted
  return (
    <span
      className={styles.picture}
      data-checker={OPS[task.op].look?.transparent === true && task.state === 'done'}
    >
      {url ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          data-dim={task.state !== 'done'}
          onError={() => setBroken(url)}
        />
      ) : task.text ? (
        <span className={styles.text}>{task.text}</span>
      ) : (
        <span className={styles.plate}>
          <Icon name={OP_ICONS[task.op]} size={32} />
        </span>
      )}
      {progress !== null && isActive(task) && (
        <span
          className={styles.bar}
          role="progressbar"
          aria-label="进度"
          aria-valuenow={Math.round(progress * 100)}
          aria-valuetext={percent(progress)}
        >
          <span style={{ width: percent(progress) }} />
        </span>
      )}
      {(task.state === 'failed' || task.phase === 'waiting') && (
        <span className={styles.flag} data-state={task.state}>
          <Icon name={task.state === 'failed' ? 'warn' : 'offline'} size={18} />
        </span>
      )}
    </span>
  )
}
