/**
 * A tool's page: reloaded with the server stopped and the service worker in control, against its first load
 * with an empty profile over the same loopback, and for comparison over a good mobile link.
 * Same build, same browser, same end mark, measured inside the page from the start of the navigation until the
 * browser has painted the tool's form. Rounds take turns; the medians count. Prints one line of JSON last.
 * The page was opened before, so the service worker keeps its first frame; `usableRatio` waits for more: until the
 * form takes input as well, and `frameSaves` is the share of the paint's time that the frame saves: the same reload
 * without one is `unframedMs`.
 *
 * `bareRatio` is the same for a page of one heading and one input with no script and no style: what the browser
 * itself leaves to be won, since its first navigation and its reload have their own costs.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { AppProcess } from '#tests/support/app-process.ts'
import { waitForServiceWorker } from '#tests/support/browser.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { dropFrames, keepFrame } from '#tests/support/first-frames.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { median } from './harness.ts'

const ROUNDS = 7
/** Bytes: 1.1 times what this page took (414.7 kB of code, 38.4 kB of styles) before the parts of its kit were sorted. */
const LIMITS = { offlineRatio: 0.2, coldJsKb: 456, coldCssKb: 42.2 }
const PATH = '/matting'
/** 4G as it is measured in cities: bytes a second, and ms of latency. */
const LINK = { offline: false, latency: 50, downloadThroughput: 2_500_000, uploadThroughput: 1_250_000 }
/**
 * The looks of the system as they are. Playwright would set them, and does so anew for each document: the one that
 * goes then has its styles computed twice, which no user's browser does and which counts as time of the reload.
 */
const LOOKS = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } as const
const SCRATCH = resolve(import.meta.dirname, '../../.cache/bench')

/** The bare page, and a service worker that keeps it. */
const BARE: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': ['text/html', '<!doctype html><title>bare</title><main><h1>抠图</h1><input type="file"></main>'],
  '/worker.js': [
    'text/javascript',
    `addEventListener('install', (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/'))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)))`,
  ],
}

declare const window: { shownAt: Promise<number>; openAt: Promise<number> }

/**
 * Notes when the browser painted the tool's heading, which comes in one piece with its form (ms of Element Timing),
 * and when the form began to take input.
 */
async function watchPaint(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.openAt = new Promise((settle) => {
      new MutationObserver((_, observer) => {
        const input = document.querySelector('main input[type="file"]')
        if (!input || input.closest('[inert]')) return
        settle(performance.now())
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true, attributeFilter: ['inert'] })
    })
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
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...LOOKS })
  await watchPaint(context)
  try {
    return await work(context.pages()[0] ?? (await context.newPage()))
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const shown = (page: Page) => page.evaluate(() => window.shownAt)
/** When the form was there to be used: painted, and taking input. */
const usable = (page: Page) => page.evaluate(async () => Math.max(await window.shownAt, await window.openAt))

/** Compressed bytes of code and styles that came over the wire until the form was there, kB: what a visitor waits for. */
const loadedKb = (page: Page, until: number) =>
  page.evaluate((until) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const kbOf = (ending: string) =>
      entries
        .filter(({ name, startTime }) => new URL(name).pathname.endsWith(ending) && startTime <= until)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0)
    return { js: kbOf('.js'), css: kbOf('.css') }
  }, until)

async function serveBare(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const [type, text] = BARE[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    response.end(text)
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { server, url: `http://127.0.0.1:${address.port}` }
}

/** A first load and a reload with the server closed, of the bare page; ms. */
async function bareRound(): Promise<{ cold: number; offline: number }> {
  const { server, url } = await serveBare()
  return withProfile(async (page) => {
    await page.goto(url)
    const cold = await shown(page)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    })
    server.closeAllConnections()
    await new Promise((settle) => server.close(settle))
    for (let warm = 0; warm < 2; warm++) {
      await page.reload()
      await shown(page)
    }
    await page.reload()
    return { cold, offline: await shown(page) }
  })
}

mkdirSync(SCRATCH, { recursive: true })
const app = await new AppProcess().start()
const cold: number[] = []
const mobile: number[] = []
const offline: number[] = []
const coldUsable: number[] = []
const offlineUsable: number[] = []
const coldJs: number[] = []
const coldCss: number[] = []
const unframed: number[] = []
const bare = { cold: [] as number[], offline: [] as number[] }
try {
  for (let turn = 0; turn < ROUNDS; turn++) {
    await withProfile(async (page) => {
      await page.goto(`${app.url}${PATH}`)
      cold.push(await shown(page))
      const at = await usable(page)
      coldUsable.push(at)
      await page.waitForLoadState('load')
      const { js, css } = await loadedKb(page, at)
      coldJs.push(js)
      coldCss.push(css)
    })
    await withProfile(async (page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.emulateNetworkConditions', LINK)
      await page.goto(`${app.url}${PATH}`)
      mobile.push(await shown(page))
      await devtools.detach()
      await waitForServiceWorker(page)
      await keepFrame(page)
      await app.stop()
      // The first start without a server decides that the app is offline; the next one, from a page at rest, is measured.
      await page.reload()
      await new Shell(page).offlineBar.waitFor()
      await page.evaluate(() => new Promise((settle) => requestIdleCallback(settle)))
      await page.reload()
      offline.push(await shown(page))
      offlineUsable.push(await usable(page))
      await page.evaluate(() => new Promise((settle) => requestIdleCallback(settle)))
      await dropFrames(page)
      await page.reload()
      unframed.push(await shown(page))
      await app.start()
    })
    const round = await bareRound()
    bare.cold.push(round.cold)
    bare.offline.push(round.offline)
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
    unframedMs: Math.round(median(unframed)),
    frameSaves: Number((1 - median(offline) / median(unframed)).toFixed(3)),
    mobileRatio: Number((median(offline) / median(mobile)).toFixed(3)),
    coldUsableMs: Math.round(median(coldUsable)),
    offlineUsableMs: Math.round(median(offlineUsable)),
    usableRatio: Number((median(offlineUsable) / median(coldUsable)).toFixed(3)),
    bareColdMs: Math.round(median(bare.cold)),
    bareOfflineMs: Math.round(median(bare.offline)),
    bareRatio: Number((median(bare.offline) / median(bare.cold)).toFixed(3)),
    coldJsKb: Number(median(coldJs).toFixed(1)),
    coldCssKb: Number(median(coldCss).toFixed(1)),
    limits: LIMITS,
  }),
)
