/**
 * Fifty photos of 24 megapixels (five different ones in turn) to JPEGs of 1024 px through the app's own pool,
 * in real Chromium: with two workers against one (`gainTwoWorkers`), and their throughput against two
 * pipelines of sharp on one thread each in Node (`ratioToSharp`), the rounds in turn. `longestTaskMs` is the
 * longest task that the browser reported of the page's main thread meanwhile, 0 when none took 50 ms;
 * `longestGapMs` the longest wait of an 8 ms timer there, which counts the machine's other work too.
 * Prints one line of JSON last.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { median, openBenchPage } from './harness.ts'
import { largePhotos } from './large-photos.ts'
import type { BatchBench } from './pages/batch.ts'

const SIDE = 1024
const COUNT = 50
const ROUNDS = 3

declare const window: { bench: BatchBench }

sharp.concurrency(1)
sharp.cache(false)

const paths = await largePhotos(5)
const files = paths.map((path) => readFileSync(path))

async function runSharp(count: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const lane = async () => {
    while (next < count) {
      const file = files[next++ % files.length]
      await sharp(file)
        .resize(SIDE, SIDE, { fit: 'inside', kernel: 'lanczos3' })
        .jpeg({ quality: 85 })
        .toBuffer()
    }
  }
  await Promise.all([lane(), lane()])
  return performance.now() - startedAt
}

await using bench = await openBenchPage(
  'batch',
  Object.fromEntries(paths.map((path, i) => [`/photo-${i}.jpg`, path])),
)
const { page } = bench
const run = (count: number, lanes: number) =>
  page.evaluate(([n, wide]) => window.bench.run(n, wide), [count, lanes] as const)
await page.evaluate(
  (list) => window.bench.load(list),
  [...paths.keys()].map((i) => `/photo-${i}.jpg`),
)
await run(4, 2)
await runSharp(4)

const times: Record<'one' | 'two' | 'sharp', number[]> = { one: [], two: [], sharp: [] }
let longestTask = 0
let longestGap = 0
for (let round = 0; round < ROUNDS; round++) {
  const two = await run(COUNT, 2)
  times.two.push(two.ms)
  times.sharp.push(await runSharp(COUNT))
  times.one.push((await run(COUNT, 1)).ms)
  longestTask = Math.max(longestTask, two.longestTask)
  longestGap = Math.max(longestGap, two.longestGap)
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits))
const perSecond = (ms: readonly number[]) => round((1000 * COUNT) / median(ms), 1)
console.log(
  JSON.stringify({
    bench: 'batch',
    gainTwoWorkers: round(median(times.one) / median(times.two)),
    ratioToSharp: round(median(times.sharp) / median(times.two)),
    longestTaskMs: round(longestTask, 0),
    longestGapMs: round(longestGap, 0),
    perSecond: perSecond(times.two),
    perSecondOneWorker: perSecond(times.one),
    perSecondSharp: perSecond(times.sharp),
  }),
)
