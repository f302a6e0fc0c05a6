import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { TICKET_KINDS, type TicketKind } from '#contracts/tickets.ts'
import { call } from '#src/data/api/api.ts'
import { refreshTickets, useTickets } from '#src/data/api/session.ts'
import { formatNumber } from '#src/text/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { LedgerList } from '#src/ui/LedgerList.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { hrefOfPage } from './device.ts'
import { PURSE_USES, PURSES } from './purses.ts'
import styles from './TicketCounts.module.css'

export function TicketCounts() {
  const tickets = useTickets()
  if (!tickets) return null
  const spoken = PURSES.map((kind) => `${TICKET_KINDS[kind].title} ${tickets[kind]}`).join('，')
  return (
    <Popover
      label={`算力券：${spoken}`}
      trigger={
        <>
          <Icon name="ticket" size={18} />
          <span className={styles.main}>{formatNumber(tickets.image)}</span>
        </>
      }
      onOpen={() => void refreshTickets().catch(() => undefined)}
    >
      {(close) => <Purses tickets={tickets} close={close} />}
    </Popover>
  )
}

function Purses({ tickets, close }: { tickets: Record<TicketKind, number>; close: () => void }) {
  const ledger = useQuery({
    queryKey: ['ticketLedger', 'latest'],
    queryFn: ({ signal }) => call('ticketLedger', { query: { limit: 5 }, signal }),
    staleTime: 0,
  })
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>算力券</h2>
      <dl className={styles.purses}>
        {PURSES.map((kind) => (
          <div key={kind}>
            <dt>{TICKET_KINDS[kind].title}</dt>
            <dd>
              <strong>{formatNumber(tickets[kind])}</strong>
              <span>{PURSE_USES[kind]}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.rule}>提交时预扣，成图后结算；失败或取消全额退回。</p>
      <LedgerList entries={ledger.data} error={ledger.error} />
      <Link to={hrefOfPage('/myPersonCenter')} className={styles.all} onClick={close}>
        查看全部明细
        <Icon name="chevronRight" size={16} />
      </Link>
    </div>
  )
}
