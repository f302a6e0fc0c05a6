import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { resumeOf } from '#src/app/device.ts'
import { loadChunk } from '#src/app/load-chunk.ts'
import { PAGE_VIEWS } from '#src/app/routes.tsx'
import { loginOpen, useIsVisitor } from '#src/data/api/session.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { InstallCard } from '#src/ui/InstallCard.tsx'
import { iconOf } from '#src/ui/op-icon.ts'
import { PagePending } from '#src/ui/PagePending.tsx'
import { RuleGate } from '#src/ui/RuleGate.tsx'
import { SearchField } from './HomePage.tsx'
import { ReadyTools } from './home/ReadyTools.tsx'
import { RecentTasks, RecentTools } from './home/Resume.tsx'
import { SceneTriptych } from './home/SceneTriptych.tsx'
import { ToolSections } from './home/ToolSections.tsx'
import styles from './MobileHomePage.module.css'
import { MobileMe } from './MobileMe.tsx'
import { PAGES, type Page, type PageView } from './pages.ts'

/** Pages of the desktop that a phone shows in here: those without a phone's page of their own. */
const pageInside = (path: string | null): Page | undefined =>
  PAGES.find((page) => page.path === path && !OWN.has(page.view))

/** Views that a phone has at an address of its own. */
const OWN: ReadonlySet<PageView> = new Set(['login', 'done', 'mobilePrepare', 'mobileDone'])
const Antd = lazy(async () => ({
  default: (await loadChunk(() => import('#src/app/AntdRoot.tsx'))).AntdRoot,
}))

/** The phone's home: launcher, list of tools (`?tab=tools`), account (`?tab=me`), and other pages (`?page=`). */
export default function MobileHomePage() {
  const [query] = useSearchParams()
  const inside = pageInside(query.get('page'))
  useLoginFrom(query.get('from'))
  if (inside) return <PageInside page={inside} />
  if (query.get('tab') === 'me') return <MobileMe />
  if (query.get('tab') === 'tools') {
    return (
      <div className={styles.page}>
        <h1 className="visually-hidden">工具</h1>
        <SearchField />
        <ToolSections />
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <Resume from={query.get('from')} />
      <div>
        <h1 className={styles.title}>今天，从哪张图开始？</h1>
        <SearchField />
        <RecentTools />
      </div>
      <InstallCard />
      <RecentTasks />
      <ReadyTools />
      <SceneTriptych />
      <ToolSections />
    </div>
  )
}

/** Somebody who came for another page goes on there with one tap. */
function Resume({ from }: { from: string | null }) {
  const wanted = resumeOf(from)
  if (!wanted) return null
  const page = PAGES.find((candidate) => candidate.path === wanted.path)
  const title = wanted.tool?.title ?? page?.title
  if (!title || page?.view === 'login' || page?.view === 'home') return null
  return (
    <Link to={wanted.href} className={styles.resume}>
      <span className={styles.icon}>
        <Icon name={wanted.tool ? iconOf(wanted.tool) : 'arrowRight'} size={24} />
      </span>
      <span>
        <span className={styles.go}>继续：{title}</span>
        <span className={styles.summary}>{wanted.tool?.summary ?? page?.summary}</span>
      </span>
      <Icon name="chevronRight" />
    </Link>
  )
}

/** A phone that asked for the sign-in page gets the sign-in at once. */
function useLoginFrom(from: string | null): void {
  const visitor = useIsVisitor()
  const wanted = from?.startsWith('/user/login') ?? false
  useEffect(() => {
    if (wanted && visitor) loginOpen.value = true
  }, [wanted, visitor])
}

function PageInside({ page }: { page: Page }) {
  const View = useMemo(() => lazy(() => loadChunk(PAGE_VIEWS[page.view].load)), [page])
  return (
    <Suspense fallback={<PagePending />}>
      <RuleGate rule={page.rule} title={page.title}>
        {PAGE_VIEWS[page.view].antd ? (
          <Antd>
            <View page={page} />
          </Antd>
        ) : (
          <View page={page} />
        )}
      </RuleGate>
    </Suspense>
  )
}
