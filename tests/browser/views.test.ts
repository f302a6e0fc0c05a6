import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { VIEW_ANGLE_TITLES, VIEW_ANGLES, type ViewAngle } from '#contracts/views.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/browser.ts'
import { decode, WorkbenchPage } from '#tests/support/pages/workbench.ts'

const SIZE = { width: 300, height: 200 }
const CHOSEN: readonly ViewAngle[] = ['left', 'halfRight', 'near']

test('多角度：在本机看能转多少，选三个角度出三张', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/multiAngleRender')
  const buffer = await sharp('public/samples/living-final.webp')
    .resize(SIZE.width, SIZE.height)
    .png()
    .toBuffer()
  await bench.add({ name: '客厅.png', mimeType: 'image/png', buffer })

  const angles = bench.panel.getByRole('region', { name: '视角' })
  const cone = angles.getByRole('img')
  await expect(cone).toBeVisible({ timeout: 30_000 })
  const words = (await cone.getAttribute('aria-label')) ?? ''
  const range = /^左右可转 ([\d.]+)° 与 ([\d.]+)°，可升 ([\d.]+)°、降 ([\d.]+)°$/.exec(words)
  const [left = 0, right = 0] = range?.slice(1).map(Number) ?? []
  expect(Math.min(left, right), words).toBeGreaterThan(1)
  await expect(angles.getByRole('figure')).toContainText(words)
  const angle = (id: ViewAngle) =>
    angles.getByRole('button', { name: new RegExp(`^${VIEW_ANGLE_TITLES[id]}(?!一半)`) })
  await expect(angle('left')).toHaveAccessibleName(`左转 ${left}°`)
  await expectAccessible(page)

  const status = angles.getByRole('status')
  for (const id of ['left', 'right', 'up', 'near'] as const) await angle(id).click()
  await expect(status).toHaveText('请至少选一个')
  await expect(bench.start).toBeDisabled()
  for (const id of CHOSEN) await angle(id).click()
  await expect(status).toHaveText('出 3 张')
  // The picture is a render already: it is turned as it is, and its own view is none to make.
  await bench.panel.getByRole('switch', { name: '先渲染' }).click()
  await expect(bench.start).toBeEnabled()
  for (const id of VIEW_ANGLES)
    await expect(angle(id)).toHaveAttribute('aria-pressed', String(CHOSEN.includes(id)))

  await bench.start.click()
  const results = bench.canvas.getByRole('group', { name: '各张结果' }).getByRole('button')
  await expect(results).toHaveCount(CHOSEN.length, { timeout: 60_000 })
  await expect(results.first()).toHaveText(`左转 ${left}°`)
  await expectAccessible(page)
  const pictures = new Set<string>()
  for (const result of await results.all()) {
    await result.click()
    const made = await decode(await (await bench.download()).path())
    expect({ width: made.width, height: made.height }).toEqual(SIZE)
    pictures.add(createHash('sha256').update(made.data).digest('hex'))
  }
  expect(pictures.size, 'pictures that differ').toBe(CHOSEN.length)
})
