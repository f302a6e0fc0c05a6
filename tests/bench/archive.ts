/**
 * 200 results of 1.5 MB as one zip, in real Chromium, from blobs that lie in IndexedDB as the app keeps them.
 * `ratioToFloor`: the app's writer against reading the blobs and CRC-32 alone; `ratioKnownCrc`: the same where
 * the CRCs were kept with the results; `vsJszip` and `memoryVsJszip`: against JSZip's STORE, times and peak
 * resident memory of all processes. All ways run in a worker; medians of interleaved rounds. Then an archive of
 * more than 5 GB, one file of it past 4 GiB, is streamed into the private file system, handed to the browser's
 * downloads and read by yauzl, and by unzip and Python where they are installed (`zip64Bytes`, `zip64Ok`).
 * Prints one line of JSON last.
 */
import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Download } from '@playwright/test'
import yauzl from 'yauzl'
import { median, openBenchPage } from './harness.ts'
import type { ArchiveBench, Way } from './pages/archive.ts'

const COUNT = 200
const BYTES = 1_500_000
const ROUNDS = 7
const JSZIP_ROUNDS = 3
const MEMORY_ROUNDS = 3
/** MiB: together 5.0 GiB; the last one begins behind 4 GiB. */
const LARGE = [256, 4352, 512]
/** Bytes on disk that the large archive needs, twice: in the browser's store and as a download. */
const DISK = 2.2 * 5120 * 1024 * 1024

declare const window: { bench: ArchiveBench }

/** Reads an archive with yauzl, every byte of it; the names of its files, or a throw where a sum is wrong. */
async function readAll(path: string): Promise<string[]> {
  const names: string[] = []
  const zip = await yauzl.openPromise(path, { strictFileNames: true })
  for await (const entry of zip.eachEntry()) {
    let [sum, size] = [0, 0]
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum)
      size += chunk.length
    }
    if (sum !== entry.crc32 || size !== entry.uncompressedSize)
      throw new Error(`${entry.fileName} is damaged`)
    names.push(entry.fileName)
  }
  return names
}

/** Whether a reader that is installed finds the archive whole; null where it is not. */
function check(command: string, args: readonly string[]): boolean | null {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) return null
  if (status !== 0) console.error(`${command}: ${stderr}`)
  return status === 0
}

const times: Record<Way, number[]> = { floor: [], app: [], known: [], jszip: [] }
const peaks: Record<'app' | 'jszip', number[]> = { app: [], jszip: [] }

await using bench = await openBenchPage('archive')
const { page } = bench
const time = (way: Way) => page.evaluate((w) => window.bench.time(w), way)
const warm = (way: Way) => page.evaluate((w) => window.bench.warm(w), way)

async function saved(act: () => Promise<void>): Promise<{ download: Download; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { download, path: await download.path() }
}

await page.evaluate(([count, bytes]) => window.bench.prepare(count, bytes), [COUNT, BYTES] as const)
for (const way of ['floor', 'app', 'known'] as const) await time(way)
for (let round = 0; round < ROUNDS; round++) {
  for (const way of ['floor', 'app', 'known'] as const) times[way].push(await time(way))
  if (round < JSZIP_ROUNDS) times.jszip.push(await time('jszip'))
}

await time('app')
const small = await saved(() => page.evaluate(() => window.bench.saveMade()))
const smallNames = await readAll(small.path)
if (smallNames.length !== COUNT) throw new Error(`the archive has ${smallNames.length} files`)
await small.download.delete()

for (let round = 0; round < MEMORY_ROUNDS; round++) {
  for (const way of ['app', 'jszip'] as const) {
    await page.evaluate(() => window.bench.stop())
    await warm(way)
    peaks[way].push((await bench.peakMemory(() => time(way))).peakBytes)
  }
}
await page.evaluate(() => window.bench.stop())

async function large(): Promise<{ zip64Bytes: number; zip64Ok: boolean; zip64Readers: string[] }> {
  const { bavail, bsize } = statfsSync('.')
  if (bavail * bsize < DISK) throw new Error('not enough space on disk for the large archive')
  const bytes = await page.evaluate((sizes) => window.bench.large(sizes), LARGE)
  const { download, path } = await saved(() => page.evaluate(() => window.bench.saveLarge()))
  const size = statSync(path).size
  const names = await readAll(path).catch((thrown: unknown) => {
    console.error(thrown)
    return []
  })
  const verdicts = {
    yauzl: size === bytes && names.length === LARGE.length + 1,
    unzip: check('unzip', ['-tqq', path]),
    python: check('python3', ['-m', 'zipfile', '-t', path]),
  }
  await download.delete()
  rmSync(path, { force: true })
  const read = Object.entries(verdicts).filter(([, ok]) => ok !== null)
  return { zip64Bytes: size, zip64Ok: read.every(([, ok]) => ok), zip64Readers: read.map(([name]) => name) }
}

const middle = (way: Way) => median(times[way])
const result = {
  bench: 'archive',
  ratioToFloor: middle('app') / middle('floor'),
  ratioKnownCrc: middle('known') / middle('floor'),
  vsJszip: middle('jszip') / middle('app'),
  memoryVsJszip: median(peaks.app) / median(peaks.jszip),
  floorMs: middle('floor'),
  peakMb: median(peaks.app) / 1e6,
  jszipPeakMb: median(peaks.jszip) / 1e6,
  ...(await large()),
}
const rounded = Object.entries(result).map(([key, value]) => [
  key,
  typeof value === 'number' ? Number(value.toPrecision(key === 'zip64Bytes' ? 15 : 4)) : value,
])
console.log(JSON.stringify(Object.fromEntries(rounded)))
