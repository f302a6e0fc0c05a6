import { useNetwork } from '#src/data/network.ts'
import { useTasks } from '#src/data/tasks.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './NetworkIndicator.module.css'

/** Says what the last requests found: nothing while all is well, otherwise slow or offline. */
export function NetworkIndicator() {
  const network = useNetwork()
  const waiting = useTasks({ state: 'waiting' }).length
  return (
    <span role="status" className={styles.slot}>
      {network !== 'online' && (
        <span
          className={network === 'offline' ? styles.offline : styles.slow}
          title={network === 'offline' ? '连接不上服务器，恢复后自动继续' : '网络较慢，图片先显示小图'}
        >
          <Icon name={network === 'offline' ? 'offline' : 'slow'} size={16} />
          <span>{network === 'slow' ? '网络较慢' : waiting > 0 ? `离线 · ${waiting} 个等待` : '离线'}</span>
        </span>
      )}
    </span>
  )
}
