import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { foldText } from '#contracts/typed-text.ts'
import { hrefOfPage } from '#src/app/device.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchInput } from '#src/ui/SearchInput.tsx'
import styles from './HelpPage.module.css'
import { type Question, TOPICS } from './help-text.ts'
import frame from './page.module.css'

/** Every word of the query has to be somewhere in the question, its answer or its key words. */
function fits(question: Question, topic: string, query: string): boolean {
  const text = foldText([topic, question.ask, ...question.answer, question.words ?? ''].join(' '))
  return foldText(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export default function HelpPage() {
  const [query, setQuery] = useState('')
  const { hash } = useLocation()
  const wanted = query.trim()
  const topics = TOPICS.map((topic) => ({
    ...topic,
    questions: topic.questions.filter((question) => !wanted || fits(question, topic.title, wanted)),
  })).filter((topic) => topic.questions.length > 0)
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <div className={frame.narrow}>
      <div className={frame.heading}>
        <div>
          <h1>帮助中心</h1>
          <p className={frame.lead}>离线、引擎、格式、算力券与隐私，常见的问题都在这里。</p>
        </div>
      </div>
      <SearchInput
        label="搜索帮助"
        placeholder="搜索问题，如 断网、HEIC、退回"
        value={query}
        onChange={setQuery}
      />
      <nav aria-label="主题" className={styles.topics}>
        {TOPICS.map((topic) => (
          <a key={topic.id} href={`#${topic.id}`} onClick={() => setQuery('')}>
            {topic.title}
          </a>
        ))}
      </nav>
      <p className="visually-hidden" role="status">
        {wanted ? `找到 ${topics.reduce((sum, topic) => sum + topic.questions.length, 0)} 个问题` : ''}
      </p>
      {topics.map((topic) => (
        <section key={topic.id} id={topic.id} className={styles.topic} aria-labelledby={`${topic.id}-title`}>
          <h2 id={`${topic.id}-title`}>{topic.title}</h2>
          {topic.questions.map((question, index) => (
            <details
              // A search opens what it finds; another search starts afresh.
              key={`${question.id}-${wanted}`}
              className={styles.question}
              open={wanted ? index === 0 : undefined}
            >
              <summary>{question.ask}</summary>
              {question.answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </details>
          ))}
        </section>
      ))}
      {topics.length === 0 && (
        <EmptyState
          icon="search"
          title={`没有关于“${wanted}”的问题`}
          actions={
            <LinkButton to={hrefOfPage('/agreement')} icon="info">
              用户协议与隐私政策
            </LinkButton>
          }
        >
          换个说法试试；仍未解决时，请联系本站的运营者。
        </EmptyState>
      )}
    </div>
  )
}
