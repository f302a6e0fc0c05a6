import { describe, expect, it } from 'vitest'
import { suits, suitTools, takesWords } from '#src/pages/share/suit-tools.ts'
import { TOOLS } from '#src/tools/registry.ts'

const idsOf = (tools: readonly { id: string }[]) => tools.map(({ id }) => id)
const runs = (op: string) => ['matting', 'lineart', 'compress'].includes(op)

describe('tools for what was shared', () => {
  it('a picture goes to tools whose first input is a picture', () => {
    const { ready, awaited } = suitTools(TOOLS, { pictures: 1, hasText: false }, [], runs)
    expect(idsOf(ready)).toEqual(expect.arrayContaining(['matting', 'toline', 'compress']))
    expect(awaited.length).toBeGreaterThan(10)
    for (const { inputs } of [...ready, ...awaited]) expect(inputs[0]?.kind).toBe('image')
  })
  it('several pictures go to tools that take more than one', () => {
    const plans = suitTools(TOOLS, { pictures: 1, hasText: false, hasDrawings: true }, [], runs)
    expect([...plans.ready, ...plans.awaited].map(({ id }) => id).sort()).toEqual([
      'allPlan',
      'colorFlatPicture',
    ])
    const { ready, awaited } = suitTools(TOOLS, { pictures: 7, hasText: true }, [], runs)
    expect(ready.length).toBeGreaterThan(0)
    for (const { inputs } of [...ready, ...awaited]) expect(inputs[0]?.max).toBeGreaterThan(1)
  })
  it('offers tools used lately first, each once, in the order of their use', () => {
    const shared = { pictures: 1, hasText: false }
    const { recent, ready } = suitTools(TOOLS, shared, ['compress', 'gone', 'text2image', 'matting'], runs)
    expect(idsOf(recent)).toEqual(['compress', 'matting'])
    expect(idsOf(ready)).not.toContain('compress')
  })
  it('a variant of a tool is not offered beside it', () => {
    const { ready, awaited } = suitTools(TOOLS, { pictures: 1, hasText: false }, [], () => true)
    expect(awaited).toEqual([])
    expect(ready.some(({ variantOf }) => variantOf)).toBe(false)
  })
  it('words alone go to tools that can start from words', () => {
    const words = { pictures: 0, hasText: true }
    const { ready } = suitTools(TOOLS, words, [], () => true)
    expect(ready.length).toBeGreaterThan(0)
    for (const tool of ready) expect(takesWords(tool)).toBe(true)
  })
  it('nothing goes nowhere', () => {
    expect(TOOLS.filter((tool) => suits(tool, { pictures: 0, hasText: false }))).toEqual([])
  })
})
