import { describe, expect, test } from 'vitest'
import { readPrompt } from '#ops/render/words.ts'
import { hasWord, suggestionsFor, toggleWord } from '#src/ui/form/prompt-suggestions.ts'

describe('words offered for a prompt', () => {
  test.each(['building', 'interior'])('of %s are all understood', (domain) => {
    const words = suggestionsFor(domain).flatMap((group) => group.words)
    expect(words.filter((word) => readPrompt(word).understood.length === 0)).toEqual([])
    expect(words.filter((word) => readPrompt(word).left.length > 0)).toEqual([])
  })

  test('come and go without leaving separators behind', () => {
    expect(toggleWord('', '红砖')).toBe('红砖')
    expect(toggleWord('白墙，', '红砖')).toBe('白墙，红砖')
    expect(toggleWord('白墙，红砖，黄昏', '红砖')).toBe('白墙，黄昏')
    expect(toggleWord('红砖，黄昏', '红砖')).toBe('黄昏')
    expect(toggleWord('白墙、红砖', '红砖')).toBe('白墙')
    expect(toggleWord('红砖', '红砖')).toBe('')
  })

  test('a word inside of another is not that word', () => {
    expect(hasWord('红砖墙面，黄昏', '红砖')).toBe(false)
    expect(hasWord('红砖墙面, 黄昏', '黄昏')).toBe(true)
  })
})
