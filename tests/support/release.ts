import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'

/** Finds the mark of the next version in a page. */
export const NEXT_VERSION = 'meta[name="release"]'

/** A copy of the built app that a test may change; removed by the caller. */
export function copyDist(): string {
  const dist = mkdtempSync(join(process.env.TMPDIR ?? 'test-results', 'dist-'))
  cpSync(process.env.DIST_DIR ?? resolve('dist'), dist, { recursive: true })
  return dist
}

/** Gives a copy of the built app a next version: another page, and a service worker that knows it. */
export function releaseNext(dist: string): void {
  const edit = (name: string, change: (text: string) => string) => {
    const path = join(dist, name)
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) throw new Error(`${name} was not changed`)
    writeFileSync(path, after)
    for (const packed of ['.br', '.gz']) rmSync(path + packed, { force: true })
  }
  edit('index.html', (html) => html.replace('<head>', '<head><meta name="release" content="next" />'))
  edit('service-worker.js', (script) =>
    script.replace(/"[0-9a-f]{32}"(,"url":"index\.html")/, `"${'f'.repeat(32)}"$1`),
  )
}

/** Finds out about a new version, as the hourly check does. */
export const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
