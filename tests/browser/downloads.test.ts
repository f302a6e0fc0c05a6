import { createHash } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ENDPOINTS } from '#contracts/endpoints.ts'
import type { Task } from '#contracts/task.ts'
import { expect, signInBy, test, waitForServiceWorker } from '#tests/support/browser.ts'
import { FaultProxy } from '#tests/support/fault-proxy.ts'
import { Downloads } from '#tests/support/pages/downloads.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'
import { clientOf, makeResults } from '#tests/support/server-results.ts'
import { readZip } from '#tests/support/zips.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const names = Array.from({ length: 6 }, (_, i) => `立面 ${String(i % 3).padStart(2, '0')}.jpg`)

/** As Firefox and Safari are: archives go through the private file system. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined })
  })
}

/** Names in the archive and what they must hold, after tasks whose pictures have the same names by twos. */
async function expectArchive(path: string, tasks: readonly Task[]): Promise<void> {
  const entries = await readZip(path)
  expect(entries.at(-1)?.name).toBe('校验清单.sha256')
  const files = entries.slice(0, -1)
  expect(files.map(({ bytes }) => sha256(bytes)).sort()).toEqual(
    tasks.map(({ outputs }) => outputs[0]?.id).sort(),
  )
  const sums = entries.at(-1)?.bytes.toString() ?? ''
  for (const { name, bytes, isUtf8 } of files) {
    expect(name).toMatch(/^立面 0\d_[^\\/]+( \(2\))?\.png$/)
    expect(isUtf8).toBe(true)
    expect(sums).toContain(`${sha256(bytes)}  ${name}\n`)
  }
  expect(new Set(files.map(({ name }) => name)).size).toBe(tasks.length)
}

test('六个结果打包：断线三次、刷新一次后续传，逐个文件校验一致', async ({
  installed: page,
  app,
  problems,
}) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  const context = page.context()
  await signInBy(context, app)
  const tasks = await makeResults(await clientOf(context, app), names)
  const proxy = await FaultProxy.before(app.url)
  try {
    await withoutPicker(page)
    await page.goto(`${proxy.url}/list`)
    await waitForServiceWorker(page)
    const downloads = new Downloads(page)
    await downloads.askForAll(6)
    proxy.cutAfter(60_000, 'down')
    const before = proxy.cuts
    await downloads.start('项目终稿')
    await expect
      .poll(() => proxy.cuts - before, { timeout: 60_000, intervals: [20] })
      .toBeGreaterThanOrEqual(3)
    // The page's other connections are cut as well: the files themselves have to have begun to arrive.
    await expect(downloads.progress).toHaveAttribute('aria-valuenow', /[1-9]/)
    proxy.refuse()
    await expect(downloads.dock.getByText('等待网络，恢复后自动继续')).toBeVisible()

    await page.reload()
    await expect(downloads.dock.getByText('已暂停')).toBeVisible()
    const kept = Number(await downloads.progress.getAttribute('aria-valuenow'))
    expect(kept, 'what had arrived is still there').toBeGreaterThan(0)
    proxy.resume()
    const ranges: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/api/asset/')) ranges.push(request.headers().range ?? '')
    })
    const download = await downloads.finished(() =>
      downloads.dock.getByRole('button', { name: '继续下载' }).click(),
    )
    expect(download.suggestedFilename()).toBe('项目终稿.zip')
    const saved = downloads.dock.getByText(/^已保存 6 个文件/)
    await expect(saved).toBeVisible()
    // Another tab that signs in makes this one ask who it belongs to: what it tells stays.
    const confirmed = page.waitForResponse((response) => response.url().endsWith(ENDPOINTS.userInfo.path))
    await page.evaluate(() => new BroadcastChannel('zhuhui-session').postMessage('signedIn'))
    await confirmed
    await expectArchive(await download.path(), tasks)
    await expect(saved).toBeVisible()
  } finally {
    await proxy.close()
  }
})

test('有文件取不到：列出原因，其余照样打包，补齐后同一个压缩包完整', async ({ page, app, problems }) => {
  problems.allow(/404|Failed to load resource/)
  const context = page.context()
  await signInBy(context, app)
  const tasks = await makeResults(await clientOf(context, app), names.slice(0, 3))
  const lost = tasks[1]?.outputs[0]?.id ?? ''
  const path = join(app.dataDir, 'blobs', lost.slice(0, 2), lost)
  await rename(path, `${path}.away`)
  await withoutPicker(page)
  await page.goto('/list')
  const downloads = new Downloads(page)
  await downloads.askForAll(3)
  const partial = await readZip(await (await downloads.finished(() => downloads.start())).path())
  expect(partial.map(({ name }) => name)).toContain('未包含的文件.txt')
  expect(partial.find(({ name }) => name === '未包含的文件.txt')?.bytes.toString()).toMatch(
    /立面 01_.*\t结果已从服务器删除/,
  )
  await downloads.dock.getByText('缺 1 个，查看原因').click()
  await expect(downloads.dock.getByText('结果已从服务器删除')).toBeVisible()

  await rename(`${path}.away`, path)
  const complete = await downloads.finished(() =>
    downloads.dock.getByRole('button', { name: '重试缺少的' }).click(),
  )
  await expectArchive(await complete.path(), tasks)
})

test('直接写入所选文件：暂停后刷新，重新允许即可继续', async ({ installed: page, app, problems }) => {
  problems.allow(/net::ERR_|Failed to load resource/)
  const context = page.context()
  await signInBy(context, app)
  const tasks = await makeResults(await clientOf(context, app), names.slice(0, 4))
  const proxy = await FaultProxy.before(app.url)
  try {
    // The picker is the browser's own window; a handle of the private file system stands for what it gives.
    await page.addInitScript(() => {
      Object.defineProperty(window, 'showSaveFilePicker', {
        value: async ({ suggestedName }: { suggestedName: string }) =>
          (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
      })
    })
    await page.goto(`${proxy.url}/list`)
    await waitForServiceWorker(page)
    const downloads = new Downloads(page)
    await downloads.askForAll(4)
    proxy.cutAfter(30_000, 'down')
    await downloads.start()
    await expect(downloads.dock.getByText('等待网络，恢复后自动继续')).toBeVisible()
    await downloads.dock.getByRole('button', { name: '暂停' }).click()
    await expect(downloads.dock.getByText('已暂停')).toBeVisible()
    proxy.resume()
    await page.reload()
    await downloads.dock.getByRole('button', { name: '继续下载' }).click()
    await downloads.expectSaved(4)
    const bytes = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const file = await (await root.getFileHandle('photo.zip')).getFile()
      return new Uint8Array(await file.arrayBuffer()).toBase64()
    })
    const entries = await readZip(Buffer.from(bytes, 'base64'))
    expect(
      entries
        .slice(0, -1)
        .map((entry) => sha256(entry.bytes))
        .sort(),
    ).toEqual(tasks.map(({ outputs }) => outputs[0]?.id).sort())
  } finally {
    await proxy.close()
  }
})

test('本机结果立即打包；只有一个文件时不打包', async ({ page }) => {
  const bench = await new WorkbenchPage(page).open('/toline')
  await bench.add([SMALL_PHOTOS.chair, SMALL_PHOTOS.room])
  await bench.start.click()
  await expect(page.getByRole('button', { name: '下载全部 2 张' })).toBeEnabled({ timeout: 60_000 })
  await page.goto('/list')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('checkbox').first().check({ force: true })
  const single = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 1 个' }).click()
  expect((await single).suggestedFilename()).toMatch(/^(chair|room)_.*\.png$/)

  await page.getByRole('button', { name: '取消选择' }).click()
  const downloads = new Downloads(page)
  await downloads.askForAll(2)
  const download = await downloads.finished(() => downloads.start())
  expect(download.suggestedFilename()).toBe('photo.zip')
  const entries = await readZip(await readFile(await download.path()))
  expect(entries.map(({ name }) => name).sort()).toEqual(
    [/^chair_.*\.png$/, /^room_.*\.png$/, /^校验清单\.sha256$/].map((pattern) =>
      expect.stringMatching(pattern),
    ),
  )
})

test.describe('手机', () => {
  test.use(PHONE)

  test('打包时不弹出键盘；下载栏不挡住选中后的操作', async ({ page, app, context }) => {
    await signInBy(context, app)
    await makeResults(await clientOf(context, app), names.slice(0, 3))
    await withoutPicker(page)
    await page.goto('/mobileList')
    const downloads = new Downloads(page)
    await downloads.askForAll(3)
    await expect(downloads.dialog.getByRole('button', { name: '开始下载' })).toBeFocused()
    await downloads.finished(() => downloads.start())
    await expect(downloads.dock.getByRole('button', { name: '下载完成' })).toBeVisible()
    const bar = page.getByRole('toolbar', { name: '批量操作' })
    for (const button of await bar.getByRole('button').all()) await button.tap({ trial: true })
    await downloads.dock.getByRole('button', { name: '下载完成' }).tap()
    await downloads.expectSaved(3)
  })
})
