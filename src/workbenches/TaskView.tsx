import { Button, Dropdown, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { ERRORS } from '#contracts/errors.ts'
import { PLACE_TITLES } from '#contracts/ops.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { OPS } from '#ops/index.ts'
import { hrefOfTool } from '#src/app/device.ts'
import { useNetwork } from '#src/data/api/network.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { outbox, useBlocker } from '#src/data/tasks/outbox.ts'
import type { Blocker } from '#src/data/tasks/outbox-model.ts'
import { useInputUrl } from '#src/data/tasks/outputs.ts'
import { previews } from '#src/data/tasks/task-sync.ts'
import { cancel, type LocalTask, retry } from '#src/data/tasks/tasks.ts'
import { formatSpan, trimWords } from '#src/text/format.ts'
import { findTool, isIndoorTool, type RegisteredTool } from '#src/tools/registry.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { FileName } from '#src/ui/FileName.tsx'
import { Group } from '#src/ui/form/Group.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ResultView } from '#src/ui/image/ResultView.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { NotifyOffer } from '#src/ui/NotifyOffer.tsx'
import { wordsOfJob, wordsOfWait } from '#src/ui/outbox/outbox-words.ts'
import { BackButton } from './BackButton.tsx'
import styles from './Canvas.module.css'
import { CorrectButton } from './matting/CorrectButton.tsx'
import { CheckedResult } from './render/CheckedResult.tsx'
import { sourceOf } from './run-summary.ts'
import type { Bench } from './use-bench.ts'

interface Props {
  task: LocalTask
  bench: Bench
  onBack: () => void
}

/** One task on the canvas, in whatever state it is. */
export function TaskView({ task, bench, onBack }: Props) {
  const remark = remarkOf(task)
  return (
    <div className={styles.task} data-view="task">
      <TaskBar task={task} bench={bench} onBack={onBack} />
      {remark ? <Remark text={remark} /> : null}
      <div className={styles.taskBody}>
        {task.state === 'done' ? (
          <Outputs task={task} bench={bench} />
        ) : (
          <Pending task={task} bench={bench} />
        )}
      </div>
    </div>
  )
}

/** Letters from which a remark takes more than its share of a small window. */
const LONG_REMARK = 48

/** What there is to say about a result; a long one shows its beginning. */
function Remark({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  if (text.length < LONG_REMARK) return <p className={styles.remark}>{text}</p>
  return (
    <button
      type="button"
      className={`${styles.remark} ${styles.remarkLong}`}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <span className={styles.remarkText} data-cut={!open}>
        {text}
      </span>
      <Icon name={open ? 'chevronUp' : 'chevronDown'} size={16} />
    </button>
  )
}

/** One line about a result: the engine's own, or where a cropped one lies in its source. */
function remarkOf({ state, text, outputs: [output] }: LocalTask): string | null {
  if (state !== 'done' || !output) return null
  return output.trim ? trimWords(output.trim) : text
}

const canvasOf = ({ op }: LocalTask) => OPS[op].look?.canvas

function Outputs({ task, bench }: Pick<Props, 'task' | 'bench'>) {
  const [index, setIndex] = useState(0)
  const canvas = canvasOf(task)
  const View = canvas === 'regions' ? CheckedResult : canvas === 'angles' ? Turned : ResultView
  if (task.outputs.length < 2) return <View task={task} bench={bench} />
  return (
    <div className={styles.outputs}>
      <Group className={styles.outputTabs} label="各张结果">
        {task.outputs.map((output, at) => (
          <Button
            key={`${output.id}-${at}`}
            type={at === index ? 'default' : 'text'}
            size="small"
            aria-pressed={at === index}
            onClick={() => setIndex(at)}
          >
            {titleOf(output.name) ?? `第 ${at + 1} 张`}
          </Button>
        ))}
      </Group>
      <View key={index} task={task} bench={bench} index={index} />
    </div>
  )
}

/** What a result is called among several: the part of its name that says so. */
const titleOf = (name: string) => /多角度-(.+)\.[a-z]+$/.exec(name)?.[1] ?? null

/** A picture from another place: laid over its source it says nothing. */
function Turned({ task, index = 0 }: { task: LocalTask; index?: number }) {
  const isSource = titleOf(task.outputs[index]?.name ?? '') === '原视角'
  return <ResultView task={task} index={index} first={isSource ? 'compare' : 'result'} />
}

/** Tools that a result most often goes on to. */
const NEXT_TOOLS = ['matting', 'toline', 'compress', 'upScaleImg', 'xitu', 'clean'] as const
/** The same of a render: worked on further by parts, larger, or as lines. */
const NEXT_OF_RENDERS = ['upScaleImg', 'toline', 'atmosphereChange', 'xitu', 'clean'] as const

/** Rooms and buildings have their own tool for other materials and for another style. */
const nextOfRender = (tool: RegisteredTool) =>
  isIndoorTool(tool)
    ? (['materialChange', ...NEXT_OF_RENDERS, 'styleTransferIndoor'] as const)
    : (['materialchange', ...NEXT_OF_RENDERS, 'styleTransfer'] as const)

function TaskBar({ task, bench, onBack }: Props) {
  const { run, setView } = bench
  const canvas = canvasOf(task)
  const at = run.findIndex((other) => other.taskId === task.taskId)
  const before = run[at - 1]
  const after = run[at + 1]
  const ids = canvas === 'regions' ? nextOfRender(bench.tool) : NEXT_TOOLS
  const next = ids.flatMap((id) => (id === task.toolId ? [] : (findTool(id) ?? [])))
  return (
    <header className={styles.taskBar}>
      <BackButton
        label={run.length > 1 && at >= 0 ? '返回本批总览' : '返回图片'}
        title="返回（Esc）"
        onClick={onBack}
      />
      <FileName name={sourceOf(task).name || bench.tool.title} className={styles.taskName} />
      {run.length > 1 && at >= 0 ? (
        <span className={styles.pager}>
          <IconButton
            icon={<Icon name="chevronLeft" size={18} />}
            disabled={!before}
            onClick={() => before && setView({ task: before.taskId })}
            label="上一个结果"
            title="上一个（←）"
          />
          <span>
            {at + 1} / {run.length}
          </span>
          <IconButton
            icon={<Icon name="chevronRight" size={18} />}
            disabled={!after}
            onClick={() => after && setView({ task: after.taskId })}
            label="下一个结果"
            title="下一个（→）"
          />
        </span>
      ) : null}
      <span className={styles.spring} />
      {task.state === 'done' ? (
        <span className={styles.ranOn}>
          {task.engine || PLACE_TITLES[task.place]}
          {task.startedAt && task.finishedAt ? ` · ${formatSpan(task.finishedAt - task.startedAt)}` : ''}
        </span>
      ) : null}
      {canvas === 'regions' && task.state === 'done' ? (
        <Button
          type="text"
          icon={<ToolIcon name="click" />}
          onClick={() => void bench.reuse(task)}
          title="回到预览，点选墙、地、窗，改类别或材质"
        >
          改区域
        </Button>
      ) : null}
      {canvas === 'things' && task.state === 'done' ? <CorrectButton task={task} bench={bench} /> : null}
      <Button onClick={() => void bench.reuse(task)} icon={<Icon name="again" size={18} />} type="text">
        再次使用
      </Button>
      {task.state === 'done' && task.outputs.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...(canvas === 'regions'
                ? [{ key: 'again', label: <Onward task={task} tool={bench.tool} words="作为输入" /> }]
                : []),
              ...next.map((tool) => ({
                key: tool.id,
                label: <Onward task={task} tool={tool} words={tool.title} />,
              })),
            ],
          }}
        >
          <Button type="text" icon={<Icon name="arrowRight" size={18} />}>
            接着做
          </Button>
        </Dropdown>
      ) : null}
    </header>
  )
}

/** Takes a result on as the input of a tool. */
function Onward({ task, tool, words }: { task: LocalTask; tool: RegisteredTool; words: string }) {
  const href = hrefOfTool(tool)
  const joint = href.includes('?') ? '&' : '?'
  return <Link to={`${href}${joint}from=${task.taskId}&output=0`}>{words}</Link>
}

/** Not there yet, or not to come: the input dimmed, and above it what goes on or what went wrong. */
function Pending({ task, bench }: Pick<Props, 'task' | 'bench'>) {
  const failed = task.state === 'failed'
  const cancelled = task.state === 'cancelled'
  const again = () => retry(task.taskId).then((id) => bench.setView({ run: task.batchId, task: id }))
  const preview = useSignalValue(previews).get(task.taskId)
  return (
    <div className={styles.pending}>
      {preview ? (
        <img src={preview} alt="生成中的画面" className={styles.emerging} />
      ) : (
        <Source task={task} off={failed || cancelled} />
      )}
      <div className={styles.stateCard}>
        {failed ? (
          <>
            <ErrorNote error={task.error ?? ERRORS.ENGINE_FAILED} onRetry={() => void again()} />
            <Refund task={task} />
          </>
        ) : cancelled ? (
          <>
            <p className={styles.stateTitle}>已取消</p>
            <Refund task={task} />
            <Button onClick={() => void again()} icon={<Icon name="retry" size={18} />}>
              重新开始
            </Button>
          </>
        ) : (
          <Running task={task} />
        )}
      </div>
    </div>
  )
}

/** The input, as large as it can be had: without a way to the server its thumbnail, or nothing. */
function Source({ task, off }: { task: LocalTask; off: boolean }) {
  const large = useInputUrl(task, 'image', 1280)
  const small = useInputUrl(task, 'image', 320)
  const reached = useNetwork() !== 'offline'
  const [broken, setBroken] = useState<readonly string[]>([])
  useEffect(() => {
    if (reached) setBroken([])
  }, [reached])
  const url = [large, small].find((one) => one && !broken.includes(one))
  if (!url) return null
  return (
    <img
      src={url}
      alt=""
      className={styles.dimmed}
      data-off={off}
      onError={() => setBroken((before) => [...before, url])}
    />
  )
}

function Refund({ task }: { task: LocalTask }) {
  if (!task.refunded || !task.cost) return null
  return (
    <p className={styles.stateText}>
      已退回 {task.cost.amount} 张{TICKET_KINDS[task.cost.kind].title}
    </p>
  )
}

/** What is going on, in words and as a fraction. */
function stageOf(
  task: LocalTask,
  blocker: Blocker,
  reached: boolean,
): { title: string; text: string; percent: number | null } {
  if (task.phase === 'saving')
    return { title: '正在存到本机', text: '存好后即使关闭页面也会继续', percent: null }
  if (task.phase === 'waiting') return { ...wordsOfWait(blocker), percent: null }
  if (task.phase === 'uploading')
    return { title: '正在上传', text: '断开也会从断点继续', percent: (task.uploadProgress ?? 0) * 100 }
  // What was heard last may be long past; the server keeps what it has taken over.
  if (task.origin === 'server' && !reached)
    return {
      title: '连接不上服务器',
      text: '任务已在服务器上，恢复连接后自动更新，不会重复扣券',
      percent: task.state === 'running' ? task.progress * 100 : null,
    }
  if (task.state === 'queued')
    return {
      title: task.queueNum > 0 ? `排队中，第 ${task.queueNum} 位` : '排队中',
      text: '可以离开此页，完成后在历史里查看',
      percent: null,
    }
  return { title: '正在处理', text: task.step || '引擎已开始', percent: task.progress * 100 }
}

function Running({ task }: { task: LocalTask }) {
  const blocker = useBlocker(task)
  const { title, text, percent } = stageOf(task, blocker, useNetwork() !== 'offline')
  const isAsked = task.phase === 'waiting' && blocker === 'price'
  const [stopping, setStopping] = useState(false)
  return (
    <>
      <div role="status">
        <p className={styles.stateTitle}>{title}</p>
        <p className={styles.stateText}>{isAsked ? `${wordsOfJob(task, blocker)}，还没有扣券` : text}</p>
      </div>
      {isAsked ? (
        <Button type="primary" onClick={() => void outbox.agree(task.taskId)}>
          按新价发送
        </Button>
      ) : percent === null ? (
        <div className={styles.indeterminate} aria-hidden />
      ) : (
        <Progress
          percent={Math.round(percent)}
          strokeColor="var(--accent-fill)"
          railColor="var(--surface-2)"
          aria-label={title}
        />
      )}
      <Button
        loading={stopping}
        onClick={() => {
          setStopping(true)
          void cancel(task.taskId).finally(() => setStopping(false))
        }}
      >
        取消
      </Button>
      {!isAsked && <NotifyOffer run={[task]} />}
    </>
  )
}
