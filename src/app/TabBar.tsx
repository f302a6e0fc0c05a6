import { Link, useLocation } from 'react-router-dom'
import { useOutboxCount } from '#src/data/tasks/outbox.ts'
import { useTasks } from '#src/data/tasks/tasks.ts'
import { outboxOpen } from '#src/state/outbox-drawer.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { hrefOfHome, hrefOfPage, hrefOfTasks, isMobileDevice } from './device.ts'
import styles from './TabBar.module.css'

interface Tab {
  title: string
  icon: IconName
  href: string
  /** Whether the address belongs to this tab. */
  owns: (pathname: string, search: string) => boolean
}

const isHome = (path: string) => ['/', '/home', '/newhome', '/mobileHome'].includes(path)
/** Part of the home page that the query names; other pages shown inside it belong to 我的, where they are listed. */
const view = (search: string) => {
  const query = new URLSearchParams(search)
  return query.has('page') ? 'me' : (query.get('tab') ?? '')
}

function tabs(): Tab[] {
  const mobile = isMobileDevice()
  return [
    {
      title: '首页',
      icon: 'home',
      href: hrefOfHome(),
      owns: (path, search) => isHome(path) && view(search) === '',
    },
    {
      title: '工具',
      icon: 'tools',
      href: mobile ? '/mobileHome?tab=tools' : '/home?tab=tools',
      owns: (path, search) => isHome(path) && view(search) === 'tools',
    },
    {
      title: '任务',
      icon: 'tasks',
      href: hrefOfTasks(),
      owns: (path) => ['/list', '/mobileList', '/done', '/done2', '/mobileDone'].includes(path),
    },
    {
      title: '我的',
      icon: 'user',
      href: mobile ? '/mobileHome?tab=me' : hrefOfPage('/myPersonCenter'),
      owns: (path, search) => path === '/myPersonCenter' || (isHome(path) && view(search) === 'me'),
    },
  ]
}

/** Tabs at the thumb, on narrow screens only. */
export function TabBar() {
  const { pathname, search } = useLocation()
  const active = useTasks({ state: 'active' }).length
  const waiting = useOutboxCount()
  return (
    <nav className={styles.bar} aria-label="主导航">
      {tabs().map((tab) => (
        <Link
          key={tab.title}
          to={tab.href}
          className={styles.tab}
          aria-current={tab.owns(pathname, search) ? 'page' : undefined}
        >
          <span className={styles.icon}>
            <Icon name={tab.icon} size={22} />
            {tab.icon === 'tasks' && active > 0 && <span className={styles.count}>{active}</span>}
          </span>
          {tab.title}
          {tab.icon === 'tasks' && active > 0 && <span className="visually-hidden">，{active} 个进行中</span>}
        </Link>
      ))}
      {waiting > 0 && (
        <button
          type="button"
          className={styles.tab}
          onClick={() => {
            outboxOpen.value = true
          }}
        >
          <span className={styles.icon}>
            <Icon name="upload" size={22} />
            <span className={styles.count}>{waiting}</span>
          </span>
          待发送
        </button>
      )}
    </nav>
  )
}
