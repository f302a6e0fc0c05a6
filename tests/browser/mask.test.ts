import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

test('蒙版：涂抹、撤销、断网点选，重新打开后仍在', async ({ installed: page, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  const bench = await new WorkbenchPage(page).open('/clean')
  await bench.add(SMALL_PHOTOS.chair)
  const mask = await new MaskEditorPage(page).ready()
  await mask.saving('clean', () => mask.drag([0.1, 0.1], [0.3, 0.1]))
  expect(await mask.covers([0.2, 0.1])).toBe(true)
  await expect(bench.start).toBeEnabled()
  await mask.saving('clean', () => mask.drag([0.1, 0.3], [0.3, 0.3]))
  await mask.saving('clean', () => page.keyboard.press('Control+z'))
  expect(await mask.covers([0.2, 0.3])).toBe(false)

  await new Shell(page).goOffline()
  await page.keyboard.press('s')
  // Around the black shell of the chair: all of it is found, and nothing of the wall.
  await mask.saving('clean', () => mask.drag([0.2, 0.06], [0.75, 0.85]))
  expect(await mask.covers([0.6, 0.25])).toBe(true)
  expect(await mask.covers([0.85, 0.3])).toBe(false)
  await page.context().setOffline(false)

  await page.reload()
  await mask.ready()
  await expect.poll(() => mask.covers([0.2, 0.1])).toBe(true)
  expect(await mask.covers([0.2, 0.3])).toBe(false)
  expect(await mask.covers([0.6, 0.25])).toBe(true)

  const other = await new WorkbenchPage(page).open('/lama')
  await other.add(SMALL_PHOTOS.chair)
  await mask.ready()
  await expect.poll(() => mask.covers([0.2, 0.1]), 'the same picture in another tool').toBe(true)
  await expect(other.start).toBeEnabled()
})

test('蒙版：笔在画时手掌不断笔画、不留痕迹、不缩放', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/lama')
  await bench.add(SMALL_PHOTOS.chair)
  const mask = await new MaskEditorPage(page).ready()
  const before = await mask.picture.boundingBox()
  await mask.saving('lama', () => mask.dragWithPalm([0.2, 0.2], [0.5, 0.2], [0.6, 0.8]))
  expect(await mask.covers([0.3, 0.2])).toBe(true)
  expect(await mask.covers([0.45, 0.2])).toBe(true)
  expect(await mask.covers([0.6, 0.8])).toBe(false)
  expect(await mask.covers([0.7, 0.8])).toBe(false)
  expect(await mask.picture.boundingBox()).toEqual(before)
  await page.keyboard.press('Control+z')
  expect(await mask.covers([0.3, 0.2])).toBe(false)
})

test('蒙版：区域、边缘、下载与上传，用键盘也行', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/lama')
  await bench.add(SMALL_PHOTOS.room)
  const mask = await new MaskEditorPage(page).ready()
  await page.keyboard.press('m')
  await mask.drag([0.2, 0.2], [0.5, 0.6])
  await page.keyboard.press('p')
  for (const place of [
    [0.6, 0.2],
    [0.9, 0.2],
    [0.75, 0.6],
  ] as const)
    await mask.click(place)
  await page.keyboard.press('Enter')
  expect(await mask.covers([0.35, 0.4])).toBe(true)
  expect(await mask.covers([0.75, 0.3])).toBe(true)
  expect(await mask.covers([0.55, 0.4])).toBe(false)
  await page.keyboard.press('i')
  expect(await mask.covers([0.55, 0.4])).toBe(true)
  await page.keyboard.press('i')

  await page.getByRole('button', { name: '更多蒙版操作' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '扩展' }).click()
  await expect.poll(() => mask.covers([0.2 - 4 / 640, 0.4])).toBe(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载蒙版' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('room-蒙版.png')
  const file = await download.path()
  const { data, info } = await sharp(file).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([640, 427])
  expect(data[160 * 640 + 240]).toBe(255)
  expect(data[160 * 640 + 352]).toBe(0)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  expect(await mask.covers([0.35, 0.4])).toBe(false)
  await page.getByRole('button', { name: '更多蒙版操作' }).click()
  await page.getByLabel('蒙版文件').setInputFiles(file)
  await expect.poll(() => mask.covers([0.35, 0.4])).toBe(true)
  expect(await mask.covers([0.55, 0.4])).toBe(false)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
  await expectAccessible(page)
})

test('再次使用：当时的蒙版随图片回来，后来改的不算', async ({ page }) => {
  test.setTimeout(120_000)
  const bench = await new WorkbenchPage(page).open('/clean')
  await bench.add(SMALL_PHOTOS.chair)
  const mask = await new MaskEditorPage(page).ready()
  await mask.saving('clean', () => mask.drag([0.1, 0.1], [0.2, 0.1]))
  await bench.start.click()
  await expect(bench.history.getByRole('listitem')).toContainText('已完成', { timeout: 60_000 })
  const result = page.url()

  await bench.open('/clean')
  await mask.ready()
  await expect.poll(() => mask.covers([0.15, 0.1])).toBe(true)
  await mask.saving('clean', () => page.keyboard.press('Delete'))
  await mask.saving('clean', () => mask.drag([0.1, 0.5], [0.2, 0.5]))
  await page.goto(result)
  await page.getByRole('button', { name: '再次使用', exact: true }).click()
  await mask.ready()
  await expect.poll(() => mask.covers([0.15, 0.1])).toBe(true)
  expect(await mask.covers([0.15, 0.5])).toBe(false)
})
