import { REACHES, type Reach } from '#contracts/reach.ts'
import { setReach, useReach } from '#src/data/admin/engines.ts'
import frame from '#src/pages/page.module.css'
import { attempt } from '#src/pages/tasks/attempt.ts'
import styles from './Engines.module.css'

const CHOICES = Object.keys(REACHES) as Reach[]

/** How far pictures may go on this site. */
export function ReachPanel({ isLocked }: { isLocked: boolean }) {
  const { data } = useReach()
  if (!data) return null
  return (
    <fieldset className={`${frame.panel} ${styles.reach}`} disabled={isLocked}>
      <legend>数据去向</legend>
      {CHOICES.map((reach) => (
        <label key={reach}>
          <input
            type="radio"
            name="reach"
            checked={data === reach}
            onChange={() => void attempt(() => setReach(reach), `已改为：${REACHES[reach].title}`)}
          />
          <span>
            {REACHES[reach].title}
            <small>{REACHES[reach].meaning}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
