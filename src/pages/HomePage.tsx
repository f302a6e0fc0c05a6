import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { PageProps } from '#src/app/routes.tsx'
import { paletteOpen } from '#src/state/palette.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { InstallCard } from '#src/ui/InstallCard.tsx'
import styles from './HomePage.module.css'
import { ReadyTools } from './home/ReadyTools.tsx'
import { RecentTasks, RecentTools } from './home/Resume.tsx'
import { SceneTriptych } from './home/SceneTriptych.tsx'
import { ToolSections } from './home/ToolSections.tsx'

const INTERIOR_WORDS = ['室内', '家装', '户型图', '家具', '软装', '毛坯', '老房']

/** Tools that interior designers use; the page /aiToolPage shows these alone. */
const isForInteriors = (tool: RegisteredTool) =>
  /indoor/i.test(tool.id) ||
  INTERIOR_WORDS.some(
    (word) => tool.title.includes(word) || tool.summary.includes(word) || tool.keywords.includes(word),
  )

/** A launcher: search, what was last at work, what runs now, all tools. */
export default function HomePage({ page }: PageProps) {
  const interiors = page.path === '/aiToolPage'
  useTabScroll()
  return (
    <div className={styles.page}>
      {interiors ? (
        <div className={styles.simple}>
          <h1>{page.title}</h1>
          <p className={styles.lead}>{page.summary}</p>
        </div>
      ) : (
        <Hero />
      )}
      <InstallCard />
      <RecentTasks />
      {!interiors && <ReadyTools />}
      <ToolSections only={interiors ? isForInteriors : undefined} />
    </div>
  )
}

function Hero() {
  return (
    <div className={styles.hero}>
      <div className={styles.intro}>
        <h1>
          今天，
          <br />
          从哪张图开始？
        </h1>
        <p className={styles.lead}>建筑、室内、景观与商业空间的 AI 渲染与图片工具。</p>
        <SearchField />
        <RecentTools />
      </div>
      <SceneTriptych />
    </div>
  )
}

/** Looks like a field and opens the search: one search with one behaviour everywhere. */
export function SearchField() {
  return (
    <button
      type="button"
      className={styles.search}
      onClick={() => {
        paletteOpen.value = true
      }}
    >
      <Icon name="search" />
      <span>搜索工具：抠图、koutu、kt…</span>
      <span className="key" aria-hidden="true">
        /
      </span>
    </button>
  )
}

/** `?tab=tools` of the bar of tabs leads to the list of tools. */
function useTabScroll(): void {
  const { search } = useLocation()
  useEffect(() => {
    if (new URLSearchParams(search).get('tab') === 'tools') document.getElementById('tools')?.scrollIntoView()
  }, [search])
}
