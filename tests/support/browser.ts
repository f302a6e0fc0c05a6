import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  chromium,
  expect,
  type Page,
  type TestInfo,
  type WorkerInfo,
} from '@playwright/test'
import { APP_HEADER, ENDPOINTS } from '#contracts/endpoints.ts'
import { AppProcess, freshPhone } from './app-process.ts'
import { ConsoleProblems } from './console-problems.ts'

interface TestFixtures {
  /** Red lines of the console; a test fails at its end when there was one that it did not allow. */
  problems: ConsoleProblems
  /** Signs a new account in, without the form; gives its phone number. Call before opening a page. */
  signIn: (context?: BrowserContext) => Promise<string>
  /** A page of a browser with a profile on disk and the test's screen, whose service worker is in control: the installed app. */
  installed: Page
}
interface WorkerFixtures {
  /** The server as a process of its own, one for each worker of the runner. */
  app: AppProcess
  /** The profile of a browser that has installed the app and done nothing else, to be copied. */
  installation: string
}

const profileFolder = ({ project }: TestInfo | WorkerInfo) =>
  mkdtempSync(join(process.env.TMPDIR ?? project.outputDir, 'profile-'))

const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Options of a context that make a screen: a test sets them by `test.use`, and an installed app gets them too. */
type Screen = Pick<
  BrowserContextOptions,
  'viewport' | 'deviceScaleFactor' | 'isMobile' | 'hasTouch' | 'userAgent'
>

/** Starts a browser with a profile on disk. */
function openProfile(
  folder: string,
  app: AppProcess,
  { project }: TestInfo | WorkerInfo,
  screen: Screen = {},
): Promise<BrowserContext> {
  const { launchOptions, locale, timezoneId, viewport } = project.use
  return chromium.launchPersistentContext(folder, {
    ...launchOptions,
    locale,
    timezoneId,
    viewport,
    ...screen,
    serviceWorkers: 'allow',
    baseURL: app.url,
  })
}

/** Opens the app in a context with a profile and waits until its service worker is in control. */
async function openInstalled(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/')
  await waitForServiceWorker(page)
  return page
}

/** Signs a new account in by the API; the context keeps its cookie. */
export async function signInBy(
  context: BrowserContext,
  app: AppProcess,
  phone = freshPhone(),
): Promise<string> {
  const post = async (path: string, data: unknown) => {
    const response = await context.request.post(`${app.url}/api${path}`, {
      data,
      headers: { [APP_HEADER]: '1' },
    })
    expect(response.status(), `${path} ${await response.text()}`).toBe(200)
  }
  const from = app.mark()
  await post(ENDPOINTS.smsSend.path, { phoneNo: phone })
  const verifyCode = await app.code(phone, from)
  await post(ENDPOINTS.smsLogin.path, { phoneNo: phone, verifyCode })
  return phone
}

/** Waits until the page's service worker is installed, active and in control. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise<void>((settle) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => settle(), { once: true })
    })
  })
}

/**
 * Clears what the runner leaves in a context that the next test goes on with: the state of the line, caches, and service
 * workers. A service worker that stays would answer with the app where the runner opens its origin to clear it.
 */
async function leaveClean(context: BrowserContext, app: AppProcess): Promise<void> {
  await context.setOffline(false)
  const origins = new Set([
    app.url,
    ...context.serviceWorkers().map((worker) => new URL(worker.url()).origin),
  ])
  // A page that crashed answers nothing; the one that took its place was opened later.
  const page = context.pages().at(-1) ?? (origins.size > 1 ? await context.newPage() : null)
  if (!page) return
  const devtools = await context.newCDPSession(page)
  for (const origin of origins)
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'cache_storage,service_workers',
    })
  await devtools.detach()
}

/** Playwright's test with this project's fixtures. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const app = await new AppProcess().start()
      await use(app)
      await app.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => {
    await use(app.url)
  },
  problems: [
    async ({ context, app }, use) => {
      const problems = new ConsoleProblems()
      problems.watch(context)
      await use(problems)
      expect(app.broke, 'the server ended by itself').toBeNull()
      expect(problems.unexpected, 'errors in the console').toEqual([])
      await leaveClean(context, app)
    },
    { auto: true },
  ],
  signIn: async ({ context, app }, use) => {
    await use((other) => signInBy(other ?? context, app))
  },
  // Installing takes seconds, and a test that begins with the installed app does not look at that.
  installation: [
    async ({ app }, use, info) => {
      const folder = profileFolder(info)
      const context = await openProfile(folder, app, info)
      const problems = new ConsoleProblems()
      problems.watch(context)
      await openInstalled(context)
      await context.close()
      expect(problems.unexpected, 'errors in the console').toEqual([])
      await use(folder)
      removeFolder(folder)
    },
    { scope: 'worker' },
  ],
  installed: async (
    { app, installation, problems, viewport, deviceScaleFactor, isMobile, hasTouch, userAgent },
    use,
    info,
  ) => {
    const folder = profileFolder(info)
    cpSync(installation, folder, { recursive: true })
    const screen = { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent }
    const context = await openProfile(folder, app, info, screen)
    problems.watch(context)
    await use(await openInstalled(context))
    await context.close()
    removeFolder(folder)
  },
})
export { expect } from '@playwright/test'
