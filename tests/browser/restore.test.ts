import sharp from 'sharp'
import { expect, test } from '#tests/support/browser.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { PHOTOS } from '#tests/support/photos.ts'

test('照片清理：断网时在本机去掉压缩块，说明做了什么、没做什么', async ({ installed: page, problems }) => {
  const bench = await new WorkbenchPage(page).open('/facerestoration')
  await expect(bench.panel.getByText('不会重画五官')).toBeVisible()
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  await new Shell(page).goOffline()
  const truth = await sharp(PHOTOS.room).resize(480).png().toBuffer()
  const buffer = await sharp(truth).jpeg({ quality: 20 }).toBuffer()
  await bench.add({ name: '老照片.jpg', mimeType: 'image/jpeg', buffer })
  await bench.panel.getByRole('spinbutton', { name: '锐化（数值）' }).fill('0')
  await bench.start.click()
  await expect(bench.compare).toBeVisible({ timeout: 30_000 })
  await expect(bench.canvas.getByText('已清理压缩块')).toBeVisible()
  const made = await decode(await (await bench.download()).path())
  const [wanted, before] = await Promise.all(
    [truth, buffer].map((one) => sharp(one).ensureAlpha().raw().toBuffer()),
  )
  const error = (data: Buffer) => data.reduce((sum, v, i) => sum + (v - (wanted?.[i] ?? 0)) ** 2, 0)
  expect(error(made.data)).toBeLessThan(0.95 * error(before ?? Buffer.alloc(0)))
})
