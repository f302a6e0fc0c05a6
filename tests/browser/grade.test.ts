import sharp from 'sharp'
import { ERRORS } from '#contracts/errors.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'

/** A table that takes all blue away. */
const NO_BLUE = [
  'TITLE "no blue"',
  'LUT_3D_SIZE 2',
  ...['0 0 0', '1 0 0', '0 1 0', '1 1 0', '0 0 0', '1 0 0', '0 1 0', '1 1 0'],
].join('\n')

const table = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })

test('洗图：预览随滑块变化，LUT 整批共用，结果是整幅', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/xitu')
  const photo = async (path: string, width: number) => ({
    name: `${width}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await sharp(path).resize(width).jpeg({ quality: 92 }).toBuffer(),
  })
  await bench.add(await photo(PHOTOS.room, 600))
  const preview = page.getByTestId('grade-preview')
  await expect(preview).toBeVisible()

  await expectAccessible(page)

  // Mean of blue in what the preview shows.
  const blueShown = async () => {
    const { channels } = await sharp(await preview.screenshot()).stats()
    return channels[2]?.mean ?? 0
  }
  const before = await blueShown()
  await bench.panel.getByRole('spinbutton', { name: '曝光（数值）' }).fill('-100')
  await expect.poll(blueShown).toBeLessThan(before - 20)
  await bench.panel.getByRole('spinbutton', { name: '曝光（数值）' }).fill('0')

  await bench.add(table('坏.cube', 'LUT_3D_SIZE 2\n0 0 0\n'), 'lut')
  await expect(bench.refusals).toContainText('坏.cube')
  await expect(bench.refusals).toContainText(ERRORS.LUT_INVALID.remedy)
  await expect(bench.panel.getByText('LUT 强度')).toHaveCount(0)
  await bench.add(table('去蓝.cube', NO_BLUE), 'lut')
  await expect(bench.panel.getByText('LUT 强度')).toBeVisible()
  await expect.poll(blueShown).toBeLessThan(12)

  await bench.add(await photo(PHOTOS.house, 500))
  await expect(bench.canvas.getByRole('listitem')).toHaveCount(2)
  await bench.start.click()
  for (const [name, path, width] of [
    ['600.jpg', PHOTOS.room, 600],
    ['500.jpg', PHOTOS.house, 500],
  ] as const) {
    const button = bench.canvas.getByRole('button', { name: `下载 ${name}` })
    await expect(button).toBeVisible({ timeout: 30_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/\.jpg$/)
    const made = await decode(await download.path())
    // Verticals set upright cost a rim; nothing else does.
    expect(made.width).toBeGreaterThan(0.9 * width)
    const { channels } = await sharp(await download.path()).stats()
    // Browsers halve the colours of a JPEG.
    expect(channels[2]?.mean, path).toBeLessThan(15)
    expect(channels[1]?.mean).toBeGreaterThan(40)
  }
})
