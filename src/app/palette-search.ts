import { match, pinyin } from 'pinyin-pro'
import { isAllowed, type RuleId } from '#contracts/rules.ts'
import { foldText, plainText } from '#contracts/typed-text.ts'
import { PAGES } from '#src/pages/pages.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { searchTools } from '#src/tools/search.ts'
import { GROUPS } from '#src/tools/tool.ts'

/** A line of the command palette. */
export interface Hit {
  key: string
  title: string
  summary: string
  /** Positions in the title that the query stands for. */
  marks: readonly number[]
  /** Why it fits: how the title is read, or the other name that was meant. */
  hint: string
  /** Group of the tool, or 页面. */
  kind: string
  target: { tool: RegisteredTool; page?: undefined } | { tool?: undefined; page: string }
}

const SHORTCUT_PAGES = [
  '/list',
  '/myPersonCenter',
  '/qaPage',
  '/client',
  '/agreement',
  '/findPage',
  '/admin/engines',
]
const MOST = 12

function marksOf(title: string, query: string): readonly number[] {
  const at = foldText(title).indexOf(foldText(query))
  if (at >= 0) return Array.from({ length: query.length }, (_, offset) => at + offset)
  return match(title, foldText(query), { continuous: true }) ?? []
}

/** The reading of a title that Latin letters found; the other name of a tool that was found by it. */
function hintOf(title: string, words: readonly string[], query: string): string {
  if (marksOf(title, query).length > 0) {
    return /^[a-z\s]+$/i.test(query) ? pinyin(title, { toneType: 'none', nonZh: 'consecutive' }) : ''
  }
  return words.find((word) => marksOf(word, query).length > 0) ?? ''
}

/** Tools and pages for a query in Chinese, pinyin or initials, best first; those that the rights allow. */
export function findHits(query: string, rights: readonly RuleId[] = []): readonly Hit[] {
  const wanted = plainText(query).trim()
  if (!wanted) return []
  const lookOf = (title: string, words: readonly string[]) => ({
    title,
    marks: marksOf(title, wanted),
    hint: hintOf(title, words, wanted),
  })
  const tools = searchTools(wanted).map(
    (tool): Hit => ({
      key: tool.id,
      ...lookOf(tool.title, tool.keywords),
      summary: tool.summary,
      kind: GROUPS[tool.group].title,
      target: { tool },
    }),
  )
  const pages = PAGES.filter(({ path, rule }) => SHORTCUT_PAGES.includes(path) && isAllowed(rule, rights))
    .map(
      (page): Hit => ({
        key: page.path,
        ...lookOf(page.title, []),
        summary: page.summary,
        kind: '页面',
        target: { page: page.path },
      }),
    )
    .filter((hit) => hit.marks.length > 0)
  return [...tools.slice(0, MOST - Math.min(pages.length, 3)), ...pages.slice(0, 3)]
}
