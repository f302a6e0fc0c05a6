import sharp from 'sharp'
import { expect, test } from '#tests/support/browser.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS, SMALL_PHOTOS } from '#tests/support/photos.ts'

const WIDTH = 480

test('万物迁移：在本机把参考物的色彩与质感迁到框选处，别处不动', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/wanwuqianyi')
  const photo = (path: string) => sharp(path).resize(WIDTH).png().toBuffer()
  const buffer = await photo(PHOTOS.room)
  await bench.add({ name: '客厅.png', mimeType: 'image/png', buffer })
  await bench.add({ name: '楼.png', mimeType: 'image/png', buffer: await photo(PHOTOS.house) }, 'style')
  const mask = await new MaskEditorPage(page).ready()
  await page.keyboard.press('m')
  await mask.saving('wanwuqianyi', () => mask.drag([0.55, 0.2], [0.95, 0.9]))

  await bench.start.click()
  await expect(bench.compare).toBeVisible({ timeout: 30_000 })
  const made = await decode(await (await bench.download()).path())
  expect(made.width).toBe(WIDTH)
  const before = await sharp(buffer).ensureAlpha().raw().toBuffer()
  const changed = (from: number, to: number) => {
    let [sum, count] = [0, 0]
    for (let i = 0; i < before.length; i++) {
      const x = (Math.floor(i / 4) % WIDTH) / WIDTH
      const y = Math.floor(i / 4 / WIDTH) / made.height
      if (x < from || x > to || y < 0.3 || y > 0.8) continue
      sum += Math.abs((made.data[i] ?? 0) - (before[i] ?? 0))
      count++
    }
    return sum / count
  }
  expect(changed(0, 0.5)).toBe(0)
  expect(changed(0.6, 0.9)).toBeGreaterThan(4)
})

test('风格迁移：只有自己的参数，没有多角度的视角', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/styleTransfer')
  await bench.add(SMALL_PHOTOS.house)
  await expect(bench.panel.getByText('结构强度')).toBeVisible()
  await expect(bench.panel.getByText('house.jpg')).toBeVisible()
  await expect(bench.panel.getByText('视角')).toHaveCount(0)
})
