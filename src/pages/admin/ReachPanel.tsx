import { REACHES, type Reach } from '#contracts/reach.ts'
import { setReach, useReach } from '#src/data/admin/engines.ts'
import frame from '#src/pages/page.module.css'
import { attempt } from '#src/pages/tasks/attempt.ts'
import { ReachChoice } from '#src/ui/ReachChoice.tsx'
import styles from './Engines.module.css'

/** How far pictures may go on this site. */
export function ReachPanel({ isLocked }: { isLocked: boolean }) {
  const { data } = useReach()
  if (!data) return null
  const handleChange = (reach: Reach) => attempt(() => setReach(reach), `已改为：${REACHES[reach].title}`)
  return (
    <ReachChoice
      of="site"
      className={`${frame.panel} ${styles.setting}`}
      disabled={isLocked}
      value={data}
      onChange={(reach) => void handleChange(reach)}
    />
  )
}
