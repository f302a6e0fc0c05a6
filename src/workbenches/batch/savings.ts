import type { BatchRow } from './batch-rows.ts'

/** Bytes before and after over all finished rows. */
export function totalsOf(rows: readonly BatchRow[]): { done: number; before: number; after: number } {
  const finished = rows.filter((row) => row.task?.state === 'done')
  return {
    done: finished.length,
    before: finished.reduce((sum, row) => sum + (row.task?.outputMeta[0]?.before ?? row.before), 0),
    after: finished.reduce((sum, row) => sum + (row.task?.outputs[0]?.bytes ?? 0), 0),
  }
}

/** How much smaller, in per cent: −62 %; growth has a plus. */
export function savedText(before: number, after: number): string {
  if (before <= 0) return ''
  const percent = Math.round((1 - after / before) * 100)
  return percent >= 0 ? `−${percent}%` : `+${-percent}%`
}
