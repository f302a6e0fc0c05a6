import { Button } from 'antd'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { OPS } from '#ops/index.ts'
import { useIsVisitor, useTickets } from '#src/data/api/session.ts'
import { formatTime } from '#src/text/format.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { AwaitedNotice } from '../AwaitedNotice.tsx'
import { PlaceRow } from '../PlaceRow.tsx'
import styles from '../StartBar.module.css'
import type { Bench } from '../use-bench.ts'
import { WayRow } from '../WayRow.tsx'
import type { Live } from './use-live.ts'

function spanOf(from: number, to: number): string {
  const [first, last] = [formatTime(from), formatTime(to)]
  return first === last ? first : `${first} 至 ${last}`
}

/** Where it runs, what a minute costs, and the button that begins and stops. */
export function LiveBar({ bench, live }: { bench: Bench; live: Live }) {
  const tickets = useTickets()
  const visitor = useIsVisitor()
  const { chosen, missing } = bench.place
  if (!chosen) return <AwaitedNotice missing={missing} />
  const left = visitor ? '登录即送' : tickets ? `余 ${tickets.live}` : ''
  return (
    <div className={styles.bar}>
      {live.error ? <ErrorNote error={live.error} /> : null}
      <PlaceRow bench={bench} />
      <WayRow bench={bench} />
      <p className={styles.cost} data-terms>
        <span>
          {TICKET_KINDS.live.title} <strong>1</strong> 张一分钟
        </span>
        <span>{live.isOn ? `已用 ${live.minutes} 分钟，${left}` : left}</span>
      </p>
      {live.departures.map(({ engine, pictures, firstAt, lastAt }) => (
        <p key={engine} className={styles.cost} data-terms>
          {pictures} 张草图发到外部的{engine}（{spanOf(firstAt, lastAt)}）
        </p>
      ))}
      {live.isOn ? (
        <Button size="large" block icon={<Icon name="stop" />} onClick={live.stop} data-testid="start">
          停止
        </Button>
      ) : (
        <Button
          type="primary"
          size="large"
          block
          loading={live.isStarting}
          onClick={live.start}
          data-testid="start"
        >
          {OPS[bench.tool.op].start}
        </Button>
      )}
    </div>
  )
}
