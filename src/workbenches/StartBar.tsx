import { Button, Segmented, Tooltip } from 'antd'
import { OPS } from '#contracts/ops.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { useTickets, useUser } from '#src/data/session.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { AwaitedNotice } from './AwaitedNotice.tsx'
import styles from './StartBar.module.css'
import { START_LABELS } from './start-labels.ts'
import type { Bench } from './use-bench.ts'
import type { Start } from './use-start.ts'

interface Props {
  bench: Bench
  start: Start
  /** Tasks that the button starts; the tool's own count when left out. */
  count?: number
  label?: string
  onStart?: () => void
  /** Why the button is off although the inputs are complete. */
  idle?: string
}

const PLACE_ICONS = { device: 'device', local: 'engine', gpu: 'gpu' } as const satisfies Record<
  string,
  IconName
>

/** Where it runs, what it costs, and the button. Where nothing can run the op: what is missing, instead. */
export function StartBar({ bench, start, count = start.count, label, onStart, idle = '' }: Props) {
  const { chosen, missing } = bench.place
  if (!chosen) return <AwaitedNotice reason={missing} />
  const blocked = start.blocked || idle
  const many = count > 1 ? ` ×${count}` : ''
  const going = start.busy
  return (
    <div className={styles.bar}>
      {start.error ? <ErrorNote error={start.error} /> : null}
      <PlaceRow bench={bench} />
      <CostRow bench={bench} count={count} />
      <Button
        type="primary"
        size="large"
        block
        disabled={blocked !== ''}
        loading={going !== null}
        onClick={onStart ?? (() => void start.start())}
        title={blocked ? undefined : 'Ctrl + Enter'}
        data-testid="start"
      >
        {going
          ? `正在提交 ${going.done} / ${going.total}`
          : blocked || `${label ?? START_LABELS[bench.tool.op]}${many}`}
      </Button>
    </div>
  )
}

function PlaceRow({ bench }: { bench: Bench }) {
  const { choices, chosen, choose } = bench.place
  if (!chosen) return null
  const able = choices.filter((choice) => choice.available)
  const off = choices.filter((choice) => !choice.available)
  return (
    <div className={styles.row}>
      <span className={styles.term}>运行于</span>
      {able.length > 1 ? (
        <Segmented
          size="small"
          value={chosen.place}
          onChange={choose}
          options={able.map((choice) => ({ value: choice.place, label: choice.title }))}
          name={`place-${bench.tool.id}`}
          aria-label="运行于"
        />
      ) : (
        <Tooltip title={off.map((choice) => `${choice.title}：${choice.reason ?? ''}`).join('；')}>
          <span className={styles.place}>
            <Icon name={PLACE_ICONS[chosen.place]} size={16} />
            {chosen.title}
          </span>
        </Tooltip>
      )}
    </div>
  )
}

/** Why it runs there and what that costs. */
function CostRow({ bench, count }: { bench: Bench; count: number }) {
  const tickets = useTickets()
  const visitor = useUser() === null
  const place = bench.place.chosen?.place
  const cost = OPS[bench.tool.op].cost
  if (place === 'device' || !cost)
    return (
      <p className={styles.cost}>{place === 'device' ? '图片不离开本机，不消耗算力券' : '不消耗算力券'}</p>
    )
  const { title } = TICKET_KINDS[cost.kind]
  const total = cost.amount * Math.max(1, count)
  const balance = tickets?.[cost.kind]
  const short = balance !== undefined && balance < total
  return (
    <p className={styles.cost} data-short={short}>
      <span>
        {title} <strong>{total}</strong> 张{count > 1 ? `（${cost.amount} × ${count}）` : ''}
      </span>
      <span>
        {visitor ? '登录即送' : balance === undefined ? '' : short ? `余 ${balance}，不足` : `余 ${balance}`}
      </span>
    </p>
  )
}
