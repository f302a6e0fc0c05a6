import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { plainPhoto } from '#tests/support/pictures.ts'

const DARK = 'rgb(20, 23, 26)'

/** Records every theme that the page's root has had, from before its first script. */
async function recordThemes(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenThemes: seen })
    const look = () => {
      const root = document.documentElement
      if (!root?.dataset.theme) return
      const now = `${root.dataset.theme} ${getComputedStyle(root).backgroundColor}`
      if (seen.at(-1) !== now) seen.push(now)
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-theme'],
    })
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => (window as unknown as { seenThemes: string[] }).seenThemes)
}

test.describe('主题', () => {
  test.use({ colorScheme: 'light' })

  test('切换后刷新与新标签页都保持，且没有闪白', async ({ page, context }) => {
    const root = page.locator('html')
    const shell = new Shell(page)
    await page.goto('/list')
    await expect(root).toHaveAttribute('data-theme', 'light')
    await shell.chooseTheme('深色')
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await expect(root).toHaveCSS('background-color', DARK)

    const seen = await recordThemes(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const theme of await seen()) expect(theme, 'shown while loading').toMatch(/^dark /)
    expect((await seen()).length).toBeGreaterThan(0)
    await page.goto('/toline')
    await expect(page.getByTestId('start')).toBeVisible()
    await expect(root).toHaveAttribute('data-theme', 'dark')

    const other = await context.newPage()
    await other.goto('/list')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await new Shell(other).chooseTheme('跟随系统')
    await expect(root, 'the other tab follows').toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(root).toHaveAttribute('data-theme', 'dark')
  })
})

test('提示最多两条，三秒后消失', async ({ page }) => {
  const shell = new Shell(page)
  const bench = await new WorkbenchPage(page).open('/toline')
  for (const name of ['一.png', '二.png', '三.png']) {
    await bench.add({ name, mimeType: 'image/png', buffer: await plainPhoto(64, 64) })
    await expect(bench.panel.getByRole('button', { name: `移除 ${name}` })).toBeVisible()
  }
  await bench.start.click()
  await expect(bench.history.getByText('已完成')).toHaveCount(3)

  await page.clock.install()
  await page.goto('/list')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  for (const left of [2, 1, 0]) {
    await cards.first().hover()
    await cards.first().getByRole('button', { name: '删除 图转线稿' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await expect(cards).toHaveCount(left)
    await expect(shell.toasts.last()).toHaveText('已删除 1 个任务')
    expect(await shell.toasts.count()).toBeLessThanOrEqual(2)
  }
  await page.clock.fastForward(3000)
  await expect(shell.toasts).toHaveCount(0)
})
