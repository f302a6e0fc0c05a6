import { useEffect, useState } from 'react'
import { isWorthWaiting, type Told } from '#src/app/notice-rules.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { notifyState, refuseNotices, wantNotices } from '#src/state/notify.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './NotifyOffer.module.css'

/** How often a run that may become long is looked at, ms. */
const LOOK_MS = 1000

/** True once a run is long enough to leave it alone. */
function useWorthWaiting(run: readonly Told[]): boolean {
  const [, look] = useState(0)
  const worth = isWorthWaiting(run, Date.now())
  const watches = run.length > 0 && !worth
  useEffect(() => {
    if (!watches) return
    const timer = setInterval(() => look((count) => count + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [watches])
  return worth
}

/**
 * While a long run goes on: offers a notification at its end, or says that there will be one. Says nothing
 * where the user said no or the browser has none.
 */
export function NotifyOffer({ run }: { run: readonly Told[] }) {
  const state = useSignalValue(notifyState)
  const worth = useWorthWaiting(run)
  const [asked, setAsked] = useState(false)
  if (!worth || state === 'missing') return null
  if (state === 'unasked') {
    return (
      <div className={styles.offer}>
        <Button
          icon="bell"
          size="s"
          onClick={() => {
            setAsked(true)
            void wantNotices()
          }}
        >
          完成后通知我
        </Button>
        <Button look="quiet" size="s" onClick={refuseNotices}>
          不用
        </Button>
      </div>
    )
  }
  const words =
    state === 'yes'
      ? '完成后通知您，请让这个页面开着'
      : asked && state === 'blocked'
        ? '浏览器没有允许通知，可在地址栏的网站设置里改'
        : ''
  if (!words) return null
  return (
    <p className={styles.said}>
      <Icon name={state === 'yes' ? 'bell' : 'info'} size={16} />
      {words}
    </p>
  )
}
