import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { materialPicture } from '#contracts/catalog.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

/** The material that the stored form of the tool names. */
function chosenInDraft(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('zhuhui')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const all = db.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => {
      all.onsuccess = resolve
    })
    db.close()
    const drafts: { params?: { material?: string } }[] = all.result
    return drafts.map(({ params }) => params?.material ?? '').find(Boolean) ?? ''
  })
}

test('材质库：按分类看图、用拼音找、选中的断网也在；自己的材质图变成四方连续并留在本机', async ({
  installed: page,
  app,
  problems,
}) => {
  problems.allow(GONE)
  await page.goto('/materialchange')
  const panel = page.getByRole('toolbar', { name: '材质', exact: true })
  await page.getByRole('button', { name: '石', exact: true }).click()
  await expect(panel.getByRole('button', { name: '卡拉拉白' })).toBeVisible()
  await expect(panel.getByRole('button').first()).toBeInViewport({ ratio: 1 })

  await page.getByRole('searchbox', { name: '搜材质' }).fill('hutao')
  await expect(panel.getByRole('button')).toHaveText(['胡桃木'])
  const full = page.waitForResponse((response) => /\/materials\/wood-walnut\.webp/.test(response.url()))
  await panel.getByRole('button', { name: '胡桃木' }).click()
  expect((await full).headers()['content-type']).toBe('image/webp')
  const chosen = page.getByTestId('chosen-material')
  await expect(chosen).toContainText('胡桃木')
  await expect(chosen).toContainText('1.2 m')

  await page.getByRole('searchbox', { name: '搜材质' }).fill('')
  await page.getByRole('button', { name: '我的', exact: true }).click()
  await page.getByTestId('material-file').setInputFiles(SMALL_PHOTOS.house)
  await expect(panel.getByRole('button', { name: 'house' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('spinbutton', { name: '图幅宽度（毫米）' }).fill('2400')
  await expect(chosen).toContainText('2.4 m')
  // The form is stored a moment after it changes.
  await expect.poll(() => chosenInDraft(page)).toMatch(/^own-/)

  await app.stop()
  try {
    await page.reload()
    await expect(chosen).toContainText('2.4 m')
    await expect(panel.getByRole('button', { name: 'house' })).toBeVisible()
    const picture = materialPicture('wood-walnut', 'full')
    const kept = await page.evaluate(async (url) => (await fetch(url)).status, picture)
    expect(kept).toBe(200)
    await page.getByRole('button', { name: '删除材质' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(panel.getByRole('button', { name: 'house' })).toHaveCount(0)
    await expect(chosen).toHaveCount(0)
  } finally {
    await app.start()
  }
})

test('换材质在本机完成，断网也行：只动涂抹的部分，光影留下', async ({ installed: page, app, problems }) => {
  problems.allow(GONE)
  const bench = await new WorkbenchPage(page).open('/materialchange')
  await bench.add(SMALL_PHOTOS.house)
  const mask = await new MaskEditorPage(page).ready()
  await mask.saving('materialchange', () => mask.drag([0.1, 0.2], [0.6, 0.2]))
  await expect(bench.start).toBeDisabled()
  const panel = page.getByRole('toolbar', { name: '材质', exact: true })
  await page.getByRole('button', { name: '砖', exact: true }).click()
  const full = page.waitForResponse((response) => /\/materials\/brick-red\.webp/.test(response.url()))
  await panel.getByRole('button', { name: '红砖' }).click()
  await (await full).finished()
  await page.getByTestId('place-material').click()
  const dialog = page.getByRole('dialog', { name: '预览与摆正' })
  await expect(dialog.getByRole('img', { name: '材质预览' })).toHaveAttribute('data-ready', 'true', {
    timeout: 30_000,
  })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '右上角' }).press('Shift+ArrowLeft')
  await expect(dialog.getByRole('button', { name: '自动摆正' })).toBeEnabled()
  await dialog.getByRole('button', { name: '完成' }).click()
  await app.stop()
  try {
    await bench.start.click()
    await bench.finished()
    const result = await decode(await (await bench.download()).path())
    const { data: source } = await sharp(SMALL_PHOTOS.house)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const far = (x: number, y: number) => {
      const at = 4 * (Math.round(y * result.height) * result.width + Math.round(x * result.width))
      return Math.max(...[0, 1, 2].map((c) => Math.abs(result.data[at + c]! - source[at + c]!)))
    }
    expect([result.width, result.height]).toEqual([640, 300])
    expect(far(0.8, 0.7), 'what was not painted').toBeLessThan(12)
    expect(far(0.3, 0.2), 'what was painted').toBeGreaterThan(25)
  } finally {
    await app.start()
  }
})

test('四个角跟着图片：刷新后还在，再次使用也带回来', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/materialchange')
  await bench.add(SMALL_PHOTOS.house)
  const mask = await new MaskEditorPage(page).ready()
  await mask.saving('materialchange', () => mask.drag([0.1, 0.2], [0.6, 0.2]))
  await page.getByRole('button', { name: '砖', exact: true }).click()
  await page.getByRole('toolbar', { name: '材质', exact: true }).getByRole('button', { name: '红砖' }).click()
  const dialog = page.getByRole('dialog', { name: '预览与摆正' })
  const auto = dialog.getByRole('button', { name: '自动摆正' })
  const corner = dialog.getByRole('button', { name: '右上角' })
  const look = async () => {
    await page.getByTestId('place-material').click()
    await expect(dialog.getByRole('img', { name: '材质预览' })).toHaveAttribute('data-ready', 'true', {
      timeout: 30_000,
    })
  }
  const placeOf = () => corner.evaluate(({ style }) => `${style.left} ${style.top}`)
  await look()
  await expect(auto).toBeDisabled()
  await corner.press('Shift+ArrowLeft')
  await corner.press('Shift+ArrowDown')
  const placed = await placeOf()
  await dialog.getByRole('button', { name: '完成' }).click()
  await bench.start.click()
  await bench.finished()

  await page.reload()
  await look()
  expect(await placeOf()).toBe(placed)
  await auto.click()
  await expect(auto).toBeDisabled()
  await dialog.getByRole('button', { name: '完成' }).click()

  await bench.canvas.getByRole('button', { name: '再次使用' }).click()
  await mask.ready()
  await look()
  expect(await placeOf()).toBe(placed)
})
