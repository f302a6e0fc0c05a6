import { describe, expect, it } from 'vitest'
import {
  hrefOfPage,
  hrefOfTask,
  hrefOfTasks,
  hrefOfTool,
  isMobile,
  redirectFor,
  resumeOf,
} from '#src/app/device.ts'
import { PAGES } from '#src/pages/pages.ts'
import { pathOf, TOOLS } from '#src/tools/registry.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const ANDROID_PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'
const HARMONY_PHONE =
  'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile'
const ANDROID_TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'

describe('isMobile', () => {
  it.each([IPHONE, ANDROID_PHONE, HARMONY_PHONE])('takes %s for a phone', (userAgent) => {
    expect(isMobile({ userAgent })).toBe(true)
  })
  it.each([ANDROID_TABLET, IPAD, DESKTOP])('does not take %s for a phone', (userAgent) => {
    expect(isMobile({ userAgent })).toBe(false)
  })
  it('believes the client hint before the user agent', () => {
    expect(isMobile({ userAgent: DESKTOP, userAgentData: { mobile: true } })).toBe(true)
    expect(isMobile({ userAgent: ANDROID_PHONE, userAgentData: { mobile: false } })).toBe(false)
  })
})

describe('redirectFor', () => {
  it('leaves a desktop on every page but those of phones', () => {
    for (const tool of TOOLS) expect(redirectFor({ pathname: pathOf(tool) }, false)).toBeNull()
    for (const page of PAGES) {
      const target = redirectFor({ pathname: page.path }, false)
      expect(target).toBe(page.path.includes('mobile') ? '/' : null)
    }
  })
  it('sends a phone to its home from everywhere but phone pages, the agreement and what was shared', () => {
    for (const path of [...TOOLS.map(pathOf), ...PAGES.map((page) => page.path), '/nowhere']) {
      const target = redirectFor({ pathname: path }, true)
      if (path.includes('mobile') || path === '/agreement' || path === '/share') expect(target).toBeNull()
      else expect(target).toMatch(/^\/mobileHome(\?from=|$)/)
    }
  })
  it('keeps the whole wanted address', () => {
    expect(redirectFor({ pathname: '/done', search: '?taskId=a&b=1', hash: '#x' }, true)).toBe(
      `/mobileHome?from=${encodeURIComponent('/done?taskId=a&b=1#x')}`,
    )
  })
  it("sends a shortcut of the launcher straight to the phone's page", () => {
    const search = '?source=shortcut'
    expect(redirectFor({ pathname: '/matting', search }, true)).toBe('/mobilePrepare?tool=matting')
    expect(redirectFor({ pathname: '/list', search }, true)).toBe('/mobileList')
    expect(redirectFor({ pathname: '/matting', search }, false)).toBeNull()
  })
  it('never sends anybody in a circle', () => {
    for (const mobile of [true, false]) {
      for (const path of ['/', '/matting', '/mobileList', '/agreement', '/nowhere']) {
        const target = redirectFor({ pathname: path }, mobile)
        if (target === null) continue
        const { pathname } = new URL(target, 'https://app.invalid')
        expect(redirectFor({ pathname }, mobile)).toBeNull()
      }
    }
  })
})

describe('addresses', () => {
  it('are those of the device', () => {
    expect(hrefOfTool({ id: 'matting' }, false)).toBe('/matting')
    expect(hrefOfTool({ id: 'matting' }, true)).toBe('/mobilePrepare?tool=matting')
    expect(hrefOfTasks(false)).toBe('/list')
    expect(hrefOfTasks(true)).toBe('/mobileList')
    expect(hrefOfTask({ taskId: 't', op: 'matting' }, false)).toBe('/done?taskId=t')
    expect(hrefOfTask({ taskId: 't', op: 'text2video' }, false)).toBe('/done2?taskId=t')
    expect(hrefOfTask({ taskId: 't', op: 'text2video' }, true)).toBe('/mobileDone?taskId=t')
    expect(hrefOfPage('/qaPage', false)).toBe('/qaPage')
    expect(hrefOfPage('/agreement', true)).toBe('/agreement')
  })
  it('on a phone never lead to a page that sends back', () => {
    const hrefs = [
      ...TOOLS.map((tool) => hrefOfTool(tool, true)),
      ...PAGES.map((page) => hrefOfPage(page.path, true)),
    ]
    for (const href of hrefs) {
      const { pathname } = new URL(href, 'https://app.invalid')
      expect(redirectFor({ pathname }, true)).toBeNull()
    }
  })
})

describe('resumeOf', () => {
  it('leads to the wanted tool with what its address said', () => {
    const wanted = resumeOf('/toline?from=abc&output=1')
    expect(wanted?.tool?.id).toBe('toline')
    expect(wanted?.href).toBe('/mobilePrepare?tool=toline&from=abc&output=1')
  })
  it('leads to the wanted result', () => {
    expect(resumeOf('/done2?taskId=t')?.href).toBe('/mobileDone?taskId=t')
  })
  it.each([
    null,
    '',
    'matting',
    '//evil.example/x',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ])('refuses %s', (from) => {
    expect(resumeOf(from)).toBeNull()
  })
})
