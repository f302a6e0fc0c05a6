import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { APP_HEADER, ENDPOINTS, TOKEN_NAME } from '#contracts/endpoints.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { accountOf } from '#tests/support/api.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { FaultProxy } from '#tests/support/fault-proxy.ts'
import { OutboxDrawerPage } from '#tests/support/pages/outbox.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { crashPage } from '#tests/support/profile.ts'
import { copyDist, lookForUpdate, NEXT_VERSION, releaseNext } from '#tests/support/release.ts'

/** What the browser itself says about a way that is cut, and about a page that died. */
const CUT = /net::ERR_|Failed to load resource/
test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ problems }) => problems.allow(CUT))

/** A picture that no compression makes smaller: three bytes a pixel. */
async function heavyPicture(side = 480) {
  const buffer = await sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name: '大图.png', mimeType: 'image/png', buffer }
}

async function smallPicture(name: string) {
  const buffer = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Line drawing by the server's engine: a job that has to be sent, and is quickly done there. */
async function openTool(page: Page, origin = ''): Promise<WorkbenchPage> {
  const bench = await new WorkbenchPage(page).open(`${origin}/toline`)
  await bench.panel.getByText('本地引擎', { exact: true }).click()
  await expect(page.getByTestId('place-why')).toHaveText('按你的选择')
  return bench
}

/** Exactly these jobs have come to the server, each once and charged once. */
async function expectSent(context: BrowserContext, app: AppProcess, count: number): Promise<void> {
  await expect.poll(async () => (await accountOf(context, app)).tasks.length, { timeout: 60_000 }).toBe(count)
  const account = await accountOf(context, app)
  expect({ holds: account.holds, sum: account.sum }).toEqual({ holds: count, sum: account.tickets })
}

/** An upload that stands still in its middle, the rest of the line being well. */
async function stallUpload(page: Page, proxy: FaultProxy): Promise<void> {
  const bench = await openTool(page, proxy.url)
  await bench.add(await heavyPicture())
  proxy.stallAfter(400_000, 'up')
  await bench.start.click()
  await expect.poll(() => proxy.stalls, { timeout: 30_000 }).toBeGreaterThan(0)
}

test.describe('上传到一半', () => {
  let proxy: FaultProxy
  test.beforeEach(async ({ app, context }) => {
    proxy = await FaultProxy.before(app.url)
    await signInBy(context, app)
  })
  test.afterEach(() => proxy.close())

  test('两个标签页：持锁的崩溃后，另一个接着发，只扣一次', async ({ page, context, app }) => {
    await stallUpload(page, proxy)
    const other = await context.newPage()
    await other.goto(`${proxy.url}/toline`)
    await expect(new WorkbenchPage(other).history.getByRole('listitem')).toHaveCount(1)
    await crashPage(page)
    proxy.reset()
    proxy.resume()
    await expectSent(context, app, 1)
  })

  test('黑洞：十几秒内发现并说明离线，恢复后接着传完', async ({ page, context, app }) => {
    await stallUpload(page, proxy)
    proxy.blackHole()
    const startedAt = Date.now()
    await expect(new Shell(page).offlineBar).toBeVisible({ timeout: 30_000 })
    test.info().annotations.push({ type: 'noticed after ms', description: String(Date.now() - startedAt) })
    await expect(new OutboxDrawerPage(page).page.getByText('等待网络').first()).toBeVisible()
    proxy.reset()
    proxy.resume()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectSent(context, app, 1)
  })
})

test('上传途中服务器被 SIGKILL：重启后接着传，一份图片、一次扣券', async ({ page, context }) => {
  const app = await new AppProcess().start()
  const proxy = await FaultProxy.before(app.url)
  try {
    await signInBy(context, app)
    await stallUpload(page, proxy)
    await app.stop('SIGKILL')
    proxy.reset()
    await expect(new Shell(page).offlineBar).toBeVisible({ timeout: 30_000 })
    await app.start()
    proxy.resume()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectSent(context, app, 1)
    const [task] = (await accountOf(context, app)).tasks
    const id = task?.inputs[0]?.id ?? ''
    const stored = await context.request.get(`${app.url}/api/asset/${id}`, { headers: { [APP_HEADER]: '1' } })
    expect(stored.headers()['content-length']).toBe(String(task?.inputs[0]?.bytes))
    await page.close()
  } finally {
    await proxy.close()
    await app.dispose()
  }
})

test('本机存储写满：任务留在页面里并说明，联网后照样发送', async ({ page, context, app }) => {
  const proxy = await FaultProxy.before(app.url)
  try {
    await signInBy(context, app)
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 2_000_000 })
    const bench = await openTool(page, proxy.url)
    await new Shell(page).expectImageTickets(100)
    await bench.add(await heavyPicture(900))
    // Checked by a worker whose code comes from the server.
    await expect(bench.start).toBeEnabled()
    proxy.refuse()
    await bench.start.click()
    await expect(page.getByRole('alert').filter({ hasText: '本机存储空间不足' })).toBeVisible()
    await expect(bench.status).toContainText('等待网络', { timeout: 30_000 })
    proxy.resume()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectSent(context, app, 1)
  } finally {
    await proxy.close()
  }
})

/** Three jobs that wait, the server being gone. */
async function queueThree(page: Page, bench: WorkbenchPage): Promise<void> {
  await bench.add(await Promise.all(['甲.png', '乙.png', '丙.png'].map(smallPicture)))
  await bench.start.click()
  await expect(new Shell(page).offlineBar).toContainText('3 个任务在本机等待', { timeout: 30_000 })
}

/** Two minutes later, when a phone may ask for its next code. */
const LATER = '--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+120000'

test('登录过期：任务都在，重新登录后各发一次', async ({ page, context, app }) => {
  await signInBy(context, app)
  const bench = await openTool(page)
  const shell = new Shell(page)
  await shell.expectImageTickets(100)
  const session = (await context.cookies()).find(({ name }) => name === TOKEN_NAME)?.value ?? ''
  await context.clearCookies()
  await bench.add(await smallPicture('甲.png'))
  await bench.start.click()
  const bar = page.getByRole('status').filter({ hasText: '登录已过期，1 个任务在本机等待' })
  await expect(bar).toBeVisible()
  await page.reload()
  await expect(bar.getByRole('button', { name: '登录' })).toBeVisible()
  // The same account again, as a link from another device signs it in.
  await page.goto(`/toline?${TOKEN_NAME}=${session}`)
  const question = page.getByRole('dialog', { name: /登录？$/ })
  await question.getByRole('button', { name: '登录', exact: true }).click()
  await expect(shell.account).toBeVisible()
  await expectSent(context, app, 1)
  await expect(bar).toBeHidden()
})

test.describe('装好后', () => {
  test.use({ serviceWorkers: 'allow' })

  test('上传途中来了新版本：只提示、不打断；更新后队列完好、只发一次', async ({ page, context }) => {
    const dist = copyDist()
    const app = await new AppProcess({ DIST_DIR: dist }).start()
    const proxy = await FaultProxy.before(app.url)
    try {
      await signInBy(context, app)
      await page.goto(proxy.url)
      await waitForServiceWorker(page)
      await stallUpload(page, proxy)
      releaseNext(dist)
      await lookForUpdate(page)
      const prompt = page.getByRole('status').filter({ hasText: '有新版本' })
      await expect(prompt).toBeVisible()
      await expect(new WorkbenchPage(page).status, 'the upload goes on').toContainText('正在上传')
      await expect(page.locator(NEXT_VERSION)).toHaveCount(0)
      await prompt.getByRole('button', { name: '立即更新' }).click()
      await expect(page.locator(NEXT_VERSION)).toHaveAttribute('content', 'next')
      proxy.reset()
      proxy.resume()
      await expectSent(context, app, 1)
      await expect(new WorkbenchPage(page).history.getByRole('listitem')).toHaveCount(1)
      await page.close()
    } finally {
      await proxy.close()
      await app.dispose()
      rmSync(dist, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  test('待发送：调整顺序、取消、暂停，按新的顺序发送', async ({ page, context, app }) => {
    const proxy = await FaultProxy.before(app.url)
    const starts: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith(ENDPOINTS.startTask.path)) starts.push(request.postData() ?? '')
    })
    try {
      await signInBy(context, app)
      const bench = await openTool(page, proxy.url)
      await waitForServiceWorker(page)
      await new Shell(page).expectImageTickets(100)
      proxy.refuse()
      await queueThree(page, bench)
      const drawer = await new OutboxDrawerPage(page).open()
      await expect(drawer.jobs).toHaveCount(3)
      await expect(drawer.root).toContainText('预计 3 张图片券，余 100')
      await expect(drawer.jobs.first()).toContainText('等待网络')
      const grip = drawer.root.getByRole('button', { name: /^移动 丙\.png/ })
      await grip.press('ArrowUp')
      await expect.poll(() => drawer.names()).toEqual(['甲.png', '丙.png', '乙.png'])
      await expect(grip).toBeFocused()
      await drawer.root.getByRole('button', { name: '上移 丙.png' }).click()
      await expect.poll(() => drawer.names()).toEqual(['丙.png', '甲.png', '乙.png'])
      await drawer.root.getByRole('button', { name: '取消 甲.png' }).click()
      await expect(drawer.jobs).toHaveCount(2)
      await expectAccessible(page)
      await drawer.root.getByRole('button', { name: '全部暂停' }).click()
      proxy.resume()
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(drawer.root).toContainText('已暂停发送')
      // Order and pause survive a reload.
      await page.reload()
      await drawer.open()
      await expect.poll(() => drawer.names()).toEqual(['丙.png', '乙.png'])
      expect(starts).toEqual([])
      await drawer.root.getByRole('button', { name: '继续发送' }).click()
      await expectSent(context, app, 2)
      expect(starts.map((body) => JSON.parse(body).inputs[0].name)).toEqual(['丙.png', '乙.png'])
    } finally {
      await proxy.close()
    }
  })

  test('退出时保留任务：别人看不到，同一账户再登录后各发一次', async ({ page, context }) => {
    const settings: Record<string, string> = {}
    const app = await new AppProcess(settings).start()
    const shell = new Shell(page)
    try {
      const phone = await signInBy(context, app)
      const bench = await openTool(page, app.url)
      await waitForServiceWorker(page)
      await shell.expectImageTickets(100)
      await app.stop()
      await queueThree(page, bench)
      await shell.account.click()
      await page.getByRole('button', { name: '退出登录' }).click()
      const question = page.getByRole('dialog', { name: '还有 3 个任务没有发送' })
      await question.getByRole('button', { name: '保留并退出' }).click()
      await expect(shell.signInButton).toBeVisible()
      await expect(bench.history.getByRole('listitem')).toHaveCount(0)
      // The page that was open would find the server by itself, at a moment of its own.
      await page.goto('about:blank')
      settings.NODE_OPTIONS = LATER
      await app.start()
      // The sign-out that was owed since is paid, and noted as paid, before anything else is asked.
      const paid = page.waitForResponse((response) => response.url().endsWith(ENDPOINTS.logout.path))
      const asked = page.waitForResponse((response) => response.url().endsWith(ENDPOINTS.userInfo.path))
      await page.goto(`${app.url}/toline`)
      await paid
      await asked

      await test.step('another account neither sees nor sends them', async () => {
        await signInBy(context, app)
        await page.reload()
        await shell.expectImageTickets(100)
        await expect(bench.history.getByRole('listitem')).toHaveCount(0)
        expect((await accountOf(context, app)).tasks).toEqual([])
        await shell.signOut()
      })
      await shell.signInButton.click()
      await shell.login.signIn(app, phone)
      await expectSent(context, app, 3)
      await expect(bench.history.getByRole('listitem')).toHaveCount(3)
      await page.close()
    } finally {
      await app.dispose()
    }
  })
})
