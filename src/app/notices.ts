import { effect, signal } from '@preact/signals-react'
import { isFinal } from '#contracts/task.ts'
import { onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { tasksLoaded } from '#src/data/tasks/task-lists.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { allRecords, onRecordsChanged, type RecordChange, trackRecord } from '#src/data/tasks/task-store.ts'
import { followWhenHidden } from '#src/data/tasks/task-sync.ts'
import { noteResult } from '#src/state/install.ts'
import { notifyState, readPermission } from '#src/state/notify.ts'
import { addUnseen, markSeen, unseenTasks } from '#src/state/unseen.ts'
import { type Address, mayNotify, noticeOf, runKeyOf, showsTask } from './notice-rules.ts'

/** Tasks of a run often end together: they are looked at once. */
const GATHER_MS = 300
/** A tab in view may show the result: it says so within this time, and no notification is needed. */
const OTHER_TAB_MS = 1000

/** Ids of tasks that go on, so that their end is noticed once. */
const active = new Set<string>()
/** Runs of which a task has ended, by key. */
const ended = new Set<string>()

const address = signal<Address>({ pathname: location.pathname, search: location.search })
const visible = signal(document.visibilityState === 'visible')

const isShown = (task: LocalTask) => visible.peek() && showsTask(address.peek(), task)

function follow(changes: readonly RecordChange[]): void {
  const finished: LocalTask[] = []
  for (const [taskId, task] of changes) {
    if (task && !isFinal(task.state)) active.add(taskId)
    else if (active.delete(taskId) && task) finished.push(task)
    if (!task) markSeen((id) => id === taskId)
  }
  if (finished.length === 0) return
  if (finished.some(({ state }) => state === 'done')) noteResult()
  const told = finished.filter(({ state }) => state !== 'cancelled')
  addUnseen(told.filter((task) => !isShown(task)).map(({ taskId }) => taskId))
  if (ended.size === 0) setTimeout(tellEnded, GATHER_MS)
  for (const task of finished) ended.add(runKeyOf(task))
}

function tellEnded(): void {
  const runs = new Map<string, LocalTask[]>([...ended].map((key) => [key, []]))
  ended.clear()
  for (const task of allRecords()) runs.get(runKeyOf(task))?.push(task)
  for (const run of runs.values()) tell(run).catch(logFailure)
}

const logFailure = (thrown: unknown) => console.warn('zhuhui: a notification could not be shown', thrown)

/** Tells of the end of a run, unless it goes on or somebody looks at it. */
async function tell(run: readonly LocalTask[]): Promise<void> {
  const notice = noticeOf(run)
  if (!notice) return
  const ending = {
    permission: readPermission(),
    wanted: notifyState.peek() === 'yes',
    hidden: !visible.peek(),
    shown: run.some(isShown),
    tookMs: Date.now() - Math.min(...run.map(({ createdAt }) => createdAt)),
  }
  if (!mayNotify(ending)) return
  await new Promise((resolve) => setTimeout(resolve, OTHER_TAB_MS))
  const unseen = new Set(unseenTasks.peek())
  if (!run.some(({ taskId }) => unseen.has(taskId))) return
  const { title, body, tag, url } = notice
  const registration = await navigator.serviceWorker.ready
  // Other tabs tell of the same run: the tag makes it one.
  await registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    lang: 'zh-CN',
    ...({ actions: [{ action: 'open', title: '查看结果' }] } satisfies NoticeActions),
  })
}

/** A member that the types of pages leave out: only a service worker's registration takes it. */
interface NoticeActions {
  actions: { action: string; title: string }[]
}

/** Takes out of the count, and off the screen, what the page in view shows. */
function seeShown(): void {
  const all = /^\/(list|mobileList)$/.test(address.value.pathname)
  if (!visible.value || unseenTasks.value.length === 0) return
  const seen = new Set<string>()
  markSeen((id) => {
    // An old record may be read only after the page has opened.
    const task = trackRecord(id)
    const isSeen = all || (task !== undefined && isShown(task))
    if (isSeen && task) seen.add(`run-${runKeyOf(task)}`)
    return isSeen
  })
  if (seen.size > 0) void closeNotices(seen)
}

async function closeNotices(tags: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications?.()) ?? []
  for (const notice of shown) if (tags.has(notice.tag)) notice.close()
}

/** Keeps the number on the app's icon in line with the count. */
function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  // Refused where the app is not installed; there is no icon then.
  done.catch(() => undefined)
}

interface Router {
  subscribe(listener: (state: { location: Address }) => void): unknown
}

function readVisible(): void {
  visible.value = document.visibilityState === 'visible'
}

/** Follows the ends of tasks: counts those nobody has seen on the app's icon, and tells of long ones. */
export function startNotices(router: Router): void {
  // This starts after the first frame: the page may have been left by then.
  readVisible()
  address.value = { pathname: location.pathname, search: location.search }
  onRecordsChanged(follow)
  followWhenHidden(() => notifyState.peek() === 'yes')
  router.subscribe(({ location: { pathname, search } }) => {
    const now = address.peek()
    if (now.pathname !== pathname || now.search !== search) address.value = { pathname, search }
  })
  document.addEventListener('visibilitychange', () => {
    readVisible()
    if (visible.peek()) readPermission()
  })
  onPrivateDataCleared(() => {
    active.clear()
    markSeen(() => true)
  })
  effect(() => {
    // Also what a reload interrupted: it may end by the first answer of the server.
    if (!tasksLoaded.value) return
    for (const task of allRecords()) if (!isFinal(task.state)) active.add(task.taskId)
  })
  effect(seeShown)
  effect(() => showBadge(unseenTasks.value.length))
}
