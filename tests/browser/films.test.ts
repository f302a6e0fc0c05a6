import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readFilm } from '#server/engines/pictures/film.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test } from '#tests/support/browser.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

let engine: FakeComfyUi
let own: AppProcess

test.beforeAll(async () => {
  engine = await new FakeComfyUi({ jobMs: 400 }).start()
  own = await new AppProcess({ COMFYUI_URL: engine.address }).start()
})
test.afterAll(async () => {
  await own.dispose()
  await engine.stop()
})

/** The film on show: its bytes are there, and it has a cover of its shape. */
async function expectFilm(page: Page): Promise<void> {
  const film = page.locator('video')
  await expect(film).toBeVisible({ timeout: 60_000 })
  await expect(film).toHaveAttribute('poster', /./)
  const poster = await film.getAttribute('poster')
  const type = await page.evaluate(
    async (url) => (await fetch(url)).headers.get('content-type'),
    poster ?? '',
  )
  expect(type).toMatch(/^image\//)
}

test('从文字、一张图、几张图到下载的视频', async ({ context, page }) => {
  await signInBy(context, own)
  const bench = new WorkbenchPage(page)
  await bench.open(`${own.url}/text2Video`)
  await page.getByRole('textbox', { name: '描述' }).fill('镜头推进庭院')
  await bench.start.click()
  await expectFilm(page)

  await bench.open(`${own.url}/img2Video`)
  await bench.add([SMALL_PHOTOS.room])
  await bench.start.click()
  await expectFilm(page)

  await bench.open(`${own.url}/imgs2Video`)
  await bench.add([SMALL_PHOTOS.room, SMALL_PHOTOS.chair])
  await bench.start.click()
  await expectFilm(page)

  // The list shows the cover, and leads to the page from which the film is downloaded.
  await page.goto(`${own.url}/list`)
  const card = page.getByRole('article').first()
  await expect(card.locator('img')).toBeVisible()
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/done2\?/)
  await expectFilm(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/\.mp4$/)
  const bytes = await readFile(await download.path())
  expect(readFilm(bytes)).toEqual({ width: 848, height: 480 })
  expect(bytes.includes('AIGC')).toBe(true)
})
