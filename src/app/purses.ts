import { TICKET_KINDS, type TicketKind } from '#contracts/tickets.ts'

export const PURSES = Object.keys(TICKET_KINDS) as TicketKind[]

/** What each purse pays for. */
export const PURSE_USES: Record<TicketKind, string> = {
  image: '渲染与图片工具',
  live: '实时渲染',
  gpt: '对话与提示词',
  video: '视频生成',
}
