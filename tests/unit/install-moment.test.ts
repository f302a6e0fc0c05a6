import { describe, expect, it } from 'vitest'
import { type InstallFacts, isAppleTouch, isInstallMoment } from '#src/state/install-moment.ts'

const facts = (over: Partial<InstallFacts>): InstallFacts => ({
  installed: false,
  possible: true,
  dismissed: false,
  visits: 1,
  hasResult: false,
  ...over,
})

describe('isInstallMoment', () => {
  it.each([
    ['a first visit', {}, false],
    ['a first visit with a result', { hasResult: true }, true],
    ['a second visit', { visits: 2 }, true],
    ['after a no', { visits: 9, hasResult: true, dismissed: true }, false],
    ['in the installed app', { visits: 9, installed: true }, false],
    ['where the browser cannot', { visits: 9, possible: false }, false],
  ])('%s', (_, over, expected) => {
    expect(isInstallMoment(facts(over))).toBe(expected)
  })
})

describe('isAppleTouch', () => {
  const MAC =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      5,
      true,
    ],
    [MAC, 5, true],
    [MAC, 0, false],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36', 5, false],
  ])('%s with %i touches: %s', (userAgent, maxTouchPoints, expected) => {
    expect(isAppleTouch({ userAgent, maxTouchPoints })).toBe(expected)
  })
})
