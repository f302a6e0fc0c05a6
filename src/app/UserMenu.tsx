import { Link } from 'react-router-dom'
import type { User } from '#contracts/account.ts'
import { isAllowed, type RuleId } from '#contracts/rules.ts'
import { clustersOf } from '#contracts/safe-name.ts'
import { currentOwner, signOut } from '#src/data/api/session.ts'
import { countOnlyHere } from '#src/data/store/private-data.ts'
import { waitingJobs } from '#src/data/tasks/outbox.ts'
import { confirmed } from '#src/state/confirm.ts'
import { signOutAsked } from '#src/state/outbox-drawer.ts'
import { toast } from '#src/state/toasts.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { hrefOfPage, hrefOfTasks } from './device.ts'
import styles from './Menu.module.css'

const LINKS: readonly { title: string; icon: IconName; href: () => string; rule?: RuleId }[] = [
  { title: '我的任务', icon: 'tasks', href: hrefOfTasks },
  { title: '个人中心', icon: 'user', href: () => hrefOfPage('/myPersonCenter') },
  { title: '本机存储', icon: 'device', href: () => hrefOfPage('/myStorage') },
  { title: '引擎', icon: 'engine', href: () => hrefOfPage('/admin/engines'), rule: 'operator' },
  { title: '帮助中心', icon: 'help', href: () => hrefOfPage('/qaPage') },
]

/** The user's picture, or the first character of the name. */
export function Avatar({ user }: { user: User }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {user.avatar ? <img src={user.avatar} alt="" width={40} height={40} /> : clustersOf(user.nickname)[0]}
    </span>
  )
}

/** Signs out; what would be lost by it, and jobs that are still waiting, the user decides about first. */
export async function leave(): Promise<void> {
  if (waitingJobs().length > 0) {
    signOutAsked.value = true
    return
  }
  const count = await countOnlyHere(currentOwner())
  const mayGo =
    count === 0 ||
    (await confirmed({
      title: `有 ${count} 个结果只在这台设备上`,
      text: '本机处理的结果没有存到账户里，退出登录会删除，无法找回。需要的请先到“我的任务”下载。',
      confirmLabel: '删除并退出',
    }))
  if (!mayGo) return
  await signOut(true)
  toast('success', '已退出登录，本机上的个人内容已清除')
}

export function UserMenu({ user }: { user: User }) {
  return (
    <Popover
      label={`账户：${user.nickname}`}
      triggerClass={styles.iconTrigger}
      trigger={<Avatar user={user} />}
    >
      {(close) => (
        <>
          <div className={styles.who}>
            <Avatar user={user} />
            <div>
              <strong>{user.nickname}</strong>
              <span>{user.phone}</span>
            </div>
          </div>
          <hr className={styles.rule} />
          {LINKS.filter(({ rule }) => isAllowed(rule, user.rules)).map(({ title, icon, href }) => (
            <Link key={title} to={href()} className={styles.item} onClick={close}>
              <Icon name={icon} size={18} />
              {title}
            </Link>
          ))}
          <hr className={styles.rule} />
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close()
              void leave()
            }}
          >
            <Icon name="signOut" size={18} />
            退出登录
          </button>
        </>
      )}
    </Popover>
  )
}
