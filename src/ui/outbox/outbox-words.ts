import { type Cost, TICKET_KINDS } from '#contracts/tickets.ts'
import type { Blocker, Estimate, Hold } from '#src/data/tasks/outbox-model.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { formatBytes } from '#src/text/format.ts'
import { percent } from '#src/ui/task-words.ts'

/** Why nothing is sent, and what ends it. */
export const HOLD_WORDS: Record<Hold, string> = {
  offline: '连接不上服务器。任务和图片已存在本机，恢复后自动发送。',
  signIn: '登录后自动发送。',
  paused: '已暂停发送，任务会一直保留。',
  wifi: '当前不是 Wi-Fi，连上后自动发送。',
}

const BLOCKED: Record<Exclude<Blocker, 'sending'>, string> = {
  offline: '等待网络',
  signIn: '等待登录',
  paused: '已暂停',
  wifi: '等待 Wi-Fi',
  price: '价格比提交时高，等你决定',
  tickets: '算力券不足，补充后自动发送',
  later: '没有成功，稍后自动重试',
  queue: '排队中',
  guest: '未登录时添加',
}

/** Title and explanation of a job that waits, for its own page. */
export function wordsOfWait(blocker: Blocker): { title: string; text: string } {
  const kept = '已存在本机，'
  switch (blocker) {
    case 'offline':
      return { title: '等待网络', text: `${kept}网络恢复后自动上传并开始` }
    case 'signIn':
    case 'guest':
      return { title: '等待登录', text: `${kept}登录后在“待发送”里确认发送` }
    case 'paused':
      return { title: '已暂停发送', text: `${kept}在“待发送”里点“继续发送”即可开始` }
    case 'wifi':
      return { title: '等待 Wi-Fi', text: `${kept}连上 Wi-Fi 后自动上传并开始` }
    case 'price':
      return { title: '价格变了', text: `${kept}在“待发送”里看过新价格，再决定是否发送` }
    case 'tickets':
      return { title: '算力券不足', text: `${kept}补充算力券后自动开始，也可以取消` }
    case 'later':
      return { title: '稍后自动重试', text: `${kept}服务器暂时没有接收` }
    case 'queue':
    case 'sending':
      return { title: '等待上传', text: `${kept}前面的任务发送后自动开始` }
  }
}

/** 现在要 2 张图片券，提交时是 1 张. */
function wordsOfRise(asks: Cost, agreed: Cost | null): string {
  const before = agreed ? `${agreed.amount} 张` : '免费'
  return `现在要 ${asks.amount} 张${TICKET_KINDS[asks.kind].title}，提交时是${agreed ? ' ' : ''}${before}`
}

const sizeOf = (job: LocalTask) => (job.localInputs ?? []).reduce((sum, { bytes }) => sum + bytes, 0)

/** What a job waits for, or how far it is. */
export function wordsOfJob(job: LocalTask, blocker: Blocker): string {
  const size = sizeOf(job)
  if (blocker === 'price' && job.asks) return wordsOfRise(job.asks, job.cost)
  if (blocker !== 'sending') return size > 0 ? `${BLOCKED[blocker]} · ${formatBytes(size)}` : BLOCKED[blocker]
  const share = job.uploadProgress ?? 0
  if (size === 0 || share >= 1) return '正在提交'
  return `上传中 ${percent(share)} · ${formatBytes(Math.round(size * share))} / ${formatBytes(size)}`
}

/** 预计 3 张图片券，余 47; and what is missing when it will not suffice. */
export function wordsOfEstimate({ kind, amount, left, missing }: Estimate): string {
  const { title } = TICKET_KINDS[kind]
  const need = `预计 ${amount} 张${title}`
  if (left === null) return need
  return missing > 0 ? `${need}，余 ${left}，还差 ${missing} 张` : `${need}，余 ${left}`
}
