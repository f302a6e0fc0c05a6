import './app/base.css'
import './app/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { isMobileDevice, redirectFor } from './app/device.ts'
import { appRoot, drawnMarkup, type FirstFrame, firstFrame, keepFrame, takeOver } from './app/first-frame.ts'
import { startLaunches } from './app/launches.ts'
import { startNotices } from './app/notices.ts'
import { createAppRouter, type RouteHandle } from './app/routes.tsx'
import { forgetTops } from './app/scroll.ts'
import { startServiceWorker } from './app/service-worker.ts'
import { startWakeLock } from './app/wake-lock.ts'
import { queryClient } from './data/api/query-client.ts'
import { loadSession, takeTokenFromAddress, user } from './data/api/session.ts'
import { askAfter } from './data/api/start-order.ts'
import { startDownloads } from './data/downloads/downloads.ts'
import { startTasks } from './data/tasks/tasks.ts'
import { startInstall } from './state/install.ts'
import { startTheme } from './state/theme.ts'
import { afterPaint } from './ui/after-paint.ts'

const root = appRoot()
/** Drawn before this script ran; null where nothing is there yet. */
const drawn = drawnMarkup(root)
/** A page whose code takes longer than this, ms, is waited for with less: the app's frame without a page in it. */
const PATIENCE_MS = drawn ? 3000 : 150

startTheme()
startInstall()
// First of all: the token of an address must reach no other address, request or history.
takeTokenFromAddress()
// Before the router sees the address, so that the wrong device's page is never drawn.
const target = redirectFor(location, isMobileDevice())
if (target) history.replaceState(null, '', target)

// Where the service worker has it all, the last known answers are here as well: the first frame comes first.
const isWarm = Boolean(navigator.serviceWorker?.controller)
const painted = Promise.withResolvers<void>()
if (isWarm) askAfter(painted.promise)

// It explains its failures in the interface; none may keep the app from starting.
loadSession().catch((error: unknown) => console.warn('登录状态未能读取', error))
forgetTops()
const router = createAppRouter()
startLaunches(router)

/**
 * Where the service worker has the page's code, it is here in a moment: the page is then drawn once, in one go.
 * Elsewhere the frame of the app comes first.
 */
function routeReady(): Promise<void> {
  if (router.state.initialized || !isWarm) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      clearTimeout(timer)
      stop()
      resolve()
    })
  })
}

const isToolPage = ({ tool, page }: RouteHandle) => tool !== undefined || page?.view === 'mobilePrepare'

/** The first frame of a tool's page, which looks the same for everybody; undefined where there is none to keep. */
function takeFirstFrame(): FirstFrame | undefined {
  const { initialized, errors, matches } = router.state
  const handle: RouteHandle | undefined = matches.at(-1)?.route.handle
  // Nobody's things are in it as long as it is not known whose they would be.
  const isAnyones = user.peek() === undefined
  return initialized && !errors && handle && isToolPage(handle) && isAnyones ? firstFrame(root) : undefined
}

/** What no first frame needs. */
function startRest(frame: FirstFrame | undefined): void {
  painted.resolve()
  if (frame) keepFrame(frame, drawn).catch((error: unknown) => console.warn('首帧未能保留', error))
  startTasks().catch((error: unknown) => console.warn('任务记录未能读取', error))
  startNotices(router)
  startWakeLock()
  startDownloads()
  startServiceWorker()
}

function App() {
  const first = useRef<FirstFrame>(undefined)
  useLayoutEffect(() => {
    takeOver(root)
    // Other effects lay out what they have to before it is painted, such as the height of a text field.
    queueMicrotask(() => {
      first.current = takeFirstFrame()
    })
  }, [])
  useEffect(() => afterPaint(() => startRest(first.current)), [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} useTransitions={false} />
    </QueryClientProvider>
  )
}

function draw(): void {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void routeReady().then(draw)
