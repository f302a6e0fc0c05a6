import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

const styleOf = (element: Locator, property: string, pseudo?: string) =>
  element.evaluate((node, [name, part]) => getComputedStyle(node, part).getPropertyValue(name), [
    property,
    pseudo,
  ] as const)

test('系统高对比度颜色：滑块、所选工具与运行位置看得见；打印只有正文', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/lama')
  await bench.add(SMALL_PHOTOS.chair)
  await new MaskEditorPage(page).ready()
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = await styleOf(page.locator('body'), 'background-color')
  const slider = page.locator('.ant-slider').first()
  for (const part of ['.ant-slider-rail', '.ant-slider-track'])
    expect([part, await styleOf(slider.locator(part), 'background-color')]).not.toEqual([part, ground])
  expect(await styleOf(slider.locator('.ant-slider-handle'), 'background-color', '::after')).not.toBe(ground)
  const tool = page.getByRole('button', { pressed: true }).first()
  expect(await styleOf(tool, 'outline-style')).toBe('solid')
  const place = page.getByRole('radiogroup', { name: '运行于' }).locator('label:has(input:checked)')
  expect(await styleOf(place, 'outline-style')).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await expect(page.getByText('跳到正文')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('main')).toBeVisible()
})

test('放大到 400 %：蒙版画布仍有地方涂', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 225 })
  const bench = await new WorkbenchPage(page).open('/lama')
  await bench.add(SMALL_PHOTOS.chair)
  const mask = await new MaskEditorPage(page).ready()
  const box = await mask.stage.boundingBox()
  expect(box?.width).toBeGreaterThan(300)
  expect(box?.height).toBeGreaterThan(240)
})
