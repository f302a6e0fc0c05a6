import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesOfPath } from '#src/pages/category-path.ts'
import { extend, keepOnly, NOTHING, selectAll, toggle } from '#src/pages/tasks/selection.ts'
import { formatBytes, formatDay, formatNumber, formatSpan, formatTime } from '#src/text/format.ts'

const SHOWN = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('')

describe('selection of tasks', () => {
  it('picks and drops one', () => {
    const one = toggle(NOTHING, 'b')
    expect(idsOf(one)).toBe('b')
    expect(idsOf(toggle(one, 'b'))).toBe('')
  })
  it('picks a range in either direction from the one picked last', () => {
    expect(idsOf(extend(toggle(NOTHING, 'b'), 'd', SHOWN))).toBe('bcd')
    expect(idsOf(extend(toggle(NOTHING, 'd'), 'b', SHOWN))).toBe('bcd')
  })
  it('keeps what was picked before a range', () => {
    expect(idsOf(extend(toggle(toggle(NOTHING, 'a'), 'c'), 'd', SHOWN))).toBe('acd')
  })
  it('picks one when the anchor is no longer shown', () => {
    expect(idsOf(extend({ ids: new Set(), anchor: 'gone' }, 'c', SHOWN))).toBe('c')
  })
  it('picks all shown and drops what is gone', () => {
    const all = selectAll(toggle(NOTHING, 'z'), SHOWN)
    expect(idsOf(all)).toBe('abcdez')
    expect(idsOf(keepOnly(all, new Set(SHOWN)))).toBe('abcde')
    expect(keepOnly(all, all.ids)).toBe(all)
  })
  it('twice toggled is as before', () => {
    fc.assert(
      fc.property(fc.subarray(SHOWN), fc.constantFrom(...SHOWN), (ids, id) => {
        const start = { ids: new Set(ids), anchor: null }
        expect(idsOf(toggle(toggle(start, id), id))).toBe(idsOf(start))
      }),
    )
  })
})

describe('formats', () => {
  it('writes times as YYYY-mm-dd HH:MM', () => {
    expect(formatTime(new Date(2026, 0, 5, 7, 3).getTime())).toBe('2026-01-05 07:03')
  })
  it('names today and yesterday, also across the turn of the year', () => {
    const now = new Date(2026, 0, 1, 0, 30).getTime()
    expect(formatDay(now, now)).toBe('今天')
    expect(formatDay(new Date(2025, 11, 31, 23, 59).getTime(), now)).toBe('昨天')
    expect(formatDay(new Date(2025, 11, 30, 12).getTime(), now)).toBe('2025-12-30')
  })
  it('puts a comma every three digits', () => {
    expect([0, 999, 1000, 1234567].map(formatNumber)).toEqual(['0', '999', '1,000', '1,234,567'])
  })
  it('writes sizes and spans as people read them', () => {
    expect([0, 999, 1000, 71_400, 3_240_000, 5_100_000_000].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1 KB',
      '71 KB',
      '3.2 MB',
      '5.10 GB',
    ])
    expect([900, 12_400, 125_000].map(formatSpan)).toEqual(['0.9 秒', '12 秒', '2 分 05 秒'])
  })
})

describe('namesOfPath', () => {
  const node = (id: string, name: string, childrens: ReturnType<typeof leaf>[] = []) => ({
    id,
    name,
    prompt: '',
    childrens,
  })
  const leaf = (id: string, name: string) => ({ id, name, prompt: '', childrens: [] })
  const tree = [node('building', '建筑', [leaf('villa', '别墅'), leaf('villa-lake', '湖景别墅')])]
  it('names each level, also where ids hold dashes', () => {
    expect(namesOfPath(tree, 'building-villa')).toEqual(['建筑', '别墅'])
    expect(namesOfPath(tree, 'building-villa-lake')).toEqual(['建筑', '湖景别墅'])
  })
  it('stops at what it does not know', () => {
    expect(namesOfPath(tree, 'building-nowhere')).toEqual(['建筑'])
    expect(namesOfPath(tree, '')).toEqual([])
    expect(namesOfPath([], 'building')).toEqual([])
  })
})
