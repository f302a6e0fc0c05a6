/**
 * A page of 50 rows of 10,000 tasks by the app's own store code, against reading them all with getAll, in the
 * same database of real Chromium. Prints one line of JSON last.
 */
import { median, openBenchPage } from './harness.ts'
import type { StorageBench } from './pages/storage.ts'

const TASKS = 10_000
const ROUNDS = 15
/** Pages read one after the other in a round: deep ones count as well as the first. */
const PAGES = 20

declare const window: { bench: StorageBench }

await using bench = await openBenchPage('storage')
const { page } = bench
await page.evaluate((count) => window.bench.fill(count), TASKS)
const pages: number[] = []
const whole: number[] = []
for (let round = -1; round < ROUNDS; round++) {
  const pageMs = await page.evaluate((count) => window.bench.readPages(count), PAGES)
  const wholeMs = await page.evaluate((count) => window.bench.readAll(count), TASKS)
  // The first round warms the database up.
  if (round < 0) continue
  pages.push(pageMs)
  whole.push(wholeMs)
}
const pageMs = median(pages)
const wholeMs = median(whole)
const round = (value: number, digits: number) => Number(value.toFixed(digits))
console.log(
  JSON.stringify({
    bench: 'storage',
    tasks: TASKS,
    rows: 50,
    pageMs: round(pageMs, 3),
    wholeMs: round(wholeMs, 1),
    pageRatio: round(pageMs / wholeMs, 5),
    limit: 1 / 50,
  }),
)
