import { REACHES, type Reach } from '#contracts/reach.ts'
import options from './options.module.css'

const CHOICES = Object.keys(REACHES) as Reach[]

/** How far pictures may go. @param of whose pictures: those words are shown */
export function ReachChoice({
  of,
  value,
  onChange,
  className,
  disabled = false,
}: {
  of: 'site' | 'project'
  value: Reach
  onChange: (reach: Reach) => void
  className: string | undefined
  disabled?: boolean
}) {
  return (
    <fieldset className={className} disabled={disabled}>
      <legend>数据去向</legend>
      <div className={options.options}>
        {CHOICES.map((reach) => {
          const { title, meaning, short, ofProject } = REACHES[reach]
          return (
            <label key={reach}>
              <input type="radio" name="reach" checked={value === reach} onChange={() => onChange(reach)} />
              <span>
                {of === 'site' ? title : short}
                <small>{of === 'site' ? meaning : ofProject}</small>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
