import { match, pinyin } from 'pinyin-pro'
import type { OpId } from '#contracts/ops.ts'
import { PAGES } from '#src/pages/pages.ts'
import { searchTools } from '#src/tools/search.ts'
import { GROUPS } from '#src/tools/tool.ts'

/** A line of the command palette. */
export interface Hit {
  key: string
  title: string
  summary: string
  /** Positions in the title that the query stands for. */
  marks: readonly number[]
  /** How the title is read, when the query was Latin letters. */
  reading: string
  /** Group of the tool, or 页面. */
  kind: string
  target: { tool: string; op: OpId } | { page: string }
}

const SHORTCUT_PAGES = ['/list', '/myPersonCenter', '/qaPage', '/client', '/agreement', '/findPage']
const MOST = 12

function marksOf(title: string, query: string): readonly number[] {
  const at = title.toLowerCase().indexOf(query.toLowerCase())
  if (at >= 0) return Array.from({ length: query.length }, (_, offset) => at + offset)
  return match(title, query.toLowerCase(), { continuous: true }) ?? []
}

const readingOf = (title: string, query: string) =>
  /^[a-z\s]+$/i.test(query) ? pinyin(title, { toneType: 'none', nonZh: 'consecutive' }) : ''

/** Tools and pages for a query in Chinese, pinyin or initials, best first. */
export function findHits(query: string): readonly Hit[] {
  const wanted = query.trim()
  if (!wanted) return []
  const lookOf = (title: string) => ({
    title,
    marks: marksOf(title, wanted),
    reading: readingOf(title, wanted),
  })
  const tools = searchTools(wanted).map(
    (tool): Hit => ({
      key: tool.id,
      ...lookOf(tool.title),
      summary: tool.summary,
      kind: GROUPS[tool.group].title,
      target: { tool: tool.id, op: tool.op },
    }),
  )
  const pages = PAGES.filter((page) => SHORTCUT_PAGES.includes(page.path))
    .map(
      (page): Hit => ({
        key: page.path,
        ...lookOf(page.title),
        summary: page.summary,
        kind: '页面',
        target: { page: page.path },
      }),
    )
    .filter((hit) => hit.marks.length > 0)
  return [...tools.slice(0, MOST - Math.min(pages.length, 3)), ...pages.slice(0, 3)]
}
