import { EVENTS_PATH } from '#contracts/events.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { FakeComfyUi } from '#tests/support/fake-comfyui.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'

test.describe.configure({ timeout: 120_000 })

test.use({ serviceWorkers: 'allow' })

test('服务器推送进度与结果，不必询问；服务器重启后接着推送，经过 service worker 也一样', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  const fake = await new FakeComfyUi({ jobMs: 1500 }).start()
  const app = await new AppProcess({ COMFYUI_URL: fake.address }).start()
  try {
    await signInBy(context, app)
    const bench = await new WorkbenchPage(page).open(`${app.url}/text2Img`)
    await waitForServiceWorker(page)
    // The tool's engines come and go: the page that the service worker serves listens from the start.
    const streamed = page.waitForRequest(`**${EVENTS_PATH}`)
    await page.reload()
    // Nothing that is asked about tasks is answered: what is shown came by itself.
    await context.route('**/api/ai/getTask*', (route) => route.abort())
    await page.getByRole('textbox').first().fill('木屋')
    await bench.start.click()
    await streamed
    await expect(page.getByTestId('download')).toBeVisible({ timeout: 30_000 })

    await context.unroute('**/api/ai/getTask*')
    fake.jobMs = 6000
    await bench.start.click()
    await expect(bench.status).toContainText('生成中')
    await app.stop('SIGKILL')
    await expect(bench.status).toContainText('连接不上服务器')
    const again = page.waitForResponse(`**${EVENTS_PATH}`, { timeout: 60_000 })
    await app.start()
    expect((await again).status()).toBe(200)
    await expect(page.getByTestId('download')).toBeVisible({ timeout: 60_000 })
    await expect(bench.history.getByRole('listitem')).toHaveCount(2)
    await page.close()
  } finally {
    await app.dispose()
    await fake.stop()
  }
})
