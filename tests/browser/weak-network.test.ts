import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#tests/support/browser.ts'
import { FaultProxy } from '#tests/support/fault-proxy.ts'
import { Shell } from '#tests/support/pages/shell.ts'
import { clientOf } from '#tests/support/server-results.ts'

const ROOM = join(import.meta.dirname, '../fixtures/room.jpg')
const SLOW = { offline: false, latency: 40, downloadThroughput: 100_000, uploadThroughput: 100_000 }
const FREE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** A finished server task whose pictures are well over a megapixel, and its originals' addresses. */
async function makeTask(page: Page, app: Parameters<typeof clientOf>[1]) {
  const client = await clientOf(page.context(), app)
  const photo = await sharp(ROOM).resize(1400).sharpen({ sigma: 2 }).jpeg({ quality: 97 }).toBuffer()
  const assetId = await client.uploadOk(photo, '客厅.jpg')
  const { taskId } = await client.start('grade', assetId, {
    toolId: 'xitu',
    inputs: [{ role: 'image', assetId, name: '客厅.jpg' }],
  })
  const task = await client.finished(taskId, 60_000)
  const originals = [...task.inputs, ...task.outputs].map(({ id }) => `/api/asset/${id}`)
  return { path: `/done?taskId=${taskId}`, originals }
}

/** Which of these addresses the page has asked for, exactly. */
function watch(page: Page, addresses: readonly string[]): Set<string> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (addresses.includes(pathname + search)) asked.add(pathname)
  })
  return asked
}

const loadOriginal = (page: Page) => page.getByTestId('load-original')

test('结果先看预览还是原图：看线路、看平台是否省流量，也由用户定', async ({ page, context, app, signIn }) => {
  await signIn()
  const { path, originals } = await makeTask(page, app)
  const asked = watch(page, originals)
  const shown = page.getByRole('img', { name: '结果' })

  await test.step('a slow link: the preview, and the original when it is asked for', async () => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', SLOW)
    await page.goto(path)
    await expect(loadOriginal(page)).toHaveText(/^查看原图 · [\d.]+ [KM]B$/)
    await expect(shown).toHaveAttribute('src', /process=w_1280,f_webp/)
    expect([...asked]).toEqual([])
    await devtools.send('Network.emulateNetworkConditions', FREE)
    await loadOriginal(page).click()
    await expect(loadOriginal(page)).toBeHidden()
    await expect(shown).toHaveAttribute('src', originals[1] ?? '')
    expect([...asked]).toEqual([originals[1]])
  })
  await test.step('a fast link: the original comes by itself', async () => {
    await page.goto(path)
    await expect(shown).toHaveAttribute('src', originals[1] ?? '')
    await expect(loadOriginal(page)).toBeHidden()
  })
  await test.step('the user decides: fewest bytes, or always the original; the choice stays', async () => {
    await page.goto('/myStorage')
    await page.getByRole('radio', { name: '省流量' }).check()
    await expect(page.getByText('只加载预览图，需要时再点“查看原图”。')).toBeVisible()
    asked.clear()
    await page.goto(path)
    await expect(loadOriginal(page)).toBeVisible()
    expect([...asked]).toEqual([])
    await page.goto('/myStorage')
    await expect(page.getByRole('radio', { name: '省流量' })).toBeChecked()
    await page.getByRole('radio', { name: '原图', exact: true }).check()
    await page.goto(path)
    await expect(shown).toHaveAttribute('src', originals[1] ?? '')
    await page.goto('/myStorage')
    await page.getByRole('radio', { name: '自动', exact: true }).check()
  })
  await test.step('a platform that saves data gets no original by itself, whatever the link', async () => {
    await page.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' })
      Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection })
    })
    asked.clear()
    await page.goto(path)
    await expect(shown).toHaveAttribute('src', /process=w_1280/)
    await expect(loadOriginal(page)).toBeVisible()
    expect([...asked]).toEqual([])
  })
})

test('网络恢复：一个标签页先发现，其余的马上知道', async ({ page, context, app, problems }) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  const proxy = await FaultProxy.before(app.url)
  try {
    const other = await context.newPage()
    await page.clock.install()
    for (const tab of [page, other]) {
      await tab.goto(`${proxy.url}/list`)
      await expect(tab.getByRole('heading', { level: 1, name: '我的任务' })).toBeVisible()
    }
    proxy.refuse()
    for (const tab of [page, other]) {
      await tab.evaluate(() => window.dispatchEvent(new Event('offline')))
      await expect(new Shell(tab).offlineBar).toBeVisible()
    }
    // From here on this tab's own next look at the network never comes.
    await page.clock.pauseAt(Date.now() + 60_000)
    proxy.resume()
    await other.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(new Shell(other).offlineBar).toBeHidden()
    await expect(new Shell(page).offlineBar).toBeHidden()
  } finally {
    await proxy.close()
  }
})

test('断网：页面还没打开完就断了，也会马上说明', async ({ page, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  // The first question goes through, but is answered only after the network has gone.
  await page.route('**/api/user/userInfo', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await answered.promise
    await route.fulfill({ response })
  })
  const opened = page.goto('/list')
  await asked.promise
  await page.context().setOffline(true)
  answered.resolve()
  await opened
  await expect(new Shell(page).offlineBar).toBeVisible()
})
