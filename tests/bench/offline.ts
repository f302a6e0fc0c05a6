/**
 * A tool's page: reloaded with the server stopped and the service worker in control, against its first load
 * with an empty profile over the same loopback, and for comparison over a good mobile link.
 * Same build, same browser, same end mark, measured inside the page from the start of the navigation until the
 * browser has painted the tool's form. Rounds take turns; the medians count. Prints one line of JSON last.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { AppProcess } from '#tests/support/app-process.ts'
import { waitForServiceWorker } from '#tests/support/browser.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { median } from './harness.ts'

const ROUNDS = 7
const PATH = '/matting'
/** 4G as it is measured in cities: bytes a second, and ms of latency. */
const LINK = { offline: false, latency: 50, downloadThroughput: 2_500_000, uploadThroughput: 1_250_000 }
const SCRATCH = resolve(import.meta.dirname, '../../.cache/bench')

declare const window: { shownAt: Promise<number> }

/** Notes when the browser painted the tool's heading, which comes in one piece with its form: ms of Element Timing. */
async function watchPaint(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.shownAt = new Promise((settle) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries()
        if (entry) settle(entry.startTime)
      }).observe({ type: 'element', buffered: true })
      // Told apart before its first paint: this runs right after the change of the document.
      new MutationObserver((_, observer) => {
        const heading = document.querySelector('main h1')
        if (!heading || !document.querySelector('main input[type="file"]')) return
        heading.setAttribute('elementtiming', 'tool')
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
  })
}

async function withProfile<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(SCRATCH, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, launchOptions)
  await watchPaint(context)
  try {
    return await work(context.pages()[0] ?? (await context.newPage()))
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const shown = (page: Page) => page.evaluate(() => window.shownAt)

mkdirSync(SCRATCH, { recursive: true })
const app = await new AppProcess().start()
const cold: number[] = []
const mobile: number[] = []
const offline: number[] = []
try {
  for (let round = 0; round < ROUNDS; round++) {
    await withProfile(async (page) => {
      await page.goto(`${app.url}${PATH}`)
      cold.push(await shown(page))
    })
    await withProfile(async (page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.emulateNetworkConditions', LINK)
      await page.goto(`${app.url}${PATH}`)
      mobile.push(await shown(page))
      await devtools.detach()
      await waitForServiceWorker(page)
      await page.reload()
      await shown(page)
      await app.stop()
      // The first answer after the server went away decides that the app is offline; the next one is measured.
      await page.reload()
      await shown(page)
      await page.reload()
      offline.push(await shown(page))
      await app.start()
    })
  }
} finally {
  await app.dispose()
}
console.log(
  JSON.stringify({
    bench: 'offline',
    path: PATH,
    rounds: ROUNDS,
    coldMs: Math.round(median(cold)),
    coldMobileMs: Math.round(median(mobile)),
    offlineMs: Math.round(median(offline)),
    offlineRatio: Number((median(offline) / median(cold)).toFixed(3)),
    mobileRatio: Number((median(offline) / median(mobile)).toFixed(3)),
    limit: 0.25,
  }),
)
