import { Link } from 'react-router-dom'
import { isAllowed, type RuleId } from '#contracts/rules.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { hrefOfPage, hrefOfTasks } from '#src/app/device.ts'
import { PURSES } from '#src/app/purses.ts'
import { ThemeChoices } from '#src/app/ThemeSwitch.tsx'
import { Avatar } from '#src/app/UserMenu.tsx'
import { loginOpen, useRights, useTickets, useUser } from '#src/data/api/session.ts'
import { formatNumber } from '#src/text/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './MobileMe.module.css'

const LINKS: readonly { title: string; icon: IconName; href: string; rule?: RuleId }[] = [
  { title: '我的任务', icon: 'tasks', href: hrefOfTasks() },
  { title: '个人中心与明细', icon: 'ticket', href: hrefOfPage('/myPersonCenter') },
  { title: '本机存储', icon: 'device', href: hrefOfPage('/myStorage') },
  { title: '引擎', icon: 'engine', href: hrefOfPage('/admin/engines'), rule: 'operator' },
  { title: '帮助中心', icon: 'help', href: hrefOfPage('/qaPage') },
  { title: '安装到手机', icon: 'install', href: hrefOfPage('/client') },
  { title: '用户协议与隐私政策', icon: 'info', href: '/agreement' },
]

/** The phone's tab 我的: account, tickets, settings. */
export function MobileMe() {
  const user = useUser()
  const tickets = useTickets()
  const rights = useRights()
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">我的</h1>
      {user ? (
        <div className={styles.who}>
          <Avatar user={user} />
          <div>
            <strong>{user.nickname}</strong>
            <span>{user.phone}</span>
          </div>
        </div>
      ) : (
        <div className={styles.visitor}>
          <div>
            <strong>还没有登录</strong>
            <span>登录后任务可在多台设备上查看</span>
          </div>
          <Button
            look="primary"
            onClick={() => {
              loginOpen.value = true
            }}
          >
            登录
          </Button>
        </div>
      )}
      {tickets && (
        <dl className={styles.purses}>
          {PURSES.map((kind) => (
            <div key={kind}>
              <dt>{TICKET_KINDS[kind].title}</dt>
              <dd>{formatNumber(tickets[kind])}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className={styles.links}>
        {LINKS.filter(({ rule }) => isAllowed(rule, rights)).map(({ title, icon, href }) => (
          <li key={title}>
            <Link to={href}>
              <Icon name={icon} />
              {title}
              <Icon name="chevronRight" size={16} />
            </Link>
          </li>
        ))}
      </ul>
      <section className={styles.theme} aria-labelledby="theme">
        <h2 id="theme">主题</h2>
        <ThemeChoices />
      </section>
    </div>
  )
}
