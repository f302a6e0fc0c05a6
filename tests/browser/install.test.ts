import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { expect, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { GONE } from '#tests/support/console-problems.ts'

test.describe.configure({ mode: 'parallel', timeout: 180_000 })

/** The browser's offer to install, which it makes by its own measure. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      Object.assign(window, { prompted: true })
      return { outcome: 'dismissed' }
    }
    window.dispatchEvent(Object.assign(event, { prompt }))
    return event.defaultPrevented
  })

test.use({ serviceWorkers: 'allow' })

test('安装提示：第二次来才出现，关掉后不再出现', async ({ page, context }) => {
  const card = (of: Page) => of.getByRole('complementary', { name: '安装筑绘' })
  await page.goto('/')
  expect(await offerInstall(page), 'the browser shows no bar of its own').toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)

  const second = await context.newPage()
  await second.goto('/')
  await offerInstall(second)
  await expect(card(second)).toBeVisible()
  await expectAccessible(second)
  await card(second).getByRole('button', { name: '安装', exact: true }).click()
  expect(await second.evaluate(() => 'prompted' in window)).toBe(true)
  await offerInstall(second)
  await card(second).getByRole('button', { name: '不再提示安装' }).click()
  await expect(card(second)).toHaveCount(0)
  await second.reload()
  await offerInstall(second)
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card(second)).toHaveCount(0)
})

test('第一次打开之后马上断网，分类与材质也在', async ({ page, app, problems }) => {
  problems.allow(GONE)
  await page.goto('/')
  await waitForServiceWorker(page)
  await app.stop()
  try {
    const lists = await page.evaluate(async () => {
      const paths = ['/api/ai/getAllClassify', '/api/ai/getAllSuCai']
      const answers = await Promise.all(paths.map(async (path) => (await fetch(path)).json()))
      return answers.map(({ success, data }) => [success, JSON.stringify(data).length > 200])
    })
    expect(lists).toEqual([
      [true, true],
      [true, true],
    ])
  } finally {
    await app.start()
  }
})
