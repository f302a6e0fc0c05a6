import { Button } from 'antd'
import type { OpReport, Way } from '#contracts/engines.ts'
import { OPS, zOpId } from '#ops/index.ts'
import { useSurvey } from '#src/data/admin/engines.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './Engines.module.css'
import { TrialView, useTrial } from './trial.tsx'

const titleOf = (op: string) => {
  const known = zOpId.safeParse(op)
  return known.success ? OPS[known.data].title : op
}

/** Table of the ops: whether an engine can run each, what it lacks for it, and a button that tries it. */
export function EngineSurvey({ id, isLocked }: { id: string; isLocked: boolean }) {
  const { data, error, isPending, refetch } = useSurvey(id)
  if (isPending) return <Spinner block label="正在询问它装了什么…" />
  const problem = error ?? data?.problem
  if (problem) return <ErrorNote error={problem} onRetry={() => void refetch()} />
  if (!data || data.ops.length === 0) return <p className={styles.note}>这个引擎没有说明它能做什么。</p>
  return (
    <ul className={styles.ops}>
      {data.ops.map((report) => (
        <OpRow key={report.op} id={id} report={report} isLocked={isLocked} />
      ))}
    </ul>
  )
}

function OpRow({ id, report, isLocked }: { id: string; report: OpReport; isLocked: boolean }) {
  const { op, canRun, ways, reason } = report
  const { trial, error, isRunning, start, stop } = useTrial()
  const title = titleOf(op)
  return (
    <li>
      <div className={styles.op}>
        <span className={canRun ? styles.can : styles.cannot}>
          <Icon name={canRun ? 'check' : 'close'} size={18} />
        </span>
        <strong>{title}</strong>
        <span className={styles.note}>
          {canRun
            ? `用 ${ways.find((way) => way.lacking === null)?.title ?? ''}`
            : reason || '还缺下面这一套'}
        </span>
        {canRun &&
          (isRunning ? (
            <Button
              size="small"
              icon={<Icon name="stop" size={18} />}
              onClick={stop}
              aria-label={`停止测试${title}`}
            >
              停止
            </Button>
          ) : (
            <Button
              size="small"
              icon={<Icon name="play" size={18} />}
              disabled={isLocked}
              onClick={() => start({ id, op })}
              aria-label={`测试${title}`}
            >
              测试
            </Button>
          ))}
      </div>
      {!canRun && <MissingWays ways={ways.filter((way) => way.lacking !== null)} />}
      {error !== null && <ErrorNote error={error} />}
      {trial && <TrialView title={title} trial={trial} />}
    </li>
  )
}

/** GB that are to be downloaded for a way, as far as it is known. */
const gbOf = ({ lacking }: Way) => lacking?.models.reduce((sum, { gb }) => sum + gb, 0) ?? 0

/**
 * What is missing of each way, the one of least to download first and the rest on wish; told while none can run, for
 * what is not wanted is not missed.
 */
function MissingWays({ ways }: { ways: readonly Way[] }) {
  const [least, ...rest] = ways.toSorted((a, b) => gbOf(a) - gbOf(b))
  if (!least) return null
  return (
    <>
      <Missing way={least} />
      {rest.length > 0 && (
        <details className={styles.others}>
          <summary>或者下面 {rest.length} 套之一</summary>
          {rest.map((way) => (
            <Missing key={way.id} way={way} />
          ))}
        </details>
      )}
    </>
  )
}

function Missing({ way: { title, vramGb, lacking } }: { way: Way }) {
  if (!lacking) return null
  return (
    <div className={styles.missing}>
      <p>
        {title}
        {vramGb > 0 && <small>显存 {vramGb} GB 起</small>}
      </p>
      <ul>
        {lacking.models.map(({ folder, file, gb, from }) => (
          <li key={file}>
            模型{' '}
            <code>
              models/{folder}/{file}
            </code>
            {gb > 0 && `，${gb} GB`}
            {from && (
              <>
                ，
                <a href={from} target="_blank" rel="noreferrer">
                  {new URL(from).pathname.split('/')[1]} 发布
                </a>
              </>
            )}
          </li>
        ))}
        {lacking.nodes.map((node) => (
          <li key={node}>
            节点 <code>{node}</code>：把 ComfyUI 更新到 0.8 或更新
          </li>
        ))}
        {lacking.vramGb > 0 && <li>显存还差 {Math.ceil(lacking.vramGb)} GB</li>}
      </ul>
    </div>
  )
}
