import { Link } from 'react-router-dom'
import { isAllowed } from '#contracts/rules.ts'
import { hrefOfPage } from '#src/app/device.ts'
import { useRights } from '#src/data/api/session.ts'
import type { Missing } from '#src/data/tasks/places.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './StartBar.module.css'

/** In the place of a start button: which engine the tool waits for, and the way to connect it. */
export function AwaitedNotice({ missing }: { missing: Missing | null }) {
  const rights = useRights()
  if (!missing) return null
  const { title, reason } = missing
  return (
    <div className={styles.notice} role="note">
      <Icon name="engine" />
      <p className={styles.noticeTitle}>{title}</p>
      <p className={styles.noticeText}>{reason}。图片与参数会保留，届时即可开始。</p>
      <span className={styles.noticeLinks}>
        {isAllowed('operator', rights) && (
          <Link className={styles.noticeLink} to={hrefOfPage('/admin/engines')}>
            接入引擎
          </Link>
        )}
        <Link className={styles.noticeLink} to={`${hrefOfPage('/qaPage')}#engines`}>
          查看接入方法
        </Link>
      </span>
    </div>
  )
}
