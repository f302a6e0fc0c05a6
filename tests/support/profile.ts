import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type TestInfo } from '@playwright/test'

/** A browser's profile on disk: what is in it outlives the browser, however that ends. */
export class Profile {
  readonly folder: string
  readonly #options: Parameters<typeof chromium.launchPersistentContext>[1]
  #context: BrowserContext | undefined

  constructor(info: TestInfo, baseURL: string) {
    this.folder = mkdtempSync(join(process.env.TMPDIR ?? info.project.outputDir, 'profile-'))
    const { launchOptions, locale, timezoneId, viewport } = info.project.use
    this.#options = { ...launchOptions, locale, timezoneId, viewport, serviceWorkers: 'allow', baseURL }
  }

  /** Starts the browser with this profile. */
  async open(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.launchPersistentContext(this.folder, this.#options)
    this.#context = context
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }

  /** The browser is gone at once, as when the power goes: SIGKILL to its main process, and the rest follow. */
  async kill(): Promise<void> {
    const closed = new Promise<void>((settle) => this.#context?.once('close', () => settle()))
    for (const id of this.#mainProcesses()) process.kill(id, 'SIGKILL')
    await closed
    this.#context = undefined
    // Its mark of being in use stays behind, as after any crash.
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
      rmSync(join(this.folder, name), { force: true })
    }
  }

  async dispose(): Promise<void> {
    await this.#context?.close()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** The browser's own process, and that of the script that started it where there is one. */
  #mainProcesses(): number[] {
    const found = readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name)) return false
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        const isOurs = words.includes(`--user-data-dir=${this.folder}`)
        return isOurs && !words.some((word) => word.startsWith('--type='))
      } catch {
        // Ended meanwhile.
        return false
      }
    })
    if (found.length === 0) throw new Error(`no browser runs with ${this.folder}`)
    return found.map(Number)
  }
}

/** The page's process is gone, as when it runs out of memory. */
export async function crashPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers: there is nobody left to.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
