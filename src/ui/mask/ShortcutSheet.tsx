import { Dialog } from '#src/ui/Dialog.tsx'
import styles from './MaskEditor.module.css'
import { SHORTCUTS } from './shortcuts.ts'

/** All keys of the mask editor. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="快捷键" onClose={onClose} wide>
      <div className={styles.sheet}>
        {SHORTCUTS.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([what, keys]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    <kbd>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
