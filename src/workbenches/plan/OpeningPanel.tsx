import { MADE_PARTS, type MadePart } from '#contracts/flatplan.ts'
import type { PlanOpening } from '#ops/flatplan/preview.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { Choices } from '#src/ui/form/Choices.tsx'
import form from '#src/ui/form/ParamForm.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from '../render/RegionPanel.module.css'

interface Props {
  opening: PlanOpening
  onMake: (be: MadePart) => void
  onClose: () => void
}

/** What an opening of the preview is, to be made another one, wall, or nothing. */
export function OpeningPanel({ opening, onMake, onClose }: Props) {
  return (
    <section className={styles.panel} aria-label="选中的门窗">
      <header className={styles.head}>
        <h2 className={styles.title}>{MADE_PARTS[opening.kind]}</h2>
        <IconButton icon={<Icon name="close" size={18} />} onClick={onClose} label="关闭" />
      </header>
      <div className={styles.body}>
        <Choices className={form.chips} label="这处改成">
          {Object.entries(MADE_PARTS).map(([part, title]) => (
            <button
              type="button"
              key={part}
              className={form.chip}
              aria-pressed={part === opening.kind}
              onClick={() => part !== opening.kind && onMake(part as MadePart)}
            >
              {part === 'wall' ? '封成墙' : title}
            </button>
          ))}
        </Choices>
      </div>
    </section>
  )
}
