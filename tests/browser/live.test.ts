import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test } from '#tests/support/browser.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

/** Draws a line across the board, at a height given as a share of it. */
async function draw(page: Page, height: number): Promise<void> {
  const box = await page.getByTestId('sketch-canvas').boundingBox()
  if (!box) throw new Error('no board')
  const y = box.y + height * box.height
  await page.mouse.move(box.x + 0.2 * box.width, y)
  await page.mouse.down()
  await page.mouse.move(box.x + 0.8 * box.width, y, { steps: 5 })
  await page.mouse.up()
}

test('实时渲染：开始，边画边出图，新的一笔代替旧的，停止后不再扣券', async ({ browser, problems }) => {
  const fake = await new FakeComfyUi({ jobMs: 200 }).start()
  const app = await new AppProcess({ COMFYUI_URL: fake.address }).start()
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  problems.watch(context)
  const page = await context.newPage()
  try {
    await signInBy(context, app)
    const bench = new WorkbenchPage(page)
    await bench.open('/ailive')
    await expect(bench.panel).toContainText('余 20')
    await bench.start.click()
    await expect(bench.start).toHaveText('停止')
    await expect(bench.panel).toContainText('已用 1 分钟')
    expect(fake.accepted).toHaveLength(0)

    await draw(page, 0.3)
    const result = page.getByRole('img', { name: '实时渲染的结果' })
    await expect(result).toBeVisible()
    const first = await result.getAttribute('src')
    await expect.poll(() => result.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024)
    await expectAccessible(page)

    await draw(page, 0.6)
    await expect(result).not.toHaveAttribute('src', first ?? '')
    const second = await result.getAttribute('src')
    await page.getByRole('textbox', { name: '描述' }).fill('山顶木屋')
    await expect(result).not.toHaveAttribute('src', second ?? '')
    await expect.poll(() => String(fake.accepted.at(-1)?.prompt.words?.inputs.text)).toContain('山顶木屋')

    // A slow picture is seen before it is done; a slower one gives way to the next stroke.
    fake.jobMs = 3000
    await draw(page, 0.4)
    await expect(page.getByRole('img', { name: '生成中的画面' })).toBeVisible()
    fake.jobMs = 60_000
    const before = fake.begun.length
    await draw(page, 0.45)
    await expect.poll(() => fake.begun.length).toBe(before + 1)
    fake.jobMs = 100
    const givenUp = fake.interrupted.length
    await draw(page, 0.5)
    await expect.poll(() => fake.interrupted.length).toBeGreaterThan(givenUp)
    await expect(page.getByText(/ComfyUI · \d/)).toBeVisible()

    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: '下载' })
      .or(page.getByRole('link', { name: '下载' }))
      .click()
    expect((await saved).suggestedFilename()).toMatch(/\.webp$/)
    await bench.start.click()
    await expect(bench.start).toHaveText('开始实时渲染')
    await expect(page.getByText('已停止，这是最后一张')).toBeVisible()
    await expect(bench.panel).toContainText('余 19')
    const sent = fake.accepted.length
    await draw(page, 0.7)
    expect(fake.accepted).toHaveLength(sent)
    // What was drawn meanwhile is sent with the next session.
    await bench.start.click()
    await expect.poll(() => fake.accepted.length).toBeGreaterThan(sent)
    await expect(page.getByText(/ComfyUI · \d/)).toBeVisible()
  } finally {
    await context.close()
    await app.dispose()
    await fake.stop()
  }
})
