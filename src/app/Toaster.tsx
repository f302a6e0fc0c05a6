import { useSignalValue } from '#src/data/signal-hooks.ts'
import { closeToast, toasts } from '#src/state/toasts.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './Toaster.module.css'

const ICONS: Record<string, IconName> = { success: 'check', info: 'info', warning: 'warn', error: 'warn' }

/** Toasts of pages that do not carry antd. */
export function Toaster() {
  const shown = useSignalValue(toasts)
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {shown.map((toast) => (
        <button key={toast.id} type="button" className={styles.toast} onClick={() => closeToast(toast.id)}>
          <span className={styles[toast.kind]}>
            <Icon name={ICONS[toast.kind] ?? 'info'} size={18} />
          </span>
          {toast.text}
          <span className="visually-hidden">（点按关闭）</span>
        </button>
      ))}
    </div>
  )
}
