import type { ComponentType } from 'react'
import { outboxOpen, signOutAsked } from '#src/state/outbox-drawer.ts'
import { toast } from '#src/state/toasts.ts'

/** Stands in for a part that did not arrive: the page that the user works on stays as it is. */
function Missing(): null {
  return null
}

function explain(): { default: () => null } {
  outboxOpen.value = false
  signOutAsked.value = false
  toast('warning', '这部分界面还没有下载到本机，恢复网络后刷新页面再打开')
  return { default: Missing }
}

type Part = Promise<{ default: ComponentType }>

export const loadOutboxDrawer = (): Part => import('#src/ui/outbox/OutboxDrawer.tsx').catch(explain)
export const loadSignOutDialog = (): Part => import('#src/ui/outbox/SignOutDialog.tsx').catch(explain)

/** The page's own work comes first. */
const PREPARE_MS = 2000

/**
 * Fetches ahead what is wanted when the network is gone: on a first visit, and in browsers without service
 * workers, nothing else would have it.
 * @returns the way to stop it
 */
export function prepareOutbox(): () => void {
  const timer = setTimeout(() => {
    // Not there yet: opening it asks again.
    import('#src/ui/outbox/OutboxDrawer.tsx').catch(() => undefined)
    import('#src/ui/outbox/SignOutDialog.tsx').catch(() => undefined)
  }, PREPARE_MS)
  return () => clearTimeout(timer)
}
