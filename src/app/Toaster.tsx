import { useEffect, useRef } from 'react'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { closeToast, type ToastKind, toasts } from '#src/state/toasts.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './Toaster.module.css'

const ICONS: Record<ToastKind, IconName> = { success: 'check', info: 'info', warning: 'warn', error: 'warn' }

/** Short words in passing, above everything else. */
export function Toaster() {
  const shown = useSignalValue(toasts)
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = stack.current
    if (!element || shown.length === 0) return
    // Shown anew each time, so that it comes to lie above a modal that was opened meanwhile.
    element.showPopover()
    return () => element.hidePopover()
  }, [shown])
  return (
    <>
      <p className="visually-hidden" role="status">
        {shown.at(-1)?.text}
      </p>
      <div ref={stack} popover="manual" className={styles.stack}>
        {shown.map((toast) => (
          <button
            key={toast.id}
            type="button"
            tabIndex={-1}
            className={styles.toast}
            onClick={() => closeToast(toast.id)}
          >
            <span className={styles[toast.kind]}>
              <Icon name={ICONS[toast.kind]} size={18} />
            </span>
            {toast.text}
          </button>
        ))}
      </div>
    </>
  )
}
