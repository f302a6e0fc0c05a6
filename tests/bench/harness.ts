import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { launchOptions } from '#tests/support/chromium.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SCRATCH = join(ROOT, '.cache/bench')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

/** A page of real Chromium that runs one bundled entry of tests/bench/pages. */
export interface BenchPage extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Address of the server that the page came from. */
  readonly url: string
  /**
   * Runs work and tells how far the resident memory of all the browser's processes rose above what it was
   * before, in bytes. Each process counts with its own peak, so the sum is an upper bound.
   */
  peakMemory<T>(work: () => Promise<T>): Promise<{ value: T; peakBytes: number }>
}

/** Bundles tests/bench/pages/ENTRY.ts with its workers; gives the folder. */
async function bundle(entry: string): Promise<string> {
  const outDir = join(SCRATCH, entry)
  await build({
    configFile: false,
    root: join(ROOT, 'tests/bench/pages'),
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: {
        input: join(ROOT, `tests/bench/pages/${entry}.ts`),
        output: { entryFileNames: 'entry.js' },
        preserveEntrySignatures: false,
      },
    },
  })
  await writeFile(
    join(outDir, 'index.html'),
    '<!doctype html><title>bench</title><script type="module" src="/entry.js"></script>',
  )
  return outDir
}

/** Serves the bundle and the files given, isolated as the app is, so that threads and fine timers work. */
async function serve(folder: string, files: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = files[path] ?? join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
      return
    }
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size,
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  return server
}

/** Process ids of the browser whose profile lies in `profile`, its children included. */
async function processesOf(profile: string): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  const found = new Set<number>()
  for (const pid of all) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}`)) found.add(pid)
    } catch {
      // It has ended.
    }
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** Sum of a field of /proc/PID/status over processes, bytes; one that has ended counts as nothing. */
async function sumOf(field: 'VmRSS' | 'VmHWM', pids: readonly number[]): Promise<number> {
  let sum = 0
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    sum += Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
  }
  return sum
}

async function measurePeak<T>(page: Page, profile: string, work: () => Promise<T>) {
  await page.requestGC()
  const before = await processesOf(profile)
  // Writing 5 sets a process's peak back to what it uses now (proc(5)).
  await Promise.all(before.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)))
  const base = await sumOf('VmRSS', before)
  const value = await work()
  return { value, peakBytes: Math.max(0, (await sumOf('VmHWM', await processesOf(profile))) - base) }
}

/**
 * Opens a bundled page in a browser of its own with a profile on disk (an incognito one refuses large files).
 * @param entry name of a file in tests/bench/pages
 * @param files more addresses to serve, with the absolute path of each
 */
export async function openBenchPage(
  entry: string,
  files: Readonly<Record<string, string>> = {},
): Promise<BenchPage> {
  mkdirSync(SCRATCH, { recursive: true })
  const server = await serve(await bundle(entry), files)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const profile = mkdtempSync(join(SCRATCH, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, launchOptions)
  const page = context.pages()[0] ?? (await context.newPage())
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`[page] ${message.text()}`)
  })
  page.on('pageerror', (error) => console.error(`[page] ${error}`))
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window)
  return {
    page,
    context,
    url,
    peakMemory: (work) => measurePeak(page, profile, work),
    async [Symbol.asyncDispose]() {
      await context.close()
      server.closeAllConnections()
      await new Promise((settle) => server.close(settle))
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Middle of some numbers; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('the median of nothing')
  return (low + high) / 2
}
