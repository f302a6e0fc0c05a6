import { describe, expect, it } from 'vitest'
import { isTelling, judgeBudget, judgeLink, measureRate, type Transfer } from '#src/data/api/link-quality.ts'
import { levelOf } from '#src/ui/image/use-progressive.ts'

const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  ...{ bytes: 100_000, ms: 100, at: 0, viaWorker: false },
  ...more,
})

describe('measureRate', () => {
  it('weighs transfers by their bytes and forgets old ones', () => {
    const seen = [transfer({ ms: 1000 }), transfer({ bytes: 300_000, ms: 1000, at: 50_000 })]
    expect(measureRate(seen, 60_000)).toBe(200_000)
    expect(measureRate(seen, 100_000)).toBe(300_000)
    expect(measureRate(seen, 200_000)).toBeNull()
  })

  it('takes neither small bodies nor a cache behind the service worker for the link', () => {
    expect(isTelling(transfer({ bytes: 4000 }))).toBe(false)
    expect(isTelling(transfer({ bytes: 0 }))).toBe(false)
    expect(isTelling(transfer({ ms: 2, viaWorker: true }))).toBe(false)
    expect(isTelling(transfer({ ms: 2 }))).toBe(true)
    expect(isTelling(transfer({ ms: 900, viaWorker: true }))).toBe(true)
  })
})

it('judges the link by what was measured, and by the browser only before that', () => {
  expect([60_000, 400_000, 3_000_000].map((rate) => judgeLink(rate, '4g'))).toEqual([
    'slow',
    'medium',
    'fast',
  ])
  expect(judgeLink(3_000_000, '2g')).toBe('fast')
  expect(['slow-2g', '2g', '3g', '4g', undefined].map((hint) => judgeLink(null, hint))).toEqual([
    ...['slow', 'slow', 'medium', 'fast', 'fast'],
  ])
})

it('lets the user decide first, then the platform, then the link', () => {
  expect(judgeBudget('original', true, 'slow')).toBe('original')
  expect(judgeBudget('saver', false, 'fast')).toBe('preview')
  expect(judgeBudget('auto', true, 'fast')).toBe('preview')
  expect((['fast', 'medium', 'slow'] as const).map((link) => judgeBudget('auto', false, link))).toEqual([
    ...['original', 'zoom', 'preview'],
  ])
})

it('loads an original by itself when the link allows, when it is enlarged on a middling one, or when it is small', () => {
  const large = { bytes: 3_200_000, longerSide: 4000 }
  expect(levelOf('original', large, false)).toBe('original')
  expect([levelOf('zoom', large, false), levelOf('zoom', large, true)]).toEqual(['preview', 'original'])
  expect([levelOf('preview', large, false), levelOf('preview', large, true)]).toEqual(['preview', 'preview'])
  expect(levelOf('preview', { bytes: 90_000, longerSide: 4000 }, false)).toBe('original')
  expect(levelOf('zoom', { bytes: 900_000, longerSide: 1280 }, true)).toBe('preview')
})
