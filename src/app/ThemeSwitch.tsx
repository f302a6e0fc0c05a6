import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { THEME_TITLES, type ThemeChoice, themeChoice, themeMode } from '#src/state/theme.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import styles from './Menu.module.css'

const ICONS: Record<ThemeChoice, IconName> = { system: 'system', light: 'sun', dark: 'moon' }
const CHOICES = Object.keys(THEME_TITLES) as ThemeChoice[]

/** The three themes as a group of radio buttons; used in the header and in the settings of a phone. */
export function ThemeChoices({ onChoose }: { onChoose?: () => void }) {
  const choice = useSignalValue(themeChoice)
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">主题</legend>
      {CHOICES.map((value) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={choice === value}
            onChange={() => {
              themeChoice.value = value
            }}
            onClick={onChoose}
          />
          <Icon name={ICONS[value]} size={18} />
          {THEME_TITLES[value]}
          <span className={styles.tick}>{choice === value && <Icon name="check" size={16} />}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function ThemeSwitch() {
  const mode = useSignalValue(themeMode)
  return (
    <Popover
      label="切换主题"
      triggerClass={styles.iconTrigger}
      trigger={<Icon name={mode === 'dark' ? 'moon' : 'sun'} />}
    >
      {() => <ThemeChoices />}
    </Popover>
  )
}
