import { Link } from 'react-router-dom'
import { loginOpen, useUser } from '#src/data/api/session.ts'
import { useTasks } from '#src/data/tasks/tasks.ts'
import { paletteOpen } from '#src/state/palette.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Mark } from '#src/ui/Mark.tsx'
import { hrefOfHome, hrefOfTasks } from './device.ts'
import styles from './Header.module.css'
import { MegaMenu } from './MegaMenu.tsx'
import { NetworkIndicator } from './NetworkIndicator.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { TicketCounts } from './TicketCounts.tsx'
import { UserMenu } from './UserMenu.tsx'

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

export function Header() {
  const user = useUser()
  const active = useTasks({ state: 'active' }).length
  return (
    <header className={styles.header}>
      <Link to={hrefOfHome()} className={styles.brand} aria-label="筑绘，回到首页">
        <Mark />
        <span className={styles.name}>筑绘</span>
      </Link>
      <MegaMenu />
      <div className={styles.side}>
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Control+K Meta+K /"
          onClick={() => {
            paletteOpen.value = true
          }}
        >
          <Icon name="search" size={18} />
          <span className={styles.searchText}>搜索工具</span>
          <span className="key" aria-hidden="true">
            {KEYS}
          </span>
        </button>
        <NetworkIndicator />
        {user && <TicketCounts />}
        <Link to={hrefOfTasks()} className={styles.tasks}>
          <Icon name="tasks" size={18} />
          <span>我的任务</span>
          {active > 0 && (
            <span className={styles.count}>
              {active}
              <span className="visually-hidden">个进行中</span>
            </span>
          )}
        </Link>
        <ThemeSwitch />
        {user ? (
          <UserMenu user={user} />
        ) : (
          <Button
            look="primary"
            className={styles.login}
            // Not known yet whether somebody is signed in: the place is kept, so that nothing moves.
            style={user === undefined ? { visibility: 'hidden' } : undefined}
            onClick={() => {
              loginOpen.value = true
            }}
          >
            登录
          </Button>
        )}
      </div>
    </header>
  )
}
