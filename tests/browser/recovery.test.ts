import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { APP_HEADER } from '#contracts/endpoints.ts'
import { accountOf } from '#tests/support/api.ts'
import { AppProcess } from '#tests/support/app-process.ts'
import { expect, signInBy, test } from '#tests/support/browser.ts'
import { FaultProxy } from '#tests/support/fault-proxy.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'

test.describe.configure({ timeout: 180_000 })

test('服务器在处理中途被杀：重启后任务做完一次，只扣一张券，列表里没有重复', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  // A server of its own: its engine is cold, so that the kill comes in the middle of the work.
  const app = await new AppProcess().start()
  try {
    await signInBy(context, app)
    const bench = await new WorkbenchPage(page).open(`${app.url}/toline`)
    await bench.panel.getByText('本地引擎', { exact: true }).click()
    await bench.add(SMALL_PHOTOS.chair)
    await bench.start.click()
    await expect(bench.status).toContainText('正在处理')
    await app.stop('SIGKILL')
    await expect(new Shell(page).offlineBar).toBeVisible()
    // The page does not go on as if the server were at work.
    await expect(bench.status).toContainText('连接不上服务器')
    await expect(bench.history.getByRole('listitem')).toHaveCount(1)
    await app.start()
    await bench.finished()
    await expect(bench.history.getByRole('listitem')).toHaveCount(1)

    await page.goto(`${app.url}/list`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('link', { name: '图转线稿，chair.jpg，已完成' })).toBeVisible()
    const account = await accountOf(context, app)
    expect(account).toMatchObject({ tickets: 99, sum: 99, holds: 1, settles: 1, refunds: 0 })
    expect(account.tasks.map(({ state, outputs }) => [state, outputs.length])).toEqual([['done', 1]])
    await page.close()
  } finally {
    await app.dispose()
  }
})

/** A picture that no compression makes smaller than some megabytes. */
async function heavyPicture(): Promise<Buffer> {
  const [width, height] = [1600, 1200]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

test('上传被切断三次：从断点继续，最终只有一份、逐字节相同', async ({ page, context, app, problems }) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  const proxy = await FaultProxy.before(app.url)
  try {
    await signInBy(context, app)
    const offsets: number[] = []
    context.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    })
    const picture = await heavyPicture()
    const bench = await new WorkbenchPage(page).open(`${proxy.url}/matting`)
    await bench.add({ name: '大图.png', mimeType: 'image/png', buffer: picture })
    await expect(bench.start).toBeEnabled()
    proxy.cutAfter(1_000_000, 'up')
    await bench.start.click()
    await expect.poll(() => proxy.cuts, { timeout: 30_000, intervals: [50] }).toBeGreaterThanOrEqual(3)
    proxy.resume()
    await expect.poll(async () => (await accountOf(context, app)).tasks.length, { timeout: 90_000 }).toBe(1)

    const { tasks, holds } = await accountOf(context, app)
    const id = createHash('sha256').update(picture).digest('hex')
    expect(tasks[0]?.inputs.map((input) => [input.id, input.bytes])).toEqual([[id, picture.length]])
    expect(holds).toBe(1)
    const stored = await context.request.get(`${app.url}/api/asset/${id}`, { headers: { [APP_HEADER]: '1' } })
    expect(Buffer.compare(await stored.body(), picture)).toBe(0)
    expect(Math.max(...offsets), 'the upload went on from where it was cut').toBeGreaterThan(0)
    await expect(bench.history.getByRole('listitem')).toHaveCount(1)
  } finally {
    await proxy.close()
  }
})
