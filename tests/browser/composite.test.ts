import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

/** A red crate that is cut out already: its ground is transparent. */
const crate = () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect x="200" y="240" width="400" height="400" fill="#c02818"/></svg>'
  return sharp(Buffer.from(svg)).png().toBuffer()
}

test('棚拍：在画布上摆放，刷新后仍在原处，结果与预览一致', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/backgroundchange')
  await bench.add(SMALL_PHOTOS.chair)
  await expect(page.getByTestId('cut-pack')).toContainText('下载并预览')
  await expectAccessible(page)

  await bench.open('/indoorShedShot')
  await bench.add({ name: '木箱.png', mimeType: 'image/png', buffer: await crate() })
  const stage = page.getByTestId('composite-stage')
  const preview = stage.getByRole('img')
  const box = page.getByTestId('composite-box')
  const middle = async () => {
    const [frame, own] = [await preview.boundingBox(), await box.boundingBox()]
    if (!frame || !own) throw new Error('the preview is not shown')
    return [
      (own.x + own.width / 2 - frame.x) / frame.width,
      (own.y + own.height / 2 - frame.y) / frame.height,
    ] as const
  }
  await expect(preview).toHaveAttribute('data-ready', 'true')
  await expectAccessible(page)
  const first = await middle()

  const frame = (await preview.boundingBox())!
  const at = ([x, y]: readonly [number, number]) =>
    [frame.x + x * frame.width, frame.y + y * frame.height] as const
  await page.mouse.move(...at(first))
  await page.mouse.down()
  await page.mouse.move(...at([first[0] + 0.2, first[1] - 0.1]), { steps: 6 })
  await page.mouse.up()
  const moved = await middle()
  expect(moved[0]).toBeCloseTo(first[0] + 0.2, 2)
  expect(moved[1]).toBeCloseTo(first[1] - 0.1, 2)
  await stage.press('Shift+ArrowRight')
  await expect.poll(async () => (await middle())[0]).toBeGreaterThan(moved[0] + 0.01)
  await bench.canvas.getByRole('button', { name: '翻转' }).click()
  await expect(bench.canvas.getByRole('button', { name: '复位' })).toBeEnabled()
  const placed = await middle()

  await page.reload()
  await expect(preview).toHaveAttribute('data-ready', 'true')
  await expect(bench.canvas.getByRole('button', { name: '复位' })).toBeEnabled()
  await expect.poll(async () => (await middle())[0]).toBeCloseTo(placed[0], 2)

  await bench.start.click()
  await expect(page.getByTestId('download')).toBeVisible({ timeout: 30_000 })
  const made = await decode(await (await bench.download()).path())
  expect([made.width, made.height]).toEqual([1440, 960])
  const red = ([x, y]: readonly [number, number]) => {
    const i = 4 * (Math.round(y * made.height) * made.width + Math.round(x * made.width))
    return (made.data[i] ?? 0) - (made.data[i + 1] ?? 0)
  }
  expect(red(placed), 'where the preview showed it').toBeGreaterThan(90)
  expect(red([placed[0] - 0.3, placed[1]])).toBeLessThan(60)

  await page.keyboard.press('Escape')
  await bench.canvas.getByRole('button', { name: '复位' }).click()
  await expect.poll(async () => (await middle())[0]).toBeCloseTo(first[0], 2)
})
