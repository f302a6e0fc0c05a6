import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './SearchInput.module.css'

/** A field that narrows what is on the page as it is typed in. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className={styles.box}>
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation()
            onChange('')
          }
        }}
      />
      {value && <IconButton icon="close" label="清空" size={16} onClick={() => onChange('')} />}
    </div>
  )
}
