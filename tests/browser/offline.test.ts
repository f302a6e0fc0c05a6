import { rmSync } from 'node:fs'
import { PAGES } from '#src/pages/pages.ts'
import { findTool, TOOLS } from '#src/tools/registry.ts'
import { accountOf } from '#tests/support/api.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'
import { copyDist, lookForUpdate, NEXT_VERSION, releaseNext } from '#tests/support/release.ts'

test.describe.configure({ timeout: 180_000 })

test.use({ serviceWorkers: 'allow' })

/** One tool of each page shape, and pages of each kind: none of them was opened before. */
const SAMPLE = [
  ...new Map(TOOLS.map((tool) => [tool.workbench, `/${tool.id}`])).values(),
  '/matting',
  '/toline',
  '/text2Video',
  '/list',
  '/agreement',
  '/qaPage',
  '/',
]

function titleOf(path: string): string {
  const title = findTool(path.slice(1))?.title ?? PAGES.find((page) => page.path === path)?.title
  if (!title) throw new Error(`no route ${path}`)
  return title
}

test('断网也能打开没有看过的页面，且仍是跨源隔离的', async ({ installed, app, problems }) => {
  problems.allow(GONE)
  await app.stop()
  try {
    for (const path of SAMPLE) {
      await test.step(path, async () => {
        await installed.goto(path)
        await expect(installed).toHaveTitle(`${titleOf(path)} · 筑绘`)
        await expect(installed.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(installed.getByRole('heading', { name: '页面没有加载成功' })).toHaveCount(0)
        await expect(new Shell(installed).offlineBar).toBeVisible()
        expect(await installed.evaluate(() => window.crossOriginIsolated)).toBe(true)
      })
    }
  } finally {
    await app.start()
  }
})

test('断网画线稿；离线交给服务器的等网络回来只发一次', async ({ installed: page, app, signIn, problems }) => {
  problems.allow(GONE)
  const context = page.context()
  await signIn(context)
  await page.reload()
  const shell = new Shell(page)
  await shell.expectImageTickets(100)
  const bench = new WorkbenchPage(page)
  await app.stop()
  try {
    await test.step('line drawing works', async () => {
      await bench.open('/toline')
      await bench.add(SMALL_PHOTOS.house)
      await bench.start.click()
      await bench.finished()
      const { width } = await decode(await (await bench.download()).path())
      expect(width).toBe(640)
    })
    await test.step('one for the server waits', async () => {
      await bench.open('/toline')
      await bench.panel.getByText('本地引擎', { exact: true }).click()
      await page.getByRole('button', { name: /^清空/ }).click()
      await bench.add(SMALL_PHOTOS.chair)
      await bench.start.click()
      await expect(bench.status).toContainText('等待网络')
      await expect(shell.offlineBar).toHaveText('离线中，1 个任务在本机等待，恢复网络后自动提交。')
      // It survives a reload while there is no server.
      await page.reload()
      await expect(bench.status).toContainText('等待网络')
      await expect(bench.history.getByRole('listitem').filter({ hasText: 'chair.jpg' })).toContainText(
        '待上传',
      )
    })
  } finally {
    await app.start()
  }
  const starts: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/ai/startTask')) starts.push(request.postData() ?? '')
  })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await bench.finished()
  await expect(shell.offlineBar).toBeHidden()
  expect(starts).toHaveLength(1)
  const { tasks, holds, tickets } = await accountOf(context, app)
  expect({ count: tasks.length, holds, tickets }).toEqual({ count: 1, holds: 1, tickets: 99 })
  await expect(bench.history.getByRole('listitem').filter({ hasText: 'chair.jpg' })).toHaveCount(1)
  await page.goto('/list')
  await expect(page.getByRole('link', { name: '图转线稿，chair.jpg，已完成' })).toBeVisible()
  await expect(page.getByRole('link', { name: '图转线稿，house.jpg，已完成' })).toBeVisible()
})

test('新版本只提示，点“立即更新”才换上', async ({ page }) => {
  const dist = copyDist()
  const app = await new AppProcess({ DIST_DIR: dist }).start()
  try {
    await page.goto(`${app.url}/agreement`)
    await waitForServiceWorker(page)
    const prompt = page.getByRole('status').filter({ hasText: '有新版本' })
    await expect(page.locator(NEXT_VERSION)).toHaveCount(0)
    releaseNext(dist)
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    await lookForUpdate(page)
    await expect(prompt).toBeVisible()
    expect(await page.evaluate(() => 'stillHere' in window), 'the page was not reloaded').toBe(true)
    await page.reload()
    await expect(prompt).toBeVisible()
    await expect(page.locator(NEXT_VERSION), 'a reload alone keeps the old version').toHaveCount(0)
    await prompt.getByRole('button', { name: '立即更新' }).click()
    await expect(page.locator(NEXT_VERSION)).toHaveAttribute('content', 'next')
    await expect(page.getByRole('heading', { level: 1, name: '用户协议与隐私政策' })).toBeVisible()
    await expect(prompt).toHaveCount(0)
    await page.close()
  } finally {
    await app.dispose()
    rmSync(dist, { recursive: true, force: true, maxRetries: 5 })
  }
})
