import { SHARE_PATH } from '#contracts/share.ts'
import { OPS } from '#ops/index.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { findTool, pathOf, type RegisteredTool } from '#src/tools/registry.ts'

/** What `isMobile` looks at; the parts of `navigator` that tell phones from everything else. */
export interface DeviceHints {
  userAgent: string
  userAgentData?: { mobile: boolean }
}

const PHONE = /iPhone|iPod|Windows Phone|IEMobile|Opera Mini|(Android|HarmonyOS|OpenHarmony).*\bMobile\b/i

/** Whether this is a phone. Tablets and narrow windows of a desktop are not: they get the full pages. */
export function isMobile(hints: DeviceHints): boolean {
  return hints.userAgentData?.mobile ?? PHONE.test(hints.userAgent)
}

let known: boolean | undefined

/** Whether the app runs on a phone. */
export function isMobileDevice(): boolean {
  known ??= isMobile(navigator as Navigator & DeviceHints)
  return known
}

const isMobilePath = (path: string) => path.includes('mobile')
/** Pages that are the same on every device. What the system hands over must arrive, whatever the device. */
const EVERYWHERE: readonly string[] = ['/agreement', SHARE_PATH]
/** Marks the launcher's shortcuts (see the web manifest): they lead to their place without a stop. */
const SHORTCUT = 'shortcut'

/**
 * Where a visitor has to go instead: a phone to /mobileHome (the wanted address is kept in `from`), unless
 * the path contains "mobile" or its page is the same everywhere; a shortcut of the launcher straight to the
 * phone's page of it. Any other device away from phone paths, to /. Null: stay.
 */
export function redirectFor(
  place: { pathname: string; search?: string; hash?: string },
  mobile: boolean,
): string | null {
  const { pathname, search = '', hash = '' } = place
  if (!mobile) return isMobilePath(pathname) ? '/' : null
  if (isMobilePath(pathname) || EVERYWHERE.includes(pathname)) return null
  const wanted = `${pathname}${search}${hash}`
  if (new URLSearchParams(search).get('source') === SHORTCUT) return resumeOf(pathname)?.href ?? '/mobileHome'
  if (wanted === '/' || pathname === '/home' || pathname === '/newhome') return '/mobileHome'
  return `/mobileHome?from=${encodeURIComponent(wanted)}`
}

/** Address of the home page. */
export function hrefOfHome(mobile = isMobileDevice()): string {
  return mobile ? '/mobileHome' : '/'
}

/** Address of a tool's page. */
export function hrefOfTool(tool: Pick<RegisteredTool, 'id'>, mobile = isMobileDevice()): string {
  return mobile ? `/mobilePrepare?tool=${tool.id}` : pathOf(tool)
}

/** Address of a task's result. */
export function hrefOfTask(task: Pick<LocalTask, 'taskId' | 'op'>, mobile = isMobileDevice()): string {
  const page = mobile ? '/mobileDone' : OPS[task.op].output === 'video' ? '/done2' : '/done'
  return `${page}?taskId=${task.taskId}`
}

/** Address of the list of tasks. */
export function hrefOfTasks(mobile = isMobileDevice()): string {
  return mobile ? '/mobileList' : '/list'
}

/** Address of a page that is no tool, such as `/qaPage`; phones show it inside /mobileHome. */
export function hrefOfPage(path: string, mobile = isMobileDevice()): string {
  if (!mobile || EVERYWHERE.includes(path) || isMobilePath(path)) return path
  if (path === '/list') return '/mobileList'
  if (path === '/' || path === '/home' || path === '/newhome') return '/mobileHome'
  return `/mobileHome?page=${encodeURIComponent(path)}`
}

/**
 * The address on this phone of what `from` asked for, an address within the app. Null for what is no place
 * of the app: an address of another site is never followed.
 */
export function resumeOf(from: string | null): { href: string; tool?: RegisteredTool; path: string } | null {
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return null
  const url = new URL(from, 'https://app.invalid')
  if (url.origin !== 'https://app.invalid') return null
  const tool = findTool(url.pathname.slice(1))
  if (tool) {
    const query = url.searchParams.size > 0 ? `&${url.searchParams}` : ''
    return { href: `${hrefOfTool(tool, true)}${query}`, tool, path: url.pathname }
  }
  if (url.pathname === '/done' || url.pathname === '/done2') {
    return { href: `/mobileDone${url.search}`, path: url.pathname }
  }
  return { href: `${hrefOfPage(url.pathname, true)}${url.hash}`, path: url.pathname }
}
