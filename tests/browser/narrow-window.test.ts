import sharp from 'sharp'
import { expect, test } from '#tests/support/browser.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

test('窄窗口：历史先收起，长文件名让位，按钮都在画布里', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  const bench = await new WorkbenchPage(page).open('/toline')
  const buffer = await sharp('public/samples/house-final.webp').resize(240, 160).png().toBuffer()
  await bench.add({ name: `${'东立面效果图最终版'.repeat(8)}.png`, mimeType: 'image/png', buffer })
  await bench.start.click()
  await bench.finished()

  const rail = bench.history.getByRole('button', { name: '历史' })
  await expect(rail).toHaveAttribute('aria-expanded', 'false')
  const onward = bench.canvas.getByRole('button', { name: '接着做' })
  const expectInside = async () => {
    const [canvas, button] = await Promise.all([bench.canvas.boundingBox(), onward.boundingBox()])
    expect(button!.x + button!.width).toBeLessThanOrEqual(canvas!.x + canvas!.width)
  }
  await expectInside()
  await rail.click()
  await expect(rail).toHaveAttribute('aria-expanded', 'true')
  await expectInside()

  await page.setViewportSize({ width: 390, height: 844 })
  await bench.canvas.getByRole('button', { name: '全屏' }).click()
  await expect(bench.canvas.getByRole('button', { name: '退出全屏' })).toBeInViewport()
})

test('手机：还缺图片时，开始按钮打开参数', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bench = await new WorkbenchPage(page).open('/styleTransfer')
  const handle = page.getByRole('button', { name: /^图片与参数/ })
  await expect(handle).toHaveAttribute('aria-expanded', 'false')
  await expect(bench.start).toHaveText('请先添加原图')
  await bench.start.click()
  await expect(handle).toHaveAttribute('aria-expanded', 'true')
  // In the open form the button has nothing left to show.
  await expect(bench.start).toBeDisabled()
})

test('手机：从打开的参数里开始，参数收起、露出结果，开始按钮还在屏上', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bench = await new WorkbenchPage(page).open('/toline')
  const buffer = await sharp('public/samples/house-final.webp').resize(240, 160).png().toBuffer()
  await bench.add({ name: '立面.png', mimeType: 'image/png', buffer })
  const handle = page.getByRole('button', { name: /^图片与参数/ })
  for (const run of ['第一次', '有了历史之后']) {
    await handle.click()
    await expect(bench.start, run).toBeInViewport({ ratio: 1 })
    await bench.start.click()
    await expect(handle, run).toHaveAttribute('aria-expanded', 'false')
    await bench.finished()
    await expect(bench.start, run).toBeInViewport({ ratio: 1 })
  }
})
