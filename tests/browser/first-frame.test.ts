import type { Page } from '@playwright/test'
import { TOOLS } from '#src/tools/registry.ts'
import { expect, test } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { framesOf, keepFrame } from '#tests/support/first-frames.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

test.use({ serviceWorkers: 'allow' })

const LIGHT = 'data-frame="light 1440"'
const DARK = 'data-frame="dark 1440"'

declare const window: { letGo?: () => void; atTakeOver?: string; crossOriginIsolated: boolean }

/** From the next document on, the app waits for letGo where a first frame stands. */
async function holdApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = requestAnimationFrame
    globalThis.requestAnimationFrame = (work) => {
      const { entry, stale } = document.documentElement.dataset
      const isBoot = entry && stale === undefined && !document.body
      if (!isBoot) return ask(work)
      window.letGo = () => ask(work)
      return 0
    }
    const observer = new MutationObserver((changes) => {
      const root = document.getElementById('root')
      if (!changes.some(({ target }) => target === root)) return
      window.atTakeOver = root?.innerHTML
      observer.disconnect()
    })
    observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['inert'] })
  })
}

const rootOf = (page: Page) => page.locator('#root')

/** Lets a held app start; what it draws first has to be what stands there. */
async function expectTakeOver(page: Page): Promise<void> {
  await expect(rootOf(page)).toHaveAttribute('inert')
  const before = await rootOf(page).innerHTML()
  await page.evaluate(() => window.letGo?.())
  await expect(rootOf(page)).not.toHaveAttribute('inert')
  const after = await page.evaluate(() => window.atTakeOver)
  // Piece by piece, so that a difference is told in a few words.
  expect(after?.split('<')).toEqual(before.split('<'))
}

/** One tool of each page shape. */
const SHAPES = [...new Map(TOOLS.map(({ id, workbench }) => [workbench, `/${id}`])).values()]

test('看过的工具页在程序启动前画好，接手时分毫不变', async ({ installed: page }) => {
  await holdApp(page)
  for (const path of SHAPES) {
    await test.step(path, async () => {
      await page.goto(path)
      await keepFrame(page)
      await page.reload()
      await expect(page.locator('main h1')).toBeVisible()
      await expectTakeOver(page)
    })
  }
})

test('断网时同样先画好，接手后照常用', async ({ installed: page, app, problems }) => {
  problems.allow(GONE)
  await page.goto('/matting')
  await keepFrame(page)
  await holdApp(page)
  await app.stop()
  try {
    await page.reload()
    await expect(page.locator('main h1')).toHaveText('智能抠图')
    await expect(page.getByTestId('start')).toBeVisible()
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    await expectTakeOver(page)
    await new WorkbenchPage(page).add(SMALL_PHOTOS.chair)
    await expect(page.getByRole('button', { name: /chair\.jpg/ }).first()).toBeVisible()
    await expect(new Shell(page).offlineBar).toBeVisible()
  } finally {
    await app.start()
  }
})

test('换了主题或宽度，旧的画面不会闪出来', async ({ installed: page }) => {
  const heading = page.getByRole('heading', { level: 1, name: '智能抠图' })
  const expectNotShown = async () => {
    await expect(heading).toBeVisible()
    expect(await page.evaluate(() => 'letGo' in window), 'the app waited for a frame').toBe(false)
  }
  await page.goto('/matting')
  await keepFrame(page, LIGHT)
  await holdApp(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expectNotShown()
  await keepFrame(page, DARK)
  await page.reload()
  await expectTakeOver(page)
  await page.setViewportSize({ width: 900, height: 900 })
  await page.reload()
  await expectNotShown()
})

test('留下的画面里没有账户的任何东西', async ({ installed: page, signIn }) => {
  const phone = await signIn(page.context())
  const bench = await new WorkbenchPage(page).open('/toline')
  const shell = new Shell(page)
  await shell.expectImageTickets(100)
  await bench.panel.getByText('本地引擎', { exact: true }).click()
  await bench.add(SMALL_PHOTOS.chair)
  await bench.start.click()
  await bench.finished()
  await expect(bench.history.getByRole('listitem')).toHaveCount(1)
  // Another look has its frame kept anew, with an account, a draft and a task at hand.
  await page.emulateMedia({ colorScheme: 'dark' })
  await bench.open('/toline')
  await keepFrame(page, DARK)
  await expect(bench.history.getByRole('listitem')).toHaveCount(1)
  const frame = (await framesOf(page))['/toline'] ?? ''
  const name = (await shell.account.getAttribute('aria-label'))?.replace('账户：', '')
  for (const own of [name, phone, phone.slice(-4), 'chair.jpg', '/api/asset/', 'blob:']) {
    if (!own) throw new Error('the account has no name')
    expect(frame.includes(own), own).toBe(false)
  }
})

test.describe('手机', () => {
  test.use(PHONE)

  test('工作台同样先画好', async ({ installed: page, app, problems }) => {
    problems.allow(GONE)
    await page.goto('/mobilePrepare?tool=matting')
    await keepFrame(page, 'data-frame="light 390"')
    await holdApp(page)
    await app.stop()
    try {
      await page.reload()
      await expect(rootOf(page)).toHaveAttribute('inert')
      await expect(page.locator('main h1')).toHaveText('智能抠图')
      await expectTakeOver(page)
    } finally {
      await app.start()
    }
  })
})
