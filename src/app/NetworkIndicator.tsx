import { useNetwork } from '#src/data/api/network.ts'
import { useOutbox } from '#src/data/tasks/outbox.ts'
import { outboxOpen } from '#src/state/outbox-drawer.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './NetworkIndicator.module.css'

/** What to say, if anything: nothing while all is well and a single job is on its way. */
function useSituation(): { icon: IconName; words: string; short: string; warn: boolean } | null {
  const network = useNetwork()
  const { jobs, guestJobs, view } = useOutbox()
  const waiting = jobs.length + guestJobs.length
  if (network === 'offline') {
    return {
      icon: 'offline',
      words: waiting > 0 ? `离线 · ${waiting} 个等待` : '离线',
      short: '',
      warn: true,
    }
  }
  const isStuck =
    view.hold !== null ||
    guestJobs.length > 0 ||
    view.later.size + view.short.size > 0 ||
    jobs.some(({ asks }) => asks !== undefined)
  if (waiting > 1 || (waiting === 1 && isStuck)) {
    return {
      icon: view.hold === 'paused' ? 'pause' : 'upload',
      words: `${waiting} 个待发送`,
      short: `${waiting}`,
      warn: isStuck,
    }
  }
  return network === 'slow' ? { icon: 'slow', words: '网络较慢', short: '慢', warn: true } : null
}

/** Says what the last requests found and how many jobs wait; opens the drawer of what waits. */
export function NetworkIndicator() {
  const situation = useSituation()
  return (
    <span role="status" className={styles.slot}>
      {situation && (
        <button
          type="button"
          className={situation.warn ? styles.warn : styles.calm}
          title="查看待发送的任务"
          aria-haspopup="dialog"
          data-network
          onClick={() => {
            outboxOpen.value = true
          }}
        >
          <Icon name={situation.icon} size={16} />
          <span className={styles.words}>{situation.words}</span>
          {situation.short && (
            <span className={styles.brief} aria-hidden="true">
              {situation.short}
            </span>
          )}
        </button>
      )}
    </span>
  )
}
