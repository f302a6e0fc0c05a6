import { match } from 'pinyin-pro'
import { foldText } from '#contracts/typed-text.ts'
import { type RegisteredTool, TOOLS } from './registry.ts'

function score(tool: RegisteredTool, query: string): number {
  const lower = foldText(query)
  if (foldText(tool.title).startsWith(lower)) return 100
  if (foldText(tool.title).includes(lower)) return 90
  if (tool.id.toLowerCase().includes(lower)) return 70
  if (tool.keywords.some((word) => foldText(word).includes(lower))) return 60
  const inTitle = match(tool.title, lower, { continuous: true })
  if (inTitle) return inTitle[0] === 0 ? 55 : 50
  if (tool.keywords.some((word) => match(word, lower, { continuous: true }))) return 40
  if (tool.summary.includes(query)) return 30
  return 0
}

/**
 * Tools that fit a query, best first: Chinese words, full pinyin (`koutu`), initials (`kt`), English ids
 * and the other names that users know. Variants are left out unless nothing else fits.
 */
export function searchTools(query: string): readonly RegisteredTool[] {
  const wanted = query.trim()
  if (!wanted) return []
  const ranked = TOOLS.map((tool) => ({ tool, points: score(tool, wanted) - (tool.variantOf ? 35 : 0) }))
  return ranked
    .filter((entry) => entry.points > 0)
    .sort((a, b) => b.points - a.points)
    .map((entry) => entry.tool)
}
