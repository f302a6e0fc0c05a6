import sharp from 'sharp'
import { expect, test } from '#tests/support/browser.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'

const WIDTH = 400

test('氛围转换：在本机入夜，只改框选的部分，没找到的会说明', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/atmosphereChange')
  const buffer = await sharp(PHOTOS.room).resize(WIDTH).png().toBuffer()
  await bench.add({ name: '客厅.png', mimeType: 'image/png', buffer })
  await bench.panel.getByText('夜晚', { exact: true }).click()
  // A room that is said to be outdoors has no sky.
  await bench.panel.getByText('更多设置').click()
  await bench.panel.getByText('室外', { exact: true }).click()

  await bench.canvas.getByRole('button', { name: '只改一部分' }).click()
  const mask = await new MaskEditorPage(page).ready()
  await page.keyboard.press('m')
  await mask.saving('atmosphereChange', () => mask.drag([0.5, 0.1], [0.9, 0.9]))
  await bench.canvas.getByRole('button', { name: '完成，返回图片' }).click()
  const chosen = bench.canvas.getByText('只改变选定的部分')
  await expect(chosen).toBeVisible()
  // The browser's way back does the same.
  await bench.canvas.getByRole('button', { name: '修改范围' }).click()
  await mask.ready()
  await page.goBack()
  await expect(chosen).toBeVisible()

  await bench.start.click()
  await expect(bench.compare).toBeVisible({ timeout: 30_000 })
  await expect(bench.canvas.getByText('没有找到天空')).toBeVisible()
  const made = await decode(await (await bench.download()).path())
  const before = await sharp(buffer).ensureAlpha().raw().toBuffer()
  expect(made.width).toBe(WIDTH)
  const light = (data: Buffer, from: number, to: number) => {
    let sum = 0
    for (let i = 0; i < data.length; i += 4) {
      const x = ((i / 4) % WIDTH) / WIDTH
      const y = Math.floor(i / 4 / WIDTH) / made.height
      if (x > from && x < to && y > 0.2 && y < 0.8) sum += data[i + 1] ?? 0
    }
    return sum
  }
  expect(light(made.data, 0, 0.45)).toBe(light(before, 0, 0.45))
  expect(light(made.data, 0.55, 0.85)).toBeLessThan(0.8 * light(before, 0.55, 0.85))
})
