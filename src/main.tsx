import './app/base.css'
import './app/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { isMobileDevice, redirectFor } from './app/device.ts'
import { startLaunches } from './app/launches.ts'
import { startNotices } from './app/notices.ts'
import { createAppRouter } from './app/routes.tsx'
import { startServiceWorker } from './app/service-worker.ts'
import { startWakeLock } from './app/wake-lock.ts'
import { startDownloads } from './data/downloads.ts'
import { queryClient } from './data/query-client.ts'
import { loadSession, takeTokenFromAddress } from './data/session.ts'
import { startTasks } from './data/tasks.ts'
import { startInstall } from './state/install.ts'
import { startTheme } from './state/theme.ts'

startTheme()
startInstall()
// First of all: the token of an address must reach no other address, request or history.
takeTokenFromAddress()
// Before the router sees the address, so that the wrong device's page is never drawn.
const target = redirectFor(location, isMobileDevice())
if (target) history.replaceState(null, '', target)

// Both explain their failures in the interface; neither may keep the app from starting.
loadSession().catch((error: unknown) => console.warn('登录状态未能读取', error))
startTasks().catch((error: unknown) => console.warn('任务记录未能读取', error))

const router = createAppRouter()
startLaunches(router)
startNotices(router)
startWakeLock()
startDownloads()

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} useTransitions={false} />
    </QueryClientProvider>
  </StrictMode>,
)
startServiceWorker()
