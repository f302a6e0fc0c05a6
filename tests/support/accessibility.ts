import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type JSHandle, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** Less than half of what `axe.source` holds. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
  // What passes is hundreds of elements: describing them all takes most of the time.
  resultTypes: ['violations'],
}

/** Axe in the page: 600 kB of code, which a document takes in once. */
async function checkerIn(page: Page): Promise<JSHandle<typeof axe>> {
  const there = await page.evaluateHandle(() => (globalThis as { axe?: typeof axe }).axe)
  const isThere = await there.evaluate((found) => found !== undefined)
  return (isThere ? there : page.evaluateHandle(`${SOURCE};axe`)) as Promise<JSHandle<typeof axe>>
}

/** Checks the page as it stands with axe: no finding that is serious or critical. The test goes on to find the rest. */
export async function expectAccessible(page: Page): Promise<void> {
  // Axe reads a page in several tasks and remembers what it saw: what appears between two of them is seen half.
  await expect(page.locator('[data-settled="false"]')).toHaveCount(0)
  // Half-way through a transition, or while something appears, a colour is not what it is going to be.
  await page.evaluate(() => {
    const ends = (one: Animation) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime))
    const running = document.getAnimations().filter((one) => one.playState === 'running' && ends(one))
    return Promise.allSettled(running.map(({ finished }) => finished))
  })
  // Axe runs in the page itself, which reaches no frame within it.
  expect(page.frames(), `frames of ${page.url()}`).toHaveLength(1)
  const checker = await checkerIn(page)
  const { violations } = await checker.evaluate((there, options) => there.run(options), OPTIONS)
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = grave.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html} — ${failureSummary}`),
  }))
  expect.soft(findings, `axe on ${page.url()}`).toEqual([])
}
