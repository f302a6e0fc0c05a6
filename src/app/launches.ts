import { signal } from '@preact/signals-react'
import type { createBrowserRouter } from 'react-router-dom'
import { z } from 'zod'
import { SHARE_PATH, type ShareProblem } from '#contracts/share.ts'
import { keepShare } from '#src/worker-clients/share.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'navigate'>

/** What the system hands to an installed app that it starts, as far as this app uses it. */
interface LaunchParams {
  readonly files?: readonly FileSystemFileHandle[]
}
interface LaunchQueue {
  setConsumer(consumer: (params: LaunchParams) => void): void
}

/** A message of the service worker: a notification was clicked. Paths of this app alone are followed. */
const zOpen = z.object({ type: z.literal('OPEN'), url: z.string().regex(/^\/(?![/\\])/) })

/** True while files that the system opened with the app are being read. */
export const receiving = signal(false)

/**
 * Keeps files as what was shared.
 * @returns the address of the page that shows them, or that tells why they could not be kept
 */
export async function receiveFiles(files: readonly File[]): Promise<string> {
  receiving.value = true
  try {
    const { id } = await keepShare({ origin: 'open', title: '', text: '', url: '', files })
    return `${SHARE_PATH}?id=${id}`
  } catch (thrown) {
    console.warn('zhuhui: opened files could not be kept', thrown)
    const why: ShareProblem = 'full'
    return `${SHARE_PATH}?problem=${why}`
  } finally {
    receiving.value = false
  }
}

async function openHandles(handles: readonly FileSystemFileHandle[], router: Router): Promise<void> {
  receiving.value = true
  const read = await Promise.allSettled(handles.map((handle) => handle.getFile()))
  const files = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const why: ShareProblem = 'unread'
  const target = files.length > 0 ? await receiveFiles(files) : `${SHARE_PATH}?problem=${why}`
  receiving.value = false
  await router.navigate(target, { replace: location.pathname === SHARE_PATH })
}

/** Follows what the system asks to open: files (“open with”), and the results that notifications tell of. */
export function startLaunches(router: Router): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue
  queue?.setConsumer(({ files }) => {
    if (files && files.length > 0) void openHandles(files, router)
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = zOpen.safeParse(data)
    if (message.success) void router.navigate(message.data.url)
  })
}
