import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  // The module looks at the clock and the document as it is loaded.
  vi.resetModules()
  vi.useFakeTimers({ now: new Date(2026, 4, 9, 23, 59, 58) })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', vi.fn())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('follows midnight, also when the computer slept through it', async () => {
  const { today } = await import('#src/state/today.ts')
  const at = (day: number) => new Date(2026, 4, day).getTime()
  expect(today.value).toBe(at(9))
  vi.advanceTimersByTime(2_000)
  expect(today.value).toBe(at(10))
  vi.setSystemTime(new Date(2026, 4, 13, 8))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(today.value).toBe(at(13))
})
