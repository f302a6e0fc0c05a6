import { defineConfig } from '@playwright/test'
import { launchOptions } from '#tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // The real model answers in seconds on two cores; pages themselves answer at once.
  timeout: 90_000,
  globalTimeout: 18 * 60_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions,
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
