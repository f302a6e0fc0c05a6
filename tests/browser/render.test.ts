import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { MaskEditorPage } from '#tests/support/pages/mask-editor.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'

const SIZE = { width: 360, height: 240 }

/** Draws over the preview, through places in parts of its sides. */
async function draw(page: Page, ...places: (readonly [number, number])[]): Promise<void> {
  const box = (await page.getByTestId('render-preview').boundingBox())!
  for (const [n, [x, y]] of places.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
    if (n === 0) await page.mouse.down()
  }
  await page.mouse.up()
}

/** Closes what is told of a region, and waits until the preview has its place again. */
async function closeRegion(page: Page, whole: Awaited<ReturnType<Locator['boundingBox']>>): Promise<void> {
  await page.getByRole('region', { name: '选中的区域' }).getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => page.getByTestId('render-preview').boundingBox()).toEqual(whole)
}

test('室内渲染：断网时在本机预览、改区域与房间框、出两张并排、核对结构', async ({
  installed: page,
  problems,
}) => {
  const bench = await new WorkbenchPage(page).open('/indoorRenderNew')
  await expect(page.getByRole('button', { name: '现代', exact: true })).toBeVisible()
  await test.step('the styles are one stop of the Tab key, and the arrow keys go through them', async () => {
    const cards = page.getByRole('toolbar', { name: '风格', exact: true }).getByRole('button')
    await cards.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(cards.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(cards.last()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(cards.and(page.locator(':focus'))).toHaveCount(0)
    const next = await page.locator(':focus').elementHandle()
    // The form is drawn anew while the focus is elsewhere.
    await bench.panel.getByRole('textbox', { name: '描述' }).fill('黄昏')
    await next?.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(cards.last()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    const [above, below] = [await page.locator(':focus').boundingBox(), await cards.last().boundingBox()]
    expect(above?.y).toBeLessThan(below?.y ?? 0)
    expect(above?.x).toBeCloseTo(below?.x ?? 0, 0)
  })
  await page.getByTestId('place-why').click()
  const pack = page.getByTestId('pack-seeing')
  await pack.getByRole('button', { name: '下载识图离线包', exact: true }).click()
  await expect(pack).toContainText('已就绪', { timeout: 60_000 })
  await page.getByRole('button', { name: '关闭' }).click()
  // Pictures of materials and styles that are not here yet have their colours in their place.
  problems.allow(/ERR_INTERNET_DISCONNECTED|\/(materials|samples)\//)
  await new Shell(page).goOffline()
  // Compressed as cameras do.
  const buffer = await sharp('public/samples/living-final.webp')
    .resize(SIZE.width, SIZE.height)
    .jpeg({ quality: 80 })
    .toBuffer()
  await bench.add({ name: '客厅.jpg', mimeType: 'image/jpeg', buffer })
  const preview = page.getByTestId('render-preview')
  await expect(preview).toBeVisible({ timeout: 60_000 })

  await bench.panel.getByRole('textbox', { name: '描述' }).fill('黄昏，一只橘猫')
  await expect(bench.panel.getByText('需要生成引擎')).toBeVisible()
  await expect(bench.panel.getByText('一只橘猫', { exact: true }).last()).toBeVisible()

  await expect(preview).toHaveAttribute('data-busy', 'false', { timeout: 60_000 })
  const whole = await preview.boundingBox()
  const region = page.getByRole('region', { name: '选中的区域' })
  const names = region.getByRole('toolbar', { name: '这里是' }).getByRole('button')
  await test.step('a rug of a photograph stays as it is, unless one asks for it', async () => {
    await draw(page, [0.45, 0.75])
    await expect(region.getByText('保持底图原样')).toBeVisible()
    await expect(names.first(), 'what the network guesses is offered first').toHaveText('地板')
    await expect(region.getByRole('group', { name: '选多大' })).toBeVisible()
    await closeRegion(page, whole)
  })
  await draw(page, [0.5, 0.05])
  await expect(region).toBeVisible()
  await names.filter({ hasText: '墙面' }).click()
  await region.getByLabel('纯色').fill('#b01010')
  await expect(bench.canvas.getByText('已改 1 处')).toBeVisible()
  await expect(region.getByText('保持底图原样')).toBeHidden()
  await closeRegion(page, whole)

  await bench.canvas.getByRole('button', { name: '圈选' }).click()
  await draw(page, [0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6])
  await expect(region.getByRole('group', { name: '选多大' })).toBeHidden()
  await expect(names.first()).toBeVisible()
  await closeRegion(page, whole)

  await bench.canvas.getByRole('button', { name: '合并' }).click()
  await draw(page, [0.2, 0.45], [0.4, 0.45], [0.6, 0.45])
  await expect(bench.canvas.getByText('已改 2 处')).toBeVisible()
  await expectAccessible(page)
  await bench.canvas.getByRole('button', { name: '拆分' }).click()
  await draw(page, [0.45, 0.02], [0.45, 0.04], [0.45, 0.06])
  await expect(bench.canvas.getByText('已改 3 处')).toBeVisible()
  await bench.canvas.getByRole('button', { name: '撤销' }).click()
  await expect(bench.canvas.getByText('已改 2 处')).toBeVisible()
  await bench.canvas.getByRole('button', { name: '重做' }).click()
  await expect(bench.canvas.getByText('已改 3 处')).toBeVisible()

  await bench.canvas.getByRole('button', { name: '房间框' }).click()
  const corner = bench.canvas.getByRole('button', { name: '后墙左上角' })
  const from = (await corner.boundingBox())!
  await page.mouse.move(from.x + 22, from.y + 22)
  await page.mouse.down()
  await page.mouse.move(from.x + 34, from.y + 30)
  await page.mouse.up()
  await expect(bench.canvas.getByRole('button', { name: '自动识别' })).toBeEnabled()
  await expect.poll(async () => (await corner.boundingBox())!.x - from.x).toBeCloseTo(12, 0)
  const dragged = (await corner.boundingBox())!
  await corner.press('ArrowLeft')
  await expect.poll(async () => (await corner.boundingBox())!.x).toBeLessThan(dragged.x)
  await expectAccessible(page)

  await test.step('in a small window the way back leaves the editing, not the page', async () => {
    const wide = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    const done = bench.canvas.getByRole('button', { name: '完成', exact: true })
    await bench.canvas.getByRole('button', { name: '改区域' }).click()
    await expect(done).toBeVisible()
    await bench.canvas.getByRole('button', { name: '合并' }).click()
    await expectAccessible(page)
    await page.goBack()
    await expect(done).toHaveCount(0)
    await bench.canvas.getByRole('button', { name: '改区域' }).click()
    await bench.canvas.getByRole('button', { name: '房间框' }).click()
    await expectAccessible(page)
    await done.click()
    await expect(done).toHaveCount(0)
    await expect(page).toHaveURL(/\/indoorRenderNew$/)
    await page.setViewportSize(wide)
  })

  await bench.panel.getByText('2 张', { exact: true }).click()
  await bench.start.click()
  await expect(bench.canvas.getByText('2 种搭配')).toBeVisible({ timeout: 90_000 })
  await bench.canvas.getByRole('button', { name: '查看种子 2' }).click()
  await bench.finished()
  const made = await decode(await (await bench.download()).path())
  expect({ width: made.width, height: made.height }).toEqual(SIZE)
  const at = 4 * (12 * SIZE.width + 180)
  expect(made.data[at]! - made.data[at + 2]!).toBeGreaterThan(40)

  await expect(bench.canvas.getByText(/^结构保持度 \d+%/)).toBeVisible()
  const check = bench.canvas.getByTestId('structure')
  // The render has looked at it itself.
  await expect(check).toHaveAccessibleName(/结构保持度 \d+%/)
  await check.click()
  const list = page.getByRole('region', { name: '改动核对单' })
  const overlay = bench.canvas.getByTestId('overlay')
  await list.getByText('线条', { exact: true }).click()
  await expect(overlay).toHaveJSProperty('naturalWidth', SIZE.width)
  const lines = await overlay.getAttribute('src')
  await list.getByText('热图', { exact: true }).click()
  await expect(overlay).not.toHaveAttribute('src', lines ?? '')
  await list.getByText('不显示', { exact: true }).click()
  await expect(overlay).toHaveCount(0)
  await check.click()
  await expect(list).toHaveCount(0)

  const grid = bench.canvas.getByRole('list', { name: '各种搭配' })
  await test.step('Escape closes what is open and nothing below it, then goes up one step at a time', async () => {
    // Nothing can be seen through this picture: there is no ground to choose.
    await expect(bench.canvas.getByRole('button', { name: '棋盘格底' })).toHaveCount(0)
    const onward = bench.canvas.getByRole('button', { name: '接着做' })
    await onward.click()
    const inside = page.getByRole('menuitem', { name: '材质替换 · 室内' })
    await expect(inside).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(inside).toBeHidden()
    await bench.canvas.getByRole('button', { name: '加水印下载' }).click()
    const dialog = page.getByRole('dialog', { name: '水印' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(bench.compare).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(grid).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeVisible()
  })

  await test.step('the way back of the browser goes the same steps', async () => {
    await page.goForward()
    await expect(grid).toBeVisible()
    await bench.canvas.getByRole('button', { name: '查看种子 2' }).click()
    await expect(bench.compare).toBeVisible()
    await page.goBack()
    await expect(grid).toBeVisible()
    await page.goBack()
    await expect(preview).toBeVisible()
    await expect(page).toHaveURL(/\/indoorRenderNew$/)
    await page.goForward()
  })

  await test.step('other seeds are rendered at once, and can be stopped together', async () => {
    await bench.canvas.getByRole('button', { name: '换一批种子' }).click()
    await expect(bench.canvas.getByRole('button', { name: /^查看种子 3/ })).toBeVisible()
    await expect(bench.canvas.getByRole('button', { name: /^查看种子 4/ })).toBeVisible()
    await bench.canvas.getByRole('button', { name: '全部取消' }).click()
    await expect(bench.canvas.getByRole('button', { name: /^查看种子 \d，已取消/ })).toHaveCount(2)
  })
})

test('室内渲染精简版：开始后画布滚动到眼前', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/indoorRender')
  const buffer = await sharp('public/samples/living-clay.webp').resize(240, 160).png().toBuffer()
  await bench.add({ name: '客厅.png', mimeType: 'image/png', buffer })
  await page.evaluate(() => scrollTo(0, 0))
  await bench.start.click()
  await expect(bench.status).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('局部渲染 Pro：缺什么写在按钮上，预览在画布一角，只改说到的部分', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/localRenderingProIndoor')
  const buffer = await sharp('public/samples/living-clay.webp')
    .resize(SIZE.width, SIZE.height)
    .png()
    .toBuffer()
  await bench.add({ name: '客厅.png', mimeType: 'image/png', buffer })
  const editor = await new MaskEditorPage(page).ready()
  await test.step('all of a name that the picture shows is selected', async () => {
    await bench.canvas.getByRole('button', { name: '区域', exact: true }).click()
    const names = bench.canvas.getByRole('button', { name: '选中全部…' })
    await names.click()
    const floor = page.getByRole('menuitem', { name: /^地面/ })
    await expect(floor).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('menuitem', { name: /^天空/ })).toHaveCount(0)
    await floor.click()
    await expect(bench.start).toHaveText('请写下要换成什么，或选一种风格')
    await bench.canvas.getByRole('button', { name: '撤销' }).click()
    await bench.canvas.getByRole('button', { name: '画笔', exact: true }).click()
  })
  await editor.drag([0.35, 0.28], [0.6, 0.28])
  await expect(bench.start).toHaveText('请写下要换成什么，或选一种风格')
  await expect(bench.start).toBeDisabled()

  const words = bench.panel.getByRole('textbox', { name: '描述' })
  const top = async () => (await words.boundingBox())?.y
  const before = await top()
  await words.fill('一只橘猫')
  await expect(bench.canvas.getByText('描述里没有听懂')).toBeVisible({ timeout: 60_000 })
  await words.fill('墙面刷成朱红')
  const preview = page.getByTestId('edit-preview')
  await expect(preview).toBeVisible({ timeout: 60_000 })
  await expect(preview).toHaveAttribute('data-busy', 'false')
  expect(await top(), 'the form stays where it is').toBe(before)
  await bench.canvas.getByRole('button', { name: '预览', exact: true }).click()
  await expect(preview).toBeHidden()

  await bench.start.click()
  await bench.finished()
  const made = await decode((await (await bench.download()).path())!)
  const source = await sharp(buffer).ensureAlpha().raw().toBuffer()
  let [redder, other] = [0, 0]
  for (let i = 0; i < source.length; i += 4) {
    const y = Math.floor(i / 4 / SIZE.width) / SIZE.height
    const warmer = made.data[i]! - made.data[i + 2]! - (source[i]! - source[i + 2]!)
    if (warmer > 20) redder++
    if ((y < 0.15 || y > 0.45) && made.data[i] !== source[i]) other++
  }
  expect(other, 'pixels changed beyond the mark').toBe(0)
  expect(redder).toBeGreaterThan(0.01 * SIZE.width * SIZE.height)
})
