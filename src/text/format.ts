import type { Trim } from '#contracts/task.ts'

const pad = (value: number) => String(value).padStart(2, '0')

/** Name of a model's file without its folder and ending. */
export function formatModel(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? name
  return file.replace(/\.(safetensors|ckpt|pt)$/i, '') || file
}

/** `YYYY-mm-dd HH:MM` in the user's time zone. @param time ms since 1970 */
export function formatTime(time: number): string {
  const date = new Date(time)
  return `${formatDate(time)} ${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** `YYYY-mm-dd` in the user's time zone. @param time ms since 1970 */
export function formatDate(time: number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** A day as people name it: 今天, 昨天, otherwise the date. @param now ms since 1970 */
export function formatDay(time: number, now = Date.now()): string {
  const day = formatDate(time)
  if (day === formatDate(now)) return '今天'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === formatDate(yesterday.getTime()) ? '昨天' : day
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long ago, roughly: 刚刚, 5 分钟前, 3 小时前, 2 天前. @param now ms since 1970 */
export function formatAgo(time: number, now = Date.now()): string {
  const ms = now - time
  if (ms < MINUTE_MS) return '刚刚'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} 分钟前`
  if (ms < 24 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} 小时前`
  return `${Math.floor(ms / (24 * HOUR_MS))} 天前`
}

/** 3.2 MB; decimal units as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`
}

/** A comma every three digits. */
export function formatNumber(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** 8 秒, 2 分 05 秒. @param ms a span of time */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return ms < 10_000 ? `${(ms / 1000).toFixed(1)} 秒` : `${seconds} 秒`
  return `${Math.floor(seconds / 60)} 分 ${pad(seconds % 60)} 秒`
}

/** 1024 × 683, or nothing where the size is not known. */
export function formatPixels(width: number, height: number): string {
  return width > 0 && height > 0 ? `${width} × ${height}` : ''
}

/** Where a cropped result lies in its source. */
export function trimWords({ left, top, width, height }: Trim): string {
  return `裁边：左 ${left} px，上 ${top} px，原图 ${formatPixels(width, height)}`
}
