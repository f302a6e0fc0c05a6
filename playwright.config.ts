import { defineConfig } from '@playwright/test'
import { shellOptions, testOptions } from '#tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Limits are for what hangs: a machine shared with others may be three times slower than a quiet one.
  timeout: 180_000,
  globalTimeout: 44 * 60_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  // A test that passes only the second time is named in the summary: it is to be looked at, but stops nobody.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  projects: [
    { name: 'shell', grepInvert: /@windows/, use: { launchOptions: shellOptions } },
    { name: 'chromium', grep: /@windows/, use: { launchOptions: testOptions } },
  ],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // A window and a process of their own cost a test half a second of both cores; what a test leaves is cleared.
    reuseContext: true,
    // Nor does a page that is not about the service worker wait for one that fills its caches.
    serviceWorkers: 'block',
    // What moves is painted by the processor here: a fifth of what it costs to start a page.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
