import { rmSync } from 'node:fs'
import { PAGES } from '#src/pages/pages.ts'
import { findTool, TOOLS } from '#src/tools/registry.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { keepFrame } from '#tests/support/first-frames.ts'
import { Shell } from '#tests/support/pages/shell.ts'
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

test('新版本只提示，点“立即更新”才换上，也不用旧版本的画面', async ({ page }) => {
  const dist = copyDist()
  const app = await new AppProcess({ DIST_DIR: dist }).start()
  try {
    await page.goto(app.url)
    await waitForServiceWorker(page)
    await page.goto(`${app.url}/compress`)
    await keepFrame(page, 'data-frame="light 1440"')
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
    await expect(page.getByRole('heading', { level: 1, name: '图片压缩' })).toBeVisible()
    await expect(prompt).toHaveCount(0)
    await keepFrame(page, 'content="next"')
    await page.close()
  } finally {
    await app.dispose()
    rmSync(dist, { recursive: true, force: true, maxRetries: 5 })
  }
})
