import { ENDPOINTS } from '#contracts/endpoints.ts'
import { accountOf } from '#tests/support/api.ts'
import type { AppProcess } from '#tests/support/app-process.ts'
import { expect, test } from '#tests/support/browser.ts'
import { PHONE } from '#tests/support/pages/phone.ts'
import { LoginForm, Shell } from '#tests/support/pages/shell.ts'
import { decode, recordStates, WorkbenchPage } from '#tests/support/pages/workbench.ts'
import { SMALL_PHOTOS } from '#tests/support/photos.ts'
import { plainPhoto } from '#tests/support/pictures.ts'
import { Client, freshPhone } from '#tests/support/server.ts'

// The real model works here: seconds on an idle machine, more on a busy one.
test.describe.configure({ timeout: 300_000 })

/**
 * Another account keeps the engine busy, so that the next task has to queue.
 * @returns takes back what still waits, so that the queue moves on
 */
async function occupyEngine(app: AppProcess): Promise<() => Promise<void>> {
  const visitor = new Client(app.url)
  const phone = freshPhone()
  const from = app.mark()
  await visitor.call(ENDPOINTS.smsSend, { body: { phoneNo: phone } })
  const verifyCode = await app.code(phone, from)
  const { satoken } = await visitor.call(ENDPOINTS.smsLogin, { body: { phoneNo: phone, verifyCode } })
  const other = new Client(app.url, satoken)
  const asset = await other.uploadOk(await plainPhoto(1200, 1200), '灰.png')
  await other.start('lineart', asset)
  const waiting = [await other.start('lineart', asset), await other.start('lineart', asset)]
  return async () => {
    // One that has begun meanwhile may end by itself: stopping it would stop the engine's process too.
    for (const { taskId } of waiting) {
      const { state } = await other.call(ENDPOINTS.getTaskByTaskId, { query: { taskId } })
      if (state === 'queued') await other.call(ENDPOINTS.cancelTask, { body: { taskId } })
    }
  }
}

/** The cut-out has to be one: nothing of the room left, the whole seat kept. */
async function expectChairCutOut(path: string): Promise<void> {
  const { width, height, alphaAt } = await decode(path)
  expect([width, height]).toEqual([640, 442])
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [0.1, 0.3],
    [0.9, 0.5],
  ] as const) {
    expect(alphaAt(x, y), `ground at ${x}, ${y}`).toBe(0)
  }
  for (const [x, y] of [
    [0.53, 0.52],
    [0.45, 0.35],
    [0.3, 0.6],
  ] as const) {
    expect(alphaAt(x, y), `chair at ${x}, ${y}`).toBe(255)
  }
}

test('从打开到下载：搜索、抠图、登录、排队、对比、下载、历史', async ({ page, app }) => {
  const states = await recordStates(page)
  const shell = new Shell(page)
  const bench = new WorkbenchPage(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A visitor's picture would be cut out on the device; this job is the server's.
  await shell.signInButton.click()
  await shell.login.signIn(app)
  await expect(shell.account).toBeVisible()
  await page.keyboard.press('Control+k')
  await shell.searchFor('koutu', '智能抠图')
  await expect(page).toHaveURL(/\/matting$/)
  await bench.drop(SMALL_PHOTOS.chair)
  await expect(bench.panel.getByText('chair.jpg')).toBeVisible()

  const release = await occupyEngine(app)
  await bench.start.click()
  await expect(bench.status).toContainText('排队中')
  await release()
  // The job that the other account began runs to its end first, so this takes longer than one cut-out.
  await bench.finished(200_000)
  const seen = (await states()).map((title) => title.replace(/，第 \d+ 位/, ''))
  expect([...new Set(seen)]).toEqual(['正在上传', '排队中', '正在处理'])
  await shell.expectImageTickets(99)

  await test.step('compare and zoom', async () => {
    await bench.compare.press('Home')
    await expect(bench.compare).toHaveAttribute('aria-valuenow', '0')
    await bench.compare.press('End')
    await expect(bench.compare).toHaveAttribute('aria-valuenow', '100')
    const zoom = page.getByRole('button', { name: /^缩放 \d+%/ })
    const before = await zoom.innerText()
    await page.getByRole('button', { name: '放大', exact: true }).click()
    await expect(zoom).not.toHaveText(before)
    await zoom.click()
    await expect(zoom).toHaveText('100%')
    await page.getByRole('button', { name: '适合窗口' }).click()
    await expect(zoom).toHaveText(before)
  })

  const download = await bench.download()
  expect(download.suggestedFilename()).toBe('chair_智能抠图.png')
  await expectChairCutOut(await download.path())

  const entry = bench.history.getByRole('listitem').filter({ hasText: 'chair.jpg' })
  await expect(entry).toContainText('已完成')
  await page.reload()
  await bench.finished()
  await expect(entry).toContainText('已完成')

  await page.goto('/list')
  await page.getByRole('link', { name: '智能抠图，chair.jpg，已完成' }).click()
  await expect(page).toHaveURL(/\/done\?taskId=/)
  await expect(page.getByRole('heading', { level: 1, name: '智能抠图' })).toBeVisible()
  await bench.finished()
  await expect(page.getByText('图片券 1 张', { exact: true })).toBeVisible()
  const { tickets, holds, settles, sum } = await accountOf(page.context(), app)
  expect({ tickets, holds, settles, sum }).toEqual({ tickets: 99, holds: 1, settles: 1, sum: 99 })
})

test('服务器做不了的图：说明原因、退券，可重试，删除前要确认', async ({ page, app, signIn }) => {
  await signIn()
  const shell = new Shell(page)
  const bench = await new WorkbenchPage(page).open('/colorFlatPicture')
  await bench.panel.getByText('本地引擎', { exact: true }).click()
  await bench.add({ name: '白纸.png', mimeType: 'image/png', buffer: await plainPhoto() })
  await bench.start.click()
  const failure = bench.canvas.getByRole('alert')
  await expect(failure).toContainText('画面几乎是空的')
  await expect(bench.canvas).toContainText('已退回 1 张图片券')
  await shell.expectImageTickets(100)

  await failure.getByRole('button', { name: '重试' }).click()
  await expect(bench.history.getByRole('listitem')).toHaveCount(2)
  await expect(bench.history.getByText('失败')).toHaveCount(2)
  const account = await accountOf(page.context(), app)
  expect(account).toMatchObject({ tickets: 100, holds: 2, refunds: 2, sum: 100 })

  await page.goto('/list')
  const cards = page.getByRole('link', { name: '彩色平面图，白纸.png，失败' })
  await expect(cards).toHaveCount(2)
  const dialog = page.getByRole('dialog', { name: /^删除这个“彩色平面图”任务/ })
  const remove = page.getByRole('button', { name: '删除 彩色平面图' }).first()
  await cards.first().hover()
  await remove.click()
  await dialog.getByRole('button', { name: '再想想' }).click()
  await expect(dialog).toBeHidden()
  await expect(cards).toHaveCount(2)
  await cards.first().hover()
  await remove.click()
  await dialog.getByRole('button', { name: '删除', exact: true }).click()
  await expect(cards).toHaveCount(1)
  await expect.poll(async () => (await accountOf(page.context(), app)).tasks.length).toBe(1)
  await page.reload()
  await expect(cards).toHaveCount(1)
})

test.describe('手机', () => {
  test.use(PHONE)

  test('从首页到下载线稿', async ({ page, app }) => {
    const bench = new WorkbenchPage(page)
    await page.goto('/')
    await expect(page).toHaveURL(/\/mobileHome$/)
    const shell = new Shell(page)
    await shell.signInButton.tap()
    await new LoginForm(page.getByRole('dialog', { name: '登录筑绘' })).signIn(app)
    await expect(shell.account).toBeVisible()
    await page.getByRole('button', { name: /搜索工具：抠图/ }).tap()
    await new Shell(page).searchFor('xg', '图转线稿')
    await expect(page).toHaveURL(/\/mobilePrepare\?tool=toline$/)
    await bench.add(SMALL_PHOTOS.chair)
    await expect(bench.start).toBeEnabled()
    await bench.start.tap()
    await bench.finished()
    const download = await bench.download()
    const { width, height } = await decode(await download.path())
    expect([width, height]).toEqual([640, 442])
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: /任务/ }).tap()
    await page.getByRole('link', { name: '图转线稿，chair.jpg，已完成' }).tap()
    await expect(page).toHaveURL(/\/mobileDone\?taskId=/)
    await bench.finished()
  })
})
