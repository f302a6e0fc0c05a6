import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import type { User } from '#contracts/account.ts'
import { toAppError } from '#contracts/errors.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { PURSE_USES, PURSES } from '#src/app/purses.ts'
import { Avatar, leave } from '#src/app/UserMenu.tsx'
import { call } from '#src/data/api/api.ts'
import { signOutOthers, useTickets } from '#src/data/api/session.ts'
import frame from '#src/pages/page.module.css'
import { toast } from '#src/state/toasts.ts'
import { formatDate, formatNumber } from '#src/text/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { LedgerList } from '#src/ui/LedgerList.tsx'
import { Nickname } from './Nickname.tsx'
import styles from './PersonCenter.module.css'
import { ServerStorage } from './ServerStorage.tsx'

const LEDGER_PAGE = 20

/** The account: who, what is in the purses, and why it changed. */
export function PersonCenter({ user }: { user: User }) {
  const tickets = useTickets()
  const ledger = useInfiniteQuery({
    queryKey: ['ticketLedger', 'all', user.id],
    queryFn: ({ pageParam, signal }) =>
      call('ticketLedger', { query: { limit: LEDGER_PAGE, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < LEDGER_PAGE ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })
  const others = useMutation({
    mutationFn: signOutOthers,
    onSuccess: (ended) => toast('success', ended > 0 ? `已退出其他 ${ended} 处登录` : '没有其他设备登录'),
    onError: (thrown) => toast('error', toAppError(thrown).message),
  })
  return (
    <div className={frame.narrow}>
      <h1 className="visually-hidden">个人中心</h1>
      <section className={styles.who} aria-label="资料">
        <Avatar user={user} />
        <div>
          <Nickname user={user} />
          <p>
            {user.phone} · {formatDate(user.createdAt)} 注册
          </p>
        </div>
        <Button loading={others.isPending} onClick={() => others.mutate()}>
          退出其他设备
        </Button>
        <Button icon={<Icon name="signOut" size={18} />} onClick={() => void leave()}>
          退出登录
        </Button>
      </section>
      <section aria-labelledby="purses">
        <h2 id="purses" className={styles.title}>
          算力券
        </h2>
        <ul className={styles.purses}>
          {PURSES.map((kind) => (
            <li key={kind}>
              <span>{TICKET_KINDS[kind].title}</span>
              <strong>{tickets ? formatNumber(tickets[kind]) : '—'}</strong>
              <small>{PURSE_USES[kind]}</small>
            </li>
          ))}
        </ul>
      </section>
      <ServerStorage userId={user.id} />
      <section aria-labelledby="ledger" className={frame.panel}>
        <h2 id="ledger" className={styles.ledgerTitle}>
          明细
        </h2>
        <p className={styles.rule}>提交时预扣，成图后结算；失败或取消全额退回。明细之和等于余额。</p>
        <LedgerList entries={ledger.data?.pages.flat()} error={ledger.error} />
        {ledger.hasNextPage && (
          <Button
            className={styles.more}
            loading={ledger.isFetchingNextPage}
            onClick={() => void ledger.fetchNextPage()}
          >
            更早的明细
          </Button>
        )}
      </section>
    </div>
  )
}
