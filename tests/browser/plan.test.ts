import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { gbkOf } from '#tests/support/plans/code-pages.ts'
import { flatDxf } from '#tests/support/plans/dxf.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'

test('彩色平面图：在本机找出房间，点选改用途，标定后有面积，画墙分成两间，点一下拆掉，可撤销', async ({
  page,
}) => {
  const drawn = await drawPlan({ seed: 4401, walls: 'double', scale: 0.05, gap: 2 })
  const { width, height, data } = drawn.image
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const bench = await new WorkbenchPage(page).open('/colorFlatPicture')
  await bench.add({ name: '三居.png', mimeType: 'image/png', buffer })
  const preview = page.getByTestId('plan-preview')
  await expect(preview).toBeVisible({ timeout: 30_000 })
  const list = bench.panel.getByRole('region', { name: '房间与面积' })
  await expect(list.getByRole('listitem')).toHaveCount(drawn.rooms.length)
  await expect(list).toContainText('标定比例后显示面积')

  // A click on the largest room opens it; another kind of room has another floor.
  const [first] = [...drawn.rooms].sort((a, b) => size(b.box) - size(a.box))
  if (!first) throw new Error('the plan has no rooms')
  const box = await preview.boundingBox()
  if (!box) throw new Error('the preview is not on show')
  const at = (x: number, y: number) =>
    [box.x + (x / width) * box.width, box.y + (y / height) * box.height] as const
  const middle = at((first.box.x0 + first.box.x1) / 2, (first.box.y0 + first.box.y1) / 2)
  await page.mouse.click(...middle)
  const room = bench.canvas.getByRole('region', { name: '选中的房间' })
  await room.getByRole('button', { name: '车库' }).click()
  await expect(room.getByRole('heading')).toHaveText('车库')
  await expectAccessible(page)
  await room.getByRole('button', { name: '关闭' }).click()

  // A line over the room's whole width gives the scale.
  await bench.canvas.getByRole('button', { name: '标定' }).click()
  await page.mouse.click(...at(first.box.x0, (first.box.y0 + first.box.y1) / 2))
  await page.mouse.click(...at(first.box.x1, (first.box.y0 + first.box.y1) / 2))
  const mm = Math.round((first.box.x1 - first.box.x0) / drawn.scale)
  await page.getByRole('spinbutton', { name: '实际长度' }).fill(String(mm))
  await page.getByRole('button', { name: '确定' }).click()
  const area = (size(first.box) / drawn.scale ** 2 / 1e6).toFixed(0)
  await expect(list.getByRole('button', { name: '车库' })).toContainText(/\d+\.\d m²/)
  const shown = Number.parseFloat(
    (await list.getByRole('button', { name: '车库' }).innerText()).replace(/[^\d.]/g, ''),
  )
  expect(Math.abs(shown - Number(area))).toBeLessThan(0.08 * Number(area) + 0.5)

  // A wall that is drawn through the room makes two of it; what was set on rooms is taken back first, then it.
  await bench.canvas.getByRole('button', { name: '画墙' }).click()
  const x = first.box.x0 + 0.4 * (first.box.x1 - first.box.x0)
  await page.mouse.move(...at(x, first.box.y0 + 8))
  await page.mouse.down()
  await page.mouse.move(...at(x, first.box.y1 - 8), { steps: 5 })
  await page.mouse.up()
  await expect(list.getByRole('listitem')).toHaveCount(drawn.rooms.length + 1)
  // A click with 拆墙 takes the wall away again; undo brings it back.
  await bench.canvas.getByRole('button', { name: '拆墙' }).click()
  await page.mouse.click(...at(x, first.box.y0 + 0.3 * (first.box.y1 - first.box.y0)))
  await expect(list.getByRole('listitem')).toHaveCount(drawn.rooms.length)
  const undo = bench.canvas.getByRole('button', { name: '撤销' })
  await undo.click()
  await expect(list.getByRole('listitem')).toHaveCount(drawn.rooms.length + 1)
  await undo.click()
  await undo.click()
  await expect(list.getByRole('listitem')).toHaveCount(drawn.rooms.length)
})

test('彩色平面图：DXF 不用识别就有房间名与面积，下载成图与 SVG；DWG 说明怎么转换', async ({ page }) => {
  const { text, flat } = flatDxf({ seed: 4411 })
  const bench = await new WorkbenchPage(page).open('/colorFlatPicture')
  await bench.add({ name: '三居.dwg', mimeType: '', buffer: Buffer.from('AC1032'.padEnd(200, '\0')) })
  await expect(bench.panel).toContainText('请在 CAD 中另存为 DXF')
  await bench.add({ name: '三居.dxf', mimeType: '', buffer: Buffer.from(gbkOf(text)) })
  const list = bench.panel.getByRole('region', { name: '房间与面积' })
  const names = flat.rooms.map(({ name }) => name).sort()
  const room = bench.canvas.getByRole('region', { name: '选中的房间' })
  const garage = room.getByRole('button', { name: '车库' })
  await expect(list).toContainText(/合计 \d+\.\d m²/, { timeout: 60_000 })
  await expect
    .poll(async () => (await list.getByRole('listitem').locator('span:first-child').allInnerTexts()).sort())
    .toEqual(names)
  // Nothing has to be read in it, so nothing is downloaded for that.
  await expect(page.getByTestId('place-why')).toHaveText('未登录，在本机处理')
  await list.getByRole('listitem').first().getByRole('button').click()
  await expect(garage).toHaveAttribute('aria-pressed', 'false')
  await garage.click()
  await expect(garage).toHaveAttribute('aria-pressed', 'true')

  await bench.panel.getByText('2K', { exact: true }).click()
  await bench.start.click()
  await expect(bench.compare).toBeVisible({ timeout: 60_000 })
  const made = await decode(await (await bench.download()).path())
  expect(Math.max(made.width, made.height)).toBe(2048)

  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByTestId('plan-svg').click()])
  expect(await readFile(await svg.path(), 'utf8')).toContain(`<g id="room-${flat.rooms.length}"`)
})

/** A PDF that wants a password: what encrypts it is there, and no password fits. */
const LOCKED = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/O<${'a1'.repeat(32)}>/U<${'b2'.repeat(32)}>/P -4>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]>>
%%EOF`

test('彩色平面图：PDF 换到有平面图的一页；加密与损坏的说明原因', async ({ page }) => {
  await page.setContent(`<h1>说明</h1><p>第一页没有图。</p>
    <svg viewBox="0 0 600 440" style="break-before:page;display:block;width:60%"><path d="M9 9h580v420h-580zM300 9v420" fill="none" stroke="#000" stroke-width="9"/></svg>`)
  const buffer = await page.pdf({ format: 'A4', landscape: true })
  const bench = await new WorkbenchPage(page).open('/colorFlatPicture')
  await bench.add({ name: '加密.pdf', mimeType: 'application/pdf', buffer: Buffer.from(LOCKED) })
  await expect(bench.refusals).toContainText('PDF 设了打开密码', { timeout: 30_000 })
  await bench.add({ name: '坏.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 坏') })
  await expect(bench.refusals).toContainText('PDF 已损坏或不完整')
  await bench.add({ name: '图纸.pdf', mimeType: 'application/pdf', buffer })
  const pages = bench.canvas.getByRole('region', { name: '换一个图' })
  await pages.getByRole('button', { name: '第 2 页' }).click({ timeout: 30_000 })
  await expect(pages.getByRole('button', { name: '第 1 页' })).toBeVisible({ timeout: 30_000 })
  await expect(bench.panel).toContainText('图纸-2.png')
  await expect(bench.panel).toContainText('3000 × 2121')
})

const size = ({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }) => (x1 - x0) * (y1 - y0)
