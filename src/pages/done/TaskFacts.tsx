import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { KnownWay } from '#contracts/engines.ts'
import { PLACE_TITLES } from '#contracts/ops.ts'
import { OPS } from '#ops/index.ts'
import { RENDER_STYLES } from '#ops/render/styles.ts'
import { hrefOfTask, hrefOfTasks, hrefOfTool } from '#src/app/device.ts'
import { useCategories, useMaterials } from '#src/data/api/query-client.ts'
import { downloadOutput } from '#src/data/tasks/outputs.ts'
import { useWays } from '#src/data/tasks/places.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { cancel, retry } from '#src/data/tasks/tasks.ts'
import { attempt } from '#src/pages/tasks/attempt.ts'
import { DeleteTasks } from '#src/pages/tasks/DeleteTasks.tsx'
import { formatBytes, formatSpan, formatTime } from '#src/text/format.ts'
import { findTool } from '#src/tools/registry.ts'
import { ButtonLink } from '#src/ui/antd/ButtonLink.tsx'
import { requestDownload } from '#src/ui/downloads/request.ts'
import { Icon } from '#src/ui/Icon.tsx'
import {
  costOfTask,
  isActive,
  paramsInWords,
  stateOfTask,
  structureOfTask,
  titleOfTask,
} from '#src/ui/task-words.ts'
import { NextTools } from './NextTools.tsx'
import styles from './TaskFacts.module.css'

/** What made a result, what it cost, and what can be done with it. */
export function TaskFacts({ task, index }: { task: LocalTask; index: number }) {
  const names = {
    categories: useCategories().data ?? [],
    materials: useMaterials().data ?? [],
    styles: RENDER_STYLES,
  }
  const params = paramsInWords(task, names)
  const ways = useWays(task.op)
  return (
    <>
      <h1 className={styles.title}>{titleOfTask(task)}</h1>
      <p className={styles.state} data-state={task.state}>
        {stateOfTask(task)}
      </p>
      <Actions task={task} index={index} />
      <dl className={styles.facts}>
        {factsOf(task, index, ways).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {params.length > 0 && (
        <>
          <h2 className={styles.heading}>参数</h2>
          <dl className={styles.facts}>
            {params.map(({ title, value }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {task.state === 'done' && <NextTools task={task} index={index} />}
    </>
  )
}

function factsOf(task: LocalTask, index: number, ways: readonly KnownWay[]): [string, string][] {
  const output = task.outputs[index]
  const source = task.inputs[0]?.name ?? task.localInputs?.[0]?.name
  const facts: [string, string | undefined | false][] = [
    ['原图', source],
    ['尺寸', output && output.width > 0 && `${output.width} × ${output.height} px`],
    ['大小', output && sizeInWords(task, index)],
    ['引擎', engineInWords(task)],
    ['工作流', graphInWords(task, index, ways)],
    ['模型', output?.meta?.model ?? task.model],
    ['结构保持度', structureOfTask(task, index)],
    ['种子', output?.meta?.seed?.toString()],
    ['图片去向', whitherInWords(task)],
    ['费用', costOfTask(task)],
    [
      '用时',
      task.startedAt !== null && task.finishedAt !== null && formatSpan(task.finishedAt - task.startedAt),
    ],
    ['提交于', formatTime(task.createdAt)],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** The graph that made a result, or was asked for; and whether it was left to the engine which. */
function graphInWords(
  { outputs, graphId }: LocalTask,
  index: number,
  ways: readonly KnownWay[],
): string | undefined {
  const id = outputs[index]?.meta?.graph?.replace(/@\d+$/, '') ?? graphId
  if (!id) return undefined
  const title = ways.find(({ by, id: known }) => by === 'graph' && known === id)?.title ?? id
  return graphId ? title : `${title}（自动选择）`
}

function sentTo(engine: string, departures: NonNullable<LocalTask['departures']>): string {
  const sent = departures.filter((one) => one.engine === engine)
  const names = sent.map(({ name }) => name).filter(Boolean)
  return `${formatTime(sent[0]?.at ?? 0)} 发到${engine}（${names.join('、') || `${sent.length} 张`}）`
}

/** Which pictures left the house, to whom and when; nothing for those that had none. */
function whitherInWords({ departures = [], place, inputs }: LocalTask): string | undefined {
  if (departures.length > 0) {
    const engines = [...new Set(departures.map(({ engine }) => engine))]
    return engines.map((engine) => sentTo(engine, departures)).join('；')
  }
  if (place === 'device') return '没有离开这台设备'
  return inputs.length > 0 ? '没有发到外部' : undefined
}

function sizeInWords(task: LocalTask, index: number): string {
  const after = task.outputs[index]?.bytes ?? 0
  const before = task.outputMeta[index]?.before
  return before ? `${formatBytes(before)} → ${formatBytes(after)}` : formatBytes(after)
}

function engineInWords(task: LocalTask): string {
  const place = PLACE_TITLES[task.place]
  return task.engine && task.engine !== place ? `${place} · ${task.engine}` : place
}

function Actions({ task, index }: { task: LocalTask; index: number }) {
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const tool = findTool(task.toolId)
  const title = titleOfTask(task)
  const again = async () => {
    let next = ''
    const done = await attempt(async () => {
      next = await retry(task.taskId)
    }, '已重新提交')
    if (done) void navigate(hrefOfTask({ taskId: next, op: task.op }))
  }
  return (
    <div className={styles.actions}>
      {task.state === 'done' && task.outputs.length > 0 && (
        <Button
          type="primary"
          icon={<Icon name="download" size={18} />}
          onClick={() => void attempt(() => downloadOutput(task, index, title))}
        >
          下载
        </Button>
      )}
      {task.state === 'done' && task.outputs.length > 1 && (
        <Button icon={<Icon name="download" size={18} />} onClick={() => void requestDownload([task])}>
          {OPS[task.op].output === 'video' ? '下载视频与封面' : `下载全部 ${task.outputs.length} 张`}
        </Button>
      )}
      {task.text !== null && task.text !== '' && task.outputs.length === 0 && (
        <Button onClick={() => void attempt(() => navigator.clipboard.writeText(task.text ?? ''), '已复制')}>
          复制
        </Button>
      )}
      {isActive(task) ? (
        task.intent !== 'cancel' && (
          <Button
            icon={<Icon name="stop" size={18} />}
            onClick={() => void attempt(() => cancel(task.taskId), '已取消，预扣的算力券会退回')}
          >
            取消
          </Button>
        )
      ) : (
        <Button
          type={task.state === 'done' ? 'default' : 'primary'}
          icon={<Icon name={task.state === 'done' ? 'again' : 'retry'} size={18} />}
          onClick={() => void again()}
        >
          {task.state === 'done' ? '再来一次' : '重试'}
        </Button>
      )}
      {tool && (
        <ButtonLink to={hrefOfTool(tool)} icon={<Icon name="plus" size={18} />}>
          新任务
        </ButtonLink>
      )}
      <Button danger icon={<Icon name="trash" size={18} />} onClick={() => setDeleting(true)}>
        删除
      </Button>
      {deleting && (
        <DeleteTasks
          tasks={[task]}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(hrefOfTasks(), { replace: true })}
        />
      )}
    </div>
  )
}
