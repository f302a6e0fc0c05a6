import { useId, useState } from 'react'
import { STYLE_PICTURE, stylePicture } from '#ops/render/style-pictures.ts'
import { RENDER_STYLES, type RenderStyle, stylesFor } from '#ops/render/styles.ts'
import { useIsOffline } from '#src/data/api/network.ts'
import { useAfterPaint } from '#src/ui/after-paint.ts'
import { Choices } from './Choices.tsx'
import styles from './StylePicker.module.css'

interface Props {
  labelId: string
  /** First level of the category tree: its styles stand first. */
  domain: string
  /** '' where words, category and picture decide. */
  value: string
  onChange: (value: string) => void
}

/** Named styles as cards with what they make of a sample, and their colours. */
export default function StylePicker({ labelId, domain, value, onChange }: Props) {
  const suited = stylesFor(domain)
  const others = RENDER_STYLES.filter((style) => !suited.includes(style))
  const chosenElsewhere = others.some(({ id }) => id === value)
  const [wide, setWide] = useState(false)
  const listId = useId()
  const painted = useAfterPaint()
  const open = wide || chosenElsewhere
  return (
    <div className={styles.picker}>
      <Choices id={listId} className={styles.cards} labelledBy={labelId}>
        {(open ? [...suited, ...others] : suited).map((style) => (
          <Card
            key={style.id}
            style={style}
            domain={domain}
            painted={painted}
            isChosen={style.id === value}
            onChoose={() => onChange(style.id === value ? '' : style.id)}
          />
        ))}
      </Choices>
      {others.length > 0 && !chosenElsewhere ? (
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setWide(!wide)}
        >
          {open ? '只看适合的风格' : `其他风格 ${others.length} 种`}
        </button>
      ) : null}
    </div>
  )
}

interface CardProps {
  style: RenderStyle
  domain: string
  /** The form has been drawn: pictures may be decoded. */
  painted: boolean
  isChosen: boolean
  onChoose: () => void
}

function Card({ style, domain, painted, isChosen, onChoose }: CardProps) {
  const isOffline = useIsOffline()
  /** Whether the network was gone when the picture could not be had: it is asked for again once that changes. */
  const [missing, setMissing] = useState<boolean | null>(null)
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      title={`${style.title}：${style.line}`}
      onClick={onChoose}
    >
      <span className={styles.face}>
        <span className={styles.palette} aria-hidden>
          {style.palette.map((colour) => (
            <span key={colour} style={{ background: colour }} />
          ))}
        </span>
        {painted && missing !== isOffline ? (
          <img
            onError={() => setMissing(isOffline)}
            src={stylePicture(style, domain)}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            {...STYLE_PICTURE}
          />
        ) : null}
      </span>
      <span className={styles.title}>{style.title}</span>
    </button>
  )
}
