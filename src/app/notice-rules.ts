import { isFinal } from '#contracts/task.ts'
import { OPS } from '#ops/index.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { findTool } from '#src/tools/registry.ts'
import { hrefOfTask, hrefOfTasks, hrefOfTool } from './device.ts'

/** A run that took this long is worth a notification even while the app is in view elsewhere, ms. */
export const LONG_MS = 20_000

/** The parts of a task that these rules look at. */
export type Told = Pick<
  LocalTask,
  'taskId' | 'toolId' | 'op' | 'batchId' | 'state' | 'createdAt' | 'place'
> & {
  /** Absent where it does not matter. */
  inputs?: readonly { name: string }[]
  localInputs?: readonly { name: string }[] | undefined
}

/** An address within the app. */
export interface Address {
  pathname: string
  search: string
}

/** What a task is told of together with: its run, or itself. */
export function runKeyOf(task: Pick<Told, 'batchId' | 'taskId'>): string {
  return task.batchId ?? task.taskId
}

/** Whether the page at an address shows the task: the list, its result, or its tool with the history. */
export function showsTask({ pathname, search }: Address, task: Pick<Told, 'taskId' | 'toolId'>): boolean {
  const query = new URLSearchParams(search)
  switch (pathname) {
    case '/list':
    case '/mobileList':
      return true
    case '/done':
    case '/done2':
    case '/mobileDone':
      return query.get('taskId') === task.taskId
    case '/mobilePrepare':
      return query.get('tool') === task.toolId
    default:
      return pathname === `/${task.toolId}`
  }
}

/** Circumstances in which a run has ended. */
export interface Ending {
  permission: NotificationPermission
  /** The user said yes to notifications. */
  wanted: boolean
  hidden: boolean
  /** The page in view shows the run. */
  shown: boolean
  tookMs: number
}

/** Whether the end of a run is told by a notification. */
export function mayNotify({ permission, wanted, hidden, shown, tookMs }: Ending): boolean {
  if (permission !== 'granted' || !wanted) return false
  return hidden || (!shown && tookMs >= LONG_MS)
}

/** What a notification says. */
export interface Notice {
  title: string
  body: string
  /** A later notice of the same run replaces an earlier one. */
  tag: string
  /** Where its action leads. */
  url: string
}

/** Where a run is on show: its tool, or the list where this version does not know the tool. */
function hrefOfRun({ toolId, batchId }: Told): string {
  const tool = findTool(toolId)
  if (!tool || !batchId) return hrefOfTasks()
  const href = hrefOfTool(tool)
  return `${href}${href.includes('?') ? '&' : '?'}run=${batchId}`
}

/** One notice for a whole run; null while it goes on, and when nothing came of it but cancellations. */
export function noticeOf(run: readonly Told[]): Notice | null {
  const ended = run.filter(({ state }) => state === 'done' || state === 'failed')
  const [first] = ended
  if (!first || run.some(({ state }) => !isFinal(state))) return null
  const failed = ended.filter(({ state }) => state === 'failed').length
  const done = ended.length - failed
  const tool = findTool(first.toolId)?.title ?? OPS[first.op].title
  const tag = `run-${runKeyOf(first)}`
  if (ended.length === 1) {
    const name = (first.localInputs ?? first.inputs)?.[0]?.name
    const body = failed > 0 ? '没有成功，点开查看原因' : '点开查看结果'
    return {
      title: failed > 0 ? `${tool}未完成` : `${tool}已完成`,
      body: name ? `${name}，${body}` : body,
      tag,
      url: hrefOfTask(first),
    }
  }
  return {
    title: done > 0 ? `${tool}：${done} 张已完成` : `${tool}：${failed} 张未完成`,
    body: failed > 0 && done > 0 ? `${failed} 张失败，点开查看原因` : '点开查看全部结果',
    tag,
    url: hrefOfRun(first),
  }
}

/** A start with this many pictures is long from its beginning. */
const MANY = 5
/** What runs here for this long is taken to need longer, ms. */
const PATIENCE_MS = 8000

/** Whether a run that goes on is long enough to offer a notification at its end. */
export function isWorthWaiting(run: readonly Told[], now: number): boolean {
  const active = run.filter(({ state }) => !isFinal(state))
  if (active.length === 0) return false
  const isQueued = active.some(({ place }) => place !== 'device')
  const began = Math.min(...active.map(({ createdAt }) => createdAt))
  return isQueued || active.length >= MANY || now - began >= PATIENCE_MS
}
