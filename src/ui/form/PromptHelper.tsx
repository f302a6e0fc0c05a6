import { useId, useMemo, useState } from 'react'
import { readPrompt } from '#ops/render/words.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Choices } from './Choices.tsx'
import form from './ParamForm.module.css'
import styles from './PromptHelper.module.css'
import { hasWord, suggestionsFor, toggleWord } from './prompt-suggestions.ts'

interface Props {
  /** First level of the category tree. */
  domain: string
  value: string
  onChange: (text: string) => void
}

/** What becomes of a prompt's words without a generative engine, and words to choose from. */
export default function PromptHelper({ domain, value, onChange }: Props) {
  const groups = suggestionsFor(domain)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const panelId = useId()
  const group = groups[at] ?? groups[0]
  return (
    <div className={styles.helper}>
      <Reading text={value} />
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Icon name="plus" size={16} />
        选词
      </button>
      <div id={panelId} hidden={!open} className={styles.words}>
        <Choices className={styles.tabs} label="词的分组">
          {groups.map(({ title }, index) => (
            <button
              type="button"
              key={title}
              className={styles.tab}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              {title}
            </button>
          ))}
        </Choices>
        <Choices className={form.chips} label={group?.title ?? ''}>
          {group?.words.map((word) => (
            <button
              type="button"
              key={word}
              className={form.chip}
              aria-pressed={hasWord(value, word)}
              onClick={() => onChange(toggleWord(value, word))}
            >
              {word}
            </button>
          ))}
        </Choices>
      </div>
    </div>
  )
}

function Reading({ text }: { text: string }) {
  const { understood, left } = useMemo(() => readPrompt(text), [text])
  if (understood.length === 0 && left.length === 0) return null
  return (
    <dl className={styles.reading} aria-live="polite">
      {understood.length > 0 ? (
        <div>
          <dt>已听懂</dt>
          <dd>
            {understood.map(({ word, what }, index) => (
              <span key={`${word}-${index}`} className={styles.known} title={`“${word}”`}>
                {what}
              </span>
            ))}
          </dd>
        </div>
      ) : null}
      {left.length > 0 ? (
        <div>
          <dt>需要生成引擎</dt>
          <dd>
            {left.map((word) => (
              <span key={word} className={styles.left}>
                {word}
              </span>
            ))}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
