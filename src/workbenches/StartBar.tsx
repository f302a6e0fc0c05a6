import { Button } from 'antd'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { costOf, OPS } from '#ops/index.ts'
import { useQuote } from '#src/data/api/quotes.ts'
import { useIsVisitor, useTickets } from '#src/data/api/session.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { AwaitedNotice } from './AwaitedNotice.tsx'
import { PlaceRow, PlaceWhy } from './PlaceRow.tsx'
import styles from './StartBar.module.css'
import { priceOf } from './start-rules.ts'
import type { Bench } from './use-bench.ts'
import type { Start } from './use-start.ts'
import { useTimeWords } from './use-time-words.ts'
import { WayRow } from './WayRow.tsx'

interface Props {
  bench: Bench
  start: Start
  /** Opens the form; null where it is in sight. */
  reveal: (() => void) | null
}

/** Where it runs, what it costs, and the button. Where nothing can run the op: what is missing, instead. */
export function StartBar({ bench, start, reveal }: Props) {
  const { chosen, missing, project } = bench.place
  if (!chosen)
    return project && project.reach !== 'outside' ? (
      <div className={styles.bar}>
        <AwaitedNotice missing={missing} />
        <PlaceWhy bench={bench} start={start} />
      </div>
    ) : (
      <AwaitedNotice missing={missing} />
    )
  const going = start.busy
  // What is missing is a tap away, not a button that does nothing.
  const mend = start.blocked && start.blockedInForm ? reveal : null
  return (
    <div className={styles.bar}>
      {start.error ? <ErrorNote error={start.error} /> : null}
      <PlaceRow bench={bench} />
      <WayRow bench={bench} start={start} />
      <CostRow bench={bench} start={start} />
      <PlaceWhy bench={bench} start={start} />
      <Button
        // What is through is not run, and paid for, once more by a slip of the hand.
        type={mend || (bench.batch.on && bench.batch.due.length === 0) ? 'default' : 'primary'}
        size="large"
        block
        disabled={start.blocked !== '' && !mend}
        loading={going !== null}
        onClick={mend ?? (() => void start.start())}
        title={start.blocked ? undefined : 'Ctrl + Enter'}
        data-testid="start"
      >
        {going
          ? `正在提交 ${going.done} / ${going.total}`
          : start.blocked || labelOf(bench, start.runs.length)}
      </Button>
    </div>
  )
}

/** What the button says: a batch that has run tells what is run again. */
function labelOf({ tool, batch }: Bench, count: number): string {
  const many = count > 1 ? ` ×${count}` : ''
  const first = `${OPS[tool.op].start}${many}`
  if (!batch.on) return first
  const { due, rows } = batch
  if (due.length === 0) return `全部重做${many}`
  if (due.every(({ task }) => !task)) return due.length < rows.length ? `处理新添加的${many}` : first
  if (due.every(({ task }) => task?.state === 'failed' || task?.state === 'cancelled'))
    return `处理未完成的${many}`
  return due.every(({ task }) => task?.state === 'done') ? `按新设置重做${many}` : `处理其余${many}`
}

/** What it costs there, and how long it will take. */
function CostRow({ bench, start: { runs, blocked } }: { bench: Bench; start: Start }) {
  const tickets = useTickets()
  const visitor = useIsVisitor()
  const { op } = bench.tool
  const place = bench.place.chosen?.place ?? 'device'
  const kind = costOf(op)?.kind
  const balance = kind && tickets?.[kind]
  const isReady = blocked === ''
  const { way } = bench.place
  const quote = useQuote({ op, place, way, runs, isReady })
  const price = priceOf(op, place, runs, balance, quote)
  const time = useTimeWords({ op, place, way, runs, isReady })
  if (!price)
    return (
      <p className={styles.cost} data-terms>
        {place === 'device' ? '图片不离开本机，不消耗算力券' : '不消耗算力券'}
      </p>
    )
  const { title } = TICKET_KINDS[price.kind]
  const left = visitor ? '登录即送' : balance === undefined ? '' : `余 ${balance}`
  return (
    <p className={styles.cost}>
      <span>
        {runs.length > 1 && price.isEven ? (
          <>
            {runs.length} 张 × {price.each} {title} = <strong>{price.total}</strong>
          </>
        ) : (
          <>
            {title} <strong>{price.total}</strong> 张
          </>
        )}
      </span>
      <span data-short={price.short > 0}>{price.short > 0 ? `${left}，差 ${price.short}` : left}</span>
      {time ? <span className={styles.time}>{time}</span> : null}
    </p>
  )
}
