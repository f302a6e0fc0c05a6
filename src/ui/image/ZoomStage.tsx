import type { ReactNode } from 'react'
import styles from './stage.module.css'
import type { ZoomPan } from './use-zoom-pan.ts'

/** Where a picture is looked at closely: pointer, wheel, fingers and keys move and zoom it. */
export function ZoomStage({ zoom, label, children }: { zoom: ZoomPan; label: string; children: ReactNode }) {
  return (
    <div
      ref={zoom.ref}
      className={styles.stage}
      role="application"
      aria-label={`${label}，加减键缩放，0 适合窗口`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a viewer that takes keys
      tabIndex={0}
      onDoubleClick={zoom.onDoubleClick}
      onKeyDown={zoom.onKeyDown}
      {...zoom.handlers}
    >
      {children}
    </div>
  )
}
