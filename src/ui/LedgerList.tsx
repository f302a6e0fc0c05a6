import type { LedgerEntry, LedgerReason } from '#contracts/tickets.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { formatTime } from '#src/text/format.ts'
import { ErrorNote } from './ErrorNote.tsx'
import styles from './LedgerList.module.css'
import { Spinner } from './Spinner.tsx'

const REASONS: Record<LedgerReason, string> = {
  welcome: '新用户赠送',
  hold: '提交预扣',
  settle: '成图结算',
  refund: '退回',
  grant: '发放',
  spend: '使用',
}

/** Movements of tickets with their reasons, newest first. */
export function LedgerList({
  entries,
  error,
}: {
  entries: readonly LedgerEntry[] | undefined
  error: unknown
}) {
  if (error && !entries) return <ErrorNote error={error} />
  if (!entries) return <Spinner />
  if (entries.length === 0) return <p className={styles.none}>还没有变动。</p>
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <span className={styles.note}>
            {entry.note || REASONS[entry.reason]}
            <small>
              {TICKET_KINDS[entry.kind].title} · {REASONS[entry.reason]} · {formatTime(entry.createdAt)}
            </small>
          </span>
          <span className={entry.delta > 0 ? styles.plus : styles.minus}>
            {entry.delta > 0 ? `+${entry.delta}` : entry.delta < 0 ? `−${-entry.delta}` : '0'}
          </span>
        </li>
      ))}
    </ul>
  )
}
