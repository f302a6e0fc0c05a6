import { lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router-dom'
import { useLoginOpen } from '#src/data/api/session.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { question } from '#src/state/confirm.ts'
import { outboxOpen, signOutAsked } from '#src/state/outbox-drawer.ts'
import { paletteOpen } from '#src/state/palette.ts'
import { Downloads } from '#src/ui/downloads/Downloads.tsx'
import { isComposingKey } from '#src/ui/enter-key.ts'
import { Bars } from './Bars.tsx'
import { isMobileDevice, redirectFor } from './device.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Layout.module.css'
import { loadOutboxDrawer, loadSignOutDialog, prepareOutbox } from './outbox-parts.ts'
import { titleOf } from './page-title.ts'
import type { RouteHandle } from './routes.tsx'
import { SCROLL_KEY } from './scroll.ts'
import { TabBar } from './TabBar.tsx'
import { Toaster } from './Toaster.tsx'

const LoginModal = lazy(() => import('./LoginModal.tsx'))
const OutboxDrawer = lazy(loadOutboxDrawer)
const SignOutDialog = lazy(loadSignOutDialog)
const Confirmation = lazy(() => import('./Confirmation.tsx'))
const CommandPalette = lazy(() => import('./CommandPalette.tsx'))

/** The one layout route: header, page, footer, and what lies over all pages. */
export function Layout() {
  const location = useLocation()
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const loginOpen = useLoginOpen()
  const palette = useSignalValue(paletteOpen)
  const outbox = useSignalValue(outboxOpen)
  const leaving = useSignalValue(signOutAsked)
  const asked = useSignalValue(question)
  const pending = useNavigation().state === 'loading'
  const main = useArrival(titleOf(handle, location.search, location.hash))
  usePaletteKeys()
  useEffect(prepareOutbox, [])

  const target = redirectFor(location, isMobileDevice())
  if (target) return <Navigate to={target} replace />
  return (
    <>
      <a className={styles.skip} href="#main">
        跳到正文
      </a>
      {pending && <div className={styles.progress} role="progressbar" aria-label="页面加载中" />}
      <Header />
      <Bars />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {handle?.footer !== false && <Footer />}
      <TabBar />
      <Downloads />
      <Toaster />
      <Suspense>
        {loginOpen && <LoginModal />}
        {palette && <CommandPalette />}
        {outbox && <OutboxDrawer />}
        {leaving && <SignOutDialog />}
        {asked && <Confirmation />}
      </Suspense>
      {/* Every page that is opened by its address has the key “default”; each keeps its own place. */}
      <ScrollRestoration
        storageKey={SCROLL_KEY}
        getKey={({ key, pathname }) => (key === 'default' ? pathname : key)}
      />
    </>
  )
}

/** Names the page and, after a move within the app, puts the focus at its beginning. */
function useArrival(title: string) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** ⌘K, Ctrl K and “/” open the search from everywhere. */
function usePaletteKeys(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const command = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
      const slash = event.key === '/' && !event.metaKey && !event.ctrlKey && !isTyping(event.target)
      if ((!command && !slash) || isComposingKey(event)) return
      // Another modal is asking something.
      if (document.querySelector('dialog[open]') && !paletteOpen.peek()) return
      event.preventDefault()
      paletteOpen.value = command ? !paletteOpen.peek() : true
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
